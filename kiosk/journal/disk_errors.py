"""What a disk can do to the journal, in words."""

from __future__ import annotations

import errno
import math
import shutil
import sqlite3
from pathlib import Path
from typing import Final

from kiosk.journal.file import JournalError

FAILURES: Final = (sqlite3.Error, OSError, JournalError)
"""All that writing may raise because of the disk or the folder."""

FULL_BYTES: Final = 1 << 20
"""A disk with less room than this is full, whatever the error says."""

_MENDS: Final[dict[int, str]] = {
    sqlite3.SQLITE_FULL: "make room on the disk, or keep less (keep_mb in [records])",
    sqlite3.SQLITE_READONLY: "the disk takes no writes: it may be worn out, replace it; or mount it for writing",
    sqlite3.SQLITE_CANTOPEN: "let the user that the table runs as write in this folder",
    sqlite3.SQLITE_NOTFOUND: "let nothing take the folder or its disk away while the table runs",
    sqlite3.SQLITE_BUSY: "end the other program that writes to it",
}
_WORN: Final = "the disk may be worn out: save the folder and replace the disk"

_CODES: Final[dict[int | None, int]] = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EROFS: sqlite3.SQLITE_READONLY,
    errno.EACCES: sqlite3.SQLITE_CANTOPEN,
    errno.EPERM: sqlite3.SQLITE_CANTOPEN,
    errno.ENOTDIR: sqlite3.SQLITE_CANTOPEN,
    errno.ENOENT: sqlite3.SQLITE_NOTFOUND,
    errno.ESTALE: sqlite3.SQLITE_NOTFOUND,
}


def words(error: Exception, path: Path) -> str:
    """What has gone wrong at ``path``, and the mend."""
    if isinstance(error, JournalError):
        return str(error)
    why = error.strerror or error if isinstance(error, OSError) else error
    return f"{path}: the journal could not be written ({why}): {_MENDS.get(_code(error), _WORN)}"


def is_full(error: Exception, folder: Path) -> bool:
    """Whether the disk has no room left."""
    return _code(error) == sqlite3.SQLITE_FULL or room(folder) < FULL_BYTES


def room(folder: Path) -> float:
    """Bytes that are free on the disk; more than any, where that cannot be told."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return math.inf


def _code(error: Exception) -> int:
    """SQLite's primary code for it; 0: it has none."""
    if isinstance(error, OSError):
        return _CODES.get(error.errno, 0)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
