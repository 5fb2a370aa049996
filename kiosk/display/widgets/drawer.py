"""A drawer, which opens over a whole panel: its title, a control to close it, and values side by side or on pages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.input.controls import NEXT_PAGE
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, ALARM, BLACK, INK, INK_SOFT, IVORY, Rgba
from kiosk.display.widgets.brass import Knob, draw_knob, draw_plate, draw_tick, soft_ink
from kiosk.display.widgets.drawer_plan import Cell, Measures, cells, low, plan_of, reach, suits
from kiosk.display.widgets.frame import draw_ground, draw_head
from kiosk.layout.place import Place, box
from kiosk.locale.marks import mark

_NOTE: Final = 0.34
"""The size of a note, in card widths."""
_LEAST_OF_LINES: Final = 0.18
"""The size of names of several lines at least, in card widths: on more pages rather than smaller."""
_LABEL: Final = 0.86
"""The size of what a value is about, above it on its plate, in sizes of the value."""
WARNING: Final[Rgba] = ALARM.mix(INK, 0.45)
SETTLED: Final = mark("Somebody is ready: no more changes")
"""What is said instead of the title of a choice for everybody, once somebody is ready."""


class Values(NamedTuple):
    """The values of a choice: the control's name, the title above them, their names, and the index of the chosen one.

    ``beside``: the control beside the title; ``note``: what is told below them, one of ``notes``; ``marked``: the
    indices of others that are lit too; ``lines``: of a name that has several on purpose; ``settled``: nothing can be
    chosen now.
    """

    what: str
    title: str
    names: tuple[str, ...]
    chosen: int | None
    beside: Knob | None = None
    note: str = ""
    notes: tuple[str, ...] = ()
    tint: Rgba = IVORY
    marked: frozenset[int] = frozenset()
    lines: int = 1
    settled: bool = False


def as_settled(context: PanelContext, values: Values) -> Values:
    """Return the values of a choice for everybody; once somebody is ready they are only shown, as the title says."""
    lobby = context.table.lobby
    if lobby is None or not lobby.settled:
        return values
    return values._replace(title=context.say(SETTLED), note="", notes=(), settled=True)


def open_drawer(
    sketch: Sketch, context: PanelContext, title: str, beside: Knob | None = None, tint: Rgba = IVORY
) -> Place:
    """Draw the panel as a drawer with title, close control and a control ``beside`` the title; return the room left."""
    draw_ground(sketch, context)
    panel = context.panel
    draw_head(sketch, context, named=_is_wide(context))  # in a narrow panel the title needs the room of the name
    close, other = panel.controls(2)
    draw_knob(sketch, context, Knob("close", "cross", ""), close)
    if beside is not None:
        draw_knob(sketch, context, beside, other, 0)
    if _counts(context):
        _draw_ready(sketch, context, panel.controls(_controls(context, beside) - 1)[-1])
    align = "left" if panel.runs > 0 else "right"
    place = _title_place(context, beside)
    sketch.paragraph(title, place, 0.40 * context.unit * panel.type_scale, tint, bold=True, align=align)
    return reach(context)


def measures_of(context: PanelContext, beside: Knob | None = None) -> Measures:
    """Return the measures of a drawer with this control beside its title."""
    return Measures.of(context, _title_place(context, beside))


def _counts(context: PanelContext) -> bool:
    """Return whether the match begins soon, and this person has not said yet that they are ready."""
    return bool(context.table.deadline) and context.view.state == "taken" and not context.panel.near


def _controls(context: PanelContext, beside: Knob | None) -> int:
    """Return how many controls stand beside the title; READY has room for two, one of which are the seconds."""
    return (1 if beside is None else 2) + (2 if _counts(context) else 0)


def _draw_ready(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw READY among the controls beside a title, and before it the seconds until the match begins."""
    say, runs = context.say, context.panel.runs
    draw_knob(sketch, context, Knob("ready", "check", say("READY"), lit=True), place, 0)
    seconds = round(context.left(context.table.deadline) + 0.49)
    room = place._replace(x=place.x - runs * place.w)
    sketch.text(str(seconds), room, 0.6 * place.h, ACCENT, heavy=True)


def _is_wide(context: PanelContext) -> bool:
    """Return whether there is room for the name beside a title."""
    return context.panel.roomy


def _title_place(context: PanelContext, beside: Knob | None) -> Place:
    """Return the room for the title, beside the close control and the one before it."""
    panel, line = context.panel, context.panel.line(_controls(context, beside))
    before = panel.places["head" if _is_wide(context) else "sign"]
    start = before.x + panel.runs * (before.w / 2 + 0.1 * context.unit)
    return (
        box(start, line.bottom, line.right, line.top)
        if panel.runs > 0
        else box(line.left, line.bottom, start, line.top)
    )


def _draw_note(sketch: Sketch, measures: Measures, note: str, lines: int, tint: Rgba) -> None:
    """Draw a note at the bottom of a drawer."""
    place = measures.note(lines)
    sketch.fill(place, 0.3 * place.h / lines, BLACK.fade(0.45))
    sketch.paragraph(note, measures.in_note(lines), max(_NOTE * measures.unit, measures.least), tint)


# ---------------------------------------------------------------- ways on


