"""The glow of a piece that has fitted for long, in a person's first round (``Move.kind`` ``glow``)."""

from __future__ import annotations

from typing import Final

from kiosk.display.motion.effects import Flash
from kiosk.display.paint.light_art import FrameLook
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import ACCENT, WHITE
from kiosk.layout.place import Place

_TINT: Final = ACCENT.mix(WHITE, 0.35)
_WIDE: Final = 0.34
"""How far the light reaches, in the piece's width."""
_LINE: Final = 0.05
"""How wide its bright line is, in the piece's width."""
_SHINES: Final = ((0.0, 0.0), (0.5, 1.0), (1.6, 1.0), (2.6, 0.0))
"""The seconds and the brightness of the light: it rises and falls once, slowly."""


def glow(piece: Place, turn: float) -> Flash:
    """Return a frame of light around a piece that lies at a place of the window, turned by ``turn`` degrees."""
    wide, line = max(8, round(_WIDE * piece.w)), max(2, round(_LINE * piece.w))
    look = FrameLook(round(piece.w), round(piece.h), wide, line)
    return Flash(look, tuple(Pose(at, piece.x, piece.y, turn, alpha=alpha) for at, alpha in _SHINES), _TINT)
