"""Parts of the picture come in turn: the first ones after a start, and panels when many change at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatView

PAINT_S: Final = 1 / 120
"""Seconds of a frame in which the painting of parts may begin; a part that has begun is finished."""


class Turns:
    """The time budget of each frame: the first one shows felt and paints nothing, every other one at least one part."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._frames = 0
        self._deadline: float | None = None
        self.are_left = False
        """True if a part has to wait for a later frame."""

    def begin_frame(self) -> bool:
        """Begin another frame; return whether parts may be painted in it."""
        self._frames += 1
        self._deadline, self.are_left = None, False
        return self._frames > 1

    def take_turn(self) -> bool:
        """Give the next part its turn and return True, or return False if this frame has no time left for it.

        The first turn starts the frame's time, and is always given.
        """
        now = self._clock()
        if self._deadline is None:
            self._deadline = now + PAINT_S
        if now > self._deadline:
            self.are_left = True
            return False
        return True


class LatePanels:
    """The panels that change later, because a frame has no time for all that change at once, as at a Stop.

    People come before bots, and a panel that has waited before all others; so nobody is always the last.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._turns = Turns(clock)
        self._late: list[SeatNumber] = []
        self._all = self._at_once = False

    @property
    def are_left(self) -> bool:
        """True if a panel has to wait for the next frame."""
        return bool(self._late)

    def paint_all(self) -> None:
        """Let no panel wait in the next frame."""
        self._all = True

    def begin_frame(self, seats: Sequence[SeatView]) -> list[SeatView]:
        """Begin another frame; return the seats in the order in which their panels are painted."""
        self._turns.begin_frame()
        late, self._late = self._late, []
        self._at_once, self._all = self._all, False
        return sorted(seats, key=lambda view: (view.seat not in late, view.bot))

    def waits(self, seat: SeatNumber) -> bool:
        """Return whether a panel that has changed waits for the next frame."""
        if self._at_once or self._turns.take_turn():
            return False
        self._late.append(seat)
        return True
