"""A thread that sleeps until something is due."""

from __future__ import annotations

import threading
from collections.abc import Callable

from hardware.api import Instant


class TimerThread:
    """A daemon thread that calls ``step(now)`` when it is due, and whenever the thread is woken.

    ``step`` returns the time at which to call it next, or None if nothing is due. It never raises.
    """

    def __init__(self, name: str, step: Callable[[Instant], Instant | None], clock: Callable[[], Instant]) -> None:
        self._step = step
        self._clock = clock
        self._woken = threading.Event()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread, with a first step at once."""
        self._thread.start()

    def wake(self) -> None:
        """Call ``step`` now, because what is due has changed. Callable from any thread; takes microseconds."""
        self._woken.set()

    def close(self) -> None:
        """End the thread, and wait for its last step unless that step is the caller."""
        self._closed = True
        self._woken.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while True:
            self._woken.clear()  # before the step: any later change wakes the thread again
            if self._closed:
                return
            due = self._step(self._clock())
            self._woken.wait(None if due is None else max(0, due - self._clock()) / 1e9)
