"""Which of the journal's old files make room: whole files, oldest first, never one that a running match needs."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from kiosk.journal.file import JournalError, remove, size
from kiosk.journal.folder import numbers, path_of
from kiosk.journal.glance import began, beginnings

log = logging.getLogger(__name__)

MEGABYTE: Final = 1 << 20
_DAY_S: Final = 86_400


@dataclass(frozen=True, slots=True)
class Keep:
    """How much is kept: rounds of the last ``days``, in at most ``megabytes`` with the running match on top."""

    days: int
    megabytes: int


class Pruner:
    """Takes old files out of ``folder``. Belongs to the flusher's thread."""

    def __init__(self, folder: Path, keep: Keep) -> None:
        self._folder = folder
        self._keep = keep
        self._days: dict[int, int] = {}

    def prune(self, spare: int, wall: float) -> None:
        """Take away what is too old or too much, of the files before number ``spare``. Raises OSError."""
        old = numbers(self._folder)
        bytes_left = sum(size(path_of(self._folder, number)) for number in old)
        for number in old:
            later = [day_of(wall), *(day for other in old if other > number and (day := self._day(other)) is not None)]
            day = self._day(number)
            own = min(later) if day is None else day
            too_old = age(own, later, self._keep.days) > self._keep.days
            if number >= spare or not (too_old or bytes_left > self._keep.megabytes * MEGABYTE):
                return
            bytes_left -= size(path_of(self._folder, number))
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
        self._days.pop(number, None)
        log.info("%s: old rounds, taken away (%s)", path, why)

    def _day(self, number: int) -> int | None:
        """The day on which a file began; one that is too new for this, or damaged, has none."""
        if number not in self._days and (wall := began(path_of(self._folder, number))) is not None:
            self._days[number] = day_of(wall)
        return self._days.get(number)


def day_of(wall: float) -> int:
    """The day of a wall time, counted from the epoch."""
    return int(wall // _DAY_S)


def age(own: int, later: Iterable[int], keep: int) -> int:
    """How many days ago ``own`` was, by the days on which something was written later.

    The clock alone is not believed: before the network sets it, it may be years off. So a gap between two such days
    counts as at most a quarter of ``keep`` (1 at least), and one jump of the clock makes nothing too old.
    """
    longest = max(1, keep // 4)
    return sum(min(after - before, longest) for before, after in pairwise(sorted({own, *later})))


def _matches(path: Path) -> set[str]:
    """Of which there are rounds in the file."""
    try:
        return {started.match for _, started in beginnings(path)}
    except JournalError:
        return set()
