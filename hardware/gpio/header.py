"""Where pins are on the 40-pin header."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from gpiozero.pins.pi import PiBoardInfo

_BOARD: Final = PiBoardInfo.from_revision(0xC03111)  # a Pi 4; the header is the same on every board with 40 pins


class HeaderPin(NamedTuple):
    """A pin of the header: its number, 1 to 40, and what it is: ``GPIO`` with its BCM number, ``3V3``, ``5V``, ``GND``.

    Odd numbers are in the row that is farther from the board's edge.
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
    """The number, 1 to 40, of the header's pin that is GPIO ``bcm`` (0 to 27)."""
    return _NUMBERS[bcm]


class Function(NamedTuple):
    """Something that pins of the header do when it is switched on; ``pins``: BCM numbers."""

    name: str
    pins: frozenset[int]


FUNCTIONS: Final[Mapping[str, Function]] = MappingProxyType(
    {
        "eeprom": Function("the EEPROM of a HAT", frozenset({0, 1})),
        "i2c": Function("I2C", frozenset({2, 3})),
        "serial": Function("the serial console", frozenset({14, 15})),
        "spi": Function("SPI", frozenset({7, 8, 9, 10, 11})),
        "i2s": Function("a sound card (I2S)", frozenset({18, 19, 20, 21})),
    }
)
"""By the word for it in the configuration."""

PULLED_UP: Final = frozenset(range(9))
"""BCM numbers of the pins that are high from power-on until something sets them; the others are low."""

ALWAYS: Final = "eeprom"
"""The function that cannot be switched off: the firmware asks there for a HAT at every start."""


class Expander(NamedTuple):
    """A chip that adds lines: how many, and the function of the header that it hangs on."""

    lines: int
    bus: str


EXPANDERS: Final[Mapping[str, Expander]] = MappingProxyType(
    {"mcp23008": Expander(8, "i2c"), "mcp23017": Expander(16, "i2c"), "mcp23018": Expander(16, "i2c")}
)
"""By the label that the kernel's driver gives the chip."""
