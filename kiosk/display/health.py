"""How this display is, told to the table whenever something of it changes (``DisplayHealth``)."""

from __future__ import annotations

from collections.abc import Callable

from kiosk import messages as msg


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
