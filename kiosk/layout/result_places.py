"""The free felt beside what stands in the middle of a result: a room for each edge, turned to it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import names_reach, turntable_place
from kiosk.layout.place import Frame, Place, box
from kiosk.layout.sides import Side
from kiosk.layout.table_layout import Layout

_GAP: Final = 0.035
"""The margin around a room, as a fraction of the felt's shorter side."""
_STORY: Final = 0.3
"""The part of a room that its story takes, below the ranking."""
_BETWEEN: Final = 0.04
"""The gap between both, as a part of the room."""
_CUTS: Final = 12
"""The ways in which a room is tried beside the round thing in the middle, from beside it to below it."""
_WIDE: Final = 2.5
"""The ratio of a room's sides beyond which it holds no more than one of that ratio."""


class ResultRoom(NamedTuple):
    """What one edge reads of a result, in the coordinates of ``side.frame``.

    ``ranking``: the places of the round's result; ``story``: the sentence about the round, nearer to the reader;
    ``awards``: the same room after a match, clear of the winners' names.
    """

    side: Side
    ranking: Place
    story: Place
    awards: Place


def result_rooms(layout: Layout, here: Sequence[Side]) -> list[ResultRoom]:
    """Return the room of each of these edges: at its left in the middle of the table, as the sails of a mill.

    So each has its own, upright and equally near; who has nobody at their left has that corner, too.
    """
    short = min(layout.centre.w, layout.centre.h)
    turned = {round(side.frame.rotation) % 360 for side in here}
    radius = turntable_place(layout).w / 2
    rooms = []
    for side in here:
        left, right = ((round(side.frame.rotation) + aside) % 360 in turned for aside in (-90, 90))
        whole, awards = (
            _largest(side, beyond + _GAP * short, _GAP * short, (left, right))
            for beyond in (radius, max(radius, names_reach(layout)))
        )
        story = box(whole.left, whole.bottom, whole.right, whole.bottom + _STORY * whole.h)
        ranking = box(whole.left, story.top + _BETWEEN * whole.h, whole.right, whole.top)
        rooms.append(ResultRoom(side, ranking, story, awards))
    return rooms


@lru_cache(maxsize=32)  # it is asked for whenever a place is told
def _largest(side: Side, radius: float, gap: float, beside: tuple[bool, bool]) -> Place:
    """Return the rectangle, of those that are ``_tried``, in which most can be read."""
    return max(_tried(side, radius, gap, beside), key=_worth)


def _tried(side: Side, radius: float, gap: float, beside: tuple[bool, bool]) -> Iterable[Place]:
    """Yield rectangles that are clear of a disc of this radius in the middle.

    ``beside``: whether anybody sits at the left of this edge and at its right; where nobody does they reach farther.
    """
    left, bottom = gap - side.w / 2, gap - side.h / 2
    if not beside[0]:
        yield box(left, bottom, max(left, -radius), -bottom)
    if not any(beside):
        yield box(left, bottom, -left, max(bottom, -radius))
    for step in range(_CUTS + 1):
        turn = math.pi / 2 * step / _CUTS
        right, top = (min(-gap / 2, -radius * part) for part in (math.cos(turn), math.sin(turn)))
        yield box(left, bottom, max(left, right), max(bottom, top))


def _worth(room: Place) -> float:
    """Return how much can be read in a room: long narrow ones hold little."""
    return min(room.w, _WIDE * room.h) * min(room.h, _WIDE * room.w)


_MEDALS: Final = (0.42, 0.34, 0.27)
_LOWER: Final = 0.2
"""The diameters of the medals of the first places on the stage, and of all others, in turntables."""
_BADGES: Final = (0.36, 0.46, 0.36)
"""Where the coin of the place lies on it, to the right and below, and its diameter, in diameters of the medal."""
_NAMES: Final = 0.335
"""How far the names around it lie from the middle, in turntables."""
_LETTERS: Final = (0.10, 0.12)
"""The size of these names and of the winner's, in turntables."""
_EQUAL: Final = 0.6
"""The diameter of each of several equal medals, in that of a single one."""
_EDGE: Final = 0.45
"""The radius within which they stay."""


class Stage(NamedTuple):
    """How a place is told in the middle, in pixels: the medal, and the coin of the place beside its middle on it.

    ``names``: the place of a name as its edge sees it, from the middle; ``letters``: its size.
    """

    medal: int
    coin: Place
    names: Place
    letters: float


