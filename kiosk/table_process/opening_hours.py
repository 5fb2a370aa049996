"""The opening hours, and the hours of full volume: a thread that polls the wall clock, with debouncing.

A clock that jumps (a time server, an empty battery) must not open and close a table: a change is reported only when it
has lasted for a minute by a clock that cannot jump.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from datetime import time as datetime_time
from typing import Final, Generic, TypeVar

from kiosk.config.schema import Hours
from kiosk.system.wall_clock import local_time, time_of_day
from kiosk.table.inputs import Doors

_T = TypeVar("_T")

LOOK_S: Final = 5.0
"""Polling interval in seconds."""

STEADY_S: Final = 60.0
"""Seconds for which a change must last."""


def is_open(hours: Hours, now: datetime) -> bool:
    """Return whether the table is open at the time of day of ``now``."""
    if not hours.opens or not (shown := time_of_day(now)):
        return True
    if hours.opens < hours.closes:
        return hours.opens <= shown < hours.closes
    return shown >= hours.opens or shown < hours.closes


def last_opening(hours: Hours, now: datetime) -> datetime:
    """Return when the table opened last; without opening hours the last midnight."""
    opened = datetime.combine(now.date(), datetime_time.fromisoformat(hours.opens or "00:00"), now.tzinfo)
    return opened if opened <= now else opened - timedelta(days=1)


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
    """

    def __init__(
        self,
        hours: Hours,
        put: Callable[[Doors], object],
        wall: Callable[[], datetime] = local_time,
        clock: Callable[[], float] = time.monotonic,
        *,
        new_day: Callable[[], object] | None = None,
        name: str = "hours",
    ) -> None:
        self._hours = hours
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
        """Start the thread. Call it before the caller enters real time, which the thread would inherit."""
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()

    def keep(self, hours: Hours) -> None:
        """Change the hours, with immediate effect, as the person who sets them sees the clock. From any thread."""
        with self._changed:
            if hours == self._hours:
                return
            self._hours, wall = hours, self._wall()
            self._day = _Steady(last_opening(hours, wall).date())
            was, self._open = self._open.value, _Steady(is_open(hours, wall))
            if self._open.value is not was:
                self._put(Doors(self._open.value))
            self._changed.notify()

    def closed(self) -> str:
        """Return the hours that keep the table closed, and the clock's time; empty: it is open. From any thread."""
        with self._changed:
            if self._open.value:
                return ""
            now = self._wall()
            return f"open from {self._hours.opens} to {self._hours.closes}, and the clock shows {now:%H:%M (%Z)}"

    def look(self) -> None:
        """Poll the clock, and report changes that have lasted long enough."""
        with self._changed:
            wall, now = self._wall(), self._clock()
            if self._open.changes(is_open(self._hours, wall), now):
                self._put(Doors(self._open.value))
            if self._day.changes(last_opening(self._hours, wall).date(), now) and self._new_day is not None:
                self._new_day()

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._closing:
                    self._changed.wait(LOOK_S if self._hours.opens or self._new_day else None)
                if self._closing:
                    return
            self.look()
