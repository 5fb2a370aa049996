"""A file of the journal opened read-only in memory: read as bytes, without companion files or locks.

Works on a read-only medium and while the file is being written: the committed part of its log is applied.
"""

from __future__ import annotations

import contextlib
import errno
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from kiosk.journal import wal
from kiosk.journal.file import APPLICATION, VERSION, JournalError
from kiosk.journal.records import VERSIONS
from kiosk.system.files import MEGABYTE, read_regular

_MAGIC: Final = b"SQLite format 3\0"
_WAL_MODE: Final = slice(18, 20)
"""Header bytes that mark WAL mode; a database in memory must not have it."""

_TRIES: Final = 50
_AGAIN_S: Final = 0.01
"""Number of retries and their interval for a file that changes while it is read."""

MOST_BYTES: Final = 128 * MEGABYTE
"""Limit for a file, and for its log: far above what the writer makes (``kiosk.journal.writer``)."""

_ACTIVE: Final = """SELECT 1 FROM sqlite_schema AS made
    WHERE NOT (sql LIKE 'CREATE TABLE %' OR sql LIKE 'CREATE INDEX %' OR sql LIKE 'CREATE UNIQUE INDEX %')
    OR EXISTS (SELECT 1 FROM pragma_table_xinfo(made.name) WHERE hidden)"""
"""Query of everything in a database that computes what is read: views, virtual tables, generated columns; triggers."""

_NO_JOURNAL: Final = "is no journal of a kiosk, or damaged from its beginning: name one, or the folder that holds it"

DAMAGED: Final = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions that SQLite raises for a damaged file; UnicodeDecodeError when its message quotes the damage."""

UNKNOWN: Final = (msgspec.DecodeError, UnicodeDecodeError)
"""Exceptions for a record that cannot be decoded."""


class NewerVersionError(JournalError):
    """The file was written by a newer version of the program."""


def is_plain(connection: sqlite3.Connection) -> bool:
    """Return whether a database has only tables and indexes, as ours; reading a foreign view may never end.

    True if it is too damaged to say: then nothing else can be read either.
    """
    with contextlib.suppress(*DAMAGED):
        return connection.execute(_ACTIVE).fetchone() is None
    return True


class OpenedFile(NamedTuple):
    """A file in memory, and its version. ``problems`` and ``notes``: of its write-ahead log (``JournalRead``)."""

    connection: sqlite3.Connection
    version: int
    problems: tuple[str, ...]
    notes: tuple[str, ...]


@contextlib.contextmanager
def opened(path: Path) -> Iterator[OpenedFile]:
    """Yield the file, read with the commits of its log. Raises JournalError."""
    try:
        image, log = _image(path)
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
        if not is_plain(connection):
            raise JournalError(f"{path}: {_NO_JOURNAL}")
        yield OpenedFile(connection, version, *_of_log(path, log))
    except DAMAGED as error:
        raise JournalError(f"{path}: damaged, nothing can be read ({error}): a copy of it may be better") from None
    finally:
        connection.close()


def _of_log(path: Path, log: wal.Wal) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the problems and the notes of a file's log."""
    if log.lost:
        many = f"{log.lost} acknowledged commit{'s' if log.lost > 1 else ''} or more"
        return (f"{path.name}: the write-ahead log is damaged: {many} in its last {log.rest} bytes cannot be read",), ()
    if log.rest:
        why = "they are being written, or were when the table ended, and nothing in them is known to be acknowledged"
        return (), (f"{path.name}: the last {log.rest} bytes of the write-ahead log are left out: {why}",)
    return (), ()


def _image(path: Path) -> tuple[bytes, wal.Wal]:
    """Return the file with its log's commits applied, and its log. Raises OSError.

    The log is read between two reads of the file that must agree, and may only have grown then: no checkpoint was
    moving pages. If the log's end is unusable, it may just be being written, so it is read again too.
    """
    beside = path.with_name(path.name + "-wal")
    steady = None
    for _ in range(_TRIES):
        before, data = read_regular(path, MOST_BYTES), _bytes(beside)
        found, again = wal.scan(data, before), _bytes(beside)
        if again.startswith(data) and read_regular(path, MOST_BYTES) == before:
            steady = before, data, found
            if not found.rest or len(again) == len(data):
                break
        time.sleep(_AGAIN_S)
    if steady is None:
        raise OSError(errno.EBUSY, "it changes all the time", str(path))
    before, data, found = steady
    image = bytearray(wal.applied(before, data, found))
    if image[: len(_MAGIC)] == _MAGIC:
        image[_WAL_MODE] = b"\1\1"
    return bytes(image), found


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
