"""Outputs for lamps: a pin of the header, which can be dimmed, or a line of an expander, which is on or off.

Expanders are additional GPIO chips, whose lines the kernel offers like those of the header.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Final, Protocol

from hardware.api import ChipLine
from hardware.gpio.chips import Chip, find_chip
from hardware.gpio.pins import GpioPin, PinFactory

PWM_HZ: Final = 200
"""PWM frequency: fast enough not to flicker visibly, slow enough for software."""


class LampOutput(Protocol):
    """The output of one lamp. All methods raise the exceptions of the underlying library."""

    where: str
    """Its name for people: ``GPIO 5`` or ``mcp23017:3``."""
    dims: bool
    """True if it can be dimmed; valid once it is open."""

    def open(self, lamp: object) -> None:
        """Reserve the output for ``lamp``, dark."""

    def show(self, level: float) -> None:
        """Set the brightness, 0 to 1."""

    def close(self, lamp: object) -> None:
        """Release the output."""


class ExpanderLines(Protocol):
    """The lines of an expander, as outputs. They are on or off only, because each change is a transfer on its bus."""

    def claim(self, line: int) -> None:
        """Make ``line`` an output, low; raises if it is in use or does not exist."""

    def write(self, line: int, high: bool) -> None:
        """Set the level of ``line``."""

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
        self._pin: GpioPin | None = None

    def open(self, lamp: object) -> None:
        """See ``LampOutput.open``; the factory refuses a pin that another device has."""
        self._factory.reserve_pins(lamp, self._number)
        pin = self._factory.pin(self._number)
        pin.function = "output"
        try:
            pin.frequency = PWM_HZ
            pin.frequency = None
        except Exception:  # no PWM; the exception's type depends on the library
            self.dims = False
        self._pin = pin

    def show(self, level: float) -> None:
        """See ``LampOutput.show``. A steady level uses no PWM, which would wake a thread 200 times a second."""
        if self._pin is None:
            return
        pulses = 0 < level < 1
        if pulses != self._pulses:
            self._pin.frequency = PWM_HZ if pulses else None
            self._pulses = pulses
        self._pin.state = level

    def close(self, lamp: object) -> None:
        """See ``LampOutput.close``; the pin remains an output until the factory closes."""
        self._factory.release_pins(lamp, self._number)


class LineLight:
    """A lamp at a line of an expander, which ``open_chip`` opens."""

    dims = False

    def __init__(self, open_chip: Callable[[str], ExpanderLines], line: ChipLine) -> None:
        self.where = str(line)
        self._open_chip = open_chip
        self._line = line
        self._lines: ExpanderLines | None = None

    def open(self, _lamp: object) -> None:
        """See ``LampOutput.open``; raises HardwareError without such a chip."""
        lines = self._open_chip(self._line.chip)
        lines.claim(self._line.line)
        self._lines = lines

    def show(self, level: float) -> None:
        """Switch the lamp on from a level of 0.5 (``LampOutput.show``)."""
        if self._lines is not None:
            self._lines.write(self._line.line, level >= 0.5)

    def close(self, _lamp: object) -> None:
        """Do nothing: the owner of the chip frees it as a whole."""


CONSUMER: Final = "ligretto-kiosk lamp"


class Expanders:
    """A cache of the expanders in use: called with a chip's label or name in /dev, it returns that chip's lines."""

    def __init__(self) -> None:
        self._opened: dict[str, ExpanderLines] = {}

    def __call__(self, chip: str) -> ExpanderLines:
        """Return the lines of ``chip``. Raises HardwareError if no chip has that name, or several do."""
        if chip not in self._opened:
            self._opened[chip] = _ExpanderLines(find_chip((chip,)))
        return self._opened[chip]

    def close(self) -> None:
        """Free the lines of all expanders."""
        for lines in self._opened.values():
            with contextlib.suppress(Exception):  # a chip that is gone has no lines to free
                lines.close()
        self._opened.clear()


class _ExpanderLines:
    """The lines of one expander, through libgpiod (``hardware.gpio.lamp_lines.ExpanderLines``)."""

    def __init__(self, chip: Chip) -> None:
        import gpiod  # noqa: PLC0415  an optional dependency, needed only for expanders

        self._chip = chip
        self._opened = gpiod.Chip(chip.path)
        self._output = gpiod.LineSettings(direction=gpiod.line.Direction.OUTPUT)
        self._low, self._high = gpiod.line.Value.INACTIVE, gpiod.line.Value.ACTIVE
        self._requests: dict[int, gpiod.LineRequest] = {}

    def claim(self, line: int) -> None:
        """Make ``line`` an output, low."""
        self._chip.check(line)
        self._requests[line] = self._opened.request_lines({line: self._output}, CONSUMER)

    def write(self, line: int, high: bool) -> None:
        """Set the level of ``line``."""
        self._requests[line].set_value(line, self._high if high else self._low)

    def close(self) -> None:
        """Free all lines."""
        for request in self._requests.values():
            request.release()
        self._opened.close()
