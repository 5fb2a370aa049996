"""The outbox: what a hall is told of this table. All that an older store knows goes into it.

Rounds that were voided together, by a new leaderboard, are not told; those that were voided one by one are.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0010"
down_revision: Final = "0009"

_FILL: Final = (
    "INSERT INTO outbox (kind, reference, mark) SELECT 'round', id, random() FROM rounds ORDER BY arrived, id",
    (
        "INSERT INTO outbox (kind, reference, mark)"
        " SELECT 'match', id, random() FROM matches WHERE ended IS NOT NULL ORDER BY started, id"
    ),
)


def upgrade() -> None:
    """Create the tables; a server's outbox stays empty."""
    op.create_table(
        "outbox",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("reference", sa.String(length=64), nullable=False),
        sa.Column("hall", sa.String(length=64), nullable=True),
        sa.Column("until", sa.DateTime(), nullable=True),
        sa.Column("mark", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_outbox"),
    )
    op.create_table(
        "halls",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=128), nullable=False),
        sa.Column("has_names", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_halls"),
    )
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        return
    for statement in _FILL:
        connection.execute(sa.text(statement))
    trail = connection.execute(sa.text("SELECT at, who, what FROM audit WHERE what LIKE 'void %'")).all()
    together = Counter((at, who) for at, who, _ in trail)
    alone = {what for at, who, what in trail if together[at, who] == 1}
    voided = connection.execute(sa.text("SELECT id, void_reason FROM rounds WHERE void_reason IS NOT NULL")).all()
    for name, reason in voided:
        if f"void {name}: {reason}" in alone:
            told = sa.text("INSERT INTO outbox (kind, reference, mark) VALUES ('void', :name, random())")
            connection.execute(told, {"name": name})
