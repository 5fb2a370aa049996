"""A drawer, which opens over a whole panel: its title, a control to close it, and tiles side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import LEGIBLE, one_size
from kiosk.display.paint.theme import ACCENT, ALARM, INK, IVORY, TABLE_DEEP, Rgba
from kiosk.display.widgets.brass import Knob, draw_knob, draw_plate, draw_tick
from kiosk.display.widgets.frame import draw_ground, draw_head
from kiosk.layout.table_layout import Place, box

_COLUMNS: Final = 6
"""The number of values that fit side by side into the smallest panel."""
_INSET: Final = 0.07
"""The distance of a value's name from the edge of its plate, in card widths."""
_NOTE: Final = 0.48
"""The height of a line below the values, in card widths."""
WARNING: Final[Rgba] = ALARM.mix(INK, 0.45)


def open_drawer(sketch: Sketch, context: PanelContext, title: str, beside: Knob | None = None) -> Place:
    """Draw the panel as a drawer with title, close control and a control ``beside`` the title; return the room left."""
    draw_ground(sketch, context)
    panel, unit, runs = context.panel, context.unit, context.panel.runs
    wide, leave = "rules" in panel.places, panel.places["leave"]
    draw_head(sketch, context, named=wide)  # in a narrow panel the title needs the room of the name
    draw_knob(sketch, context, Knob("close", "cross", ""), leave)
    start = panel.places["head" if wide else "sign"]
    ends = start.x + runs * (start.w / 2 + 0.1 * unit), leave.x - runs * (leave.w / 2 + 0.1 * unit)
    head = box(min(ends), leave.bottom, max(ends), leave.top)
    if beside is not None:
        width = max(leave.w, 0.6 * unit)
        place = Place(head.x + runs * (head.w - width) / 2, head.y, width, head.h)
        draw_knob(sketch, context, beside, place, 0)
        head = Place(head.x - runs * (width + 0.1 * unit) / 2, head.y, head.w - width - 0.1 * unit, head.h)
    align = "left" if runs > 0 else "right"
    sketch.paragraph(title, head, 0.40 * unit * panel.type_scale, IVORY, bold=True, align=align)
    return panel.places["body"].inset(0.12 * unit)


def draw_values(
    sketch: Sketch,
    context: PanelContext,
    what: str,
    room: Place,
    names: Sequence[str],
    chosen: int | None,
    note: str = "",
    tint: Rgba = INK,
) -> None:
    """Draw every value as a control, the ``chosen`` one lit, and the note below them."""
    rows = -(-len(names) // _COLUMNS)
    above = above_note(sketch, context, room, note, tint, lines=2 if rows == 1 else 1)
    places = grid(above, rows, -(-len(names) // rows), context.unit, rtl=context.panel.rtl)
    tiles = [place._replace(h=min(place.h, 0.96 * context.unit)) for place in places]
    for slot, (name, tile) in enumerate(zip(names, tiles, strict=False)):
        draw_value(sketch, context, tile, name, chosen=slot == chosen, size=value_size(context, names, tiles[0]))
        sketch.item(what, tile, slot=slot, text=name)


def value_size(context: PanelContext, names: Sequence[str], tile: Place) -> int:
    """Return the size of text at which each of the names fits its tile."""
    room = tile.inset(_INSET * context.unit)
    return one_size(names, 0.32 * context.unit * context.panel.type_scale, (room.w, room.h), bold=True)


def draw_value(sketch: Sketch, context: PanelContext, tile: Place, name: str, *, chosen: bool, size: float) -> None:
    """Draw a value as a plate; the chosen one in a ring of light, with a tick."""
    unit = context.unit
    draw_plate(sketch, tile, 0.16 * unit, chosen=chosen)
    room = tile.inset(_INSET * unit)
    if chosen:
        side = 0.30 * unit
        draw_tick(sketch, tile.right - 0.10 * side, tile.top - 0.04 * unit, side)
        beside = Place(room.x, room.y, tile.w - 1.7 * side, room.h)
        if one_size((name,), size, (beside.w, beside.h), bold=True) >= LEGIBLE:
            room = beside
    sketch.paragraph(name, room, size, ACCENT if chosen else IVORY, bold=True)


def above_note(sketch: Sketch, context: PanelContext, room: Place, note: str, tint: Rgba, lines: int = 1) -> Place:
    """Draw the ``note`` in ``lines`` at the bottom of the room and return the room above it."""
    if not note:
        return room
    height = _NOTE * lines * context.unit
    below = Place(room.x, room.bottom + height / 2, room.w, height)
    sketch.fill(below, 0.3 * height, TABLE_DEEP.fade(0.8))
    sketch.paragraph(note, below.inset(0.04 * context.unit), (0.32 if lines == 1 else 0.3) * context.unit, tint)
    return Place(room.x, room.y + height / 2, room.w, room.h - height)


def grid(room: Place, rows: int, columns: int, unit: float, *, rtl: bool = False) -> list[Place]:
    """Return places in rows, from the top left; ``rtl``: from the top right."""
    width, height, gap = room.w / columns, room.h / rows, 0.08 * unit
    way = -1 if rtl else 1
    return [
        Place(
            room.x + way * (column + 0.5 - columns / 2) * width,
            room.top - (row + 0.5) * height,
            width - gap,
            height - gap,
        )
        for row in range(rows)
        for column in range(columns)
    ]
