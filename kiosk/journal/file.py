"""One file of the journal: SQLite, written by one thread of one process until it is full, and read-only afterwards.

One row per record. Checksums form a chain: each covers its row and the checksum of the previous row of its round, so a
changed, moved or lost record is detected. ``heads`` has the last number and checksum of every round, so that a lost end
is detected too. Every round in a file is there from its first record on: each file can be read alone.
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
"""Format version that this program writes, as SQLite's user version; ``kiosk.journal.records`` reads older ones."""

SIBLINGS: Final = ("", "-journal", "-wal", "-shm")
"""Suffixes of a file and of SQLite's companion files. They are deleted in this order, so that a partly deleted file is
never mistaken for a whole one."""

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
    "PRAGMA journal_mode = OFF",  # there are no readers yet
    "BEGIN",
    *_SCHEMA,
    "COMMIT",
    "PRAGMA journal_mode = WAL",
)

_WRITING: Final = (
    "PRAGMA synchronous = FULL",  # NORMAL loses acknowledged commits at a power cut
    "PRAGMA wal_autocheckpoint = 0",  # no checkpoint inside a commit that somebody waits for
)

_FRESH: Final = "journal-fresh.sqlite"
"""Temporary name of a file while it is created."""

_LOCK_S: Final = 1.0
"""Lock timeout: the time that a checkpoint waits for another program that reads the file."""

_left_open: Final[list[sqlite3.Connection]] = []
"""Connections that must stay open: closing them would make SQLite write to a file that has failed."""


class JournalError(Exception):
    """A file or folder of the journal cannot be read or written; the text says where, why, and how to fix it."""


class JournalRow(NamedTuple):
    """A serialised record. ``number``: in its round, from 0; ``wall``: seconds since the epoch, a label."""

    round: str
    number: int
    wall: float
    body: bytes


def checksum(before: bytes, seq: object, row: Sequence[Any]) -> bytes:
    """Return the checksum of row ``seq`` of a file; ``before``: that of the previous row of its round, or empty."""
    return hashlib.blake2b(msgspec.msgpack.encode((before, seq, *row)), digest_size=16).digest()


class JournalFile:
    """A new file at ``path``, open for writing. Use it only from the thread that creates it.

    Raises ``sqlite3.Error`` and ``OSError`` unchanged: after that, only ``abandon`` may be called. Nothing is durable
    before the folder is synced as well.
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

    def append(self, rows: Iterable[JournalRow]) -> None:
        """Write ``rows`` in one transaction and sync it. They are durable when this returns.

        Raises FileNotFoundError if the file was deleted meanwhile: SQLite would go on writing to the deleted file.
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
        """Move the write-ahead log's pages into the file and truncate the log; skipped while another program reads."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    def log_bytes(self) -> int:
        """Return the size of the write-ahead log."""
        return size(self.path, ("-wal",))

    def bytes(self) -> int:
        """Return the size of the file and its log."""
        return size(self.path, ("", "-wal"))

    def close(self) -> None:
        """Checkpoint and close."""
        self.checkpoint()
        self._connection.close()

    def abandon(self) -> None:
        """Close without touching the disk again, after a failure.

        SQLite checkpoints a file when its last connection closes, from pages whose sync may have failed. Here the last
        connection is a read-only one, which cannot checkpoint.
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
        """Delete the file, after a failure before anybody relied on it; SQLite does not write to a deleted file."""
        with contextlib.suppress(OSError):
            remove(self.path)
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def _look(self) -> None:
        """Raise FileNotFoundError if the file or its log was deleted or replaced."""
        parts = [self.path.with_name(self.path.name + part).stat() for part in ("", "-wal")]
        there = [(part.st_dev, part.st_ino) for part in parts]
        if there != (self._known or there):
            raise FileNotFoundError(errno.ENOENT, "another file is there in its place", str(self.path))
        self._known = there

    def _execute(self, statements: Iterable[str]) -> None:
        _execute(self._connection, statements)


def _make(path: Path) -> None:
    """Create an empty journal atomically: it gets its name once it is complete, so that a power cut leaves no part."""
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
    # psow=0: a write interrupted by a power cut may damage its whole sector, not only the bytes being written
    address = f"file:{quote(str(path))}?mode=rw&psow=0"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=_LOCK_S)


def _execute(connection: sqlite3.Connection, statements: Iterable[str]) -> None:
    for statement in statements:
        connection.execute(statement).fetchall()


def remove(path: Path) -> None:
    """Delete a journal's file and its companion files. Raises OSError."""
    for part in SIBLINGS:
        path.with_name(path.name + part).unlink(missing_ok=True)


def size(path: Path, parts: Sequence[str] = SIBLINGS) -> int:
    """Return the size of a journal's file and its companion files in bytes; a missing one counts as 0."""
    total = 0
    for part in parts:
        with contextlib.suppress(OSError):
            total += path.with_name(path.name + part).stat().st_size
    return total
