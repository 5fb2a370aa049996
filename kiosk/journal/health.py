"""The journal's health: reports of its writer to the table, and disk errors as faults, each with its fix."""

from __future__ import annotations

import errno
import math
import shutil
import sqlite3
from pathlib import Path
from typing import Final

from msgspec import Struct

from kiosk.faults.fault import Fault
from kiosk.journal.file import JournalError
from kiosk.journal.folder import FolderTakenError


class Durable(Struct, frozen=True):
    """The first ``count`` records of the session are durable on the disk."""

    count: int


class JournalFault(Struct, frozen=True):
    """A write to the disk has failed. ``fault``: what, where, and the fix.

    A fresh file has been tried since. ``saving``: True if it has everything from the running round's beginning on;
    otherwise nothing is saved until ``JournalHealthy``.
    """

    fault: Fault
    saving: bool


class JournalHealthy(Struct, frozen=True):
    """The journal saves everything again, from the beginning of the running round on."""


FAILURES: Final = (sqlite3.Error, OSError, JournalError)
"""All exceptions that writing may raise because of the disk or the folder."""

FULL_BYTES: Final = 1 << 20
"""A disk with less room than this is full, whatever the error says."""
SCARCE_BYTES: Final = 500 << 20
"""A disk with less room than this may be full before the evening is over."""

_FIXES: Final[dict[int, Fault]] = {
    sqlite3.SQLITE_FULL: Fault("disk.full"),
    sqlite3.SQLITE_READONLY: Fault("disk.readonly"),
    sqlite3.SQLITE_CANTOPEN: Fault("disk.forbidden"),
    sqlite3.SQLITE_NOTFOUND: Fault("disk.gone"),
    sqlite3.SQLITE_BUSY: Fault("disk.busy"),
}
_WORN: Final = Fault("disk.worn")

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


def disk_fault(error: Exception, path: Path) -> Fault:
    """Return the fault for this error at ``path``, with its fix."""
    if isinstance(error, FolderTakenError):
        return error.fault
    why = (isinstance(error, OSError) and error.strerror) or str(error)
    fix = _FIXES.get(_code(error), _WORN)
    return Fault("journal.unwritable", {"path": str(path), "why": why, "fix": fix})


def is_full(error: Exception, folder: Path) -> bool:
    """Return whether the disk is full."""
    return _code(error) == sqlite3.SQLITE_FULL or room(folder) < FULL_BYTES


def room(folder: Path) -> float:
    """Return the free bytes of the disk; infinity if they cannot be determined."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return math.inf


def _code(error: Exception) -> int:
    """Return SQLite's primary code for the error; 0: it has none."""
    if isinstance(error, OSError):
        return _CODES.get(error.errno, 0)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
