"""The functions by which a hall's tables are told the best rounds of the day (``kiosk.results.server_functions``).

No table of the store changes: a store on a server gets the functions with its version.
"""

from __future__ import annotations

from typing import Final

revision: Final = "0016"
down_revision: Final = "0015"


def upgrade() -> None:
    """Change nothing."""
