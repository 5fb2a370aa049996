"""Expanders: additional GPIO chips, whose lines the kernel offers like those of the header."""

from __future__ import annotations

import contextlib
from typing import Final

from hardware.gpio.chips import Chip, find_chip
from hardware.gpio.lamp_lines import Lines

CONSUMER: Final = "ligretto-kiosk lamp"


class Expanders:
    """A cache of the expanders in use: called with a chip's label or name in /dev, it returns that chip's lines."""

    def __init__(self) -> None:
        self._opened: dict[str, Lines] = {}

    def __call__(self, chip: str) -> Lines:
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
    """The lines of one expander, through libgpiod (``hardware.gpio.lamp_lines.Lines``)."""

    def __init__(self, chip: Chip) -> None:
        import gpiod  # noqa: PLC0415  an optional dependency, needed only for expanders

        self._chip = chip
        self._opened = gpiod.Chip(chip.path)
        self._output = gpiod.LineSettings(direction=gpiod.line.Direction.OUTPUT)
        self._levels = (gpiod.line.Value.INACTIVE, gpiod.line.Value.ACTIVE)
        self._requests: dict[int, gpiod.LineRequest] = {}

    def claim(self, line: int) -> None:
        """Make ``line`` an output, low."""
        self._chip.check(line)
        self._requests[line] = self._opened.request_lines({line: self._output}, CONSUMER)

    def write(self, line: int, high: bool) -> None:
        """Set the level of ``line``."""
        self._requests[line].set_value(line, self._levels[high])

    def close(self) -> None:
        """Free all lines."""
        for request in self._requests.values():
            request.release()
        self._opened.close()
