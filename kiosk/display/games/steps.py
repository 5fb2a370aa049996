"""What the explanations of all games share: the pointing hand, the path of a piece, points, the Stop sign."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.paint.hand_art import TIP, HandLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit
from kiosk.display.paint.theme import ACCENT, ALARM, GO, WHITE
from kiosk.display.paint.tray_art import StopLook
from kiosk.layout.table_layout import Place

_DOTS: Final = 0.36
"""The distance of two dots of a path, and their size, in widths of a card."""
_DOT: Final = 0.17
_CAPITALS: Final = 0.75
"""The size of capitals that are as high as small letters."""


def draw_pointing(sketch: Sketch, x: float, y: float, size: float) -> None:
    """Draw the hand with the tip of its finger at a point."""
    sketch.picture(HandLook(round(size)), x - TIP[0] * size / 2, y - TIP[1] * size / 2)


def draw_path(sketch: Sketch, start: float, end: float, y: float, unit: float) -> None:
    """Draw a level row of dots from one point to another, the last ones larger."""
    count = max(2, round(abs(end - start) / (_DOTS * unit)))
    for number in range(count):
        share = (number + 0.5) / count
        x, size = start + share * (end - start), (0.75 + 0.5 * share) * _DOT * unit
        sketch.light(GLOW, x, y, 3.2 * size, 3.2 * size, ACCENT)
        sketch.sign("disc", x, y, size, ACCENT.mix(WHITE, 0.35))


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
