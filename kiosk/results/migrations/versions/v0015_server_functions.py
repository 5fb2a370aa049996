"""What a hall's database needs to be changed by its own functions alone (``kiosk.results.server_functions``).

Players are found by the digest of their name, tables keep the role that sends their rounds, and the hall its own number
of days after which names are forgotten.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0015"
down_revision: Final = "0014"


def upgrade() -> None:
    """Add the columns, and the digests of all names."""
    op.add_column("hall_tables", sa.Column("role", sa.String(length=200), nullable=True))
    op.add_column("calendar", sa.Column("names_days", sa.Integer(), nullable=True))
    op.add_column("players", sa.Column("digest", sa.String(length=64), nullable=False, server_default=""))
    connection = op.get_bind()
    secret = connection.scalar(sa.text("SELECT key FROM secret"))
    names = connection.execute(sa.text("SELECT id, key FROM players")).all()
    digests = [
        {"id": row.id, "digest": blake2b(row.key.encode(), key=bytes.fromhex(secret), digest_size=32).hexdigest()}
        for row in names
    ]
    if digests:
        connection.execute(sa.text("UPDATE players SET digest = :digest WHERE id = :id"), digests)
    op.create_index("ix_players_digest", "players", ["digest"])
