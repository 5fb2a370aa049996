"""A playback of recorded buttons: the edges of a panel, delivered again at the same moments."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable
from typing import Final

from hardware.api import ButtonEdge, Duration, HardwareInput, Instant, Sink, now
from hardware.fault_filter import Outbox
from hardware.gpio.debounce import QUIET
from hardware.gpio.pins import Clock
from hardware.timer_thread import TimerThread

DELIVERY_DELAY: Final = Duration(0)


class RecordedButtons:
    """A ``hardware.api.ButtonPanel`` that delivers ``recording`` by ``clock``.

    A press is delivered at its stamp and a release after its duration, as by a panel with wires and no delay. For the
    recording of another evening, ``clock`` must show that evening's time.
    """

    delivery_delay: Duration = DELIVERY_DELAY

    def __init__(self, recording: Iterable[HardwareInput], clock: Clock = now) -> None:
        self._left = deque(sorted(recording, key=_told_at))
        self._clock = clock
        self._alarm = TimerThread("recorded buttons", self.step, clock)
        self._outbox: Outbox | None = None
        self._lock = threading.RLock()  # a test steps beside the alarm; a sink may close

    def start(self, sink: Sink) -> None:
        """Start, like ``ButtonPanel.start``, once."""
        self._outbox = Outbox(sink, self._clock)
        self._alarm.start()

    def step(self, present: Instant) -> Instant | None:
        """Deliver what is due by ``present``; return the next due time. Called by the alarm."""
        with self._lock:
            while self._left and self._outbox and _told_at(self._left[0]) <= present:
                self._outbox.send(self._left.popleft())
            return _told_at(self._left[0]) if self._left else None

    def close(self) -> None:
        """End delivery: the rest is dropped."""
        self._alarm.close()
        with self._lock:
            self._left.clear()


def _told_at(item: HardwareInput) -> Instant:
    release = isinstance(item, ButtonEdge) and not item.pressed
    return Instant(item.at + QUIET) if release else item.at
