"""The step that the explanations of all games share: the Stop button."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import DARK_INK, PANEL, TABLE_DEEP, seat_color
from kiosk.layout.table_layout import Place


def draw_stop(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the seat's Stop button."""
    side = place.h * 0.84
    sketch.sign("disc", place.x, place.y, side, TABLE_DEEP)
    sketch.sign("disc", place.x, place.y, side * 0.92, seat_color(context.view.seat).mix(PANEL, 0.1))
    sketch.text("STOP", Place(place.x, place.y, side * 0.9, side * 0.5), side * 0.36, DARK_INK, bold=True)
