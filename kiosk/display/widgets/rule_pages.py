"""How the rules lie on pages: as many pictures side by side as leave their sentences legible. Pure."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.display.paint.text import TextLook, one_size, wrap
from kiosk.layout.place import Place, box

_MOST: Final = 3
"""The number of pictures side by side at most."""
_GAP: Final = 0.09
"""The room between pictures and sentences, in heights of the room."""
_BESIDE: Final = ((1.55, 0.50), (1.2, 0.44), (1.0, 0.36), (0.85, 0.28))
"""The width of a picture beside its sentence, in its heights, and at most as a share of the room: the first of these
with which the sentences are legible.
"""
_WIDE: Final = 0.9
"""The width of a picture at least, if there are several, in heights of the room."""
_ABOVE: Final = 0.54
"""The height of a picture above its sentence, as a share of the room."""
_LARGER: Final = 1.5
"""How much larger the letters become where there is room."""
_LINE: Final = 1.4
"""The height of a line, in sizes of its letters."""
_BETWEEN: Final = 0.45
"""The room between two sentences, likewise."""
_APART: Final = 1.2
"""The room between two columns of them, likewise."""
_DOT: Final = 0.7
"""The room for the dot before a sentence, likewise."""
_LONGEST: Final = 24
"""The width of a column of sentences at most, in sizes of their letters."""


class Split(NamedTuple):
    """Where a picture and its sentence lie in the room for both."""

    picture: Place
    text: Place


class Plan(NamedTuple):
    """How pictures lie: how many on a page, the size of their sentences, and how each shares its room with one.

    ``wide``: the picture's width in its heights, and at most as a share of the room; None: it lies above the sentence.
    """

    each: int
    size: int
    wide: tuple[float, float] | None

    def pages(self, count: int) -> int:
        """Return the number of pages for so many pictures."""
        return -(-count // self.each)

    def cells(self, room: Place, count: int, *, rtl: bool) -> list[Place]:
        """Return the rooms of so many pictures with their sentences, from the left, or from the right."""
        gap, way = _GAP * room.h, -1 if rtl else 1
        wide = (room.w - (self.each - 1) * gap) / self.each
        return [
            Place(room.x + way * (number - (count - 1) / 2) * (wide + gap), room.y, wide, room.h)
            for number in range(count)
        ]

    def split(self, cell: Place, *, rtl: bool) -> Split:
        """Return the parts of a picture's room."""
        gap = _GAP * cell.h
        if self.wide is None:
            middle = cell.top - _ABOVE * cell.h
            text = box(cell.left, cell.bottom, cell.right, middle - 0.4 * gap)
            return Split(box(cell.left, middle, cell.right, cell.top), text)
        wide, way = min(self.wide[0] * cell.h, self.wide[1] * cell.w), -1 if rtl else 1
        rest = cell.w - wide - gap
        picture = Place(cell.x - way * (cell.w - wide) / 2, cell.y, wide, cell.h)
        return Split(picture, Place(cell.x + way * (cell.w - rest) / 2, cell.y, rest, cell.h))


@lru_cache(maxsize=128)
def plan_of(room: Place, texts: tuple[str, ...], size: float) -> Plan:
    """Return how pictures with these sentences lie; ``size``: of the letters at least, if there is room."""
    plans = [Plan(each, 0, wide) for each in range(min(_MOST, len(texts)), 0, -1) for wide in (*_BESIDE, None)]
    seen = [plan for plan in plans if plan.each == 1 or _is_wide(plan, room)]
    tried = [plan._replace(size=_size(plan, room, texts, _LARGER * size)) for plan in seen]
    best = next((plan for plan in tried if plan.size >= round(size)), max(tried, key=lambda plan: plan.size))
    return best._replace(each=-(-len(texts) // best.pages(len(texts))))


def _is_wide(plan: Plan, room: Place) -> bool:
    """Return whether the pictures are wide enough to be seen well beside others."""
    picture = plan.split(plan.cells(room, 1, rtl=False)[0], rtl=False).picture
    return picture.w >= _WIDE * room.h


def _size(plan: Plan, room: Place, texts: tuple[str, ...], size: float) -> int:
    text = plan.split(plan.cells(room, 1, rtl=False)[0], rtl=False).text
    return one_size(texts, size, (text.w, text.h), bold=True) if min(text.w, text.h) > 0 else 0


class Line(NamedTuple):
    """A line of a list, and its middle; ``begins``: a sentence begins with it."""

    look: TextLook
    x: float
    y: float
    begins: bool


@lru_cache(maxsize=32)
def listed(room: Place, texts: tuple[str, ...], size: float, *, rtl: bool) -> tuple[tuple[Line, ...], ...]:
    """Return the lines of each page of sentences, which stand below each other in columns, after a dot each.

    ``size``: of their letters at least; larger, if that takes no more pages.
    """
    least = _listed(room, texts, size, rtl=rtl)
    larger = (_listed(room, texts, share * size, rtl=rtl) for share in (_LARGER, (1 + _LARGER) / 2))
    return next((pages for pages in larger if len(pages) <= len(least)), least)


def _listed(room: Place, texts: tuple[str, ...], size: float, *, rtl: bool) -> tuple[tuple[Line, ...], ...]:
    count = max(1, int(room.w / (_LONGEST * size)))
    gap, dot = _APART * size, _DOT * size
    wide = (room.w - (count - 1) * gap) / count
    pages: list[list[Line]] = []
    column, top = count, room.bottom
    for text in texts:
        looks = wrap(text, size, (wide - dot, room.h), bold=True)
        step = _LINE * looks[0].size
        if top - len(looks) * step < room.bottom - 0.5:
            column, top = (column + 1) % count if pages else 0, room.top
            if column == 0:
                pages.append([])
        start = column * (wide + gap) + dot
        for number, look in enumerate(looks):
            from_left = start + look.extent[0] / 2
            x = room.right - from_left if rtl else room.left + from_left
            pages[-1].append(Line(look, x, top - (number + 0.5) * step, number == 0))
        top -= len(looks) * step + _BETWEEN * size
    return tuple(map(tuple, pages))
