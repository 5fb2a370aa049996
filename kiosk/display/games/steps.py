"""The step that the explanations of all games share: the Stop button."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.paint.brass_art import STOP_LACQUER, RoundLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import IVORY
from kiosk.layout.table_layout import Place


def draw_stop(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw a Stop button."""
    side = place.h * 0.84
    sketch.picture(RoundLook(round(side), STOP_LACQUER), place.x, place.y)
    sketch.text(context.say("STOP"), Place(place.x, place.y, side * 0.76, side * 0.5), side * 0.36, IVORY, bold=True)
