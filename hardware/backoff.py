"""Exponential back-off with jitter between attempts to restart or reopen something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hardware.api import Duration, milliseconds

FIRST: Final = milliseconds(250)
LONGEST: Final = milliseconds(5_000)
JITTER: Final = 0.2
"""Each wait varies by up to this fraction either way, so that twelve boards on one hub do not retry in step."""


class Backoff:
    """Waits of 0.25 s, doubling to 5 s, each +-20 %. ``random`` returns numbers in [0, 1)."""

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random
        self._next = FIRST

    def wait(self) -> Duration:
        """Return the next wait."""
        wait, self._next = self._next, Duration(min(2 * self._next, LONGEST))
        return Duration(round(wait * (1 + JITTER * (2 * self._random() - 1))))

    def reset(self) -> None:
        """Start over with the shortest wait, after a success."""
        self._next = FIRST
