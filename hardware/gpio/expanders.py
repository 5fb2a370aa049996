"""Expanders: GPIO chips beside the header's, whose lines the kernel's driver offers like any others."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from hardware.chip import Chip, find_chip
from hardware.gpio.lights import Lines

CONSUMER: Final = "ligretto-kiosk lamp"


class Expanders:
    """All expanders in use: called with a chip's label or its name in /dev, it gives the lines, the same each time.

    ``library``: a key of ``LIBRARIES``.
    """

    def __init__(self, library: str) -> None:
        self._open = LIBRARIES[library]
        self._opened: dict[str, Lines] = {}

    def __call__(self, chip: str) -> Lines:
        """The lines of ``chip``. Raises HardwareError if there is none of that name, or several."""
        if chip not in self._opened:
            self._opened[chip] = self._open(find_chip((chip,)))
        return self._opened[chip]

    def close(self) -> None:
        """Free the lines of all of them."""
        for lines in self._opened.values():
            with contextlib.suppress(Exception):  # a chip that is gone has no lines to free
                lines.close()
        self._opened.clear()


class _LgpioLines:
    """Through lgpio (``hardware.gpio.lights.Lines``)."""

    def __init__(self, chip: Chip) -> None:
        import lgpio  # noqa: PLC0415  # not installable everywhere

        self._lgpio: Any = lgpio
        self._chip = chip
        self._handle: int = lgpio.gpiochip_open(chip.number)

    def claim(self, line: int) -> None:
        """Make it an output, low."""
        self._chip.check(line)
        self._lgpio.gpio_claim_output(self._handle, line, 0)

    def write(self, line: int, high: bool) -> None:
        """Set its level."""
        self._lgpio.gpio_write(self._handle, line, int(high))

    def close(self) -> None:
        """Free all lines."""
        self._lgpio.gpiochip_close(self._handle)


class _LibgpiodLines:
    """Through libgpiod (``hardware.gpio.lights.Lines``)."""

    def __init__(self, chip: Chip) -> None:
        import gpiod  # noqa: PLC0415  # not installable everywhere

        self._chip = chip
        self._opened = gpiod.Chip(chip.path)
        self._output = gpiod.LineSettings(direction=gpiod.line.Direction.OUTPUT)
        self._levels = (gpiod.line.Value.INACTIVE, gpiod.line.Value.ACTIVE)
        self._requests: dict[int, gpiod.LineRequest] = {}

    def claim(self, line: int) -> None:
        """Make it an output, low."""
        self._chip.check(line)
        self._requests[line] = self._opened.request_lines({line: self._output}, CONSUMER)

    def write(self, line: int, high: bool) -> None:
        """Set its level."""
        self._requests[line].set_value(line, self._levels[high])

    def close(self) -> None:
        """Free all lines."""
        for request in self._requests.values():
            request.release()
        self._opened.close()


LIBRARIES: Final[Mapping[str, Callable[[Chip], Lines]]] = MappingProxyType(
    {"lgpio": _LgpioLines, "libgpiod": _LibgpiodLines}
)
"""How an expander is opened, by the word for the pin factory in the configuration."""
