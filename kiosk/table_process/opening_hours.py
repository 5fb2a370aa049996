"""The opening hours: the week on the calendar, and a thread that polls the wall clock, with debouncing.

A clock that jumps (a time server, an empty battery) must not open and close a table: a change is reported only when it
has lasted for a minute by a clock that cannot jump. The thread also tells the hours of full volume.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Final, Generic, TypeVar

from kiosk.config.schema import HoursConfig
from kiosk.protocol.opening_hours import DAYS, open_minutes, span_text
from kiosk.service.closing import FOREVER
from kiosk.system.wall_clock import local_time, time_of_day
from kiosk.table.inputs import Doors

_WEEK: Final = 7
_MINUTE: Final = timedelta(minutes=1)


def day_text(hours: HoursConfig, weekday: int) -> str:
    """Return the hours of a weekday (Monday: 0), its own or the usual ones (``kiosk.protocol.opening_hours``)."""
    own: str = getattr(hours, DAYS[weekday])
    return own or span_text(hours.opens, hours.closes)


def is_open(hours: HoursConfig, now: datetime) -> bool:
    """Return whether the table is open: in today's hours, or in those of yesterday that go past midnight."""
    if not time_of_day(now):
        return True
    minute = 60 * now.hour + now.minute
    today, yesterday = (open_minutes(day_text(hours, (now.weekday() - back) % _WEEK)) for back in (0, 1))
    return today[0] <= minute < today[1] or minute + 24 * 60 < yesterday[1]


def last_opening(hours: HoursConfig, now: datetime) -> datetime:
    """Return when the table opened last; a day that is always open begins at midnight, and so does a closed week."""
    found = (opening for opening in _openings(hours, now, range(0, -_WEEK - 1, -1)) if opening <= now)
    return next(found, _midnight(now))


def next_opening(hours: HoursConfig, now: datetime) -> datetime | None:
    """Return when the table, closed before, opens next; None: it is always open, or never."""
    openings = _openings(hours, now, range(_WEEK + 1))
    return next((one for one in openings if one > now and not is_open(hours, one - _MINUTE)), None)


def _openings(hours: HoursConfig, now: datetime, days: range) -> Iterator[datetime]:
    """Yield the openings of some days, counted from today; closed ones have none."""
    for away in days:
        day = _midnight(now) + timedelta(days=away)
        begin, end = open_minutes(day_text(hours, day.weekday()))
        if begin < end:
            yield day + begin * _MINUTE


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)


_T = TypeVar("_T")

LOOK_S: Final = 5.0
"""Polling interval in seconds."""

_A_DAY: Final = timedelta(days=1)

STEADY_S: Final = 60.0
"""Seconds for which a change must last."""


class _Steady(Generic[_T]):
    """A value that is believed once it has lasted for ``STEADY_S``."""

    def __init__(self, value: _T) -> None:
        self.value = value
        self._differs_since: float | None = None

    def changes(self, seen: _T, now: float) -> bool:
        """Take what is seen at ``now`` (seconds); return whether the value changes."""
        if seen == self.value:
            self._differs_since = None
        elif self._differs_since is None:
            self._differs_since = now
        elif now - self._differs_since >= STEADY_S:
            self.value, self._differs_since = seen, None
            return True
        return False


class OpeningHours:
    """A watcher that calls ``put`` when the hours begin and end; before its first call the table is open.

    ``new_day`` is called when the last opening was on another day: a date, as an instant changes with the time zone.
    ``closed_until``: the staff have closed it until then (ISO format), or ``FOREVER``; empty: they have not.
    """

    def __init__(
        self,
        hours: HoursConfig,
        put: Callable[[Doors], object],
        wall: Callable[[], datetime] = local_time,
        clock: Callable[[], float] = time.monotonic,
        *,
        new_day: Callable[[], object] | None = None,
        closed_until: str = "",
        name: str = "hours",
    ) -> None:
        self._hours = hours
        self._closed_until = closed_until
        self._put = put
        self._new_day = new_day
        self._wall = wall
        self._clock = clock
        self._open = _Steady(True)
        self._day = _Steady(last_opening(hours, wall()).date())
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread. Call it before the caller enters real time, which the thread would inherit.

        A table that the staff have closed before a restart is closed at once.
        """
        with self._changed:
            wall = self._wall()
            if self._is_shut(wall):
                self._take(wall)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()

    def keep(self, hours: HoursConfig) -> None:
        """Change the hours, with immediate effect, as the person who sets them sees the clock. From any thread."""
        with self._changed:
            if hours == self._hours:
                return
            self._hours, wall = hours, self._wall()
            self._day = _Steady(last_opening(hours, wall).date())
            self._take(wall)

    def close_now(self) -> str:
        """Close until the next opening, without one until somebody opens; return until when. From any thread."""
        with self._changed:
            wall = self._wall()
            opening = next_opening(self._hours, wall)
            self._closed_until = FOREVER if opening is None else opening.isoformat()
            self._take(wall)
            return self._closed_until

    def open_again(self) -> None:
        """Follow the hours again. From any thread."""
        with self._changed:
            self._closed_until = ""
            self._take(self._wall())

    def closed_until(self) -> str:
        """Return until when the staff have closed it; empty: they have not. From any thread."""
        with self._changed:
            return self._closed_until if self._is_shut(self._wall()) else ""

    def is_open(self) -> bool:
        """Return whether the table is open. From any thread."""
        with self._changed:
            return self._open.value

    def _take(self, wall: datetime) -> None:
        """Believe the clock at once."""
        was, self._open = self._open.value, _Steady(self._is_open(wall))
        if not (was and self._open.value):
            self._tell(wall)
        self._changed.notify()

    def _is_open(self, wall: datetime) -> bool:
        """Return whether the table is open, as far as the staff have not closed it."""
        return not self._is_shut(wall) and is_open(self._hours, wall)

    def _is_shut(self, wall: datetime) -> bool:
        """Return whether the staff have closed it."""
        until = self._closed_until
        return until == FOREVER or (bool(until) and wall < datetime.fromisoformat(until))

    def _tell(self, wall: datetime) -> None:
        opening = None if self._closed_until == FOREVER else next_opening(self._hours, wall)
        shut = self._is_shut(wall)
        if self._open.value or opening is None:
            self._put(Doors(self._open.value, by_staff=shut))
        else:
            day = "" if opening - wall < _A_DAY else DAYS[opening.weekday()]
            self._put(Doors(open=False, opens=f"{opening:%H:%M}", day=day, by_staff=shut))

    def closed(self) -> str:
        """Return the hours that keep the table closed, and the clock's time; empty: it is open. From any thread."""
        with self._changed:
            if self._open.value:
                return ""
            now = self._wall()
            if self._is_shut(now):
                until = "the staff open it" if self._closed_until == FOREVER else self._closed_until
                return f"closed at the table until {until}, and the clock shows {now:%H:%M (%Z)}"
            today = day_text(self._hours, now.weekday()).replace("-", " to ")
            return f"open today: {today}, and the clock shows {now:%a %H:%M (%Z)}"

    def look(self) -> None:
        """Poll the clock, and report changes that have lasted long enough."""
        with self._changed:
            wall, now = self._wall(), self._clock()
            if self._open.changes(self._is_open(wall), now):
                self._tell(wall)
            if self._day.changes(last_opening(self._hours, wall).date(), now) and self._new_day is not None:
                self._new_day()

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._closing:
                    self._changed.wait(
                        LOOK_S if self._hours != HoursConfig() or self._closed_until or self._new_day else None
                    )
                if self._closing:
                    return
            self.look()
