"""The glow of a piece that could have been played for some time, in a person's first round (``Move.kind`` ``glow``)."""

from __future__ import annotations

from typing import Final

from kiosk.display.motion.effects import Flash
from kiosk.display.paint.light_art import FrameLook
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import ACCENT, WHITE
from kiosk.layout.place import Place

_TINT: Final = ACCENT.mix(WHITE, 0.35)
_REACH: Final = 0.34
"""The width of the light around the piece, in widths of the piece."""
_LINE: Final = 0.05
"""The width of the bright line in it, in widths of the piece."""
_BRIGHTNESS: Final = ((0.0, 0.0), (0.5, 1.0), (1.6, 1.0), (2.6, 0.0))
"""Seconds and alpha: the light rises and falls once, slowly."""


def glow(piece: Place, turn: float) -> Flash:
    """Return a frame of light around a piece that lies at a place of the window, turned by ``turn`` degrees."""
    reach, line = max(8, round(_REACH * piece.w)), max(2, round(_LINE * piece.w))
    look = FrameLook(round(piece.w), round(piece.h), reach, line)
    return Flash(look, tuple(Pose(at, piece.x, piece.y, turn, alpha=alpha) for at, alpha in _BRIGHTNESS), _TINT)
