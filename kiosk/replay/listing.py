"""The rounds of a journal, one a line; and which of them somebody means."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

from kiosk.journal.reading import RoundLog
from kiosk.journal.records import BrokenOff, Sitting
from kiosk.replay.columns import columns

_HEAD: Final = ("#", "round", "when", "game", "edition", "no.", "seats", "ended", "length", "verified")
_RIGHT: Final = (0, 5, 8)
_ID: Final = 8
"""Characters of a round's id that are shown: enough to name it."""

_TENTH: Final = 100_000_000


def find(rounds: Sequence[RoundLog], named: str) -> RoundLog:
    """The round that is named: by its number in the list, its id, or a beginning of that.

    ``ValueError``, in words, if there is none, or more than one.
    """
    exact = [log for log in rounds if log.round == named]
    numbered = [log for number, log in enumerate(rounds, 1) if str(number) == named]
    found = exact or numbered or [log for log in rounds if log.round.startswith(named)]
    if len(found) == 1:
        return found[0]
    why = f"is the beginning of {len(found)} rounds: name more of it" if found else f"is none of {len(rounds)} rounds"
    raise ValueError(f"{named!r} {why}; without ROUND they are listed")


def listing(rounds: Sequence[RoundLog], verified: Sequence[bool]) -> Iterator[str]:
    """All rounds, a line each. ``verified``: whether each comes out as it was recorded, and is whole."""
    rows = [_HEAD]
    for number, (log, well) in enumerate(zip(rounds, verified, strict=True), 1):
        started = log.started
        seats = " ".join(_seat(sitting) for sitting in started.seats if not sitting.away)
        how = (started.game, started.chosen.get("preset", ""), str(started.number), seats, ending(log), length(log))
        rows.append((str(number), short(log), when(log), *how, "yes" if well else "NO"))
    return columns(rows, _RIGHT)


def short(log: RoundLog) -> str:
    """So much of its id as is shown."""
    return log.round[:_ID]


def when(log: RoundLog) -> str:
    """What the wall clock said when it began: a label, nothing more."""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(log.entries[0].wall))
    except (ValueError, OverflowError, OSError):  # a clock may say anything
        return "?"


def length(log: RoundLog) -> str:
    """How long it has lasted, as far as it is known: ``1:02.3``."""
    tenths = max(getattr(record, "at", 0) for record in log.records) // _TENTH
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"


def ending(log: RoundLog) -> str:
    """How the round ended, in short."""
    if log.ended is not None:
        return " ".join([log.ended.by.replace("_", " "), *([f"by {log.ended.caller}"] if log.ended.caller else [])])
    if isinstance(log.over, BrokenOff):
        return f"broken off: {log.over.why.replace('_', ' ')}"
    return "not at its end"


def _seat(sitting: Sitting) -> str:
    """Its number; behind it a name, or ``b`` for a bot."""
    return f"{sitting.seat}{'b' if sitting.bot else ''}{f'={sitting.name}' if sitting.name else ''}"
