"""The buttons of a matrix: a thread scans it, the kiosk's debouncer finds the presses."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final

from hardware.api import (
    Button,
    ButtonEdge,
    DeviceFault,
    DeviceHealthy,
    Duration,
    Fault,
    Instant,
    Sink,
    milliseconds,
    now,
)
from hardware.fault_filter import FaultFilter
from hardware.gpio.buttons import STUCK_AFTER
from hardware.gpio.debounce import Debouncer, Edge
from hardware.installed_drivers import own_fault
from hardware.timer_thread import TimerThread
from ligretto_keyboard_matrix.matrix import Key, Matrix

SCAN: Final = milliseconds(2)
"""Time between two scans: a press is stamped up to so much late, 1 ms on average (``buttons_late_ms = 1``)."""
RETRY: Final = milliseconds(250)
"""Time until a matrix that cannot be read is tried again."""
ROWS: Final = (Button.STOP, Button.PLAY)


class _Key:
    """One button of the matrix."""

    def __init__(self, seat: int, button: Button) -> None:
        self.seat = seat
        self.button = button
        self.name = f"seat {seat} {button.value} key"
        self.closed = False
        self.debouncer = Debouncer()
        self.pressed: Instant | None = None
        """The time of a press that was delivered, until its release is."""
        self.stuck = False

    def begin(self, closed: bool, at: Instant) -> None:
        """Begin anew: a key that is closed now is held, not pressed."""
        self.closed, self.pressed, self.stuck = closed, None, False
        self.debouncer = Debouncer(held_since=at if closed else None)


class MatrixPanel:
    """The buttons of a matrix (``hardware.api.ButtonPanel``): row 0 is Stop, row 1 Play; a column for each seat."""

    delivery_delay: Duration = milliseconds(5)

    def __init__(self, matrix: Matrix, seats: Sequence[int], clock: Callable[[], Instant] = now) -> None:
        self._matrix = matrix
        self._clock = clock
        self._keys: dict[Key, _Key] = {
            (row, column): _Key(seat, button) for row, button in enumerate(ROWS) for column, seat in enumerate(seats)
        }
        self._read = False  # the last scan succeeded
        self._lock = threading.Lock()
        self._scanner = TimerThread("keyboard matrix", self.scan, clock)

    def start(self, sink: Sink) -> None:
        """See ``ButtonPanel.start``."""
        self._outbox = FaultFilter(sink, self._clock)
        self.scan(self._clock())
        self._scanner.start()

    def scan(self, _: Instant) -> Instant:
        """Read the matrix once, and deliver what has changed; return the time of the next scan. Never raises."""
        with self._lock:
            try:
                pressed = self._matrix.pressed()
            except (OSError, ValueError) as error:
                self._lost(error)
                return Instant(self._clock() + RETRY)
            at = self._clock()
            if not self._read:
                self._found(pressed, at)
            for place, key in self._keys.items():
                self._step(key, place in pressed, at)
            return Instant(at + SCAN)

    def close(self) -> None:
        """See ``ButtonPanel.close``."""
        self._scanner.close()
        self._matrix.close()

    def _step(self, key: _Key, closed: bool, at: Instant) -> None:
        if closed != key.closed:
            key.closed = closed
            self._deliver(key, key.debouncer.edge(closed, at))
        self._deliver(key, key.debouncer.poll(at))
        held = key.debouncer.held_since
        if held is None and key.stuck:
            key.stuck = False
            self._outbox.send(DeviceHealthy(key.name, at, key.seat, key.button))
        elif held is not None and not key.stuck and at - held >= STUCK_AFTER:
            key.stuck = True
            self._fault(key, Fault("button.stuck", {"seconds": STUCK_AFTER // 1_000_000_000}), at)

    def _deliver(self, key: _Key, edges: Sequence[Edge]) -> None:
        for edge in edges:
            key.pressed = edge.at if edge.pressed else None
            self._outbox.send(ButtonEdge(key.seat, key.button, edge.pressed, edge.at))

    def _lost(self, error: Exception) -> None:
        """Report every button, so that the screen shows others, and release those that are pressed."""
        self._read = False
        for key in self._keys.values():
            self._fault(
                key, own_fault(f"the keyboard matrix cannot be read ({error})", "check its wires"), self._clock()
            )
            if key.pressed is not None:
                self._outbox.send(ButtonEdge(key.seat, key.button, pressed=False, at=key.pressed))
                key.pressed = None

    def _found(self, pressed: frozenset[Key], at: Instant) -> None:
        self._read = True
        for place, key in self._keys.items():
            key.begin(place in pressed, at)
            self._outbox.send(DeviceHealthy(key.name, at, key.seat, key.button))  # the filter drops it without a fault

    def _fault(self, key: _Key, fault: Fault, at: Instant) -> None:
        self._outbox.send(DeviceFault(key.name, fault, at, key.seat, key.button))
