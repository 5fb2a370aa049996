"""Reader of the journal; also while it is being written, and after any damage.

Each round is read up to its last good record, and what is missing is reported. An error is raised only if nothing can
be read at all.
"""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from kiosk.journal.file import JournalError, JournalRow, checksum
from kiosk.journal.folder import files
from kiosk.journal.open_readonly import DAMAGED, UNKNOWN, NewerVersionError, opened
from kiosk.journal.records import VERSIONS, AnyRecord, BrokenOff, MatchEnded, RoundEnded, RoundStarted, Version, decode

_R = TypeVar("_R")


class JournalEntry(Struct, frozen=True):
    """A record with its position. ``number``: in its round, from 0; ``wall``: seconds since the epoch, a label."""

    number: int
    wall: float
    record: AnyRecord


class RoundLog(Struct, frozen=True, weakref=True):  # a test watches that none is kept that was listed
    """A round's records, from the first on, without gaps, and the records between it and the next round.

    ``problems``: descriptions of what is missing; ``file``: the file that it was read from.
    """

    round: str
    entries: tuple[JournalEntry, ...]
    problems: tuple[str, ...] = ()
    file: Path = Path()

    @property
    def records(self) -> tuple[AnyRecord, ...]:
        """The records, without their positions."""
        return tuple(entry.record for entry in self.entries)

    @property
    def started(self) -> RoundStarted:
        """The round's start: its first record."""
        first = self.entries[0].record
        assert isinstance(first, RoundStarted)  # noqa: S101  the reader creates no other
        return first

    @property
    def ended(self) -> RoundEnded | None:
        """The round's end; None: it has not ended."""
        return self._last(RoundEnded)

    @property
    def over(self) -> MatchEnded | BrokenOff | None:
        """The match's end; None: it has not ended."""
        return self._last(MatchEnded) or self._last(BrokenOff)

    def _last(self, kind: type[_R]) -> _R | None:
        return next((entry.record for entry in reversed(self.entries) if isinstance(entry.record, kind)), None)


class JournalRead(Struct, frozen=True):
    """A file's or a folder's rounds, oldest first.

    ``problems``: descriptions of all that is missing or damaged. ``notes``: of what is left out, but never counted.
    """

    path: Path
    rounds: tuple[RoundLog, ...]
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_journal(path: Path) -> JournalRead:
    """Read the file ``path`` and its write-ahead log. Raises JournalError if nothing can be read."""
    return _read_whole(path)[0]


def _read_whole(path: Path) -> tuple[JournalRead, Place | None]:
    with opened(path) as (connection, version, of_log, notes):
        rows, trouble = _rows(connection, VERSIONS[version])
        heads, more_trouble = _heads(connection, VERSIONS[version])
        of_file = dict.fromkeys([*trouble, *more_trouble, *_check(connection)])
    problems = [*of_log, *(f"{path.name}: {text}" for text in of_file)]
    rounds = []
    found = _by_round(rows, heads)
    for name, lines in found.items():
        log = _round(path, name, lines, heads.get(name), version)
        problems += log.problems
        if log.entries:
            rounds.append(log)
    if rounds and rounds[-1].over is None:  # what the log has lost went on there
        rounds[-1] = replace(rounds[-1], problems=rounds[-1].problems + of_log)
    place = _last_round(found, 0) if rounds and not problems else None
    return JournalRead(path, tuple(rounds), tuple(problems), notes), place


class Place(Struct, frozen=True):
    """Where a file that grows is read on: at the first record of its last round, which may still go on.

    ``seq`` and ``sum``: that record's number in the file, and its checksum (hexadecimal); ``rounds``: how many began
    before it.
    """

    seq: int
    sum: str
    rounds: int


def read_on(path: Path, place: Place | None) -> tuple[JournalRead, Place | None]:
    """Read the rounds from ``place`` on; return them, and where to read on the next time. Raises JournalError.

    The whole file is read if ``place`` is None or is not there any more, or if something behind it is not whole; then
    it is read whole the next time, too. Damage before ``place`` is not looked for: a file that nobody writes any more
    has to be read whole once.
    """
    return (_read_behind(path, place) if place is not None else None) or _read_whole(path)


