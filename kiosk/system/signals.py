"""Being told to end, while the main thread sleeps."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import Final

ENDINGS: Final = (signal.SIGTERM, signal.SIGINT)


def when_told_to_end(tell: Callable[[], object]) -> None:
    """Have ``tell`` called, in a thread of its own, whenever SIGTERM or SIGINT comes. From the main thread, once.

    Python calls a handler in the main thread, between two of its instructions: a signal that comes just before that
    thread falls asleep in a queue would be heard when it wakes. So the signal's number goes through a pipe to a thread
    that waits for nothing else.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    threading.Thread(target=_listen, args=(reading, tell), name="endings", daemon=True).start()
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for ending in ENDINGS:
        signal.signal(ending, lambda *_: None)


def _listen(reading: int, tell: Callable[[], object]) -> None:
    while numbers := os.read(reading, 64):
        if any(number in ENDINGS for number in numbers):
            tell()
