"""The base class and constants of all messages."""

from __future__ import annotations

from typing import Final

import msgspec

PROTOCOL: Final = 12
"""The version of the protocol, sent first by both sides; a display of another version is refused with a ``Refused``."""

CELLS: Final = 48
"""Cells of the centre's grid: every pile that twelve seats can open (RULES.md 10.2)."""

DIE: Final = "die "
"""The prefix of a die's source, followed by its face (``die r3``); equal dice are interchangeable."""


class Message(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """The base of all messages: immutable, tagged with the class name."""
