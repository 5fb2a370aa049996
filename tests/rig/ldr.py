"""The other end of the dice-reader protocol LDR/1: what only a board does, and tests do for it."""

from __future__ import annotations

from typing import get_args

from hardware.api import TrayDie
from hardware.dice.protocol import DIE_WORDS, Decoder, HostFrame


def host_decoder() -> Decoder[HostFrame]:
    """Return a decoder for what the host sends."""
    return Decoder(get_args(HostFrame))


def sort_dice(dice: tuple[TrayDie, ...]) -> tuple[TrayDie, ...]:
    """Return ``dice`` in the order of the wire: that of their ASCII words (``X`` before ``Y``, ``?`` after ``6``)."""
    return tuple(sorted(dice, key=DIE_WORDS.__getitem__))
