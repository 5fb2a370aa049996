"""The table closed by the staff until the next opening: kept over restarts in a file of its own."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final, Protocol

from kiosk.system import paths
from kiosk.system.files import read_regular, write_file

FOREVER: Final = "opened by hand"
"""Until then the table is closed if there is no next opening."""
_LONGEST: Final = 100
"""Bytes of the file: a time, or ``FOREVER``."""


class Doorkeeper(Protocol):
    """Whoever watches the opening hours (``kiosk.table_process.opening_hours``)."""

    def close_now(self) -> str:
        """Close the table until its next opening; return until when (ISO format), or ``FOREVER``."""

    def open_again(self) -> None:
        """Follow the hours again."""

    def closed_until(self) -> str:
        """Return until when the staff have closed it; empty: they have not."""

    def is_open(self) -> bool:
        """Return whether it is open."""


def closed_file() -> Path:
    """Return the path of the file."""
    return paths.state_dir() / "closed-until"


def read_closed(file: Path) -> str:
    """Return until when the table is closed; empty: it is not, or the file says nothing sensible."""
    try:
        text = read_regular(file, _LONGEST).decode("ascii").strip()
        if text != FOREVER:
            datetime.fromisoformat(text)
    except (OSError, ValueError):
        return ""
    return text


def keep_closed(file: Path, until: str) -> None:
    """Keep until when the table is closed; empty: it is not. Raises OSError."""
    if until:
        write_file(file, f"{until}\n".encode())
    else:
        file.unlink(missing_ok=True)
