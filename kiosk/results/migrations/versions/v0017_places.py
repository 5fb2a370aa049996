"""Deleted names leave tables as they are now at once, and a table goes on only from where the hall stands with it.

A server gets the functions for both with its version (``kiosk.results.server_functions``).
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0017"
down_revision: Final = "0016"


def upgrade() -> None:
    """Add the digests; what is there has none, and each table tells its state anew within half a minute."""
    op.execute("DELETE FROM live")
    op.add_column("live", sa.Column("names", sa.Text(), nullable=False, server_default=""))
    if op.get_bind().dialect.name == "postgresql":  # with another parameter it would be another function
        op.execute("DROP FUNCTION IF EXISTS hall_live(text, text, boolean, bytea, interval, interval)")
