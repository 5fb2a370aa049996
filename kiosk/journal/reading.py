"""Reading the journal: also while it is being written, and after whatever has happened to it.

A file is read as bytes and opened in memory: nothing is written beside it, no lock is taken, a read-only medium will
do. Of each round all is read up to its last good record, and what is missing is told. Only where nothing can be read
at all, an error is raised.
"""

from __future__ import annotations

import contextlib
import math
import sqlite3
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import quote

import msgspec

from kiosk.journal import forgotten, wal
from kiosk.journal.file import APPLICATION, VERSION, JournalError, Row, checksum
from kiosk.journal.folder import files
from kiosk.journal.records import AnyRecord, BrokenOff, MatchEnded, RoundEnded, RoundStarted
from kiosk.journal.versions import VERSIONS, Version, decode

__all__ = [
    "Entry",
    "JournalError",
    "JournalRead",
    "NewerVersionError",
    "RoundLog",
    "began",
    "beginnings",
    "copied",
    "fuller",
    "names_lately",
    "read_files",
    "read_folder",
    "read_journal",
    "unfinished",
]

_MAGIC: Final = b"SQLite format 3\0"
_WAL_MODE: Final = slice(18, 20)
"""Where a database says that it has a write-ahead log; one in memory has none."""

_TRIES: Final = 50
_AGAIN_S: Final = 0.01
"""A file that changes while it is read is read again, so often and after so long."""

_NO_JOURNAL: Final = "is no journal of a kiosk, or damaged from its beginning: name one, or the folder that holds it"

_DAMAGED: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises for a damaged file; the latter where it would quote what it has found."""

_UNKNOWN: Final = (msgspec.DecodeError, UnicodeDecodeError)
"""What is raised for a record that is none of ours."""

_R = TypeVar("_R")


class NewerVersionError(JournalError):
    """A newer program has written the file."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A record in its place. ``number``: in its round, from 0; ``wall``: seconds since the epoch, a label."""

    number: int
    wall: float
    record: AnyRecord


@dataclass(frozen=True)
class RoundLog:
    """What the journal has of a round, from its first record on, without gaps; and of what followed it until the next.

    ``problems``: what is missing, in words; ``file``: where it was read.
    """

    round: str
    entries: tuple[Entry, ...]
    problems: tuple[str, ...] = ()
    file: Path = field(default=Path(), compare=False)

    @property
    def records(self) -> tuple[AnyRecord, ...]:
        """The records alone."""
        return tuple(entry.record for entry in self.entries)

    @cached_property
    def started(self) -> RoundStarted:
        """How the round began: its first record."""
        first = self.entries[0].record
        assert isinstance(first, RoundStarted)  # noqa: S101  reading makes no other
        return first

    @property
    def ended(self) -> RoundEnded | None:
        """How the round ended; None: it has not."""
        return self._last(RoundEnded)

    @property
    def over(self) -> MatchEnded | BrokenOff | None:
        """How the match ended; None: it goes on."""
        return self._last(MatchEnded) or self._last(BrokenOff)

    def _last(self, kind: type[_R]) -> _R | None:
        return next((entry.record for entry in reversed(self.entries) if isinstance(entry.record, kind)), None)


@dataclass(frozen=True, slots=True)
class JournalRead:
    """A file's or a folder's rounds, oldest first. ``problems``: all that is missing or damaged, in words."""

    path: Path
    rounds: tuple[RoundLog, ...]
    problems: tuple[str, ...] = ()


def read_journal(path: Path) -> JournalRead:
    """Everything that the file ``path`` and its write-ahead log hold. Raises JournalError if that is nothing at all."""
    with _opened(path) as (connection, version, problems):
        rows, trouble = _rows(connection, VERSIONS[version])
        heads, more_trouble = _heads(connection, VERSIONS[version])
        problems += [f"{path.name}: {text}" for text in dict.fromkeys([*trouble, *more_trouble, *_check(connection)])]
    rounds = []
    for name, lines in _by_round(rows, heads).items():
        log = _round(path, name, lines, heads.get(name), version)
        problems += log.problems
        if log.entries:
            rounds.append(log)
    return JournalRead(path, tuple(rounds), tuple(problems))


