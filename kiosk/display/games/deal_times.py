"""When each piece of a deal lands: shared by its flights and by the panels, which show a piece from then on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kiosk.display.games.motion import Dealt

FLIGHT_S: Final = 0.36
"""Seconds of one flight."""
_FIRST_S: Final = 0.06
_STARTS_S: Final = 0.56
"""Seconds after which the first piece leaves, and within which all others follow it."""

LASTS_S: Final = _FIRST_S + _STARTS_S + FLIGHT_S
"""Seconds after which all pieces have landed."""


def starts(count: int) -> list[float]:
    """Return the seconds after which each of a seat's pieces leaves the middle; the last one lands within a second."""
    return [_FIRST_S + _STARTS_S * number / max(1, count - 1) for number in range(count)]


def waiting(dealt: Sequence[Dealt], shown_s: float) -> frozenset[str]:
    """Return the parts to which no piece has come yet."""
    landed = {piece.part for piece, start in zip(dealt, starts(len(dealt)), strict=True) if start + FLIGHT_S <= shown_s}
    return frozenset(piece.part for piece in dealt) - landed
