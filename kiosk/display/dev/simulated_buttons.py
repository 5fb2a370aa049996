"""Simulated buttons: they are pressed by keys and contacts and send ``DrivePin`` to the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber

STOP, PLAY = BUTTONS = ("stop", "play")


class Pins:
    """The simulated buttons of all seats. A button pressed by a key and a finger stays down until both are released."""

    def __init__(self, send: Callable[[msg.ToTable], None], changed: Callable[[], None] = lambda: None) -> None:
        self._send = send
        self._changed = changed
        self._seats: frozenset[SeatNumber] = frozenset()
        self._pressed: dict[tuple[SeatNumber, str], set[str | int]] = {}

    def connect(self, seats: Iterable[SeatNumber]) -> None:
        """Set the simulated seats of the table (none: its buttons are real) and release all buttons."""
        self._seats = frozenset(seats)
        self._pressed.clear()
        self._changed()

    def is_down(self, seat: SeatNumber, button: str) -> bool:
        """Return whether this button is pressed."""
        return (seat, button) in self._pressed

    def press(self, seat: SeatNumber, button: str, by: str | int) -> None:
        """Press a button; ``by`` (a key, a contact) counts once."""
        if seat not in self._seats:
            return
        pressing = self._pressed.setdefault((seat, button), set())
        first = not pressing
        pressing.add(by)
        if first:
            self._send(msg.DrivePin(seat, button, pressed=True))
            self._changed()

    def release(self, by: str | int) -> None:
        """Release the button that ``by`` has pressed."""
        for (seat, button), pressing in list(self._pressed.items()):
            if by not in pressing:
                continue
            pressing.discard(by)
            if not pressing:
                del self._pressed[seat, button]
                self._send(msg.DrivePin(seat, button, pressed=False))
                self._changed()
