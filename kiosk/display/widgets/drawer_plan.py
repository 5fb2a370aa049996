"""Where the controls of a drawer lie: its measures, and how many values are side by side on how many pages.

All values lie there at once if that is legible, otherwise on as few pages as possible (``plan_of``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.brass_art import with_shadow
from kiosk.display.paint.text import SMALLEST, fits, least_size, width, wrap
from kiosk.layout.place import Place, box
from kiosk.layout.table_layout import PAD

_MOST_COLUMNS: Final = 6
"""The number of values that fit side by side into the smallest panel."""
_EDGE: Final = 0.12
"""The distance of plates to the edge of what they lie in, in card widths."""
_GAP: Final = 0.08
"""The gap between controls, in card widths; a touch in it counts for the nearest control."""
_HIGHEST: Final = 0.96
"""The height of a value's plate at most, in card widths."""
_INSET: Final = 0.07
"""The distance of a value's name from the edge of its plate, in card widths."""
_NAME: Final = 0.40
"""The size of a value's name at most, in card widths."""
_TICK: Final = 0.30
"""The diameter of the tick of what is chosen, in card widths."""
_BELOW_NOTE: Final = 0.06
"""The distance of a note to the edge of the drawer, in card widths."""
_IN_NOTE: Final = 0.04
_BESIDE_NOTE: Final = 0.14
"""The distance of a note's text to the lower and upper edge of its place, and to its sides, in card widths."""
_PAGER: Final = 0.9
"""The width of the control that leads to the next page, in card widths."""
_NOTE_LINE: Final = 0.44
"""The height of a line of a note, in card widths."""
_NOTE_LETTERS: Final = 1.32
"""The same at least, in sizes of its letters."""


class Cell(NamedTuple):
    """The place of a control: what is touched, and the plate that is seen."""

    touched: Place
    seen: Place