def stage(turntable: Place, rank: int) -> Stage:
    """Return how this place is told on the turntable."""
    medal = round(turntable.w * (_MEDALS[rank - 1] if rank <= len(_MEDALS) else _LOWER))
    aside, below, size = (part * medal for part in _BADGES)
    letters = _LETTERS[rank == 1] * turntable.w
    depth = _NAMES * turntable.w
    wide = 2 * math.sqrt(max(0.0, (_EDGE * turntable.w) ** 2 - (depth + 0.35 * letters) ** 2))
    return Stage(medal, Place(aside, -below, size, size), Place(0.0, -depth, wide, 1.3 * letters), letters)


def medal_places(
    layout: Layout, turntable: Place, parts: Stage, seats: tuple[SeatNumber, ...]
) -> list[tuple[SeatNumber, Frame, int]]:
    """Return where medals lie, and their diameters: one in the middle turned to its owner, equals side by side."""
    if len(seats) == 1:
        panel = layout.panels.get(seats[0])
        turn = panel.frame.rotation if panel is not None else 0.0
        return [(seats[0], Frame(turntable.x, turntable.y, turn), parts.medal)]
    size = round(_EQUAL * parts.medal)
    step = min(1.2 * size, 0.8 * turntable.w / max(1, len(seats)))
    places = [step * (number - (len(seats) - 1) / 2) for number in range(len(seats))]
    return [(seat, Frame(turntable.x + x, turntable.y), size) for seat, x in zip(seats, places, strict=True)]


_LARGEST: Final = 0.3
"""The largest height of a line of the ranking, as a fraction of the felt's shorter side."""
_MOST: Final = 6
"""The largest number of lines: everybody's place stands in their own tray, too."""
_LEAST: Final = 2.3
"""The least height, in sizes of the smallest text."""
_LONG: Final = 7.0
"""The largest length of the lines, in heights of the first one."""
_BEST: Final = 1.45
"""The height of the first line, in those of the others."""


def ranking_rows(room: ResultRoom, count: int, short: float, text: float) -> list[Place]:
    """Return the lines of a ranking, the best first and largest: as many of ``count`` as there is room for.

    ``short``: the felt's shorter side; ``text``: the smallest size of text.
    """
    place = room.ranking
    count = max(1, min(count, _MOST, int(place.h / (_LEAST * text) + 1 - _BEST)))
    high = min(place.h / (count - 1 + _BEST), _LARGEST * short / _BEST)
    wide = min(place.w, _LONG * _BEST * high)
    rows, top = [], place.y + high * (count - 1 + _BEST) / 2
    for number in range(count):
        own = high if number else _BEST * high
        rows.append(Place(place.x, top - own / 2, wide, own))
        top -= own
    return rows


_AWARDS: Final = 12
"""The largest number of them in a room."""
LARGEST_AWARD: Final = _LARGEST / _BEST
"""The largest unit of what is in a line of theirs, as a fraction of the felt's shorter side."""


def award_rows(place: Place, count: int, most: float, text: float, size: tuple[float, float]) -> list[Place]:
    """Return the lines of the awards in a place, all of one height: as many of ``count`` as there is room for.

    ``most``: the largest unit of what is in a line, in pixels; ``text``: the smallest size of text; ``size``: length
    and height of a line, in those units.
    """
    long, tall = size
    count = max(1, min(count, _AWARDS, int(place.h / (_LEAST * tall * text))))
    unit = min(place.h / count / tall, most, place.w / long)
    high, top = tall * unit, place.y + tall * unit * count / 2
    return [Place(place.x, top - (number + 0.5) * high, long * unit, high) for number in range(count)]


_SHORT: Final = 5.4
"""The least length of a line in sizes of what is in it: a shorter one has room for two lines of text."""
_COIN: Final = 0.84
_SIGN: Final = 0.7
"""The diameters of the coin and of the sign in a line of the ranking, in that size."""


class RowParts(NamedTuple):
    """The parts of a line of the ranking, whose pieces and letters have this ``size``.

    ``words``: the rest, from where the text begins.
    """

    size: float
    coin: Place
    sign: Place
    words: Place


def row_parts(row: Place, way: int) -> RowParts:
    """Return the parts of a line; ``way``: 1 if its text runs from left to right, otherwise -1."""
    size = min(row.h, row.w / _SHORT)

    def at(left: float, right: float) -> Place:
        return Place(row.x + way * ((left + right - row.w) / 2), row.y, right - left, row.h)

    coin, sign = 0.06 * size, (_COIN + 0.2) * size
    begins = sign + (_SIGN + 0.1) * size
    return RowParts(size, at(coin, coin + _COIN * size), at(sign, sign + _SIGN * size), at(begins, row.w - 0.2 * size))
