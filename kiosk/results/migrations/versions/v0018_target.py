"""Rounds know the points to which their match was played; of older ones nothing is known."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0018"
down_revision: Final = "0017"


def upgrade() -> None:
    """Add the column."""
    op.add_column("rounds", sa.Column("target", sa.Integer(), nullable=True))
