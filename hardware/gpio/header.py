"""The layout of the 40-pin header."""

from __future__ import annotations

from typing import Final, NamedTuple

from gpiozero.pins.pi import PiBoardInfo

_BOARD: Final = PiBoardInfo.from_revision(0xC03111)  # a Pi 4; the header is the same on every board with 40 pins


class HeaderPin(NamedTuple):
    """A pin of the header: its number, 1 to 40, and its name: ``GPIO`` and the BCM number, ``3V3``, ``5V`` or ``GND``.

    Odd numbers are in the row farther from the board's edge.
    """

    number: int
    name: str
    gpio: int | None


def _pin(number: int, name: str) -> HeaderPin:
    gpio = int(name.removeprefix("GPIO")) if name.startswith("GPIO") else None
    return HeaderPin(number, name if gpio is None else f"GPIO {gpio}", gpio)


HEADER: Final = tuple(_pin(number, pin.name) for number, pin in sorted(_BOARD.headers["J8"].pins.items()))
"""All pins, by number."""

_NUMBERS: Final = {pin.gpio: pin.number for pin in HEADER}


def header_pin(bcm: int) -> int:
    """Return the header's pin number, 1 to 40, of GPIO ``bcm`` (0 to 27)."""
    return _NUMBERS[bcm]
