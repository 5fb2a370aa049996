"""What a restore leaves beside a table's data: the prepared backup, and the note of one that was dropped.

Each start of a table looks for them, and nearly always there are none: so this module loads nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

READY: Final = "restore-"
"""Prefix of the folder with a prepared backup."""
DROPPED: Final = "dropped-restore"
"""The file beside it with the time of the backup that was dropped when the table started."""


def has_traces(state: Path) -> bool:
    """Return whether there is any of them, be it unfinished."""
    return (state / DROPPED).exists() or any(state.glob(f"{READY}*"))
