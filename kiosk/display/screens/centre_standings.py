"""Who leads the match, for everybody who watches: on the free felt before a round begins, and while one is halted.

It is turned to the long edges, from which most look, and lies only where nothing else does: in a countdown the pieces
have been dealt by then.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from kiosk.display.context import CentreContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import least_size
from kiosk.display.parts import part
from kiosk.display.screens.centre_places import Ranked, draw_rows
from kiosk.layout.place import Place
from kiosk.layout.sides import Side, sides

_MOST: Final = 3
"""The number of lines."""
_HIGH: Final = 0.075
"""The height of a line at most, as a fraction of the side of a square as large as the felt; the first one is higher."""
_BEST: Final = 1.3
_LONG: Final = 6.6
"""Height of the first line in those of the others, and the length of all, likewise."""
_LEAST: Final = 2.3
"""The least height of a line, in sizes of the smallest text."""
_SIZES: Final = 6
"""The sizes that are tried, down to half the largest one."""
_EDGE: Final = 1e-6
"""Places that overlap by less than this in pixels share an edge."""
_GAP: Final = 0.03
"""The distance to what lies beside it, as a fraction of the felt's shorter side."""


@part
def draw_standings(sketch: Sketch, context: CentreContext, taken: tuple[Place, ...]) -> None:
    """Draw the best seats before this round for both long edges, where there is room beside what is ``taken``."""
    totals = context.table.standings
    if not totals:
        return
    layout, here = context.layout, sides(context.layout, context.languages)
    least = _LEAST * least_size(next((panel.mm for panel in layout.panels.values()), 2.0), needed=False)
    ranked = [Ranked(1 + sum(more > total for _, more in totals), seat, total) for seat, total in totals[:_MOST]]
    for side in readers(here):
        rows = standing_rows(side._replace(language=""), len(ranked), taken, least)
        draw_rows(sketch, side, context.table.names, [*zip(ranked, rows, strict=False)])


def readers(here: list[Side]) -> list[Side]:
    """Return the edges to which it is turned: the long ones, unless everybody sits at the others."""
    return [side for side in here if side.long] or here


@lru_cache(maxsize=32)
def standing_rows(side: Side, count: int, taken: tuple[Place, ...], least: float) -> list[Place]:
    """Return the lines as this edge sees them: as large as fits beside what is ``taken`` in the window; or none.

    They lie at its left, as near to it as they can, so that two edges opposite each other have a corner each.
    ``least``: the least height of a line in pixels.
    """
    gap = _GAP * min(side.w, side.h)
    others = [_seen_from(side, place).inset(-gap) for place in taken]
    largest = _HIGH * math.sqrt(side.w * side.h)
    sizes = [high for step in range(_SIZES) if (high := largest * (1 - 0.5 * step / _SIZES)) >= least]

    def free(lines: int, high: float) -> Place | None:
        return _free(side, Place(0, 0, _LONG * high, high * (lines - 1 + _BEST)), others, gap)

    if not sizes or free(1, sizes[-1]) is None:  # as beside a whole board: then nothing larger has room
        return []
    for lines, high in product(range(count, 0, -1), sizes):
        place = free(lines, high)
        if place is not None:
            return list(_rows(place, lines, high))
    return []


def _seen_from(side: Side, place: Place) -> Place:
    """Return a place in the window as seen from this edge."""
    turn = math.radians(side.frame.rotation)
    x, y = place.x - side.frame.x, place.y - side.frame.y
    quarter = round(side.frame.rotation) % 180 != 0
    w, h = (place.h, place.w) if quarter else (place.w, place.h)
    return Place(x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn), w, h)


def _free(side: Side, block: Place, others: list[Place], gap: float) -> Place | None:
    """Return a place for a block in the left half of the felt, clear of what lies there, the nearest to the edge."""
    left, low = gap + block.w / 2 - side.w / 2, gap + block.h / 2 - side.h / 2
    columns = _lanes(left, -block.w / 2, [other.right + block.w / 2 for other in others])
    for y in _lanes(low, -low, [other.top + block.h / 2 for other in others]):
        row = block._replace(y=y)
        spans = [(at, (block.w + w) / 2 - _EDGE) for at, up, w, h in others if (block.h + h) / 2 - abs(y - up) > _EDGE]
        for x in columns:  # as ``Place.overlaps``, of which there would be thousands
            for middle, apart in spans:
                if abs(x - middle) < apart:
                    break
            else:
                return row._replace(x=x)
    return None


def _lanes(first: float, last: float, beside: list[float]) -> list[float]:
    """Return the first of these positions, and those ``beside`` something, up to the last one."""
    return sorted({at for at in (first, *beside) if first <= at <= last})


def _rows(place: Place, lines: int, high: float) -> Iterator[Place]:
    top = place.top
    for number in range(lines):
        own = high if number else _BEST * high
        yield Place(place.x, top - own / 2, place.w, own)
        top -= own
