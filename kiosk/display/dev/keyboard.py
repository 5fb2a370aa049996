"""The developer's keyboard: the number row presses Stop, the row below it Play, by key position (SDL scancodes).

While a whole round is replayed, the replay's controls get the keys first (``kiosk.display.screens.replay_bar``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kiosk.display.dev.simulated_buttons import PLAY, STOP, Pins
from kiosk.game.seats import SeatNumber

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