class Measures(NamedTuple):
    """The measures of a drawer, in pixels.

    ``room``: for the values and the note; ``title``: for the title; ``unit``: the width of a card; ``finger``: the
    smallest control; ``least``: the smallest size of text for this person, ``legible``: for everybody; ``name``: the
    size of a value's name at most; ``rtl``: its language runs from right to left; ``high``: how high plates may be, in
    those of a value.
    """

    room: Place
    title: Place
    unit: float
    finger: float
    least: int
    legible: int
    name: float
    rtl: bool = False
    high: int = 1

    @classmethod
    def of(cls, context: PanelContext, title: Place) -> Measures:
        """Return the measures of a panel's drawer with this room for its title."""
        panel, least = context.panel, context.letters(0.0, needed=False)
        name = max(least, _NAME * panel.card * panel.type_scale)
        legible = math.ceil(least_size(panel.mm, needed=False))
        return cls(reach(context), title, panel.card, panel.finger, least, legible, name, panel.rtl)

    def values(self, plan: ValuePlan) -> Place:
        """Return the room in which the values are touched: above the note, and beside the way to the next page."""
        room = self.room
        if plan.lines:
            room = box(room.left, self.note(plan.lines).top, room.right, room.top)
        if plan.pages == 1:
            return room
        way = -1 if self.rtl else 1
        return room._replace(x=room.x - way * self.pager / 2, w=room.w - self.pager)

    def beside(self, values: Place, plan: ValuePlan) -> Cell:
        """Return the place of the way to the next page, beside the room for the values."""
        way = -1 if self.rtl else 1
        room = values._replace(x=values.x + way * (values.w + self.pager) / 2, w=self.pager)
        seen = self._seen(room, plan)
        return cells(room, 1, 1, self.unit, seen=seen._replace(w=room.w))[0]

    def page(self, values: Place, plan: ValuePlan, count: int) -> list[Cell]:
        """Return the places of so many values of a page: they are about as wide as on a full page, in as many rows.

        Rows with one value less than others have wider plates: no place stays empty.
        """
        columns, way = -(-count // plan.rows), -1 if self.rtl else 1
        wide = values.w * columns / plan.columns
        room = values._replace(x=values.x - way * (values.w - wide) / 2, w=wide)
        seen, fewer = self._seen(room, plan), plan.rows * columns - count
        found: list[Cell] = []
        for row in range(plan.rows):
            touched, plates = (_row(part, row, plan.rows) for part in (room, seen))
            here = columns - (row >= plan.rows - fewer)
            found += cells(touched, 1, here, self.unit, rtl=self.rtl, seen=plates) if here else ()
        return found

    def _seen(self, room: Place, plan: ValuePlan) -> Place:
        """Return the part of the room for the values in which their plates lie: down to the note, if there is one."""
        seen = room.inset(_EDGE * self.unit)
        return box(seen.left, room.bottom if plan.lines else seen.bottom, seen.right, seen.top)

    @property
    def pager(self) -> float:
        """The width of the control that leads to the next page."""
        return max(self.finger, _PAGER * self.unit)

    def note(self, lines: int) -> Place:
        """Return the place of a note of so many lines, at the bottom."""
        edge = _BELOW_NOTE * self.unit
        height = lines * max(_NOTE_LINE * self.unit, _NOTE_LETTERS * self.least)
        low = self.room.bottom + edge
        return box(self.room.left + edge, low, self.room.right - edge, low + height)

    def in_note(self, lines: int) -> Place:
        """Return the room for its text."""
        place = self.note(lines)
        return Place(place.x, place.y, place.w - 2 * _BESIDE_NOTE * self.unit, place.h - 2 * _IN_NOTE * self.unit)

    def tick(self, tile: Place) -> Place:
        """Return the place of the tick on a plate: at its corner, and a little above it."""
        side = _TICK * self.unit
        return Place(tile.right - 0.10 * side, tile.top - 0.04 * self.unit, side, side)

    def name_rooms(self, tile: Place) -> tuple[Place, Place]:
        """Return the rooms for the name of what is chosen: below the tick, and beside it."""
        room, tick = tile.inset(_INSET * self.unit), self.tick(tile)
        w, h = with_shadow(round(tick.w))
        tick = tick._replace(w=w, h=h)
        return room._replace(h=2 * (tick.bottom - tile.y)), room._replace(w=2 * (tick.left - tile.x))

    def name_room(self, tile: Place, name: str, size: float, *, chosen: bool) -> Place:
        """Return the room for a name of this size on a plate; that of what is chosen keeps clear of the tick."""
        if not chosen:
            return tile.inset(_INSET * self.unit)
        return max(self.name_rooms(tile), key=lambda room: _size(name, size, room))

    def name_size(self, names: Sequence[str], tile: Place) -> int:
        """Return the size at which every name fits such a plate, chosen or not."""
        rooms = self.name_rooms(tile)
        size = round(self.name)
        for name in names:
            while size > SMALLEST and not _fits_one_of(rooms, name, size):
                size -= 1
        return size


def _row(room: Place, row: int, rows: int) -> Place:
    """Return one of the rows of a room, the upper one first."""
    return room._replace(y=room.top - (row + 0.5) * room.h / rows, h=room.h / rows)


class ValuePlan(NamedTuple):
    """How values lie: in ``rows`` and ``columns`` on each of some ``pages``.

    ``lines``: of the note below them; ``above``: the note stands in place of the title.
    """

    rows: int
    columns: int
    pages: int = 1
    lines: int = 0
    above: bool = False

    def each(self, count: int) -> int:
        """Return how many of so many values a page has."""
        return -(-count // self.pages)


def reach(context: PanelContext) -> Place:
    """Return the part of a drawer in which its controls are touched."""
    body = context.panel.places["body"]
    return body._replace(w=body.w - PAD * context.unit)


def cells(
    room: Place, rows: int, columns: int, unit: float, *, rtl: bool = False, seen: Place | None = None
) -> list[Cell]:
    """Return places of controls in rows, from the top left; ``rtl``: from the top right.

    ``seen``: the part of the room in which their plates lie; None: all but its edges.
    """
    parts = room, room.inset(_EDGE * unit) if seen is None else seen
    touched, plates = (_grid(part, rows, columns, rtl=rtl) for part in parts)
    return [Cell(whole, part.inset(_GAP / 2 * unit)) for whole, part in zip(touched, plates, strict=True)]


def _grid(room: Place, rows: int, columns: int, *, rtl: bool) -> list[Place]:
    w, h, way = room.w / columns, room.h / rows, -1 if rtl else 1
    return [
        Place(room.x + way * (column + 0.5 - columns / 2) * w, room.top - (row + 0.5) * h, w, h)
        for row in range(rows)
        for column in range(columns)
    ]


def low(place: Place, unit: float, high: int = 1) -> Place:
    """Return the plate no higher than the name of a value needs, or ``high`` times that."""
    return place._replace(h=min(place.h, high * _HIGHEST * unit))


@lru_cache(maxsize=64)
def plan_of(measures: Measures, names: tuple[str, ...], notes: tuple[str, ...]) -> tuple[Measures, ValuePlan]:
    """Return how these values lie, and the measures for it: text may have to be smaller than its person wants it.

    ``notes``: all that may be told about the values.
    """
    plans = sorted(_plans(measures, len(names), told=bool(notes)), key=_rank)
    sizes = measures, measures._replace(least=measures.legible)
    suiting = ((size, plan) for size in sizes for plan in plans if suits(size, plan, names, notes))
    return next(suiting, (sizes[-1], plans[-1]))


def _plans(measures: Measures, count: int, *, told: bool) -> Iterator[ValuePlan]:
    """Yield all plans; of those with the same number of rows that with the better number of lines of a note first."""
    for rows in range(1, max(1, int(measures.room.h // measures.finger)) + 1):
        for most in range(1, _MOST_COLUMNS + 1):
            pages = -(-count // (rows * most))
            each = -(-count // pages)
            columns = -(-each // rows)
            for lines in ((2, 1) if rows == 1 else (1, 2)) if told else (0,):
                yield ValuePlan(rows, columns, pages, lines)
            if told and pages == 1:
                yield ValuePlan(rows, columns, above=True)


def _rank(plan: ValuePlan) -> tuple[int, bool, int]:
    """Return what makes a plan worse than others: pages, a missing title, and rows; but pages should be full."""
    return plan.pages, plan.above, plan.rows if plan.pages == 1 else -plan.rows


def suits(measures: Measures, plan: ValuePlan, names: Sequence[str], notes: Sequence[str]) -> bool:
    """Return whether everything can be read and hit in this plan."""
    room, least = measures.title if plan.above else measures.in_note(plan.lines), measures.least
    touched, seen = measures.page(measures.values(plan), plan, plan.rows * plan.columns)[0]
    if min(touched.w, touched.h) < measures.finger:
        return False
    rooms = measures.name_rooms(low(seen, measures.unit, measures.high))
    named = all(_fits_one_of(rooms, name, least) for name in names)
    return named and all(fits(note, least, (room.w, room.h), bold=plan.above) for note in notes)


def _fits_one_of(rooms: Sequence[Place], name: str, size: int) -> bool:
    """Return whether a name fits; one of several lines on purpose has no other line ends."""
    lines = name.split("\n")
    alone = len(lines) == 1
    return any(
        fits(name, size, (room.w, room.h), bold=True)
        and (alone or all(width(line, size, bold=True) <= room.w for line in lines))
        for room in rooms
    )


def _size(text: str, size: float, room: Place, *, bold: bool = True) -> int:
    return wrap(text, size, (room.w, room.h), bold=bold)[0].size
