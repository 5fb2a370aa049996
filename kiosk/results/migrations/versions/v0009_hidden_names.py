"""Names that the staff have hidden from pages and screens."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0009"
down_revision: Final = "0008"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "hidden",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_hidden")),
    )
