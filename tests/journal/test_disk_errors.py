"""What a disk's errors mean, as people are told: why the journal cannot be written, and what to do."""

from __future__ import annotations

import errno
import math
import shutil
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from kiosk.journal.health import FULL_BYTES, disk_fault, is_full, room

HERE = Path("/journal/file")


def of_sqlite(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("as SQLite says")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "fix"),
    [
        (OSError(errno.ENOSPC, "No space"), "disk.full"),
        (OSError(errno.EDQUOT, "Quota"), "disk.full"),
        (OSError(errno.EROFS, "Read-only"), "disk.readonly"),
        (OSError(errno.EACCES, "Denied"), "disk.forbidden"),
        (OSError(errno.EPERM, "Not permitted"), "disk.forbidden"),
        (OSError(errno.ENOTDIR, "No folder"), "disk.forbidden"),
        (OSError(errno.ENOENT, "Not there"), "disk.gone"),
        (OSError(errno.ESTALE, "Stale"), "disk.gone"),
        (OSError(errno.EIO, "Input or output"), "disk.worn"),
        (OSError("without a number"), "disk.worn"),
        (of_sqlite(sqlite3.SQLITE_FULL), "disk.full"),
        (of_sqlite(sqlite3.SQLITE_READONLY), "disk.readonly"),
        (of_sqlite(sqlite3.SQLITE_READONLY | 4 << 8), "disk.readonly"),
        (of_sqlite(sqlite3.SQLITE_CANTOPEN), "disk.forbidden"),
        (of_sqlite(sqlite3.SQLITE_BUSY), "disk.busy"),
        (of_sqlite(sqlite3.SQLITE_IOERR), "disk.worn"),
        (sqlite3.Error("without a code"), "disk.worn"),
    ],
    ids=str,
)
def test_an_error_is_told_with_its_place_its_reason_and_its_fix(error: Exception, fix: str) -> None:
    fault = disk_fault(error, HERE)
    assert (fault.code, fault.values["path"], fault.values["fix"].code) == ("journal.unwritable", "/journal/file", fix)
    assert fault.values["why"] in str(error)
    assert fault.values["why"]


@pytest.mark.parametrize(("free", "full"), [(FULL_BYTES - 1, True), (FULL_BYTES, False)])
def test_a_disk_without_a_megabyte_is_full_whatever_its_error_says(
    monkeypatch: pytest.MonkeyPatch, free: int, full: bool
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert (is_full(OSError(errno.EIO, ""), HERE), is_full(OSError(errno.ENOSPC, ""), HERE)) == (full, True)
    assert FULL_BYTES == 1_048_576


def test_a_folder_whose_disk_tells_nothing_is_not_full() -> None:
    assert room(HERE / "missing") == math.inf
    assert not is_full(OSError(errno.EIO, ""), HERE / "missing")
