"""The list of a journal's rounds, one per line, and the lookup of a round by number or id."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.journal.reader import JournalRead, RoundLog
from kiosk.journal.records import BrokenOff, Sitting
from kiosk.replay.verify import verify

_HEAD: Final = ("#", "round", "when", "game", "edition", "no.", "seats", "ended", "length", "verified")
_RIGHT: Final = (0, 5, 8)
_ID: Final = 8
"""The number of characters of a round's id that are shown: enough to identify it."""

_TENTH: Final = 100_000_000


def files_of(reads: Iterable[JournalRead]) -> dict[str, list[Path]]:
    """Return every round's id, oldest first, and the files that contain part of it."""
    files: dict[str, list[Path]] = {}
    for read in reads:
        for log in read.rounds:
            files.setdefault(log.round, []).append(read.path)
    return files


def find(rounds: Sequence[str], named: str) -> str:
    """Return the id of a round given by its number in the list, its id, or a prefix of its id.

    ``ValueError``, with a message for the user, if there is none or more than one.
    """
    found = _named(rounds, named)
    if len(found) == 1:
        return found[0]
    why = f"is the beginning of {len(found)} rounds: name more of it" if found else f"is none of {len(rounds)} rounds"
    raise ValueError(f"{named!r} {why}; without ROUND they are listed")


def _named(rounds: Sequence[str], named: str) -> list[str]:
    """Return the rounds with this id; if there are none, with this number; if there are none, with this beginning."""
    exact = [name for name in rounds if name == named]
    numbered = [name for number, name in enumerate(rounds, 1) if str(number) == named]
    return exact or numbered or [name for name in rounds if name.startswith(named)]


class _Row(NamedTuple):
    """A line. ``last``: number of the last record; ``well``: complete and replayed as recorded, None: not verified."""

    last: int
    cells: tuple[str, ...]
    well: bool | None


class Listing:
    """The list of all rounds, one per line, ``verified`` or not.

    It takes one file after another, and keeps in memory only the lines of the list.
    """

    def __init__(self, *, verified: bool = True) -> None:
        self._verified = verified
        self.problems: dict[str, None] = {}
        """Everything that is missing, damaged or replays differently than recorded, in words."""
        self.notes: dict[str, None] = {}
        """Everything that is left out, but was never counted, in words."""
        self._rows: dict[str, _Row] = {}

    def take(self, read: JournalRead) -> None:
        """Add a file. If several files contain a round, the longest copy counts (``kiosk.journal.reader.fuller``)."""
        self.problems |= dict.fromkeys(read.problems)
        self.notes |= dict.fromkeys(read.notes)
        for log in read.rounds:
            problems = verify(log).problems if self._verified else ()
            self.problems |= dict.fromkeys(problems)
            well = not problems if self._verified else None
            row, before = _Row(log.entries[-1].number, _cells(log), well), self._rows.get(log.round)
            if before is not None and before.last > row.last:
                row = before._replace(well=before.well and row.well)
            self._rows[log.round] = row

    def lines(self) -> Iterator[str]:
        """Return a header and one line per round; no lines if there are neither rounds nor problems."""
        if not self._rows and not self.problems:
            return iter(())
        rows = enumerate(self._rows.values(), 1)
        return columns([_HEAD, *((str(number), *row.cells, _verified(row.well)) for number, row in rows)], _RIGHT)


def _verified(well: bool | None) -> str:
    # None: nothing was verified
    return "-" if well is None else "yes" if well else "NO"


def _cells(log: RoundLog) -> tuple[str, ...]:
    started = log.started
    seats = " ".join(_seat(sitting) for sitting in started.seats if not sitting.away)
    how = (started.game, started.chosen.get("preset", ""), str(started.number), seats, ending(log), length(log))
    return (short(log), when(log), *how)


def short(log: RoundLog) -> str:
    """Return the part of the round's id that is shown."""
    return log.round[:_ID]


def when(log: RoundLog) -> str:
    """Return the wall clock's time at the round's start, as a label only."""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(log.entries[0].wall))
    except (ValueError, OverflowError, OSError):  # the clock may have been wrong
        return "?"


def length(log: RoundLog) -> str:
    """Return the round's duration, as far as it is known: ``1:02.3``."""
    at = max(getattr(record, "at", 0) for record in log.records) if log.ended is None else log.ended.at
    tenths = at // _TENTH
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"


def ending(log: RoundLog) -> str:
    """Return how the round ended, in short."""
    if log.ended is not None:
        return " ".join([log.ended.by.replace("_", " "), *([f"by {log.ended.caller}"] if log.ended.caller else [])])
    if isinstance(log.over, BrokenOff):
        return f"broken off: {log.over.why.replace('_', ' ')}"
    return "not at its end"


def _seat(sitting: Sitting) -> str:
    """Return a seat's number, followed by a name, or by ``b`` for a bot."""
    return f"{sitting.seat}{'b' if sitting.bot else ''}{f'={sitting.name}' if sitting.name else ''}"


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> Iterator[str]:
    """Yield the rows, one line each; columns are as wide as their longest cell, those in ``right`` right-aligned."""
    shown = [[cell.replace("\n", "\\n") for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for row in shown:
        cells = (
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
