"""A server takes no times from a hall's tables at which nobody could read the store again, such as infinity.

A server gets the function with its version (``kiosk.results.server_functions``).
"""

from __future__ import annotations

from typing import Final

revision: Final = "0020"
down_revision: Final = "0019"


def upgrade() -> None:
    """Leave the tables as they are."""
