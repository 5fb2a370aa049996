"""The pages of the service menu for every day: cleaning the table, and what was played today. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hardware.api import Instant
from kiosk.protocol import ServiceTile
from kiosk.table.menu.page import NOTHING, Effect, MenuData, Page
from kiosk.table.service_requests import CountToday, Job, JobAnswer, TodayCounted
from kiosk.table.settings import seconds

CLEANING: Final = seconds(60)
"""The time for which touches and buttons are ignored."""


class CleaningPage(Page):
    """The table is wiped: once that has begun, nothing is touched or pressed until the time is over."""

    name = "cleaning"

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        if not self.deaf:
            yield ServiceTile("cleaning", "start_cleaning")

    def touch(self, key: str, value: str) -> Effect:
        """Begin the time."""
        if (key, value) == ("cleaning", "start_cleaning"):
            self.changes_at, self.deaf = Instant(self.menu.now + CLEANING), True
        return NOTHING

    def advance(self) -> bool:
        """End when the time is over."""
        self.over = self.changes_at is not None and self.menu.now >= self.changes_at
        return self.over


class TodayPage(Page):
    """What was played since the table opened last."""

    name = "today"

    def __init__(self, menu: MenuData) -> None:
        super().__init__(menu)
        self._counted: TodayCounted | None = None

    def open(self) -> Job | None:
        """Count again."""
        self._counted = None
        return CountToday()

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        if self._counted is not None:
            numbers = (("rounds", self._counted.rounds), ("matches", self._counted.matches))
            for name, number in (*numbers, ("people", self._counted.people)):
                yield ServiceTile("number", name, str(number), touchable=False)

    def answered(self, answer: JobAnswer) -> None:
        """Take the numbers."""
        if isinstance(answer, TodayCounted):
            self._counted = answer
