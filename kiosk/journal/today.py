"""The matches that have been counted since an instant, from the newest files of a journal."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

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
