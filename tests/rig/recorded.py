"""Buttons that were pressed before: what a panel told once, told again at the same moments."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

from hardware.api import ButtonEdge, Duration, HardwareInput, Instant, Sink, now
from hardware.fault_filter import Outbox
from hardware.gpio.debounce import QUIET
from hardware.gpio.pins import Clock
from hardware.timer_thread import Alarm

DELIVERY_DELAY: Final = Duration(0)


class RecordedButtons:
    """A ``hardware.api.ButtonPanel`` that tells ``recording`` when ``clock`` has come to it.

    A press is told at its stamp and a release when it has lasted, as a panel with wires and no delay would. For the
    recording of another evening, ``clock`` is one that showed that evening's time when this one began.
    """

    delivery_delay: Duration = DELIVERY_DELAY

    def __init__(self, recording: Iterable[HardwareInput], clock: Clock = now) -> None:
        self._left = deque(sorted(recording, key=_told_at))
        self._clock = clock
        self._alarm = Alarm("recorded buttons", self.step, clock)
        self._outbox: Outbox | None = None

    def start(self, sink: Sink) -> None:
        """As ``ButtonPanel.start``. Once."""
        self._outbox = Outbox(sink, self._clock)
        self._alarm.start()

    def step(self, present: Instant) -> Instant | None:
        """Tell what is due by ``present``; when to look again. The alarm calls it."""
        while self._left and self._outbox and _told_at(self._left[0]) <= present:
            self._outbox.send(self._left.popleft())
        return _told_at(self._left[0]) if self._left else None

    def close(self) -> None:
        """End delivery: what is left is not told."""
        self._alarm.close()
        self._left.clear()


def _told_at(item: HardwareInput) -> Instant:
    release = isinstance(item, ButtonEdge) and not item.pressed
    return Instant(item.at + QUIET) if release else item.at