def read_files(folder: Path) -> Iterator[JournalRead]:
    """The files of ``folder``, oldest first, one at a time. One that cannot be read is a problem."""
    for path in files(folder):
        try:
            yield read_journal(path)
        except JournalError as error:
            yield JournalRead(path, (), (str(error),))


def read_folder(folder: Path) -> JournalRead:
    """All files of ``folder``: each round once, in its fullest form. A file that cannot be read is a problem.

    All at once: a large journal takes a gigabyte and more of memory.
    """
    rounds: dict[str, RoundLog] = {}
    problems: list[str] = []
    for read in read_files(folder):
        problems += read.problems
        for log in read.rounds:
            rounds[log.round] = fuller(rounds.get(log.round), log)
    return JournalRead(folder, tuple(rounds.values()), tuple(problems))


def unfinished(folder: Path) -> RoundLog | None:
    """The newest round in ``folder``, if its match has neither ended nor been broken off.

    A newest file that is damaged throughout is passed over; what is missing of it, and of other rounds beside this one,
    is told in its problems. Raises JournalError if a newer program has written it: then an older round is not newest.
    """
    newest: RoundLog | None = None
    lost: list[str] = []
    for path in reversed(files(folder)):
        try:
            read = read_journal(path)
        except NewerVersionError:
            raise
        except JournalError as error:
            lost.append(str(error))
            continue
        same = [log for log in read.rounds if newest is None or log.round == newest.round]
        if newest is not None and not same:
            break
        lost += read.problems
        if same:
            newest = same[-1] if newest is None else fuller(same[-1], newest)
    if newest is None or newest.over is not None:
        return None
    return replace(newest, problems=tuple(dict.fromkeys([*newest.problems, *lost])))


def names_lately(folder: Path, newest_files: int = 2) -> tuple[str, ...]:
    """The names of people in the newest files of ``folder``, newest first; a name may be there more than once.

    Those that are to be forgotten (``kiosk.journal.forgotten``) are left out, as in the results store: in all rounds of
    a match that had begun by then.
    """
    rounds: list[tuple[float, RoundStarted]] = []
    with contextlib.suppress(OSError):
        for path in files(folder)[-newest_files:]:
            with contextlib.suppress(JournalError):
                rounds += beginnings(path)
    gone, began = forgotten.read(folder), {started.match: wall for wall, started in reversed(rounds)}
    return tuple(
        seat.name
        for _, started in reversed(rounds)
        for seat in started.seats
        if seat.name and not gone.has(seat.name, began[started.match])
    )


def beginnings(path: Path) -> list[tuple[float, RoundStarted]]:
    """Wall time and first record of every round in the file, oldest first, unchecked: how old it is. JournalError."""
    with _opened(path) as (connection, version, _):
        query = f"SELECT wall, body FROM ({VERSIONS[version].rows}) WHERE number = 0 ORDER BY seq"  # noqa: S608  ours
        found = []
        with contextlib.suppress(*_DAMAGED, *_UNKNOWN):
            for wall, body in connection.execute(query):
                if isinstance(body, bytes) and isinstance(wall, float):
                    record = decode(body, version)
                    if isinstance(record, RoundStarted):
                        found.append((wall, record))
        return found


def began(path: Path) -> float | None:
    """Wall time of the first record in a closed file, unchecked; None if there is none to be had.

    Quick, however long the file is: its log, which is empty where it was closed, is not looked at.
    """
    address = f"file:{quote(str(path))}?mode=ro&immutable=1"
    wall = None
    with contextlib.suppress(*_DAMAGED), contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version in VERSIONS:
            query = f"SELECT wall FROM ({VERSIONS[version].rows}) WHERE seq = 1"  # noqa: S608  ours
            (wall,) = connection.execute(query).fetchone() or (None,)
    return wall if isinstance(wall, float) and math.isfinite(wall) else None


