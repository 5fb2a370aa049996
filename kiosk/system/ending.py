"""How a program ends: what tells it to (SIGTERM, SIGINT, the end of its parent), and an exit status that tells why."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

ENDINGS: Final = (signal.SIGTERM, signal.SIGINT)


def when_told_to_end(tell: Callable[[], object]) -> None:
    """Call ``tell``, in a thread of its own, on every SIGTERM or SIGINT. Call this once, from the main thread.

    Python runs a handler in the main thread, between two of its instructions: a signal that arrives just before that
    thread blocks on a queue would be handled only when it wakes. Therefore the signal's number goes through a pipe to
    a dedicated thread.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    threading.Thread(target=_listen, args=(reading, tell), name="signals", daemon=True).start()
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for ending in ENDINGS:
        signal.signal(ending, lambda *_: None)


@contextmanager
def sigterm_as_ctrl_c() -> Iterator[None]:
    """Let SIGTERM raise KeyboardInterrupt in the main thread meanwhile. Call this from the main thread."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def held() -> Iterator[None]:
    """Hold back SIGTERM and SIGINT in this thread meanwhile, and for good in threads and processes started then.

    For code of others that must not be broken off in the middle: its locks, and what it has shown, would stay.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _listen(reading: int, tell: Callable[[], object]) -> None:
    while numbers := os.read(reading, 64):
        if any(number in ENDINGS for number in numbers):
            tell()


def end_with_parent(descriptor: int) -> None:
    """Watch the pipe's reading end, and send SIGTERM to this process at its end of file."""

    def watch() -> None:
        while os.read(descriptor, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="lifeline", daemon=True).start()


USAGE: Final = 2
"""The program cannot run with this configuration or on this machine, and has printed why: a restart is useless."""
