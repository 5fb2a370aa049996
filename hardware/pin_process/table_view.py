"""The table's view of the pin process: passes its inputs on; when it is lost, releases buttons and reports faults."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.api import Button, ButtonEdge, DeviceFault, DeviceHealthy, Fault, HardwareInput, Instant, Sink, Wiring
from hardware.fault_filter import FaultFilter
from hardware.gpio.buttons import wired
from hardware.gpio.pins import Clock, device_name

DEVICE = "pin process"
"""The name of the pin process in faults."""


class PinNews:
    """A record of the buttons and faults that were reported to the table. Never raises. Not thread-safe."""

    def __init__(self, sink: Sink, wiring: Iterable[Wiring], clock: Clock) -> None:
        self._table = FaultFilter(sink, clock)
        self._clock = clock
        self._buttons = tuple((seat, button) for seat, button, _ in wired(wiring))
        self._pressed: dict[tuple[int, Button], Instant] = {}

    def take(self, item: HardwareInput) -> None:
        """Pass on an input from the pin process."""
        self._table.send(item)
        if isinstance(item, ButtonEdge):
            self._pressed.pop((item.seat, item.button), None)
            if item.pressed:
                self._pressed[item.seat, item.button] = item.at

    def lost(self, why: Fault) -> None:
        """Report the loss of the process, and release all pressed buttons, because their release would not be reported.

        Each release has the timestamp of its press, because the real duration is unknown: a press of no duration cannot
        request a pause.
        """
        self._table.send(DeviceFault(DEVICE, Fault("pins.lost", {"why": why}), self._clock()))
        for (seat, button), at in sorted(self._pressed.items()):
            self._table.send(ButtonEdge(seat, button, pressed=False, at=at))
        self._pressed.clear()

    def missing(self, why: Fault) -> None:
        """Report a fault of every button after a failed restart, so that every seat gets buttons on the screen."""
        for seat, button in self._buttons:
            self._table.send(DeviceFault(device_name(seat, button), why, self._clock(), seat, button))

    def found(self) -> None:
        """Clear all faults after a restart: the new process reports again those that remain."""
        for fault in self._table.open():
            self._table.send(DeviceHealthy(fault.device, self._clock(), fault.seat, fault.button))
