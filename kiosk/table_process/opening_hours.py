"""The opening hours: a thread that looks at the wall clock, and does not believe it at once.

A clock that jumps (a time server, a battery that is empty) must not open and close a table: only what has been so for
a minute, by a clock that cannot jump, is told.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

from kiosk.config.schema import Hours
from kiosk.system.wall_clock import local_time, time_of_day
from kiosk.table.inputs import Doors

LOOK_S: Final = 5.0
"""Seconds between two looks at the clock."""

STEADY_S: Final = 60.0
"""Seconds for which the clock must say the same."""


def is_open(hours: Hours, now: datetime) -> bool:
    """Return whether people may play at ``now``, by its own time of day."""
    if not hours.opens or not (shown := time_of_day(now)):
        return True
    if hours.opens < hours.closes:
        return hours.opens <= shown < hours.closes
    return shown >= hours.opens or shown < hours.closes


class Doorkeeper:
    """Tells ``put`` when the hours begin and end; before the first word the table is open."""

    def __init__(
        self,
        hours: Hours,
        put: Callable[[Doors], object],
        wall: Callable[[], datetime] = local_time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._hours = hours
        self._put = put
        self._wall = wall
        self._clock = clock
        self._open = True
        self._differs_since: float | None = None
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="hours", daemon=True)

    def start(self) -> None:
        """Begin to look. An ordinary thread: before the caller enters real time."""
        self._thread.start()

    def close(self) -> None:
        """End."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()

    def keep(self, hours: Hours) -> None:
        """Other hours from now on, which somebody has just set who sees the clock: they hold at once. Any thread."""
        with self._changed:
            if hours == self._hours:
                return
            self._hours = hours
            self._tell(is_open(hours, self._wall()))
            self._changed.notify()

    def closed(self) -> str:
        """Return which hours keep the table closed, and by what clock; nothing: it is open. Any thread."""
        with self._changed:
            if self._open:
                return ""
            now = self._wall()
            return f"open from {self._hours.opens} to {self._hours.closes}, and the clock shows {now:%H:%M (%Z)}"

    def look(self) -> None:
        """Take in what the clock says, once it has said so for long enough."""
        with self._changed:
            says, now = is_open(self._hours, self._wall()), self._clock()
            if says is self._open:
                self._differs_since = None
            elif self._differs_since is None:
                self._differs_since = now
            elif now - self._differs_since >= STEADY_S:
                self._tell(says)

    def _tell(self, are_open: bool) -> None:
        self._differs_since = None
        if are_open is not self._open:
            self._open = are_open
            self._put(Doors(are_open))

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._closing:
                    self._changed.wait(LOOK_S if self._hours.opens else None)
                if self._closing:
                    return
            self.look()
