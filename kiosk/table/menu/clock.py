"""The page on which the table's clock is set, where no network sets it. Pure.

Steps change only the page; the clock is set by two touches of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from kiosk.protocol import ServiceTile
from kiosk.table.menu.page import NOTHING, AskingPage, Effect, MenuData
from kiosk.table.service_requests import Job, JobAnswer, JobDone, SetClock

STEPS: Final = ("year", "month", "day", "hour", "minutes", "minute")
_DAY: Final = 24 * 60
_MINUTES: Final = {"day": _DAY, "hour": 60, "minutes": 10, "minute": 1}
_MONTHS: Final = {"year": 12, "month": 1}


class ClockPage(AskingPage):
    """Year, month, day, hour and minute are moved in steps, between the times that root allows."""

    name = "clock"

    def __init__(self, menu: MenuData) -> None:
        super().__init__(menu)
        self._moment = ""

    def open(self) -> Job | None:
        """Begin with the time that it shows."""
        self._moment = self._within(self.menu.facts.moment) if all(self.menu.facts.settable) else ""
        return super().open()

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        if not self._moment:
            return
        for step in STEPS:
            for way in ("-1", "+1"):
                yield ServiceTile("turn_clock", f"{step} {way}")
        yield self.tile("set_clock", "set_clock", self._moment)

    def touch(self, key: str, value: str) -> Effect:
        """Move the time, or set the clock to it."""
        if not any((tile.key, tile.value) == (key, value) for tile in self.tiles()):
            return NOTHING
        if key == "turn_clock":
            self.asked = ""
            step, _, way = value.partition(" ")
            self._moment = self._within(_moved(self._moment, step, int(way)))
            return NOTHING
        return Effect(SetClock(self._moment)) if self.sure(value) else NOTHING

    def answered(self, answer: JobAnswer) -> None:
        """Show the clock's time once it is set."""
        if isinstance(answer, JobDone):
            self.open()

    def _within(self, moment: str) -> str:
        earliest, latest = self.menu.facts.settable
        return min(max(moment, earliest), latest)


def _moved(moment: str, step: str, way: int) -> str:
    """Return a time moved by a step; a day that the month does not have becomes its last."""
    then = datetime.fromisoformat(moment)
    if step in _MINUTES:
        then += timedelta(minutes=way * _MINUTES[step])
    else:
        year, month = divmod(12 * then.year + then.month - 1 + way * _MONTHS[step], 12)
        first = then.replace(year=year, month=month + 1, day=1)
        last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        then = first.replace(day=min(then.day, last.day))
    return then.isoformat(timespec="minutes")