def _read_behind(path: Path, place: Place) -> tuple[JournalRead, Place | None] | None:
    with opened(path) as (connection, version, of_log, notes), contextlib.suppress(*DAMAGED):
        wanted = f"SELECT * FROM ({VERSIONS[version].rows}) WHERE seq >= ? ORDER BY seq"  # noqa: S608  ours
        rows = connection.execute(wanted, (place.seq,)).fetchall()
        heads, trouble = _heads(connection, VERSIONS[version])
        found = _by_round(rows, ())
        is_there = bool(rows) and rows[0][-1] == bytes.fromhex(place.sum) and rows[0][2] == 0
        if is_there and rows[-1][0] - place.seq + 1 == len(rows) and len(heads) == place.rounds + len(found):
            logs = tuple(_round(path, name, lines, heads.get(name), version) for name, lines in found.items())
            if not any((of_log, trouble, *(log.problems for log in logs))):
                return JournalRead(path, logs, (), notes), _last_round(found, place.rounds)
    return None


def _last_round(found: dict[Any, list[Any]], before: int) -> Place:
    seq, *_, total = [*found.values()][-1][0]
    return Place(seq, total.hex(), before + len(found) - 1)


def skim(path: Path) -> JournalRead:
    """Read the rounds of a file quickly: of each its first record, and the records from its end on.

    The records in between are not decoded. If damage is found, the whole file is read. Raises JournalError.
    """
    with opened(path) as (connection, version, of_log, notes), contextlib.suppress(*DAMAGED, *UNKNOWN):
        query = f"SELECT * FROM ({VERSIONS[version].rows}) WHERE number = 0 ORDER BY seq"  # noqa: S608  ours
        firsts = connection.execute(query).fetchall()
        ends = [*(first[0] for first in firsts[1:]), sys.maxsize]
        rounds = [_skimmed(connection, path, *both, version) for both in zip(firsts, ends, strict=False)]
        if all(log.entries for log in rounds) and not _check(connection):
            return JournalRead(path, tuple(rounds), of_log, notes)
    return read_journal(path)


def read_files(folder: Path, read: Callable[[Path], JournalRead] = read_journal) -> Iterator[JournalRead]:
    """Yield the files of ``folder``, oldest first; an unreadable one has no rounds, and a problem.

    A file that has been pruned meanwhile is left out.
    """
    for path in files(folder):
        try:
            yield read(path)
        except JournalError as error:
            if path.exists():
                yield JournalRead(path, (), (str(error),))


def unfinished(folder: Path) -> RoundLog | None:
    """Return the newest round in ``folder``, if its match has neither ended nor been broken off.

    Unreadable files are skipped; what is missing in them, and in other rounds, is listed in the round's problems.
    Raises JournalError if a newer program has written a file: an older round would not be the newest.
    """
    newest, lost = _newest(folder)
    if newest is None or newest.over is not None:
        return None
    return replace(newest, problems=tuple(dict.fromkeys([*newest.problems, *lost])))


def _newest(folder: Path) -> tuple[RoundLog | None, list[str]]:
    """Return the newest round in ``folder``, the fullest of its copies, and what is missing in the files read."""
    newest: RoundLog | None = None
    lost: list[str] = []
    for read in _newest_first(folder, lost):
        same = [log for log in read.rounds if newest is None or log.round == newest.round]
        if newest is not None and not same:
            break
        lost += read.problems
        if same:
            newest = same[-1] if newest is None else fuller(same[-1], newest)
    return newest, lost


def _newest_first(folder: Path, lost: list[str]) -> Iterator[JournalRead]:
    """Yield the readable files of ``folder``, newest first; add the errors of the others to ``lost``."""
    for path in reversed(files(folder)):
        try:
            yield read_journal(path)
        except NewerVersionError:
            raise
        except JournalError as error:
            lost.append(str(error))


def fuller(earlier: RoundLog | None, later: RoundLog) -> RoundLog:
    """Return the longer of two copies of a round, with the problems of the later copy in any case."""
    if earlier is None or len(later.entries) >= len(earlier.entries):
        return later
    return replace(earlier, problems=earlier.problems + later.problems)


