"""A log that repeats itself only so often, for lines that another process can cause as often as it likes."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from msgspec import Struct

LINES: Final = 20
"""Lines of one kind that are logged within ``WINDOW_S``."""

WINDOW_S: Final = 60.0


class _Window(Struct):
    begun: float
    lines: int = 0


class LimitedLog:
    """A logger that drops further lines of the same template, and says with the next one how many it has dropped."""

    def __init__(self, to: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._to = to
        self._clock = clock
        self._windows: dict[str, _Window] = {}
        self._lock = threading.Lock()

    def log(self, level: int, template: str, *values: object) -> None:
        """Log a line, unless ``LINES`` of this template have been logged within the window. Callable by any thread."""
        now = self._clock()
        with self._lock:
            window = self._windows.setdefault(template, _Window(now))
            dropped = 0
            if now - window.begun >= WINDOW_S:
                dropped = max(0, window.lines - LINES)
                window.begun, window.lines = now, 0
            window.lines += 1
            if window.lines > LINES:
                return
        if dropped:
            self._to.log(level, template + " (%d more like it were not logged)", *values, dropped)
        else:
            self._to.log(level, template, *values)
