"""A file of the journal opened in memory: read as bytes, so that nothing is written beside it and no lock is taken.

A read-only medium will do, and a file that is being written too: of its log what is committed counts.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from kiosk.journal import wal
from kiosk.journal.file import APPLICATION, VERSION, JournalError
from kiosk.journal.versions import VERSIONS

_MAGIC: Final = b"SQLite format 3\0"
_WAL_MODE: Final = slice(18, 20)
"""Where a database says that it has a write-ahead log; one in memory has none."""

_TRIES: Final = 50
_AGAIN_S: Final = 0.01
"""A file that changes while it is read is read again, so often and after so long."""

_NO_JOURNAL: Final = "is no journal of a kiosk, or damaged from its beginning: name one, or the folder that holds it"

DAMAGED: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises for a damaged file; the latter where it would quote what it has found."""

UNKNOWN: Final = (msgspec.DecodeError, UnicodeDecodeError)
"""What is raised for a record that is none of ours."""


class NewerVersionError(JournalError):
    """A newer program has written the file."""


@contextlib.contextmanager
def opened(path: Path) -> Iterator[tuple[sqlite3.Connection, int, list[str]]]:
    """The file in memory, its version, and what of its write-ahead log could not be read."""
    try:
        image, rest = _image(path)
    except OSError as error:
        raise JournalError(f"{path}: cannot be read ({error.strerror}): is this the right name?") from None
    if not image.startswith(_MAGIC):
        raise JournalError(f"{path}: {_NO_JOURNAL}")
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.text_factory = _text
    try:
        connection.deserialize(image)
        version = _version(connection, path)
        problems = []
        if rest:
            text = f"the last {rest} bytes of the write-ahead log were never acknowledged, or are damaged: left out"
            problems.append(f"{path.name}: {text}")
        yield connection, version, problems
    except DAMAGED as error:
        raise JournalError(f"{path}: damaged, nothing can be read ({error}): a copy of it may be better") from None
    finally:
        connection.close()


def _image(path: Path) -> tuple[bytes, int]:
    """The file with what is committed in its log; bytes of the log that could not be read. Raises OSError.

    The log is read between two readings of the file that must be the same: then no checkpoint was moving pages. One
    whose end does not count may just be growing.
    """
    beside = path.with_name(path.name + "-wal")
    for _ in range(_TRIES):
        before, data = path.read_bytes(), _bytes(beside)
        found = wal.scan(data)
        if path.read_bytes() == before and (not found.rest or _bytes(beside) == data):
            break
        time.sleep(_AGAIN_S)
    image = bytearray(wal.applied(before, data, found))
    if image[: len(_MAGIC)] == _MAGIC:
        image[_WAL_MODE] = b"\1\1"
    return bytes(image), found.rest


def copied(path: Path) -> bytes:
    """The file with all that is committed in its log: a copy that needs none, and is read alike. Raises OSError."""
    return _image(path)[0]


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _text(data: bytes) -> str:
    """Text that may be damaged: its checksum will tell."""
    return data.decode(errors="replace")


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """The file's version, if this program can read it."""
    (application,), (version,) = (
        connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
    )
    if application != APPLICATION:
        raise JournalError(f"{path}: {_NO_JOURNAL}")
    if version > VERSION:
        raise NewerVersionError(
            f"{path}: written by a newer program (version {version} of the journal; this one reads up to {VERSION}): "
            "update this program, or move the file to another folder"
        )
    if version not in VERSIONS:
        raise JournalError(f"{path}: damaged: there has never been a version {version} of the journal")
    return int(version)
