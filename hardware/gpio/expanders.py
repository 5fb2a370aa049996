"""Expanders: GPIO chips beside the header's, whose lines the kernel's driver offers like any others."""

from __future__ import annotations

import contextlib
from typing import Final

from hardware.gpio.chips import Chip, find_chip
from hardware.gpio.lamp_lines import Lines

CONSUMER: Final = "ligretto-kiosk lamp"


class Expanders:
    """All expanders in use: called with a chip's label or its name in /dev, it gives the lines, the same each time."""

    def __init__(self) -> None:
        self._opened: dict[str, Lines] = {}

    def __call__(self, chip: str) -> Lines:
        """The lines of ``chip``. Raises HardwareError if there is none of that name, or several."""
        if chip not in self._opened:
            self._opened[chip] = _ExpanderLines(find_chip((chip,)))
        return self._opened[chip]

    def close(self) -> None:
        """Free the lines of all of them."""
        for lines in self._opened.values():
            with contextlib.suppress(Exception):  # a chip that is gone has no lines to free
                lines.close()
        self._opened.clear()


class _ExpanderLines:
    """The lines of one expander, through libgpiod (``hardware.gpio.lamp_lines.Lines``)."""

    def __init__(self, chip: Chip) -> None:
        import gpiod  # noqa: PLC0415  an extra, needed only where there are expanders

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
