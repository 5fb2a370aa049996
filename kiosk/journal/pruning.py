"""Deletion of the journal's old files: whole files, oldest first, never one that a running match needs.

The complete rule: a file is deleted if the journal exceeds its size limit or the disk is full, and also if it is older
than the retention period and the results store has read it (``import_mark``). A file's age follows from the order of
the files and from days counted independently of wrong clocks (``days_ago``).

If names are kept for a day only (``Keep.names``), a file of another day or boot goes as soon as the store has read it:
then the wall clock is believed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from kiosk.journal import bounds, import_mark
from kiosk.journal.file import JournalError, remove, size
from kiosk.journal.folder import numbers, path_of
from kiosk.journal.lately import beginnings, first
from kiosk.journal.records import RoundStarted

log = logging.getLogger(__name__)

MEGABYTE: Final = 1 << 20
_DAY_S: Final = 86_400
_EPOCH: Final = date(1970, 1, 1).toordinal()


class Keep(Struct, frozen=True):
    """The retention limits: rounds of the last ``days``, in at most ``megabytes`` plus the running match.

    ``names``: False if names are kept for a day only (``records.names_days`` 0).
    """

    days: int
    megabytes: int
    names: bool = True


class RoundBegin(Struct, frozen=True):
    """The start of a round. ``day``: by the wall clock; ``boot``: the boot's id; ``up_s``: seconds since the boot."""

    day: int
    boot: str
    up_s: int

    def is_with(self, other: RoundBegin | None) -> bool:
        """Return whether both are of one day and one boot."""
        return other is not None and (self.day, self.boot) == (other.day, other.boot)


class Pruner:
    """Deletes old files in ``folder``. Used by the flusher's thread only."""

    def __init__(self, folder: Path, keep: Keep) -> None:
        self._folder = folder
        self._keep = keep
        self._moments: dict[int, RoundBegin] = {}

    def prune(self, spare: int, now: RoundBegin | None) -> None:
        """Delete the files before number ``spare`` that are too old or exceed the size limit. Raises OSError."""
        old = numbers(self._folder)
        bytes_left = sum(size(path_of(self._folder, number)) for number in old)
        moments = [*map(self._moment, old)]
        ages = days_ago([*moments, now])
        read = import_mark.read(self._folder)
        for number, age, moment in zip(old, ages, moments, strict=False):
            path = path_of(self._folder, number)
            due = age > self._keep.days or not (self._keep.names or now is None or now.is_with(moment))
            too_old = due and read.get(path.name) == import_mark.looks(path)
            if number < spare and (too_old or bytes_left > self._keep.megabytes * MEGABYTE):
                bytes_left -= size(path)
                self._remove(number, "too old" if too_old else f"more than {self._keep.megabytes} MB")

    def make_room(self, spare: int) -> bool:
        """Delete the oldest file before ``spare`` because the disk is full. Return whether there was one. OSError."""
        number = min(numbers(self._folder), default=spare)
        if number >= spare:
            return False
        self._remove(number, "the disk is full")
        return True

    def first_of(self, match: str, newest: int) -> int:
        """Return the first file number of the unbroken run up to ``newest`` that has rounds of ``match``."""
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
        log.info("%s: old rounds deleted (%s)", path, why)

    def _moment(self, number: int) -> RoundBegin | None:
        """Return the start of a file's first round; None if the file is damaged or of a newer format."""
        if number not in self._moments and (found := first(path_of(self._folder, number))) is not None:
            self._moments[number] = moment_of(*found)
        return self._moments.get(number)


def moment_of(wall: float, started: RoundStarted) -> RoundBegin:
    """Return the start of the round."""
    return RoundBegin(day_of(wall), started.origin.boot, started.up_s)


def day_of(wall: float) -> int:
    """Return the day of a wall time here, counted from the epoch; 0 for a time that no calendar has."""
    return datetime.fromtimestamp(wall, UTC).astimezone().toordinal() - _EPOCH if bounds.is_time(wall) else 0


def days_ago(moments: Iterable[RoundBegin | None]) -> list[int]:
    """Return each moment's age in days before the last one, as a lower bound. ``moments`` are oldest first.

    While a machine is on, every 24 hours of its monotonic clock are a day. Time while it was off is known only by the
    wall clock, which may be wrong: each boot on another date therefore counts as one day, however far apart the dates
    are. An unknown moment is as old as its successor.
    """
    ages: list[int] = []
    age = since = 0
    later: RoundBegin | None = None
    latest: RoundBegin | None = None  # of the current boot, ``since`` days ago
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
    """Return the ids of the matches that have rounds in the file."""
    try:
        return {started.match for _, started in beginnings(path)}
    except JournalError:
        return set()
