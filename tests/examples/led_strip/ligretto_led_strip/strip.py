"""APA102 LEDs ("DotStar") at an SPI bus, whose device in /dev takes the bytes as they are."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Protocol

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


class Strip(Protocol):
    """A strip of LEDs."""

    def write(self, colours: Sequence[Colour]) -> None:
        """Set all LEDs. Raises OSError."""

    def close(self) -> None:
        """Free the device."""


class FileStrip:
    """A strip at ``/dev/spidev0.0``, or any other file that takes the bytes."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_WRONLY)

    def write(self, colours: Sequence[Colour]) -> None:
        """See ``Strip.write``."""
        os.write(self._file, encoded(colours))

    def close(self) -> None:
        """See ``Strip.close``."""
        os.close(self._file)


def encoded(colours: Sequence[Colour]) -> bytes:
    """Return the bytes of a frame: its start, each LED at full current, and a clock pulse for every two LEDs."""
    leds = b"".join(bytes((0xFF, blue, green, red)) for red, green, blue in colours)
    return bytes(4) + leds + bytes(len(colours) // 16 + 1)
