"""Rounds of a journal's file that the store could not take."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"


def upgrade() -> None:
    """Add the column; of the files that were read before, every round was imported."""
    with op.batch_alter_table("read_files") as files:
        files.add_column(sa.Column("set_aside", sa.JSON(), nullable=True))
