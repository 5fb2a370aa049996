"""gpiozero's pin interface, for any pin factory, and the base class of devices at a pin.

gpiozero's ``Button`` is not used: it loses the edge's timestamp and costs a thread each. ``Pin.when_changed`` is public
and carries the timestamp: seconds of CLOCK_MONOTONIC as a float, for every local factory and for the mock one. Those of
lgpio and libgpiod come from the kernel's interrupt handler (nanoseconds, divided by gpiozero; a float is exact for a
month of uptime, and better than 0.1 us for 25 years); the mock factory's are taken when the pin is driven, those of the
other local factories when Python handles the edge.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from hardware.api import Button, DeviceFault, Fault, HardwareError, Instant
from hardware.fault_filter import Outbox

Clock = Callable[[], Instant]


class GpioPin(Protocol):
    """The part of ``gpiozero.Pin`` that is used."""

    function: str
    edges: str
    state: float
    frequency: float | None
    when_changed: Callable[[float, int], None] | None

    def input_with_pull(self, pull: str) -> None:
        """Make the pin an input with a pull resistor, ``up`` or ``down``."""


class PinFactory(Protocol):
    """The part of ``gpiozero.Factory`` that is used."""

    def pin(self, name: int) -> GpioPin:
        """Return the pin with this BCM number; the same object each time."""

    def reserve_pins(self, requester: object, *names: int) -> None:
        """Reserve the pins; raise if another requester holds one of them. Keeps weak references."""

    def release_pins(self, reserver: object, *names: int) -> None:
        """End a reservation."""

    def close(self) -> None:
        """Free all pins."""


def device_name(seat: int, button: Button | None) -> str:
    """Return the name of a button in faults; None: of the seat's lamp."""
    return f"seat {seat} {f'{button.value} button' if button else 'lamp'}"


class PinDevice:
    """Base class of a device at one pin, ``where``. Its exceptions are reported as faults and not propagated."""

    def __init__(self, outbox: Outbox, clock: Clock, seat: int, where: str, button: Button | None = None) -> None:
        self._outbox = outbox
        self._clock = clock
        self._seat = seat
        self._where = where
        self._button = button
        self._name = device_name(seat, button)

    def __repr__(self) -> str:
        return self._name  # gpiozero shows it in the error of a second request for the pin

    def _conflicts_with(self, other: object) -> bool:
        """Return whether another device may not share the pin. Called by gpiozero."""
        return other is not self

    def failed(self, fault: Fault) -> None:
        """Report a fault of this device."""
        self._outbox.send(DeviceFault(self._name, fault, self._clock(), self._seat, self._button))

    @contextlib.contextmanager
    def guard(self) -> Iterator[None]:
        """Turn any exception raised inside into a fault; each library under gpiozero raises types of its own."""
        try:
            yield
        except Exception as error:
            self.failed_by(error)

    def failed_by(self, error: Exception) -> None:
        """Report the fault behind an exception."""
        if isinstance(error, HardwareError):  # includes its fix
            self.failed(Fault("pin.fails", {"where": self._where, "why": error.fault}))
            return
        reason = str(error).strip("'") or type(error).__name__  # lgpio quotes its messages
        self.failed(Fault("pin.unusable", {"where": self._where, "error": reason}))


def earliest(instants: Iterable[Instant | None]) -> Instant | None:
    """Return the earliest of the times; None: there is none."""
    return min((instant for instant in instants if instant is not None), default=None)
