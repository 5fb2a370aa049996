"""The matches that have been counted since an instant, from the newest files of a journal."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from kiosk.journal import erasures
from kiosk.journal.file import JournalError
from kiosk.journal.folder import files
from kiosk.journal.reader import RoundLog, fuller, skim
from kiosk.journal.records import MatchEnded, RoundLine, RoundStarted


def matches_since(folder: Path, wall: float) -> Iterator[tuple[RoundStarted, list[RoundLine]]]:
    """Yield the last round's start and the final lines of every match that was decided since ``wall`` (Unix time).

    Forgotten names (``kiosk.journal.erasures``) are empty, in all rounds of a match that began before the name was
    forgotten. What cannot be read is left out.
    """
    rounds = _rounds_since(folder, wall)
    began: dict[str, float] = {}
    for log in rounds:
        match, wall_began = log.started.match, log.entries[0].wall
        began[match] = min(wall_began, began.get(match, wall_began))
    gone = erasures.read(folder)
    for log in rounds:
        if isinstance(log.over, MatchEnded) and log.ended is not None and log.entries[-1].wall >= wall:
            since = began[log.started.match]
            lines = [replace(line, name="") if gone.has(line.name, since) else line for line in log.ended.lines]
            yield log.started, lines


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
