"""What was played lately, from the newest files: names, the starts of rounds, and the matches that were counted.

Names and starts are a quick look, which verifies nothing.
"""

from __future__ import annotations

import contextlib
import math
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

from msgspec.structs import replace

from kiosk.journal import erasures
from kiosk.journal.file import JournalError
from kiosk.journal.folder import files
from kiosk.journal.open_readonly import DAMAGED, UNKNOWN, is_plain, opened
from kiosk.journal.reader import RoundLog, fuller, skim
from kiosk.journal.records import VERSIONS, MatchEnded, RoundLine, RoundStarted, decode

NameKept: TypeAlias = Callable[[float, RoundStarted], bool]
"""Returns whether the names of a round that began at this wall time are kept now."""


def always(_wall: float, _started: RoundStarted) -> bool:
    """Return True: all names are kept."""
    return True


def names_lately(folder: Path, kept: NameKept = always, newest_files: int = 2) -> tuple[str, ...]:
    """Return the players' names in the newest files of ``folder``, newest first, with duplicates.

    Hidden and forgotten names (``kiosk.journal.erasures``) are left out; these as in the results store: in all rounds
    of a match that began before the name was forgotten; and those that are not ``kept``.
    """
    rounds: list[tuple[float, RoundStarted]] = []
    with contextlib.suppress(OSError):
        for path in files(folder)[-newest_files:]:
            with contextlib.suppress(JournalError):
                rounds += beginnings(path)
    gone, began = erasures.read(folder), {started.match: wall for wall, started in reversed(rounds)}
    return tuple(
        seat.name
        for wall, started in reversed(rounds)
        if kept(wall, started)
        for seat in started.seats
        if seat.name and not gone.keep_out(seat.name, began[started.match])
    )


def match_began(folder: Path, match: str, newest_files: int = 2) -> float:
    """Return the wall time of the first round of a match in the newest files; infinite if there is none."""
    found = [math.inf]
    with contextlib.suppress(OSError):
        for path in files(folder)[-newest_files:]:
            with contextlib.suppress(JournalError):
                found += [wall for wall, started in beginnings(path) if started.match == match]
    return min(found)


def beginnings(path: Path) -> list[tuple[float, RoundStarted]]:
    """Return wall time and first record of every round in the file, oldest first, unverified. Raises JournalError."""
    with opened(path) as (connection, version, *_):
        query = f"SELECT wall, body FROM ({VERSIONS[version].rows}) WHERE number = 0 ORDER BY seq"  # noqa: S608  ours
        found = []
        with contextlib.suppress(*DAMAGED, *UNKNOWN):
            for wall, body in connection.execute(query):
                if isinstance(body, bytes) and isinstance(wall, float):
                    record = decode(body, version)
                    if isinstance(record, RoundStarted):
                        found.append((wall, record))
        return found


def first(path: Path) -> tuple[float, RoundStarted] | None:
    """Return wall time and first record of a closed file, unverified; None if it cannot be read.

    Quick for a file of any size. The write-ahead log is not read: it is empty once a file was closed.
    """
    if not path.is_file():  # opening a pipe would block
        return None
    address = f"file:{quote(str(path))}?mode=ro&immutable=1"
    with contextlib.suppress(*DAMAGED, *UNKNOWN), contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version in VERSIONS and is_plain(connection):
            query = f"SELECT wall, body FROM ({VERSIONS[version].rows}) WHERE seq = 1"  # noqa: S608  ours
            wall, body = connection.execute(query).fetchone() or (None, None)
            if isinstance(body, bytes) and isinstance(wall, float) and math.isfinite(wall):
                record = decode(body, version)
                return (wall, record) if isinstance(record, RoundStarted) else None
    return None


def matches_since(folder: Path, wall: float, kept: NameKept = always) -> Iterator[tuple[RoundStarted, list[RoundLine]]]:
    """Yield the last round's start and the final lines of every match that was decided since ``wall`` (Unix time).

    Hidden and forgotten names (``kiosk.journal.erasures``) are empty, these in all rounds of a match that began before
    the name was forgotten; and those that are not ``kept``. What cannot be read is left out.
    """
    rounds = _rounds_since(folder, wall)
    began: dict[str, float] = {}
    for log in rounds:
        match, wall_began = log.started.match, log.entries[0].wall
        began[match] = min(wall_began, began.get(match, wall_began))
    gone = erasures.read(folder)
    for log in rounds:
        if isinstance(log.over, MatchEnded) and log.ended is not None and log.entries[-1].wall >= wall:
            since, named = began[log.started.match], kept(log.entries[0].wall, log.started)
            stays = [named and not gone.keep_out(line.name, since) for line in log.ended.lines]
            lines = zip(log.ended.lines, stays, strict=True)
            yield log.started, [line if stay else replace(line, name="") for line, stay in lines]


class DayNumbers(NamedTuple):
    """What was played in a while: finished rounds and matches, and the seats that people had in them.

    A person who played two matches counts twice: guests have no name.
    """

    rounds: int
    matches: int
    people: int


def numbers_since(folder: Path, wall: float) -> DayNumbers:
    """Return what was finished since ``wall`` (Unix time). What cannot be read is left out."""
    ended = [log for log in _rounds_since(folder, wall) if log.ended is not None and log.entries[-1].wall >= wall]
    people = {
        (log.started.match, line.seat)
        for log in ended
        if log.ended is not None
        for line in log.ended.lines
        if not line.bot
    }
    matches = sum(isinstance(log.over, MatchEnded) for log in ended)
    return DayNumbers(len(ended), matches, len(people))


def _rounds_since(folder: Path, wall: float) -> list[RoundLog]:
    """Return the rounds of the newest files, oldest first and each once, up to a file that ended before ``wall``."""
    found: dict[str, RoundLog] = {}
    with contextlib.suppress(OSError):
        for path in reversed(files(folder)):
            rounds: list[RoundLog] = []
            with contextlib.suppress(JournalError):
                rounds += skim(path).rounds
            copies = {log.round: fuller(log, found[log.round]) if log.round in found else log for log in rounds}
            found = {**copies, **{name: log for name, log in found.items() if name not in copies}}
            if rounds and all(log.entries[-1].wall < wall for log in rounds):
                break
    return list(found.values())
