"""What the explanations of all games share: the pointing hand, the path of a piece, points, the Stop sign."""

from __future__ import annotations

import math
from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.paint.hand_art import TIP, HandLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit
from kiosk.display.paint.theme import ACCENT, ALARM, GO, WHITE
from kiosk.display.paint.tray_art import StopLook
from kiosk.layout.table_layout import Place

_ARROW: Final = (0.05, 0.2)
"""How far an arrow's line reaches from its middle, and its head back and aside, in widths of a card."""
WRONG: Final = ALARM.mix(WHITE, 0.2)
"""The light around what a wrong move is about."""
_CAPITALS: Final = 0.75
"""The size of capitals that are as high as small letters."""


def draw_pointing(sketch: Sketch, x: float, y: float, size: float) -> None:
    """Draw the hand with the tip of its finger at a point."""
    sketch.picture(HandLook(round(size)), x - TIP[0] * size / 2, y - TIP[1] * size / 2)


def draw_path(sketch: Sketch, start: float, end: float, y: float, unit: float) -> None:
    """Draw a level arrow of light from one point to another; ``unit``: the width of a piece."""
    wide, head = max(1.5, _ARROW[0] * unit), _ARROW[1] * unit
    back, tint = math.copysign(head, start - end), ACCENT.mix(WHITE, 0.35)
    sketch.light(GLOW, (start + end) / 2, y, abs(end - start) + 3 * head, 5 * head, ACCENT.fade(0.5))
    sketch.curve([(start, y), (end, y)], wide, tint)
    sketch.curve([(end + back, y + head), (end, y), (end + back, y - head)], wide, tint)


def draw_points(sketch: Sketch, points: int, place: Place) -> None:
    """Draw points that are won or lost, with their sign."""
    text = f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points else "0"
    ink = GO.mix(WHITE, 0.5) if points > 0 else ALARM.mix(WHITE, 0.55)
    sketch.text(text, place, place.h, ink, heavy=True)


def draw_stop(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the Stop sign, calling, with its word where that can be read."""
    side = min(place.h * 0.9, 0.6 * place.w)
    sketch.light(GLOW, place.x, place.y, 1.8 * side, 1.8 * side, ALARM)
    sketch.picture(StopLook(round(side), lit=True, raised=True), place.x, place.y)
    word = fit(context.say("STOP"), side * 0.27, side * 0.76, bold=True)
    if word.size >= context.letters(0) * (_CAPITALS if word.text.isupper() else 1):
        sketch.picture(word, place.x, place.y - 0.12 * side, WHITE)
