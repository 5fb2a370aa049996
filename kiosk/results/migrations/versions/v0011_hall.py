"""What a hall's store knows of its tables: how far it has taken over each one's store, and whose a round is."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0011"
down_revision: Final = "0010"


def upgrade() -> None:
    """Create the tables; no store was a hall's before."""
    op.create_table(
        "hall_tables",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("mark", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_hall_tables"),
    )
    op.create_table(
        "hall_rounds",
        sa.Column("round_id", sa.String(length=64), nullable=False),
        sa.Column("table_id", sa.String(length=64), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name="fk_hall_rounds_round_id"),
        sa.PrimaryKeyConstraint("round_id", name="pk_hall_rounds"),
    )
    op.create_index("ix_hall_rounds_table_id", "hall_rounds", ["table_id"])
