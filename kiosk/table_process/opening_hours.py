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
from typing import Final

from kiosk.config.schema import Hours
from kiosk.system.wall_clock import local_time, time_of_day
from kiosk.table.inputs import Doors

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


class OpeningHours:
    """A watcher that calls ``put`` when the hours begin and end; before its first call the table is open.

    ``new_day`` is called when the instant of the last opening has changed.
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
        self._day = last_opening(hours, wall())
        self._other_day_since: float | None = None
        self._wall = wall
        self._clock = clock
        self._open = True
        self._differs_since: float | None = None
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
            self._hours, self._day = hours, last_opening(hours, self._wall())
            self._tell(is_open(hours, self._wall()))
            self._changed.notify()

    def closed(self) -> str:
        """Return the hours that keep the table closed, and the clock's time; empty: it is open. From any thread."""
        with self._changed:
            if self._open:
                return ""
            now = self._wall()
            return f"open from {self._hours.opens} to {self._hours.closes}, and the clock shows {now:%H:%M (%Z)}"

    def look(self) -> None:
        """Poll the clock, and report changes that have lasted long enough."""
        with self._changed:
            wall, now = self._wall(), self._clock()
            says = is_open(self._hours, wall)
            self._look_for_day(last_opening(self._hours, wall), now)
            if says is self._open:
                self._differs_since = None
            elif self._differs_since is None:
                self._differs_since = now
            elif now - self._differs_since >= STEADY_S:
                self._tell(says)

    def _look_for_day(self, day: datetime, now: float) -> None:
        if day == self._day:
            self._other_day_since = None
        elif self._other_day_since is None:
            self._other_day_since = now
        elif now - self._other_day_since >= STEADY_S:
            self._day, self._other_day_since = day, None
            if self._new_day is not None:
                self._new_day()

    def _tell(self, are_open: bool) -> None:
        self._differs_since = None
        if are_open is not self._open:
            self._open = are_open
            self._put(Doors(are_open))

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._closing:
                    self._changed.wait(LOOK_S if self._hours.opens or self._new_day else None)
                if self._closing:
                    return
            self.look()
