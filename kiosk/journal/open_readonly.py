"""A file of the journal opened read-only in memory: read as bytes, without companion files or locks.

Works on a read-only medium and while the file is being written: the committed part of its log is applied.
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
from kiosk.system.regular_file import MEGABYTE, read_regular

_MAGIC: Final = b"SQLite format 3\0"
_WAL_MODE: Final = slice(18, 20)
"""Header bytes that mark WAL mode; a database in memory must not have it."""

_TRIES: Final = 50
_AGAIN_S: Final = 0.01
"""Number of retries and their interval for a file that changes while it is read."""

MOST_BYTES: Final = 128 * MEGABYTE
"""Limit for a file, and for its log: far above what the writer makes (``kiosk.journal.writer``)."""

_NO_JOURNAL: Final = "is no journal of a kiosk, or damaged from its beginning: name one, or the folder that holds it"

DAMAGED: Final = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions that SQLite raises for a damaged file; UnicodeDecodeError when its message quotes the damage."""

UNKNOWN: Final = (msgspec.DecodeError, UnicodeDecodeError)
"""Exceptions for a record that cannot be decoded."""


class NewerVersionError(JournalError):
    """The file was written by a newer version of the program."""


@contextlib.contextmanager
def opened(path: Path) -> Iterator[tuple[sqlite3.Connection, int, list[str]]]:
    """Yield the file in memory, its version, and the problems of its write-ahead log."""
    try:
        image, rest = _image(path)
    except OSError as error:
        where = error.filename or path
        raise JournalError(f"{where}: cannot be read ({error.strerror}): is this the right name?") from None
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
    """Return the file with its log's commits applied, and the number of unusable bytes of the log. Raises OSError.

    The log is read between two reads of the file that must agree: then no checkpoint was moving pages. If the log's end
    is unusable, it may just be growing, so it is read again too.
    """
    beside = path.with_name(path.name + "-wal")
    for _ in range(_TRIES):
        before, data = read_regular(path, MOST_BYTES), _bytes(beside)
        found = wal.scan(data)
        if read_regular(path, MOST_BYTES) == before and (not found.rest or _bytes(beside) == data):
            break
        time.sleep(_AGAIN_S)
    image = bytearray(wal.applied(before, data, found))
    if image[: len(_MAGIC)] == _MAGIC:
        image[_WAL_MODE] = b"\1\1"
    return bytes(image), found.rest


def copied(path: Path) -> bytes:
    """Return the file with its log's commits applied: a copy that needs no log. Raises OSError."""
    return _image(path)[0]


def _bytes(path: Path) -> bytes:
    try:
        return read_regular(path, MOST_BYTES)
    except FileNotFoundError:
        return b""


def _text(data: bytes) -> str:
    """Decode text that may be damaged; its checksum detects that."""
    return data.decode(errors="replace")


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the file's format version. Raises JournalError if this program cannot read it."""
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
