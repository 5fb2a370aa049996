"""How the pages of the rules are laid out: pictures with their sentences, and lists of sentences."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.display.paint.text import TextLook, one_size, wrap
from kiosk.display.widgets.frame import refused_size
from kiosk.layout.place import Place, box

_MAX_PICTURES: Final = 3
"""The maximum number of pictures side by side."""
_GAP: Final = 0.09
"""The room between pictures and sentences, in heights of the room."""
_BESIDE: Final = ((1.55, 0.50), (1.2, 0.44), (1.0, 0.36), (0.85, 0.28))
"""The width of a picture beside its sentence: in its heights, and its maximum as a share of the room. The first pair
with which the sentences are legible is taken.
"""
_MIN_TEXT: Final = 8.6
"""The minimum width of a sentence beside its picture, if there are several, in sizes of its letters: a line of fewer
than three words reads like a list.
"""
_PAIRED: Final = ((2.9, 0.56), (2.6, 0.52), (2.3, 0.47), (2.0, 0.43))
"""The same of two pictures side by side, one of which shows what is wrong."""
_MIN_PAIR: Final = 1.8
"""The minimum width of both, in heights of the room."""
_LARGE: Final = 1.05
"""Letters that are as much larger than they have to be are worth a smaller picture."""
WHY: Final = 0.37
"""The height of the reason below a sentence, as a share of the room."""
_MIN_WIDTH: Final = 0.9
"""The minimum width of a picture, if there are several, in heights of the room."""
_ABOVE: Final = 0.54
"""The height of a picture above its sentence, as a share of the room."""
_ENLARGED: Final = 1.5
"""The maximum enlargement of letters where there is room."""
_LINE: Final = 1.4
"""The height of a line, in letter sizes; less, if a sentence fills a page."""
_SENTENCE_GAP: Final = 0.45
"""The room between two sentences, in letter sizes."""
_COLUMN_GAP: Final = 1.2
"""The room between two columns of sentences, in letter sizes."""
_DOT: Final = 0.7
"""The room for the dot before a sentence, in letter sizes."""
_MAX_COLUMN: Final = 24
"""The maximum width of a column of sentences, in letter sizes."""


class Split(NamedTuple):
    """The places of a picture and of its sentence in the room for both."""

    picture: Place
    text: Place

    def with_reason(self) -> tuple[Place, Place]:
        """Return the places of the sentence and, below it, of the reason for which a move is refused."""
        text, middle = self.text, self.text.bottom + WHY * self.text.h
        return box(text.left, middle, text.right, text.top), box(text.left, text.bottom, text.right, middle)


class PicturePages(NamedTuple):
    """An arrangement of pictures.

    ``each``: the number of pictures on a page; ``size``: of the sentences' letters; ``wide``: a picture's width in its
    heights, and its maximum as a share of the room; None: the picture lies above its sentence. ``paired``: pictures
    also show what is wrong, and the reason stands below the sentence.
    """

    each: int
    size: int
    wide: tuple[float, float] | None
    paired: bool = False

    def pages(self, count: int) -> int:
        """Return the number of pages for so many pictures."""
        return -(-count // self.each)

    def cells(self, room: Place, count: int, *, rtl: bool) -> list[Place]:
        """Return the room of each of so many pictures with its sentence, from the left; ``rtl``: from the right."""
        gap, way = _GAP * room.h, -1 if rtl else 1
        wide = (room.w - (self.each - 1) * gap) / self.each
        return [
            Place(room.x + way * (number - (count - 1) / 2) * (wide + gap), room.y, wide, room.h)
            for number in range(count)
        ]

    def split(self, cell: Place, *, rtl: bool) -> Split:
        """Return the places of picture and sentence in a cell."""
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
def plan_of(room: Place, texts: tuple[str, ...], size: float) -> PicturePages:
    """Return the arrangement of pictures with these sentences; ``size``: the minimum letter size, if there is room."""
    plans = [
        PicturePages(each, 0, wide)
        for each in range(min(_MAX_PICTURES, len(texts)), 0, -1)
        for wide in (_BESIDE if each > 1 else (*_BESIDE, None))  # above its sentence only alone, where it is larger
    ]
    seen = [plan for plan in plans if plan.each == 1 or _is_wide(plan, room, size)]
    tried: list[PicturePages] = []
    for plan in seen:
        tried.append(plan._replace(size=_size(plan, room, texts, _ENLARGED * size)))
        if tried[-1].size >= round(size):
            break
    best = max(tried, key=lambda plan: plan.size)
    return best._replace(each=-(-len(texts) // best.pages(len(texts))))


@lru_cache(maxsize=128)
def paired_plan(
    room: Place, texts: tuple[str, ...], reasons: tuple[str, ...], size: float, least: int
) -> PicturePages | None:
    """Return the arrangement in which what is wrong lies beside what is right; None if nobody could read it.

    ``size``, ``least``: the minimum letter sizes of sentences and of reasons.
    """
    for each in range(min(_MAX_PICTURES, len(texts)), 0, -1):
        found: list[PicturePages] = []
        for wide in _PAIRED:
            plan = PicturePages(each, 0, wide, paired=True)
            split = plan.split(plan.cells(room, 1, rtl=False)[0], rtl=False)
            text, why = split.with_reason()
            if split.picture.w < _MIN_PAIR * room.h or text.w < _MIN_TEXT * size:
                continue
            letters = one_size(texts, _ENLARGED * size, (text.w, text.h - 0.4 * size), bold=True)
            if letters >= round(size) and refused_size(reasons, letters, why) >= least:
                found.append(plan._replace(size=letters))
        if found:
            large = (plan for plan in found if plan.size >= round(_LARGE * size))
            best = next(large, found[0])
            return best._replace(each=-(-len(texts) // best.pages(len(texts))))
    return None


def _is_wide(plan: PicturePages, room: Place, size: float) -> bool:
    """Return whether pictures, and lines beside them, are wide enough to be seen and read well beside others."""
    picture, text = plan.split(plan.cells(room, 1, rtl=False)[0], rtl=False)
    return picture.w >= _MIN_WIDTH * room.h and text.w >= _MIN_TEXT * size


def _size(plan: PicturePages, room: Place, texts: tuple[str, ...], size: float) -> int:
    text = plan.split(plan.cells(room, 1, rtl=False)[0], rtl=False).text
    return one_size(texts, size, (text.w, text.h), bold=True) if min(text.w, text.h) > 0 else 0


class Line(NamedTuple):
    """A line of a list, and its middle; ``begins``: it is the first line of a sentence."""

    look: TextLook
    x: float
    y: float
    begins: bool


@lru_cache(maxsize=32)
def listed(room: Place, texts: tuple[str, ...], size: float, *, rtl: bool) -> tuple[tuple[Line, ...], ...]:
    """Return the lines of each page of a list of sentences, in columns, with room for a dot before each sentence.

    ``size``: the minimum letter size; letters are larger if that takes no more pages.
    """
    least = _pages_of(room, texts, size, rtl=rtl)
    larger = (_pages_of(room, texts, share * size, rtl=rtl) for share in (_ENLARGED, (1 + _ENLARGED) / 2))
    return next((pages for pages in larger if len(pages) <= len(least)), least)


def _pages_of(room: Place, texts: tuple[str, ...], size: float, *, rtl: bool) -> tuple[tuple[Line, ...], ...]:
    count = max(1, int(room.w / (_MAX_COLUMN * size)))
    gap, dot = _COLUMN_GAP * size, _DOT * size
    wide = (room.w - (count - 1) * gap) / count
    pages: list[list[Line]] = []
    column, top = count, room.bottom
    for text in texts:
        looks = wrap(text, size, (wide - dot, room.h), bold=True)
        step = min(_LINE * looks[0].size, room.h / len(looks))
        if top - len(looks) * step < room.bottom - 0.5:
            column, top = (column + 1) % count if pages else 0, room.top
            if column == 0:
                pages.append([])
        start = column * (wide + gap) + dot
        for number, look in enumerate(looks):
            from_left = start + look.extent[0] / 2
            x = room.right - from_left if rtl else room.left + from_left
            pages[-1].append(Line(look, x, top - (number + 0.5) * step, number == 0))
        top -= len(looks) * step + _SENTENCE_GAP * size
    return tuple(map(tuple, pages))
