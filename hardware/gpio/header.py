"""The 40-pin header: its layout, the alternative functions of its pins, and expanders that add lines."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
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


class Function(NamedTuple):
    """An alternative function that uses pins of the header if enabled; ``pins``: BCM numbers."""

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
"""The functions by their name in the configuration."""

PULLED_UP: Final = frozenset(range(9))
"""BCM numbers of the pins that are pulled up from power-on until they are set; the others are pulled down."""

ALWAYS: Final = "eeprom"
"""The function that cannot be disabled: at every start the firmware probes its pins for a HAT."""


class Expander(NamedTuple):
    """A chip that adds lines: their count, and the header's function that it is connected to."""

    lines: int
    bus: str


EXPANDERS: Final[Mapping[str, Expander]] = MappingProxyType(
    {"mcp23008": Expander(8, "i2c"), "mcp23017": Expander(16, "i2c"), "mcp23018": Expander(16, "i2c")}
)
"""The known expanders by the label of the kernel's driver."""
