"""The pages of a day: cleaning, what was played, the opening hours, the table's clock. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from hardware.api import Instant
from kiosk.protocol import ServiceTile
from kiosk.protocol.opening_hours import ALWAYS, CLOSED, DAYS, EVERY_DAY, ends, minutes, span_text, time_text
from kiosk.protocol.staff_settings import HOURS
from kiosk.table.menu.page import NOTHING, AskingPage, Effect, MenuData, Page
from kiosk.table.service_requests import (
    ChangeSettings,
    CloseNow,
    CountToday,
    Job,
    JobAnswer,
    JobDone,
    OpenAgain,
    SetClock,
    SettingsChanged,
    TableFacts,
    TodayCounted,
)
from kiosk.table.settings import seconds

CLEANING_S: Final = 60
"""The seconds for which touches and buttons are ignored."""


class CleaningPage(Page):
    """The table is wiped: once that has begun, nothing is touched or pressed until the time is over."""

    name = "cleaning"

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page; meanwhile for how many seconds in all it is deaf."""
        if self.deaf:
            yield ServiceTile("cleaning", text=str(CLEANING_S), touchable=False)
        else:
            yield ServiceTile("cleaning", "start_cleaning")

    def touch(self, key: str, value: str) -> Effect:
        """Begin the time."""
        if (key, value) == ("cleaning", "start_cleaning"):
            self.changes_at, self.deaf = Instant(self.menu.now + seconds(CLEANING_S)), True
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


STEPS: Final = (-60, -15, 15, 60)
"""The steps in minutes by which an end is moved."""
_ENDS: Final = ("opens", "closes")
_USUAL: Final = ("10:00", "22:00")
"""From which a day begins that has no hours yet."""


def hours_of(facts: TableFacts, day: str) -> str:
    """Return the hours of a day, its own or those of every day."""
    own = facts.values.get(f"hours.{day}", "")
    return own or span_text(facts.values.get("hours.opens", ""), facts.values.get("hours.closes", ""))


def days_alike(facts: TableFacts) -> set[str]:
    """Return the hours of all days, each once."""
    return {hours_of(facts, day) for day in DAYS}


def hours_tile(facts: TableFacts) -> ServiceTile:
    """Return the tile that leads to the week: it has the hours of all days, or ``differ``, or ``closed_now``."""
    if facts.closed_now:
        return ServiceTile("page", WeekPage.name, "closed_now")
    days = days_alike(facts)
    state = "here" if any(key.startswith("hours.") for key in facts.file_values) else ""
    return ServiceTile("page", WeekPage.name, next(iter(days)) if len(days) == 1 else "differ", state)


class WeekPage(Page):
    """The hours of every day and of each, and closing at once."""

    name = HOURS

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        facts = self.menu.facts
        usual = hours_of(facts, EVERY_DAY)
        yield ServiceTile("day", EVERY_DAY, usual)
        for day in DAYS:
            yield ServiceTile("day", day, hours_of(facts, day), "" if hours_of(facts, day) == usual else "own")
        if facts.closed_now:
            yield ServiceTile("doors", "open_again")
        elif facts.is_open:
            always = all(hours_of(facts, day) == ALWAYS for day in DAYS)
            yield ServiceTile("doors", "close_now", state=ALWAYS if always else "")

    def touch(self, key: str, value: str) -> Effect:
        """Turn to a day, or close the table at once."""
        if key == "day" and value in (EVERY_DAY, *DAYS):
            return Effect(opens=DayPage(self.menu, value))
        if key == "value" and ends(value) and len(days_alike(self.menu.facts)) == 1:
            return DayPage(self.menu, EVERY_DAY).put(value)
        if key == "doors" and any((tile.key, tile.value) == (key, value) for tile in self.tiles()):
            return Effect(CloseNow() if value == "close_now" else OpenAgain())
        return NOTHING


class DayPage(Page):
    """The hours of one day, or of every day."""

    def __init__(self, menu: MenuData, day: str) -> None:
        super().__init__(menu)
        self._day = day
        self._ends = dict(zip(_ENDS, _USUAL, strict=True))
        self._told = False  # whether they are shown: hours in force, or those that one is about to set
        self._read()

    @property
    def shown(self) -> str:
        """The day."""
        return f"hours.{self._day}"

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        facts = self.menu.facts
        now, wanted = hours_of(facts, self._day), span_text(*self._ends.values())
        own = facts.values.get(self.shown, "")
        for end in _ENDS:
            for step in STEPS:
                yield ServiceTile("step", f"{end} {step}", self._ends[end] if self._told else "")
        touchable = wanted != now and self._ends["opens"] != self._ends["closes"]
        alike = "alike" if self._day == EVERY_DAY else ""
        yield ServiceTile("set", "", wanted, alike, lit=wanted == now, touchable=touchable)
        yield ServiceTile("hours", ALWAYS, lit=now == ALWAYS)
        if self._day != EVERY_DAY:
            yield ServiceTile("hours", CLOSED, lit=now == CLOSED)
            if own:
                yield ServiceTile("hours", EVERY_DAY, hours_of(facts, EVERY_DAY))
        theirs = self._in_file()
        if theirs is not None:
            yield ServiceTile("file", self.shown, theirs or EVERY_DAY)

    def touch(self, key: str, value: str) -> Effect:
        """Move an end, or set the hours."""
        if not any((tile.key, tile.value) == (key, value) and tile.touchable for tile in self.tiles()):
            return NOTHING
        if key == "step":
            end, _, step = value.partition(" ")
            self._ends[end], self._told = time_text(minutes(self._ends[end]) + int(step)), True
            return NOTHING
        if key == "file":
            return Effect(ChangeSettings(self._as_in_file()))
        if key == "set":
            return Effect(self._set(span_text(*self._ends.values())))
        return Effect(self._set("" if value == EVERY_DAY else value))

    def put(self, hours: str) -> Effect:
        """Set hours with two ends, as the page would after its steps; those that end as they begin are none."""
        opens, closes = ends(hours) or ("", "")
        return NOTHING if opens == closes else Effect(self._set(hours))

    def answered(self, answer: JobAnswer) -> None:
        """Show the hours that have been set."""
        if isinstance(answer, SettingsChanged):
            self._read()

    def _read(self) -> None:
        """Take the ends of the hours in force, if there are any."""
        span = ends(hours_of(self.menu.facts, self._day))
        self._told = span is not None
        if span is not None:
            self._ends = dict(zip(_ENDS, span, strict=True))

    def _set(self, hours: str) -> ChangeSettings:
        """Return the change to these hours. Those of every day replace those of single days."""
        if self._day != EVERY_DAY:
            return ChangeSettings({self.shown: hours})
        opens, closes = ends(hours) or ("", "")
        single = {f"hours.{day}": "" for day in DAYS if self.menu.facts.values.get(f"hours.{day}")}
        return ChangeSettings({"hours.opens": opens, "hours.closes": closes, **single})

    def _as_in_file(self) -> dict[str, str]:
        facts = self.menu.facts
        keys = ("hours.opens", "hours.closes") if self._day == EVERY_DAY else (self.shown,)
        return {key: facts.file_values.get(key, facts.values.get(key, "")) for key in keys}

    def _in_file(self) -> str | None:
        """Return what the file says of this day; None: the same."""
        theirs = self._as_in_file()
        if not theirs.keys() & self.menu.facts.file_values.keys():
            return None
        return span_text(*theirs.values()) if self._day == EVERY_DAY else theirs[self.shown]


CLOCK_STEPS: Final = ("year", "month", "day", "hour", "minutes", "minute")
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
        for step in CLOCK_STEPS:
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
