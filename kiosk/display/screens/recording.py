"""The notice that the touch panel is being recorded (``kiosk doctor --record``), before every edge with a seat."""

from __future__ import annotations

from typing import Final

from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit
from kiosk.display.paint.theme import ALARM, BLACK, WHITE
from kiosk.layout.sides import Side
from kiosk.layout.table_layout import Frame, Layout, Place
from kiosk.locale.direction import RIGHT_TO_LEFT
from kiosk.locale.speaker import speaker

_LEAST: Final = 0.036
_MOST: Final = 0.055
"""The least and the greatest height of a notice, as parts of the table's shorter side."""


def draw_recording(sketch: Sketch, layout: Layout, here: list[Side], seconds: int) -> None:
    """Draw for every side that touches are recorded, between the trays and the pieces in the middle.

    Where one seat has the whole table, it is drawn for that one alone, above all of its page. ``seconds``: how long
    they still are.
    """
    whole = next((panel for panel in layout.panels.values() if panel.bounds.holds(layout.area.x, layout.area.y)), None)
    for side in here:
        height = _height(layout, side)
        if whole is None:
            place = side.frame.to_window(0, (height - side.h) / 2)
        elif whole.edge == side.edge:
            deep = layout.area.h if side.frame.rotation % 180 == 0 else layout.area.w
            place = side.frame._replace(x=layout.area.x, y=layout.area.y).to_window(0, deep / 2 - layout.rim - height)
        else:
            continue
        turned = Sketch(Frame(*place, side.frame.rotation))
        _draw(turned, side, (_width(layout, side, turned.frame), height), seconds)
        sketch.add_turned(turned)


def _draw(told: Sketch, side: Side, room: tuple[float, float], seconds: int) -> None:
    words = speaker(side.language)("All touches are being recorded: {seconds} s more", seconds=seconds)
    runs = -1 if side.language in RIGHT_TO_LEFT else 1
    most, height = room
    look = fit(words, 0.6 * height, most - 2 * height, bold=True)
    plate = Place(0, 0, look.extent[0] + 2 * height, height)
    told.fill(plate, height / 2, BLACK.fade(0.85))
    told.sign("disc", -runs * (plate.w / 2 - 0.7 * height), 0, 0.6 * height, ALARM)
    told.picture(look, runs * 0.4 * height, 0, WHITE)


def _width(layout: Layout, side: Side, frame: Frame) -> float:
    """Return the greatest width of the notice: the whole side's, unless trays of other edges lie in the way."""
    area, lies = layout.area, frame.rotation % 180 == 0
    whole = 0.9 * (area.w if lies else area.h)
    strip = Place(frame.x, frame.y, *((whole, 1) if lies else (1, whole)))
    free = not any(strip.overlaps(panel.bounds) for panel in layout.panels.values() if panel.edge != side.edge)
    return whole if free else 0.95 * side.w


def _height(layout: Layout, side: Side) -> float:
    """Return the height of the notice for this side: that of the gap before the pieces, within bounds."""
    cells, shorter = layout.cells, min(layout.area.w, layout.area.h)
    gap = 0.0
    if cells and side.frame.rotation % 180 == 0:
        gap = (side.h - max(cell.top for cell in cells) + min(cell.bottom for cell in cells)) / 2
    elif cells:
        gap = (side.h - max(cell.right for cell in cells) + min(cell.left for cell in cells)) / 2
    return min(max(gap, _LEAST * shorter), _MOST * shorter)
