"""The health of this display: told to the table whenever something of it changes, and to systemd with its frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kiosk import protocol as msg
from kiosk.system.sd_notify import Service

_STATUS_NS: Final = 1_000_000_000
"""The interval at which systemd is told what is shown, unless a watchdog wants to hear sooner."""

LATE_NS: Final = 25_000_000
"""A frame that comes later after the one before has missed a picture of a screen with 60 Hz."""
FRAMES_NS: Final = 30_000_000_000
"""The interval at which the table is told, while somebody plays, how regularly frames come."""


class DisplayCondition:
    """The display's report to the table. ``touch``, ``gl``: as in ``DisplayHealth``; ``fault``: set by its finder."""

    def __init__(self, send: Callable[[msg.ToTable], None], touch: str, gl: str) -> None:
        self._send = send
        self._told: msg.DisplayHealth | None = None
        self._contacts: set[str | int] = set()
        self._most = 0
        self._gl = gl
        self._drawn = msg.FrameTimes(0, 0, 0)
        self._frames: msg.FrameTimes | None = None
        self._frame_at: int | None = None
        self._frames_due = 0  # nobody has played yet
        self.touch = touch
        self.fault: msg.Fault | None = None

    def down(self, contact: str | int) -> None:
        """A contact has begun."""
        self._contacts.add(contact)
        self._most = max(self._most, len(self._contacts))

    def up(self, contact: str | int) -> None:
        """It has lifted."""
        self._contacts.discard(contact)

    def frame(self, now: int, playing: bool) -> None:
        """A frame at ``now`` (CLOCK_MONOTONIC, ns). Those of a round count: elsewhere the table may be at rest."""
        if playing and self._frame_at is not None:
            took, drawn = now - self._frame_at, self._drawn
            slowest = max(drawn.slowest_us, took // 1000)
            self._drawn = msg.FrameTimes(drawn.count + 1, drawn.late + (took > LATE_NS), slowest)
            if now >= self._frames_due:
                self._frames, self._frames_due = self._drawn, now + FRAMES_NS
        elif playing and self._frames_due == 0:
            self._frames_due = now + FRAMES_NS
        self._frame_at = now if playing else None

    def attached(self) -> None:
        """There is a table that knows nothing yet."""
        self._told = None
        self.tell()

    def tell(self) -> None:
        """Once a frame: what has changed."""
        health = msg.DisplayHealth(self.touch, self._most, self._gl, self.fault, self._frames)
        if health != self._told:
            self._told = health
            self._send(health)


class FrameLife:
    """The display's watchdog: called by nothing but its frames, it is silent when they hang."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._every = _STATUS_NS if service.every_s is None else min(_STATUS_NS, int(service.every_s * 1e9))
        self._due = 0
        self.is_drawn = False

    def drawn(self) -> None:
        """The table as it is has been drawn, and goes to the screen: ready with the next frame."""
        self.is_drawn = True

    def frame(self, now: int, state: str | None) -> None:
        """A frame at ``now`` (CLOCK_MONOTONIC, ns); ``state``: of the table, None while there is none."""
        if now < self._due:
            return
        if self.is_drawn:
            self._service.ready()
            self._due = now + self._every
        self._service.status("waits for the table" if state is None else f"shows the table: {state.replace('_', ' ')}")
        self._service.alive()

    def ending(self) -> None:
        """The window is closed."""
        self._service.stopping()
