"""Lanterns on the felt while a round is halted: a sign that two edges can read, without words."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from kiosk.display.context import CentreContext
from kiosk.display.paint.light_art import GLOW, RING
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import rgb
from kiosk.display.paint.tray_art import LanternLook
from kiosk.layout.table_layout import Layout, Place

_RADIUS: Final = 0.062
_LEAST: Final = 0.026
"""The largest and the smallest radius of a lantern, as fractions of the table's shorter side."""
_SIZES: Final = 8
_STEPS: Final = 14
_CORNERS: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_RING: Final = 1.31
"""The radius of its ring of light, in units of its own."""
_GAP: Final = 0.016
"""The least distance of the ring to what lies beside it, as a fraction of the table's shorter side."""
_RIM: Final = 0.02
"""What the table's rim covers of its edges, in the same fractions."""
_HALO: Final = rgb("ff8c1a")


def draw_lanterns(sketch: Sketch, context: CentreContext) -> None:
    """Draw a lantern in every corner of the felt that is free. Its light stands: a pause draws nothing anew."""
    for place in lantern_places(context.layout, [cell for cell, _ in context.piles]):
        for wide in (2.8, 2.0):
            sketch.light(GLOW, place.x, place.y, wide * place.w, wide * place.w, _HALO)
        ring = 1.19 * _RING * place.w  # the picture's line runs within its edge
        sketch.light(RING, place.x, place.y, ring, ring, _HALO.mix(rgb("ffe2a0"), 0.5).fade(0.9))
        sketch.picture(LanternLook(round(place.w)), place.x, place.y)


def lantern_places(layout: Layout, taken: Collection[int]) -> list[Place]:
    """Return the lanterns' places: one in each corner, all alike, clear of the trays and of these cells."""
    cells = [layout.cells[cell] for cell in taken if cell < len(layout.cells)]
    trays = [panel.bounds for panel in (*layout.panels.values(), *layout.tabs.values())]
    for step in range(_SIZES):
        size = _RADIUS + (_LEAST - _RADIUS) * step / (_SIZES - 1)
        found = _in_corners(layout.area, size, (*cells, *trays))
        if found:
            return found
    return []


@lru_cache(maxsize=64)
def _in_corners(area: Place, size: float, others: tuple[Place, ...]) -> list[Place]:
    """Return free places of this ``size``, mirrored ones if there are any, nearest to the table's corners; or none."""
    side = min(area.w, area.h)
    radius, apart = size * side, (_RING * size + _GAP) * side
    most = apart + _RIM * side
    columns = _lanes(area.x, area.w / 2 - most, apart, [(other.left, other.right) for other in others])
    rows = _lanes(area.y, area.h / 2 - most, apart, [(other.bottom, other.top) for other in others])
    tries = sorted(itertools.product(columns, rows), key=lambda at: (sum(at), at), reverse=True)

    def is_free(at: tuple[float, float], right: int, up: int) -> bool:
        x, y = area.x + right * at[0], area.y + up * at[1]
        return all(distance(other, x, y) >= apart for other in others)

    mirrored = next((at for at in tries if all(is_free(at, *corner) for corner in _CORNERS)), None)
    found = [mirrored or next((at for at in tries if is_free(at, *corner)), None) for corner in _CORNERS]
    return [
        Place(round(area.x + right * at[0]), round(area.y + up * at[1]), 2 * radius, 2 * radius)
        for (right, up), at in zip(_CORNERS, found, strict=True)
        if at is not None and None not in found
    ]


def _lanes(middle: float, long: float, apart: float, spans: Sequence[tuple[float, float]]) -> list[float]:
    """Return distances from the middle to try: evenly spread ones, and the middles of narrow gaps."""
    gaps = [(end, start) for (_, end), (start, _) in itertools.permutations(spans, 2) if 2 * apart <= start - end]
    narrow = {abs((end + start) / 2 - middle) for end, start in gaps if start - end < 3 * apart}
    even = {long * (1 - step / _STEPS) for step in range(_STEPS)}
    return sorted(even | {one for one in narrow if one <= long})


def distance(place: Place, x: float, y: float) -> float:
    """Return the distance of a point from a rectangle, 0 inside it."""
    return math.hypot(max(0.0, abs(x - place.x) - place.w / 2), max(0.0, abs(y - place.y) - place.h / 2))
