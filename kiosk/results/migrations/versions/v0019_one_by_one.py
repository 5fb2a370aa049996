"""A server forgets one name in a transaction: for each, all others wait who write.

A server gets the function with its version (``kiosk.results.server_functions``).
"""

from __future__ import annotations

from typing import Final

revision: Final = "0019"
down_revision: Final = "0018"


def upgrade() -> None:
    """Leave the tables as they are."""