def fuller(earlier: RoundLog | None, later: RoundLog) -> RoundLog:
    """Of two forms of a round the one that has more of it; what the later file lost is told in any case."""
    if earlier is None or len(later.entries) >= len(earlier.entries):
        return later
    return replace(earlier, problems=earlier.problems + later.problems)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[tuple[sqlite3.Connection, int, list[str]]]:
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
    except _DAMAGED as error:
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


def _rows(connection: sqlite3.Connection, version: Version) -> tuple[list[Any], list[str]]:
    """All rows that can be had, by their place in the file, and why there are no more.

    Where a page is damaged the way forwards ends; the way backwards ends there too, at its other side.
    """
    found: dict[Any, Any] = {}
    problems: list[str] = []
    for direction in ("ASC", "DESC"):
        before = len(problems)
        try:
            for row in connection.execute(f"{version.rows} ORDER BY seq {direction}"):
                found.setdefault(row[0], row)
        except _DAMAGED as error:
            problems.append(f"a part cannot be read ({error})")
        if len(problems) == before:
            break
    if not found and problems:
        raise sqlite3.DatabaseError(problems[0])
    if not problems and len(found) != max(found, default=0):
        problems.append("some records are missing")  # nothing is ever taken out of a file
    return [found[seq] for seq in sorted(found)], problems


def _heads(connection: sqlite3.Connection, version: Version) -> tuple[dict[Any, Any], list[str]]:
    """Last number and checksum of every round, and why some are missing."""
    found: dict[Any, Any] = {}
    try:
        for name, number, total in connection.execute(version.heads):
            found[name] = (number, total)
    except _DAMAGED as error:
        return found, [f"a part cannot be read ({error})"]
    return found, []


def _check(connection: sqlite3.Connection) -> list[str]:
    """What SQLite itself finds wrong."""
    try:
        found = [text for (text,) in connection.execute("PRAGMA integrity_check(3)")]
    except _DAMAGED as error:
        found = [str(error)]
    return [f"damaged, says SQLite: {' '.join(str(text).split())}" for text in found if text != "ok"]


def _by_round(rows: Iterable[Any], heads: Iterable[Any]) -> dict[Any, list[Any]]:
    """The rows of each round, oldest first; rounds of which only the head is left come last, without any."""
    rounds: dict[Any, list[Any]] = {}
    for row in rows:
        rounds.setdefault(row[1], []).append(row)
    for name in heads:
        rounds.setdefault(name, [])
    return rounds


def _round(path: Path, name: Any, rows: list[Any], head: Any, version: int) -> RoundLog:
    """A round's rows up to the first that is not good."""
    entries: list[Entry] = []
    total, why = b"", ""
    for seq, *fields, kept in rows:
        row = Row(*fields)
        total_after = checksum(total, seq, row)
        if row.number != len(entries):
            why = "is missing"
        elif total_after != kept:
            why = "is damaged"
        else:
            why = _read(entries, row, version)
        if why:
            break
        total = total_after
    last = head[0] if head else None
    if not why and head != (len(entries) - 1, total):
        why = "is missing" if head and isinstance(last, int) and last >= len(entries) else "may not be the last"
    if not why:
        return RoundLog(name, tuple(entries), (), path)
    of = f" of {last + 1}" if isinstance(last, int) else ""
    text = f"{path.name}: round {name}: record {len(entries) + 1}{of} {why}: the round is read up to the one before"
    return RoundLog(str(name), tuple(entries), (text,), path)


def _read(entries: list[Entry], row: Row, version: int) -> str:
    """Append the row's record; what is wrong with it, or nothing."""
    try:
        record = decode(row.body, version)
    except _UNKNOWN as error:
        return f"is not understood ({error})"
    if (row.number == 0) != isinstance(record, RoundStarted) or (
        isinstance(record, RoundStarted) and record.round != row.round
    ):
        return "does not belong there"
    entries.append(Entry(row.number, row.wall, record))
    return ""