def draw_openers(
    sketch: Sketch, context: PanelContext, title: str, back: Knob, openers: Sequence[tuple[str, str, str]]
) -> None:
    """Draw a drawer with plates that open others: of each the control's name, what it is about, and its value."""
    unit, room = context.unit, open_drawer(sketch, context, title, back)
    rows = 1 if len(openers) <= 3 else 2
    way, align = (-1, "right") if context.panel.rtl else (1, "left")
    places = cells(room, rows, -(-len(openers) // rows), unit, rtl=context.panel.rtl)
    for (what, name, value), place in zip(openers, places, strict=False):
        tile = place.seen._replace(h=min(place.seen.h, 1.3 * unit))
        draw_plate(sketch, tile, 0.16 * unit)
        inner = tile.inset(0.14 * unit)
        arrow = 0.26 * unit
        line = Place(inner.x - way * arrow / 2, tile.y + 0.22 * tile.h, inner.w - arrow, 0.36 * tile.h)
        sketch.text(name, line, 0.26 * unit, soft_ink(context), align=align)
        below = line._replace(y=tile.y - 0.16 * tile.h, h=0.44 * tile.h)
        sketch.text(value, below, 0.36 * unit, ACCENT, bold=True, align=align)
        sketch.sign("icon open", inner.x + way * (inner.w - arrow) / 2, tile.y, arrow, INK)
        sketch.item(what, place.touched, text=f"{name}: {value}")


# ---------------------------------------------------------------- values


def draw_values(sketch: Sketch, context: PanelContext, values: Values, page: int | None = None) -> None:
    """Draw a drawer with every value as a control, the chosen one lit, and the note.

    ``page``: the page that was asked for, if they do not fit all at once; None: the page of the chosen value.
    """
    measures = measures_of(context, values.beside)
    if values.lines > 1:
        least, legible = (math.ceil(size / _LABEL) for size in (measures.least, measures.legible))
        least = max(least, round(_LEAST_OF_LINES * context.unit))
        measures = measures._replace(least=least, legible=legible, high=values.lines)
    measures, plan = plan_of(measures, values.names, values.notes)
    title, tint = (values.note, values.tint) if plan.above else (values.title, IVORY)
    open_drawer(sketch, context, title, values.beside, tint)
    if plan.lines:
        _draw_note(sketch, measures, values.note, plan.lines, values.tint)
    room, each = measures.values(plan), plan.each(len(values.names))
    page = (values.chosen or 0) // each if page is None else page % plan.pages
    if plan.pages > 1:
        draw_pager(sketch, context, measures.beside(room, plan), page, plan.pages)
    names = values.names[page * each :][:each]
    places = measures.page(room, plan, len(names))
    size = measures.name_size(values.names, low(places[0].seen, context.unit, measures.high))
    for slot, (name, place) in enumerate(zip(names, places, strict=False), page * each):
        lit = slot == values.chosen or slot in values.marked
        plate = low(place.seen, context.unit, measures.high)
        draw_value(sketch, measures, plate, name, chosen=lit, size=size)
        sketch.item(values.what, place.touched, slot=slot, enabled=not values.settled, text=name)


def has_room_for_notes(context: PanelContext, values: Values) -> bool:
    """Return whether any of the notes can be read beside the values."""
    measures, plan = plan_of(measures_of(context, values.beside), values.names, values.notes)
    return suits(measures, plan, values.names, values.notes)


def draw_value(
    sketch: Sketch, measures: Measures, tile: Place, name: str, *, chosen: bool, size: float, icon: str = "check"
) -> None:
    """Draw a value as a plate; the chosen one in a ring of light, with a tick or another icon."""
    draw_plate(sketch, tile, 0.16 * measures.unit, chosen=chosen)
    if chosen:
        x, y, side, _ = measures.tick(tile)
        draw_tick(sketch, x, y, side, icon)
    room, ink = measures.name_room(tile, name, size, chosen=chosen), ACCENT if chosen else IVORY
    label, _, value = name.rpartition("\n")
    if not label:
        sketch.paragraph(name, room, size, ink, bold=True)
        return
    line = 1.25 * size
    sketch.text(label, Place(room.x, room.y + line / 2, room.w, line), _LABEL * size, ink.mix(INK_SOFT, 0.5))
    sketch.text(value, Place(room.x, room.y - line / 2, room.w, line), size, ink, bold=True)


PAGER_SIGN: Final = 0.6
"""The size of the sign on a way to another page, in the plate's shorter sides."""
_PAGER_RISE: Final = 0.08
"""How far it lies above the plate's middle, in card widths: the number of the page is below it."""
_NUMBER: Final = 0.2
"""The size of that number, in card widths."""


def draw_pager(sketch: Sketch, context: PanelContext, place: Cell, page: int, pages: int) -> None:
    """Draw the way to the next page, and from the last one to the first, with the number of this one."""
    unit, tile = context.unit, place.seen
    draw_plate(sketch, tile, 0.16 * unit)
    size = context.letters(_NUMBER, needed=False)
    below = Place(tile.x, tile.bottom + 0.08 * unit + 0.55 * size, 0.9 * tile.w, 1.1 * size)
    sketch.text(f"{page + 1}/{pages}", below, size, soft_ink(context), bold=True)
    side = min(PAGER_SIGN * min(tile.w, tile.h), 0.9 * (tile.top - below.top))
    y = max(tile.y + _PAGER_RISE * unit, below.top + side / 2)
    sketch.sign("icon open", tile.x, y, side, IVORY)
    sketch.item(NEXT_PAGE, place.touched, slot=(page + 1) % pages, text=context.say("More"))
