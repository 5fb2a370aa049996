"""The order in which looks are painted: what is seen before what may be, and each as soon as it would be missed."""

from __future__ import annotations

import time
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Final, NamedTuple, TypeAlias

from kiosk.display.paint.art import Look
from kiosk.display.paint.base import FeltLook
from kiosk.display.paint.card_art import BackLook, FaceLook
from kiosk.display.paint.dice_art import DieLook
from kiosk.display.paint.object_art import ObjectLook
from kiosk.display.paint.turntable_art import TurntableLook
from kiosk.display.paint.wheel_art import PetalsLook, TokenLook, WheelLook

_MISSED: Final = (FaceLook, BackLook, DieLook, WheelLook, PetalsLook, TokenLook, ObjectLook)
"""What is missed first, after the table itself: pieces, and the wheel and the discs in its middle, which are few."""
_SMALL_S: Final = 0.5
"""The seconds by which all else may be asked for before them, and still comes after them."""
_PIXELS: Final = 500_000
"""The pixels of a picture for which it waits a second more: most of what is seen is small, and soon painted."""


def patience(look: Look) -> float:
    """Return the seconds for which a look lets others go first that are asked for after it.

    They are few, so nothing waits for good, however much is asked for meanwhile. What a look of another package raises
    comes through.
    """
    if isinstance(look, _MISSED) or (isinstance(look, FeltLook | TurntableLook) and look.is_coarse):
        return 0.0
    w, h = look.extent
    return _SMALL_S + w * h / _PIXELS


_Turn: TypeAlias = tuple[bool, float, int]
"""When a look is painted, the least of them first: whether it is not shown yet, until when it waits, its number."""


class _Waiting(NamedTuple):
    look: Look
    turn: _Turn


class PaintingOrder:
    """The looks that wait, by the numbers by which they were asked for. ``clock``: seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._waiting: dict[int, _Waiting] = {}
        self._turns: list[_Turn] = []  # a heap, also of turns that have been given up

    def __len__(self) -> int:
        """Return how many looks wait."""
        return len(self._waiting)

    def add(self, number: int, look: Look, *, urgent: bool) -> None:
        """Let a look wait; ``urgent``: it is shown already."""
        turn = not urgent, self._clock() + patience(look), number
        self._waiting[number] = _Waiting(look, turn)
        heappush(self._turns, turn)

    def hasten(self, number: int) -> None:
        """Note that a look is shown by now, if it still waits."""
        if number in self._waiting:
            self.add(number, self._waiting[number].look, urgent=True)

    def forget(self, number: int) -> None:
        """Let a look wait no longer: nobody sees it any more."""
        self._waiting.pop(number, None)

    def pop(self) -> tuple[int, Look]:
        """Take the next look, with its number; raise IndexError if none waits."""
        while True:
            turn = heappop(self._turns)
            number = turn[-1]
            if number in self._waiting and self._waiting[number].turn == turn:
                return number, self._waiting.pop(number).look
