"""Lanterns on the felt while a round is halted: a sign that two edges can read, without words."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from kiosk.display.context import CentreContext
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT
from kiosk.display.paint.tray_art import LanternLook
from kiosk.layout.table_layout import Layout, Place

_RADIUS: Final = 0.06
_LEAST: Final = 0.03
"""The largest and the smallest radius of a lantern, as fractions of the table's shorter side."""
_STEPS: Final = 16
_CORNERS: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_GAP: Final = 0.25
"""The least distance to what lies beside it, in units of its radius."""


def draw_lanterns(sketch: Sketch, context: CentreContext) -> None:
    """Draw a lantern in every corner of the felt that is free."""
    taken = [cell for cell, _ in context.piles]
    for place in lantern_places(context.layout, taken):
        sketch.light(GLOW, place.x, place.y, 2.6 * place.w, 2.6 * place.w, ACCENT.fade(0.5))
        sketch.picture(LanternLook(round(place.w)), place.x, place.y)


def lantern_places(layout: Layout, taken: Collection[int]) -> list[Place]:
    """Return the lanterns' places: one in each corner, all alike, covering neither a tray nor one of these cells."""
    cells = [layout.cells[cell] for cell in taken if cell < len(layout.cells)]
    trays = [panel.bounds for panel in (*layout.panels.values(), *layout.tabs.values())]
    for size in (_RADIUS, (_RADIUS + _LEAST) / 2, _LEAST):
        found = [_in_corner(layout.area, *corner, size, (*cells, *trays)) for corner in _CORNERS]
        if None not in found or size == _LEAST:
            return [place for place in found if place is not None]
    return []


@lru_cache(maxsize=16)
def _in_corner(area: Place, right: int, up: int, size: float, others: tuple[Place, ...]) -> Place | None:
    """Return a free place of this ``size`` in a quarter of the table, the one nearest to the table's corner."""
    radius = size * min(area.w, area.h)
    apart = (1 + _GAP) * radius
    across, along = (area.w / 2 - 1.5 * radius) / _STEPS, (area.h / 2 - 1.5 * radius) / _STEPS
    for inwards, down in sorted(itertools.product(range(_STEPS), repeat=2), key=lambda step: (sum(step), step)):
        x = area.x + right * (area.w / 2 - 1.5 * radius - inwards * across)
        y = area.y + up * (area.h / 2 - 1.5 * radius - down * along)
        room = Place(x, y, 2 * apart, 2 * apart)
        if not any(room.overlaps(other) for other in others):
            return Place(round(x), round(y), 2 * radius, 2 * radius)
    return None
