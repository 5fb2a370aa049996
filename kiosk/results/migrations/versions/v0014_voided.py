"""Voided rounds are found without a look at all others: every import and every ``kiosk scores`` asks for them."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0014"
down_revision: Final = "0013"


def upgrade() -> None:
    """Add an index of voided rounds alone, which nothing is written into when a round is imported."""
    voided = sa.text("void_reason IS NOT NULL")
    op.create_index("ix_rounds_voided", "rounds", ["id"], sqlite_where=voided, postgresql_where=voided)
