"""House rules of a round: the options of its edition that the players had changed."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"


def upgrade() -> None:
    """Add the column; no round before had any."""
    with op.batch_alter_table("rounds") as rounds:
        rounds.add_column(sa.Column("house_rules", sa.Text(), nullable=True))
