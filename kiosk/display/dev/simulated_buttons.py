"""Simulated buttons and the developer's keyboard: the number row presses Stop, the row below it Play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

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


STOP_ROW: Final = (*range(30, 40), 45, 46)
"""1 2 3 4 5 6 7 8 9 0 - = : Stop of seats 1 to 12."""
PLAY_ROW: Final = (20, 26, 8, 21, 23, 28, 24, 12, 18, 19, 47, 48)
"""Q W E R T Y U I O P [ ] : Play of seats 1 to 12."""

_ROWS: Final = ((STOP, STOP_ROW, "1234567890-="), (PLAY, PLAY_ROW, "QWERTYUIOP[]"))

_KEYS: Final = {
    scancode: (SeatNumber(index + 1), button) for button, row, _ in _ROWS for index, scancode in enumerate(row)
}


def hint(seat: SeatNumber, button: str) -> str:
    """Return the label of the key (of an American keyboard) that presses this button."""
    return next(names for name, _, names in _ROWS if name == button)[seat - 1]


class Keys:
    """The keys that press simulated buttons. ``first``: is offered each pressed key and returns True if it takes it."""

    def __init__(self, pins: Pins, first: Callable[[int], bool] = lambda _: False) -> None:
        self._pins = pins
        self._first = first

    def down(self, scancode: int) -> None:
        """Press a key; the system's repeats change nothing."""
        if not self._first(scancode) and scancode in _KEYS:
            self._pins.press(*_KEYS[scancode], by=f"key {scancode}")

    def up(self, scancode: int) -> None:
        """Release a key."""
        self._pins.release(f"key {scancode}")
