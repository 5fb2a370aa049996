"""The game's name between the four colours' shapes."""

from __future__ import annotations

from typing import Final

from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.theme import CARD_COLORS, INK, WHITE

NAME: Final = "Ligretto"


def draw_wordmark(sketch: Sketch, x: float, y: float, size: float) -> None:
    """The name in letters of ``size`` pixels, its middle at x, y."""
    look = TextLook(NAME, round(size), bold=True)
    sketch.picture(look, x, y, INK)
    step = 0.62 * size
    for place, (color, tint) in enumerate(CARD_COLORS.items()):
        side, rank = (-1, 1 - place) if place < 2 else (1, place - 2)  # two at each side of the name
        sign_x = x + side * (look.extent[0] / 2 + 0.46 * size + rank * step)
        sketch.sign(f"color {int(color)}", sign_x, y, 0.44 * size, tint.mix(WHITE, 0.12))
