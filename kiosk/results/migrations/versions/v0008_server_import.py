"""The import as a function of a PostgreSQL server, which the store makes after a migration.

It has no change of the tables: whoever changes the function adds such a version, so that stores get the new one.
"""

from __future__ import annotations

from typing import Final

revision: Final = "0008"
down_revision: Final = "0007"


def upgrade() -> None:
    """Leave the tables as they are."""
