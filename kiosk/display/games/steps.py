"""The step that the explanations of all games share: the Stop button."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import LEGIBLE, fit
from kiosk.display.paint.theme import IVORY
from kiosk.display.paint.tray_art import StopLook
from kiosk.layout.table_layout import Place


def draw_stop(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the Stop sign, with its word where that can be read."""
    side = place.h * 0.88
    sketch.picture(StopLook(round(side), lit=True, raised=True), place.x, place.y)
    word = fit(context.say("STOP"), side * 0.27, side * 0.76, bold=True)
    if word.size > LEGIBLE:
        sketch.picture(word, place.x, place.y - 0.12 * side, IVORY)
