"""Which input device is the touch panel. Pure.

A device only claims what it is, and many claim too much: the kernel gives a keyboard receiver with unknown usages
every axis that there is, those of a multi-touch panel among them. So several claims have to agree, and the best device
is chosen instead of the first.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from kiosk.display.input.multitouch import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, BTN_TOUCH

INPUT_PROP_POINTER, INPUT_PROP_DIRECT = 0x00, 0x01
ABS_RESERVED: Final = 0x2E
"""The kernel keeps this axis free: who has it has all axes, and is no panel (linux/input-event-codes.h)."""
MT_TOOL_FINGER: Final = 0
LETTERS: Final = (*range(16, 26), *range(30, 39), *range(44, 51))
"""The keys Q to P, A to L and Z to M: who has one is a keyboard."""


class Claims(Struct, frozen=True):
    """What a device says of itself: its name, and as bit maps its axes, keys, relative axes and properties.

    ``least_tool``: the lowest tool that it reports; a dial or a pen on the glass has no finger among its tools.
    """

    name: str
    axes: int
    keys: int = 0
    relative: int = 0
    properties: int = 0
    least_tool: int = MT_TOOL_FINGER

    @property
    def codes(self) -> frozenset[int]:
        """The numbers of its axes."""
        return frozenset(code for code in range(64) if _has(self.axes, code))

    @property
    def is_panel(self) -> bool:
        """True if it can be a multi-touch screen."""
        contacts = _has(self.axes, ABS_MT_POSITION_X) and _has(self.axes, ABS_MT_POSITION_Y)
        moves_a_pointer = _has(self.properties, INPUT_PROP_POINTER) or self.relative != 0
        has_letters = any(_has(self.keys, key) for key in LETTERS)
        claims_all = _has(self.axes, ABS_RESERVED)
        return contacts and not (moves_a_pointer or has_letters or claims_all) and self.least_tool == MT_TOOL_FINGER

    def rank(self, last: str | None = None) -> tuple[bool, bool, bool]:
        """Return the key by which the best of several panels is the greatest; ``last``: the name of a lost one."""
        return self.name == last, _has(self.properties, INPUT_PROP_DIRECT), _has(self.keys, BTN_TOUCH)


def _has(bits: int, number: int) -> bool:
    return bool(bits >> number & 1)
