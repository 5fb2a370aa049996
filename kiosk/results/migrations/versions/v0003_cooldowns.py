"""The cooldown that a seat has chosen as a handicap, in milliseconds more than usual."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"


def upgrade() -> None:
    """Add the column; no seat before had any."""
    with op.batch_alter_table("results") as results:
        results.add_column(sa.Column("cooldown", sa.Integer(), server_default="0", nullable=False))
