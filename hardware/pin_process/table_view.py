"""What the pin process tells, handed on, and put right when that process is lost."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.api import Button, ButtonEdge, DeviceFault, DeviceHealthy, Fault, HardwareInput, Instant, Sink, Wiring
from hardware.fault_filter import FaultFilter
from hardware.gpio.buttons import wired
from hardware.gpio.pins import Clock, device_name

DEVICE = "pin process"
"""What it is called in faults."""


class PinNews:
    """Knows what the table has been told of the pins. Never raises. One thread at a time."""

    def __init__(self, sink: Sink, wiring: Iterable[Wiring], clock: Clock) -> None:
        self._table = FaultFilter(sink, clock)
        self._clock = clock
        self._buttons = tuple((seat, button) for seat, button, _ in wired(wiring))
        self._pressed: dict[tuple[int, Button], Instant] = {}

    def take(self, item: HardwareInput) -> None:
        """The pin process has told this."""
        self._table.send(item)
        if isinstance(item, ButtonEdge):
            self._pressed.pop((item.seat, item.button), None)
            if item.pressed:
                self._pressed[item.seat, item.button] = item.at

    def lost(self, why: Fault) -> None:
        """The process is lost: that is a fault, and what was pressed is pressed no longer, for nobody would tell.

        How long it was held nobody knows: let go at the moment of the press, it asks for no pause.
        """
        self._table.send(DeviceFault(DEVICE, Fault("pins.lost", {"why": why}), self._clock()))
        for (seat, button), at in sorted(self._pressed.items()):
            self._table.send(ButtonEdge(seat, button, pressed=False, at=at))
        self._pressed.clear()

    def missing(self, why: Fault) -> None:
        """It could not be started again: no button can be relied on, so every seat gets those on the screen."""
        for seat, button in self._buttons:
            self._table.send(DeviceFault(device_name(seat, button), why, self._clock(), seat, button))

    def found(self) -> None:
        """It has been started again: what is still wrong it will tell anew."""
        for fault in self._table.open():
            self._table.send(DeviceHealthy(fault.device, self._clock(), fault.seat, fault.button))
