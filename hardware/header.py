"""Where pins are on the 40-pin header."""

from __future__ import annotations

from typing import Final

from gpiozero.pins.pi import PiBoardInfo

_BOARD: Final = PiBoardInfo.from_revision(0xC03111)  # a Pi 4; the header is the same on every board with 40 pins


def header_pin(bcm: int) -> int:
    """The number, 1 to 40, of the header's pin that is GPIO ``bcm`` (2 to 27)."""
    number: int = next(pin.number for _header, pin in _BOARD.find_pin(f"GPIO{bcm}"))
    return number
