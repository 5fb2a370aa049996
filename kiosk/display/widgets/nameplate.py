"""The name of a seat in the lobby, with its medal."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.input.controls import NAME
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import INK, IVORY
from kiosk.display.widgets.brass import draw_medal, draw_round
from kiosk.layout.table_layout import Place


def draw_name(sketch: Sketch, context: PanelContext, note: str, place: Place | None = None) -> None:
    """Draw the seat's medal and name, with ``note`` below it: a control if names may be chosen.

    ``place``: None for that of the name line.
    """
    view, unit, lobby, place = context.view, context.unit, context.table.lobby, place or context.panel.places["head"]
    runs, side = context.panel.runs, 0.84 * place.h
    x = place.x - runs * ((place.w - side) / 2 - 0.06 * unit)
    draw_medal(sketch, view.seat, x, place.y, side)
    room = place.w - side - 0.21 * unit
    line = Place(place.x + runs * (place.w - room - 0.06 * unit) / 2, place.y + 0.22 * place.h, room, 0.52 * place.h)
    align = "left" if runs > 0 else "right"
    name = view.name or context.say("Seat {seat}", seat=view.seat)
    scale = context.panel.type_scale
    sketch.text(name, line, 0.46 * unit * scale, IVORY, bold=True, align=align)
    below = line._replace(y=place.y - 0.26 * place.h, h=0.42 * place.h)
    sketch.text(note, below, max(0.31 * unit * scale, context.letters(0.2, needed=False)), INK, align=align)
    if lobby is not None and lobby.takes_names and context.open_drawer is None:
        sketch.item(NAME, place, text=context.who(view.seat))
        pen = 0.40 * side
        pen_x, pen_y = x - runs * 0.30 * side, place.y - 0.32 * side
        draw_round(sketch, pen_x, pen_y, pen)
        sketch.sign("icon pen", pen_x, pen_y, 0.46 * pen, IVORY)
