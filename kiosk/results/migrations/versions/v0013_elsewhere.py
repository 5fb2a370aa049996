"""Names that others than this store have forgotten or hidden, by their own keys."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0013"
down_revision: Final = "0012"


def upgrade() -> None:
    """Add the tables."""
    for name, more in (("forgotten", [sa.Column("until", sa.DateTime(), nullable=False)]), ("hidden", [])):
        op.create_table(
            f"{name}_elsewhere",
            sa.Column("key", sa.String(length=128), nullable=False),
            sa.Column("digest", sa.String(length=64), nullable=False),
            *more,
            sa.PrimaryKeyConstraint("key", "digest", name=op.f(f"pk_{name}_elsewhere")),
        )
