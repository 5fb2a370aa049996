"""Pins as gpiozero has them, of whatever pin factory is given, and what a device at one of them shares with the others.

gpiozero's ``Button`` is not used: it loses the edge's stamp and costs a thread each. ``Pin.when_changed`` is public and
carries the stamp: seconds of CLOCK_MONOTONIC as a float, for every local factory and for the mock one. Those of lgpio
and libgpiod come from the kernel's interrupt handler (nanoseconds, divided by gpiozero; a float keeps them exactly for
a month of uptime, to better than 0.1 us for 25 years); the mock's are taken when the pin is driven; the other local
ones' when Python hears of the edge.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from hardware.api import Button, DeviceFault, Fault, HardwareError, Instant
from hardware.fault_filter import Outbox

Clock = Callable[[], Instant]


class Pin(Protocol):
    """What is used of ``gpiozero.Pin``."""

    function: str
    edges: str
    state: float
    frequency: float | None
    when_changed: Callable[[float, int], None] | None

    def input_with_pull(self, pull: str) -> None:
        """Make it an input with a pull resistor, ``up`` or ``down``."""


class PinFactory(Protocol):
    """What is used of ``gpiozero.Factory``."""

    def pin(self, name: int) -> Pin:
        """The pin with this BCM number; the same one each time."""

    def reserve_pins(self, requester: object, *names: int) -> None:
        """Raise if another requester holds one of the pins, else hold them. Keeps weak references."""

    def release_pins(self, reserver: object, *names: int) -> None:
        """End a reservation."""

    def close(self) -> None:
        """Free all pins."""


def device_name(seat: int, button: Button | None) -> str:
    """What a button is called in faults; None: the seat's lamp."""
    return f"seat {seat} {f'{button.value} button' if button else 'lamp'}"


class Device:
    """Something at one pin, ``where``. What goes wrong with it is told, by its name, and goes no further."""

    def __init__(self, outbox: Outbox, clock: Clock, seat: int, where: str, button: Button | None = None) -> None:
        self._outbox = outbox
        self._clock = clock
        self._seat = seat
        self._where = where
        self._button = button
        self._name = device_name(seat, button)

    def __repr__(self) -> str:
        return self._name  # gpiozero names it so to whoever wants the same pin

    def _conflicts_with(self, other: object) -> bool:
        """Gpiozero asks this before a pin is reserved twice."""
        return other is not self

    def failed(self, fault: Fault) -> None:
        """Tell a fault of this device."""
        self._outbox.send(DeviceFault(self._name, fault, self._clock(), self._seat, self._button))

    @contextlib.contextmanager
    def guard(self) -> Iterator[None]:
        """Whatever is raised inside becomes a fault; every library under gpiozero raises exceptions of its own."""
        try:
            yield
        except HardwareError as error:  # names its fix
            self.failed(Fault("pin.fails", {"where": self._where, "why": error.fault}))
        except Exception as error:
            reason = str(error).strip("'") or type(error).__name__  # lgpio quotes its words
            self.failed(Fault("pin.unusable", {"where": self._where, "error": reason}))


def earliest(instants: Iterable[Instant | None]) -> Instant | None:
    """The first of the moments that are due; None: nothing is."""
    return min((instant for instant in instants if instant is not None), default=None)
