"""The time for painting the first picture: its parts come in turn, so that a window never stands still for long."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

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
