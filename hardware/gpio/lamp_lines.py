"""What a lamp hangs on: a pin of the header, which can be dimmed, or a line of an expander, which is on or off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from hardware.api import ChipLine
from hardware.gpio.pins import Pin, PinFactory

PWM_HZ: Final = 200
"""Fast enough that no eye sees a lamp flicker, slow enough for PWM made by software."""


class Light(Protocol):
    """Where one lamp is connected. Everything raises whatever the library under it raises."""

    where: str
    """For people: ``GPIO 5`` or ``mcp23017:3``."""
    dims: bool
    """Whether it can be anything between full and dark, once it is open."""

    def open(self, lamp: object) -> None:
        """Take it for ``lamp``, dark."""

    def show(self, level: float) -> None:
        """Be so bright, 0 to 1."""

    def close(self, lamp: object) -> None:
        """Give it back."""


class Lines(Protocol):
    """The lines of an expander, as outputs. Nothing but on and off: each change takes a telegram on its bus."""

    def claim(self, line: int) -> None:
        """Make it an output, low; raises if it is in use or does not exist."""

    def write(self, line: int, high: bool) -> None:
        """Set its level."""

    def close(self) -> None:
        """Free all lines."""


class PinLight:
    """A lamp at a pin of the header."""

    def __init__(self, factory: PinFactory, number: int) -> None:
        self.where = f"GPIO {number}"
        self.dims = True
        self._pulses = False
        self._factory = factory
        self._number = number
        self._pin: Pin | None = None

    def open(self, lamp: object) -> None:
        """As ``Light.open``; the factory refuses a pin that another device has."""
        self._factory.reserve_pins(lamp, self._number)
        pin = self._factory.pin(self._number)
        pin.function = "output"
        try:
            pin.frequency = PWM_HZ
            pin.frequency = None
        except Exception:  # no PWM here, in the words of whichever library
            self.dims = False
        self._pin = pin

    def show(self, level: float) -> None:
        """As ``Light.show``. There is no PWM where the level is steady: it would wake a thread 200 times a second."""
        if self._pin is None:
            return
        pulses = 0 < level < 1
        if pulses != self._pulses:
            self._pin.frequency = PWM_HZ if pulses else None
            self._pulses = pulses
        self._pin.state = level

    def close(self, lamp: object) -> None:
        """As ``Light.close``; the pin remains an output until the factory closes."""
        self._factory.release_pins(lamp, self._number)


class LineLight:
    """A lamp at a line of an expander, which ``open_chip`` finds."""

    dims = False

    def __init__(self, open_chip: Callable[[str], Lines], line: ChipLine) -> None:
        self.where = str(line)
        self._open_chip = open_chip
        self._line = line
        self._lines: Lines | None = None

    def open(self, _lamp: object) -> None:
        """As ``Light.open``; raises HardwareError without such a chip."""
        lines = self._open_chip(self._line.chip)
        lines.claim(self._line.line)
        self._lines = lines

    def show(self, level: float) -> None:
        """As ``Light.show``, fully or not at all."""
        if self._lines is not None:
            self._lines.write(self._line.line, level >= 0.5)

    def close(self, _lamp: object) -> None:
        """As ``Light.close``: the chip is freed as a whole, by its owner."""
