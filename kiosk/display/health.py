"""How this display is: told to the table whenever something of it changes, and to systemd with its frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kiosk import messages as msg
from kiosk.notify import Service

_STATUS_NS: Final = 1_000_000_000
"""So often what is shown is told to systemd, where no watchdog wants to hear sooner."""


class DisplayCondition:
    """What the table is to know. ``touch``, ``gl``: as in ``DisplayHealth``; ``fault`` is set by whoever has one."""

    def __init__(self, send: Callable[[msg.ToTable], None], touch: str, gl: str) -> None:
        self._send = send
        self._told: msg.DisplayHealth | None = None
        self._contacts: set[str | int] = set()
        self._most = 0
        self._gl = gl
        self.touch = touch
        self.fault: str | None = None

    def down(self, contact: str | int) -> None:
        """A contact has begun."""
        self._contacts.add(contact)
        self._most = max(self._most, len(self._contacts))

    def up(self, contact: str | int) -> None:
        """It has lifted."""
        self._contacts.discard(contact)

    def attached(self) -> None:
        """There is a table that knows nothing yet."""
        self._told = None
        self.tell()

    def tell(self) -> None:
        """Once a frame: what has changed."""
        health = msg.DisplayHealth(self.touch, self._most, self._gl, self.fault)
        if health != self._told:
            self._told = health
            self._send(health)


class FrameLife:
    """What systemd hears of this display: called by nothing but its frames, it is silent when they hang."""

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
