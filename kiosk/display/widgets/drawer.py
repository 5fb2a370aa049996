"""A drawer, which opens over a whole panel: its title, a control to close it, and tiles side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import one_size
from kiosk.display.paint.theme import ACCENT, ALARM, CELL, DARK_INK, GO, INK, Rgba
from kiosk.display.widgets.frame import draw_ground, draw_head
from kiosk.layout.table_layout import Place

_COLUMNS: Final = 6
"""The number of values that fit side by side into the smallest panel."""
_NOTE: Final = 0.30
"""The height of a line below the values, in card widths."""
WARNING: Final[Rgba] = ALARM.mix(INK, 0.45)


class Beside(NamedTuple):
    """A control beside a drawer's title."""

    what: str
    text: str
    icon: str
    lit: bool = False


def open_drawer(sketch: Sketch, context: PanelContext, title: str, note: str, beside: Beside | None = None) -> Place:
    """Draw the panel as a drawer with title, close control and a control ``beside`` the title; return the room left.

    ``note``: a text below the seat's name.
    """
    draw_ground(sketch, context)
    draw_head(sketch, context, note)
    unit, flip = context.unit, -1 if context.view.mirrored else 1
    close, head = context.panel.places["leave"], context.panel.places["ticker"]
    sketch.button("close", close.inset(0.06 * unit), "", 0.3 * unit, fill=CELL.fade(1.8), ink=INK, icon="cross")
    if beside is not None:
        width = 1.5 * unit
        place = Place(head.x + flip * (head.w - width) / 2, head.y, width, close.h - 0.12 * unit)
        fill, ink = (GO, DARK_INK) if beside.lit else (CELL.fade(1.8), INK)
        sketch.button(beside.what, place, beside.text, 0.26 * unit, fill=fill, ink=ink, icon=beside.icon)
        head = Place(head.x - flip * (width + 0.1 * unit) / 2, head.y, head.w - width - 0.1 * unit, head.h)
    align = "right" if context.view.mirrored else "left"
    head = Place(head.x + flip * 0.1 * unit, head.y, head.w - 0.2 * unit, head.h)
    sketch.paragraph(title, head, 0.32 * unit, INK, bold=True, align=align)
    return context.panel.places["body"].inset(0.12 * unit)


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
    places = grid(above, rows, -(-len(names) // rows), context.unit)
    tiles = [place._replace(h=min(place.h, 0.9 * context.unit)) for place in places]
    text = tiles[0].inset(0.05 * context.unit)
    size = one_size(names, 0.3 * context.unit, (text.w, text.h), bold=True)
    for slot, (name, tile) in enumerate(zip(names, tiles, strict=False)):
        lit = slot == chosen
        sketch.fill(tile, 0.14 * context.unit, ACCENT if lit else CELL.fade(1.5))
        sketch.paragraph(name, tile.inset(0.05 * context.unit), size, DARK_INK if lit else INK, bold=lit)
        sketch.item(what, tile, slot=slot, text=name)


def above_note(sketch: Sketch, context: PanelContext, room: Place, note: str, tint: Rgba, lines: int = 1) -> Place:
    """Draw the ``note`` in ``lines`` at the bottom of the room and return the room above it."""
    if not note:
        return room
    height = _NOTE * lines * context.unit
    below = Place(room.x, room.bottom + height / 2, room.w, height)
    sketch.paragraph(note, below, (0.24 if lines == 1 else 0.3) * context.unit, tint)
    return Place(room.x, room.y + height / 2, room.w, room.h - height)


def grid(room: Place, rows: int, columns: int, unit: float) -> list[Place]:
    """Return places in rows, from the top left."""
    width, height, gap = room.w / columns, room.h / rows, 0.08 * unit
    return [
        Place(room.left + (column + 0.5) * width, room.top - (row + 0.5) * height, width - gap, height - gap)
        for row in range(rows)
        for column in range(columns)
    ]