def _skimmed(connection: sqlite3.Connection, path: Path, first: Any, end: int, version: int) -> RoundLog:
    """Read only a round's first record (row ``first``), and its last ones from RoundEnded on, below ``seq`` ``end``."""
    seq, name, *_, kept = first
    log = _round(path, name, [first], (0, kept), version)
    query = f"SELECT number, wall, body FROM ({VERSIONS[version].rows}) WHERE seq > ? AND seq < ? ORDER BY seq DESC"  # noqa: S608
    last: list[JournalEntry] = []
    for number, wall, body in connection.execute(query, (seq, end)):
        if not (isinstance(number, int) and isinstance(wall, float) and isinstance(body, bytes)):
            raise sqlite3.DatabaseError("a row is none of ours")
        last.append(JournalEntry(number, wall, decode(body, version)))
        if isinstance(last[-1].record, RoundEnded):
            break
    return replace(log, entries=(*log.entries, *reversed(last))) if log.entries else log


def _rows(connection: sqlite3.Connection, version: Version) -> tuple[list[Any], list[str]]:
    """Return all readable rows in their order in the file, and the problems.

    A damaged page ends the scan; a second scan backwards reads the rows behind it.
    """
    found: dict[Any, Any] = {}
    problems: list[str] = []
    for direction in ("ASC", "DESC"):
        before = len(problems)
        try:
            for row in connection.execute(f"{version.rows} ORDER BY seq {direction}"):
                found.setdefault(row[0], row)
        except DAMAGED as error:
            problems.append(f"a part cannot be read ({error})")
        if len(problems) == before:
            break
    if not found and problems:
        raise sqlite3.DatabaseError(problems[0])
    if not problems and len(found) != max(found, default=0):
        problems.append("some records are missing")  # rows are never deleted
    return [found[seq] for seq in sorted(found)], problems


def _heads(connection: sqlite3.Connection, version: Version) -> tuple[dict[Any, Any], list[str]]:
    """Return the last number and checksum of every round, and the problems."""
    found: dict[Any, Any] = {}
    try:
        for name, number, total in connection.execute(version.heads):
            found[name] = (number, total)
    except DAMAGED as error:
        return found, [f"a part cannot be read ({error})"]
    return found, []


def _check(connection: sqlite3.Connection) -> list[str]:
    """Return the problems that SQLite's integrity check finds."""
    try:
        found = [text for (text,) in connection.execute("PRAGMA integrity_check(3)")]
    except DAMAGED as error:
        found = [str(error)]
    return [f"damaged, says SQLite: {' '.join(str(text).split())}" for text in found if text != "ok"]


def _by_round(rows: Iterable[Any], heads: Iterable[Any]) -> dict[Any, list[Any]]:
    """Group the rows by round, oldest first; rounds with only a head come last, without rows."""
    rounds: dict[Any, list[Any]] = {}
    for row in rows:
        rounds.setdefault(row[1], []).append(row)
    for name in heads:
        rounds.setdefault(name, [])
    return rounds


def _round(path: Path, name: Any, rows: list[Any], head: Any, version: int) -> RoundLog:
    """Read a round's rows up to the first bad one."""
    entries, total, why = _chained(rows, version)
    last = head[0] if head and isinstance(head[0], int) else None
    if not why and head != (len(entries) - 1, total):
        why = "may not be the last" if last is None or last < len(entries) else "is missing"
    if not why:
        return RoundLog(name, tuple(entries), (), path)
    of = "" if last is None else f" of {last + 1}"
    text = f"{path.name}: round {name}: record {len(entries) + 1}{of} {why}: the round is read up to the one before"
    return RoundLog(str(name), tuple(entries), (text,), path)


def _chained(rows: Iterable[Any], version: int) -> tuple[list[JournalEntry], bytes, str]:
    """Return the records up to the first bad one, their checksum, and what is wrong with that one; empty: nothing."""
    entries: list[JournalEntry] = []
    total = b""
    for seq, *fields, kept in rows:
        row = JournalRow(*fields)
        total_after = checksum(total, seq, row)
        if row.number != len(entries):
            return entries, total, "is missing"
        if total_after != kept:
            return entries, total, "is damaged"
        if why := _read(entries, row, version):
            return entries, total, why
        total = total_after
    return entries, total, ""


def _read(entries: list[JournalEntry], row: JournalRow, version: int) -> str:
    """Append the row's record; return what is wrong with it, or an empty string."""
    try:
        record = decode(row.body, version)
    except UNKNOWN as error:
        return f"is not understood ({error})"
    first = isinstance(record, RoundStarted)
    if (row.number == 0) != first or (isinstance(record, RoundStarted) and record.round != row.round):
        return "does not belong there"
    if not isinstance(row.wall, float):
        return "has no time"
    entries.append(JournalEntry(row.number, row.wall, record))
    return ""
