"""Which of the journal's old files make room: whole files, oldest first, never one that a running match needs.

The rule, all of it: a file goes when the journal is larger than it may be, or the disk is full; else when it is older
than it need be kept and the results store has read it (``import_mark``). How old it is is told by the order
of the files and by days that no clock can fake (``days_ago``).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.journal import import_mark
from kiosk.journal.file import JournalError, remove, size
from kiosk.journal.folder import numbers, path_of
from kiosk.journal.index import beginnings, first
from kiosk.journal.records import RoundStarted

log = logging.getLogger(__name__)

MEGABYTE: Final = 1 << 20
_DAY_S: Final = 86_400


@dataclass(frozen=True, slots=True)
class Keep:
    """How much is kept: rounds of the last ``days``, in at most ``megabytes`` with the running match on top."""

    days: int
    megabytes: int


class Moment(NamedTuple):
    """When a round began. ``day``: by the wall clock; ``boot``: in which one, and how long after its start, s."""

    day: int
    boot: str
    up_s: int


class Pruner:
    """Takes old files out of ``folder``. Belongs to the flusher's thread."""

    def __init__(self, folder: Path, keep: Keep) -> None:
        self._folder = folder
        self._keep = keep
        self._moments: dict[int, Moment] = {}

    def prune(self, spare: int, now: Moment | None) -> None:
        """Take away what is too old or too much, of the files before number ``spare``. Raises OSError."""
        old = numbers(self._folder)
        bytes_left = sum(size(path_of(self._folder, number)) for number in old)
        ages = days_ago([*map(self._moment, old), now])
        read = import_mark.read(self._folder)
        for number, age in zip(old, ages, strict=False):
            path = path_of(self._folder, number)
            too_old = age > self._keep.days and read.get(path.name) == import_mark.looks(path)
            if number < spare and (too_old or bytes_left > self._keep.megabytes * MEGABYTE):
                bytes_left -= size(path)
                self._remove(number, "too old" if too_old else f"more than {self._keep.megabytes} MB")

    def make_room(self, spare: int) -> bool:
        """Take the oldest file before ``spare`` away, as the disk is full; whether there was one. Raises OSError."""
        number = min(numbers(self._folder), default=spare)
        if number >= spare:
            return False
        self._remove(number, "the disk is full")
        return True

    def first_of(self, match: str, newest: int) -> int:
        """The oldest file of those without a gap up to ``newest`` that hold rounds of ``match``."""
        first = newest
        for number in sorted(numbers(self._folder), reverse=True):
            if match not in _matches(path_of(self._folder, number)):
                break
            first = number
        return first

    def _remove(self, number: int, why: str) -> None:
        path = path_of(self._folder, number)
        remove(path)
        self._moments.pop(number, None)
        log.info("%s: old rounds, taken away (%s)", path, why)

    def _moment(self, number: int) -> Moment | None:
        """When a file was begun; one that is too new for this, or damaged, does not tell."""
        if number not in self._moments and (found := first(path_of(self._folder, number))) is not None:
            self._moments[number] = moment_of(*found)
        return self._moments.get(number)


def moment_of(wall: float, started: RoundStarted) -> Moment:
    """When the round began."""
    return Moment(day_of(wall), started.origin.boot, started.up_s)


def day_of(wall: float) -> int:
    """The day of a wall time, counted from the epoch."""
    return int(wall // _DAY_S)


def days_ago(moments: Iterable[Moment | None]) -> list[int]:
    """How many days before the last each of these was, which are in their order: so many have passed for sure.

    While a machine is on, every 24 hours of its own clock are a day. That it was off and a day began meanwhile only the
    wall clock can tell, and that may tell anything: so each start is one day at most, however far it says that it is.
    Where it is not known when something was, that is as long ago as what came after it.
    """
    ages: list[int] = []
    age = since = 0
    later: Moment | None = None
    latest: Moment | None = None  # of the boot that is looked at, which was ``since`` days ago
    for moment in reversed([*moments]):
        if moment is not None:
            if later is None or latest is None or moment.boot != latest.boot:
                age += later is not None and moment.day != later.day
                latest, since = moment, age
            if moment.up_s:
                age = max(age, since + (latest.up_s - moment.up_s) // _DAY_S)
            later = moment
        ages.append(age)
    return ages[::-1]


def _matches(path: Path) -> set[str]:
    """Of which there are rounds in the file."""
    try:
        return {started.match for _, started in beginnings(path)}
    except JournalError:
        return set()
