"""What uses pins of the header: their alternative functions, and expanders that add lines.

Apart from the header's layout, which comes from gpiozero: a configuration is read without loading that.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


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
