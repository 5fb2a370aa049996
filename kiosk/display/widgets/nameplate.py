"""The name of a seat in the lobby, with its medal, at the beginning of the name line."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.input.controls import NAME
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import IVORY
from kiosk.display.parts import part
from kiosk.display.widgets.brass import draw_medal, draw_round
from kiosk.display.widgets.drawer import WARNING
from kiosk.display.widgets.progress import refused_name
from kiosk.layout.table_layout import Place, box


@part
def draw_name(sketch: Sketch, context: PanelContext, line: Place, most: float) -> Place:
    """Draw the seat's medal and name, a control if names may be chosen; return the rest of the line.

    ``most``: the width of medal and name at most. Where the name line is out of reach, names are chosen in the drawer
    "My seat".
    """
    panel, unit, lobby = context.panel, context.unit, context.table.lobby
    runs, sign = panel.runs, panel.places["sign"]
    side, gap = 1.08 * sign.w, 0.14 * unit
    draw_medal(sketch, context.view.seat, sign.x, sign.y, side)
    start = sign.x + runs * (side / 2 + gap)
    name = _from(start, runs, line, most - sign.w - gap)
    size = min(context.letters(0.40), 0.80 * line.h)
    align = "left" if runs > 0 else "right"
    if context.view.name_refused:
        wide = sketch.text(refused_name(context), name, 0.8 * size, WARNING, bold=True, align=align)
    else:
        wide = sketch.text(context.who(context.view.seat), name, size, IVORY, heavy=True, align=align)
    end = start + runs * wide
    if lobby is not None and lobby.takes_names and context.open_drawer is None and not panel.near:
        control = _from(line.x - runs * line.w / 2, runs, line, abs(end - line.x + runs * line.w / 2))
        sketch.item(NAME, control, text=context.who(context.view.seat))
        pen = max(0.42 * side, 0.2 * unit)
        pen_x, pen_y = sign.x - runs * 0.34 * side, sign.y - 0.30 * side
        draw_round(sketch, pen_x, pen_y, pen)
        sketch.sign("icon pen", pen_x, pen_y, 0.5 * pen, IVORY)
    return _from(end + 2 * runs * gap, runs, line, line.w)


def _from(start: float, runs: int, line: Place, most: float) -> Place:
    """Return the part of a line from a point on, with at most this width."""
    end = min(line.right, start + most) if runs > 0 else max(line.left, start - most)
    return box(min(start, end), line.bottom, max(start, end), line.top)
