"""How long to wait before something that was lost is begun again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hardware.api import Duration, milliseconds

FIRST: Final = milliseconds(250)
LONGEST: Final = milliseconds(5_000)
JITTER: Final = 0.2
"""Waits differ by up to this share either way, so that twelve boards on one hub do not come back in step."""


class Backoff:
    """0.25 s, doubling to 5 s, each +-20 %. ``random`` gives numbers from 0 up to 1."""

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random
        self._next = FIRST

    def wait(self) -> Duration:
        """The next wait."""
        wait, self._next = self._next, Duration(min(2 * self._next, LONGEST))
        return Duration(round(wait * (1 + JITTER * (2 * self._random() - 1))))

    def reset(self) -> None:
        """It has worked: begin again with the shortest wait."""
        self._next = FIRST
