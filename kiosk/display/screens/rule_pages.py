"""How the pages of the rules are laid out: a picture with its sentence, and lists of sentences."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.display.paint.text import TextLook, one_size, wrap
from kiosk.layout.place import Place, box

_GAP: Final = 0.09
"""The room between a picture and its sentence, in heights of the room."""
_BESIDE: Final = ((1.7, 0.5), (1.55, 0.5), (1.2, 0.44), (1.0, 0.36), (0.85, 0.28), (0.76, 0.26))
"""The width of a picture beside its sentence: in its heights, and its maximum as a share of the room; largest first."""
_PAIRED: Final = ((2.75, 0.56), (2.6, 0.54), (2.4, 0.5), (2.2, 0.47), (2.0, 0.43))
"""The same of two pictures side by side, one of which shows what is wrong."""
_MIN_PAIR: Final = 1.8
"""The minimum width of both, in heights of the room."""
_MIN_TEXT: Final = 8.6
"""The minimum width of a sentence beside two pictures, in sizes of its letters: a line of fewer than three words reads
like a list.
"""
_LARGE: Final = 1.2
"""Letters that are as much larger than they have to be are worth a smaller picture."""
_MAX_REASON: Final = 2
_REASON_LINE: Final = 1.3
"""The maximum number of lines of a reason below its picture, and the height of one, in sizes of its letters."""
_MARGIN: Final = 0.055
"""The margin of a picture on its felt, in heights of the felt."""
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
    """The places of a picture, of its sentence, and below that of the ways to other pages, if these are there."""

    picture: Place
    text: Place
    ways: Place


class Letters(NamedTuple):
    """The sizes of sentences: the minimum, if there is room; the maximum; and the minimum of a reason."""

    size: float
    most: float
    least: float


class PicturePage(NamedTuple):
    """How a picture lies beside its sentence.

    ``size``: of the sentence's letters; ``ways``: the height of the ways to other pages below it, 0 if they are
    elsewhere; ``wide``: the picture's width in its heights, and its maximum as a share of the room; None: it lies above
    its sentence. ``paired``: it also shows what is wrong, and below that the reason.
    """

    size: int
    ways: float
    wide: tuple[float, float] | None
    paired: bool = False

    def split(self, room: Place, *, rtl: bool) -> Split:
        """Return the places of the parts in the room for all."""
        gap = _GAP * room.h
        if self.wide is None:
            picture = box(room.left, room.top - _ABOVE * (room.h - self.ways), room.right, room.top)
            beside = box(room.left, room.bottom, room.right, picture.bottom - 0.4 * gap)
        else:
            wide, way = min(self.wide[0] * room.h, self.wide[1] * room.w), -1 if rtl else 1
            rest = room.w - wide - gap
            picture = Place(room.x - way * (room.w - wide) / 2, room.y, wide, room.h)
            beside = Place(room.x + way * (room.w - rest) / 2, room.y, rest, room.h)
        ways = beside._replace(y=beside.bottom + self.ways / 2, h=self.ways)
        return Split(picture, box(beside.left, ways.top, beside.right, beside.top), ways)


def on_felt(felt: Place) -> Place:
    """Return the room on a piece of felt."""
    return felt.inset(max(4.0, _MARGIN * felt.h))


def reason_place(felt: Place, why: str, asked: float, least: float) -> tuple[Place, float]:
    """Return the room of a reason at the bottom of a felt, and the size of its letters: in one line, if legible.

    ``asked``, ``least``: their maximum and minimum size.
    """
    room = on_felt(felt)
    whole = one_size((why,), asked, (room.w, _REASON_LINE * asked), bold=True)
    lines, size = (1, whole) if whole >= least else (_MAX_REASON, least)
    high = lines * _REASON_LINE * size
    return room._replace(y=room.bottom + high / 2, h=high), size


@lru_cache(maxsize=128)
def plan_of(room: Place, texts: tuple[str, ...], letters: Letters, ways: float) -> PicturePage:
    """Return the arrangement for these sentences; ``ways``: the height of the ways to other pages below them, or 0."""
    tried = []
    for wide in (*_BESIDE, None):
        plan = PicturePage(0, ways, wide)
        tried.append(plan._replace(size=_size(plan, room, texts, letters.most)))
        if tried[-1].size >= round(letters.size):
            return tried[-1]
    return max(tried, key=lambda plan: plan.size)


@lru_cache(maxsize=128)
def paired_plan(
    room: Place, texts: tuple[str, ...], reasons: tuple[str, ...], letters: Letters, ways: float
) -> PicturePage | None:
    """Return the arrangement in which what is wrong lies beside what is right; None if nobody could read it."""
    found = []
    for wide in _PAIRED:
        plan = PicturePage(0, ways, wide, paired=True)
        split = plan.split(room, rtl=False)
        if split.picture.w < _MIN_PAIR * room.h or split.text.w < _MIN_TEXT * letters.size:
            continue
        size, inner, least = _size(plan, room, texts, letters.most), on_felt(split.picture), letters.least
        told = one_size(reasons, least, (inner.w, _MAX_REASON * _REASON_LINE * least), bold=True)
        if size >= round(letters.size) and told >= least:
            found.append(plan._replace(size=size))
    large = (plan for plan in found if plan.size >= round(_LARGE * letters.size))
    return next(large, found[0] if found else None)


def _size(plan: PicturePage, room: Place, texts: tuple[str, ...], size: float) -> int:
    text = plan.split(room, rtl=False).text
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
