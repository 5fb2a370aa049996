"""What is told of rounds (stories, close races, awards), and where a name was used last: its machine and boot.

Rounds that were imported before have none of it.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0007"
down_revision: Final = "0006"


def upgrade() -> None:
    """Add the columns."""
    with op.batch_alter_table("rounds") as rounds:
        rounds.add_column(sa.Column("story", sa.JSON(), nullable=True))
        rounds.add_column(sa.Column("races", sa.JSON(), nullable=True))
    with op.batch_alter_table("results") as results:
        results.add_column(sa.Column("award", sa.String(length=64), nullable=True))
        results.add_column(sa.Column("award_figure", sa.Integer(), nullable=True))
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("host", sa.String(length=200), nullable=True))
        players.add_column(sa.Column("boot", sa.String(length=64), nullable=True))
