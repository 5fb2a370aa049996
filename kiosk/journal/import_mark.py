"""Which of the journal's files the results store has read: before that none of them is too old.

The store tells it (``kiosk.results.importer``) by a file beside the journal, for whoever prunes knows no store.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from kiosk.journal.folder import leave

FILE: Final = "fetched.json"
"""In the journal's folder."""


def looks(path: Path) -> str:
    """Changes whenever the journal's file, or the log that SQLite keeps beside it, does."""
    return " ".join(_look(beside) for beside in (path, path.with_name(f"{path.name}-wal")))


def read(folder: Path) -> dict[str, str]:
    """How the files of ``folder`` looked when they were read, by their names; none where that cannot be told."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=dict[str, str])
    except (OSError, ValueError):
        return {}


def write(folder: Path, looked: Mapping[str, str]) -> None:
    """Leave this in ``folder``, if there is one. Raises OSError."""
    if read(folder) != looked:
        leave(folder, FILE, msgspec.json.encode(looked))


def _look(path: Path) -> str:
    try:
        told = path.stat()
    except OSError:  # whoever reads it tells why
        return "-"
    return f"{told.st_ino}:{told.st_size}:{told.st_mtime_ns}"
