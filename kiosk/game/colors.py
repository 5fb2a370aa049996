"""The four colours of cards and dice, with their letters in the text notation (kiosk/referee/README.md)."""

from __future__ import annotations

from enum import IntEnum


class Color(IntEnum):
    """The four colours, in the order in which positions list them."""

    RED = 0
    GREEN = 1
    BLUE = 2
    YELLOW = 3

    @property
    def letter(self) -> str:
        """The colour's letter in the text notation: ``r``, ``g``, ``b`` or ``y``."""
        return "rgby"[self]
