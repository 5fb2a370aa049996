"""One file of the journal: SQLite, written by one thread of one process until it is full, and only read ever after.

A row a record, with a checksum that covers the row and the checksum of the one before in its round: a record that was
changed, moved or lost is noticed. ``heads`` has the last number and checksum of every round, so that a lost end is
noticed too. Every round in a file is there from its first record on: each file can be read alone.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

import msgspec

APPLICATION: Final = 0x4C4A524E
"""SQLite's application id of a journal: "LJRN"."""

VERSION: Final = 1
"""The version that this program writes, SQLite's user version; ``kiosk.journal.versions`` reads the older ones."""

SIBLINGS: Final = ("", "-journal", "-wal", "-shm")
"""What SQLite appends to a file's name for what belongs to it; in this order they are taken away, so that no half of a
file ever looks like a whole one."""

_SCHEMA: Final = (
    """CREATE TABLE records (seq INTEGER PRIMARY KEY, round TEXT NOT NULL, number INTEGER NOT NULL, wall REAL NOT NULL,
        body BLOB NOT NULL, sum BLOB NOT NULL)""",
    "CREATE TABLE heads (round TEXT PRIMARY KEY, number INTEGER NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)

_MAKING: Final = (
    "PRAGMA page_size = 4096",
    "PRAGMA synchronous = FULL",
    "PRAGMA journal_mode = OFF",  # nobody reads it yet
    "BEGIN",
    *_SCHEMA,
    "COMMIT",
    "PRAGMA journal_mode = WAL",
)

_WRITING: Final = (
    "PRAGMA synchronous = FULL",  # NORMAL loses acknowledged commits at a power cut
    "PRAGMA wal_autocheckpoint = 0",  # never inside a commit that somebody waits for
)

_FRESH: Final = "journal-fresh.sqlite"
"""A file is made under this name."""

_LOCK_S: Final = 1.0
"""So long a checkpoint waits for another program that reads the file."""

_left_open: Final[list[sqlite3.Connection]] = []
"""Connections that must not be closed: SQLite would go on writing to a file that has failed."""


class JournalError(Exception):
    """Nothing can be read or written there; the text says where, why, and the mend."""


class Row(NamedTuple):
    """A record, ready to be written. ``number``: in its round, from 0; ``wall``: seconds since the epoch, a label."""

    round: str
    number: int
    wall: float
    body: bytes


def checksum(before: bytes, seq: object, row: Sequence[Any]) -> bytes:
    """Of a row at place ``seq`` of its file, after one in its round with the checksum ``before`` (empty: the first)."""
    return hashlib.blake2b(msgspec.msgpack.encode((before, seq, *row)), digest_size=16).digest()


class JournalFile:
    """A fresh file at ``path``, open for writing. Belongs to the thread that makes it.

    Whatever SQLite or the system cannot do is raised as it is (``sqlite3.Error``, ``OSError``): after that, ``abandon``
    is all that may be called. Nothing is kept for sure before the folder is synced as well.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seq = 0
        self._sums: dict[str, bytes] = {}
        self._known: list[tuple[int, int]] = []
        _make(path)
        self._connection = _connect(path)
        try:
            self._execute(_WRITING)
        except sqlite3.Error:
            self.discard()
            raise

    def append(self, rows: Iterable[Row]) -> None:
        """Write ``rows`` in one transaction and sync it. They are durable when this returns.

        FileNotFoundError if the file has been taken away meanwhile: SQLite would go on with what nobody will find.
        """
        sums: dict[str, bytes] = {}
        heads: dict[str, tuple[int, bytes]] = {}
        lines = []
        for seq, row in enumerate(rows, self._seq + 1):
            before = sums.get(row.round, self._sums.get(row.round, b""))
            line = row._replace(wall=row.wall + 0.0)  # SQLite has no -0.0
            sums[row.round] = checksum(before, seq, line)
            heads[row.round] = (row.number, sums[row.round])
            lines.append((seq, *line, sums[row.round]))
        self._execute(("BEGIN IMMEDIATE",))
        self._connection.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", lines)
        self._connection.executemany(
            "INSERT INTO heads VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET number = excluded.number, sum = excluded.sum",
            [(name, *head) for name, head in heads.items()],
        )
        self._execute(("COMMIT",))
        self._look()
        self._seq += len(lines)
        self._sums.update(sums)

    def checkpoint(self) -> None:
        """Move what is in the write-ahead log to its place, and empty the log; not now, if another program reads."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    def log_bytes(self) -> int:
        """Bytes in the write-ahead log."""
        return size(self.path, ("-wal",))

    def bytes(self) -> int:
        """Bytes of the file and its log."""
        return size(self.path, ("", "-wal"))

    def close(self) -> None:
        """Checkpoint and close."""
        self.checkpoint()
        self._connection.close()

    def abandon(self) -> None:
        """Close without touching the disk again, after a failure.

        The last to close a file checkpoints it, by pages whose sync has perhaps failed: a reader, who may not, is the
        last.
        """
        address = f"file:{quote(str(self.path))}?mode=ro"
        try:
            with contextlib.closing(sqlite3.connect(address, uri=True, timeout=0)) as reader:
                reader.execute("SELECT count(*) FROM heads").fetchone()
                with contextlib.suppress(sqlite3.Error):
                    self._connection.close()
        except sqlite3.Error:
            _left_open.append(self._connection)

    def discard(self) -> None:
        """Take the file away, after a failure before anybody relied on it; SQLite does not write to what is gone."""
        with contextlib.suppress(OSError):
            remove(self.path)
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def _look(self) -> None:
        """Whether the file and its log are still there under their names."""
        parts = [self.path.with_name(self.path.name + part).stat() for part in ("", "-wal")]
        there = [(part.st_dev, part.st_ino) for part in parts]
        if there != (self._known or there):
            raise FileNotFoundError(errno.ENOENT, "another file is there in its place", str(self.path))
        self._known = there

    def _execute(self, statements: Iterable[str]) -> None:
        _execute(self._connection, statements)


def _make(path: Path) -> None:
    """Make a journal that holds nothing. It gets its name when it is whole: whatever is cut leaves no half of one."""
    if path.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    fresh = path.with_name(_FRESH)
    remove(fresh)
    os.close(os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    try:
        with contextlib.closing(_connect(fresh)) as connection:
            _execute(connection, _MAKING)
        fresh.rename(path)
    except (sqlite3.Error, OSError):
        with contextlib.suppress(OSError):
            remove(fresh)
        raise


def _connect(path: Path) -> sqlite3.Connection:
    # psow=0: a write that a power cut interrupts may spoil its whole sector, not only the bytes it was for
    address = f"file:{quote(str(path))}?mode=rw&psow=0"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=_LOCK_S)


def _execute(connection: sqlite3.Connection, statements: Iterable[str]) -> None:
    for statement in statements:
        connection.execute(statement).fetchall()


def remove(path: Path) -> None:
    """Take a journal's file away, with what belongs to it. Raises OSError."""
    for part in SIBLINGS:
        path.with_name(path.name + part).unlink(missing_ok=True)


def size(path: Path, parts: Sequence[str] = SIBLINGS) -> int:
    """Bytes of a journal's file and what belongs to it; what is not there has none."""
    total = 0
    for part in parts:
        with contextlib.suppress(OSError):
            total += path.with_name(path.name + part).stat().st_size
    return total
