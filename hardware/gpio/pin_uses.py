"""What else wants pins: other functions of the header's pins, and expanders that add lines to it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


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
