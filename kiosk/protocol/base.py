"""What every message is."""

from __future__ import annotations

from typing import Final

import msgspec

PROTOCOL: Final = 4
"""Both sides send it first; a display of another version is refused with a ``Refused``."""

CELLS: Final = 48
"""Cells of the centre's grid: every pile that twelve seats can open (RULES.md 10.2)."""

DIE: Final = "die "
"""A die's source: this, and how it lies (``die r3``); equal dice are one and the same."""


class Message(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Base of all messages: immutable, told apart by their class name."""
