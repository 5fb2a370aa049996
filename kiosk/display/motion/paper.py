"""Pieces of paper in the winners' colours that fall over felt and free corners; none over a tray and its words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from kiosk.display.motion.effects import Burst, Effect
from kiosk.display.paint.light_art import BLURRED, PaperLook
from kiosk.display.paint.motions import Particle
from kiosk.display.paint.theme import IVORY, WHITE, Rgba, rgb, seat_color
from kiosk.layout.table_layout import TURN, Layout, Panel

_SIZE: Final = 0.021
"""The length of a piece, as a fraction of the window's shorter side."""


class _Sort(NamedTuple):
    """Pieces of one shape: on as much felt as one is long and wide, and how much larger than usual they are."""

    kind: int
    density: float
    sizes: tuple[float, float]


_SORTS: Final = (
    _Sort(BLURRED, 0.004, (2.6, 4.0)),
    *(_Sort(kind, density, (0.6, 1.25)) for kind, density in ((0, 0.40), (1, 0.26), (2, 0.35), (3, 0.13))),
    *(_Sort(kind, 0.02, (1.5, 2.1)) for kind in (0, 1)),
)
"""The lower ones first: some lie far off, large and out of focus, a few large ones near to the eye."""
_OWN_SIDE: Final = 0.65
"""The share of the paper that falls on the winners' half."""
_AT_ONCE: Final = 0.52
"""The share that begins to fall in the first moment."""
_CORNERS: Final = 0.6
"""The share that may begin in the free corners of the table."""
_STEPS: Final = 4
"""The number of points at which a piece's way is checked."""
_DRAG: Final = 1.2
_GOLDS: Final = (rgb("ffb23e"), rgb("ff8f1c"), rgb("ffd98a"), IVORY)
_HANDFUL: Final = 80
"""Pieces that are made and sent to the GPU at once: as many as a frame has time for."""


class Free:
    """The table without its trays, a margin around them left free."""

    def __init__(self, layout: Layout, margin: float) -> None:
        self.area, self.felt = layout.area.inset(margin), layout.centre.inset(2 * margin)
        trays = [panel.bounds.inset(-margin) for panel in (*layout.panels.values(), *layout.tabs.values())]
        self._sides = [(tray.left, tray.bottom, tray.right, tray.top) for tray in trays]
        self._is_clear = not any(tray.overlaps(self.felt) for tray in trays)

    def has(self, x: float, y: float) -> bool:
        """Return whether the point lies there."""
        for left, bottom, right, top in self._sides:
            if left <= x <= right and bottom <= y <= top:
                return False
        return self.area.holds(x, y)

    def leads(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Return whether the way from the point lies there."""
        if self._is_clear and self.felt.holds(x, y) and self.felt.holds(x + dx, y + dy):
            return True
        return all(self.has(x + dx * part / _STEPS, y + dy * part / _STEPS) for part in range(1, _STEPS + 1))


def paper(layout: Layout, winners: list[Panel], lasts: float, draw: Random) -> Iterator[Effect]:
    """Yield the paper that falls for ``lasts`` seconds, a handful at a time."""
    tints = _tints(layout, winners)
    size = _SIZE * min(layout.area.w, layout.area.h)
    felt = layout.centre.inset(1.7 * size)
    for sort in _SORTS:
        free = Free(layout, 0.5 * sort.sizes[1] * size)
        count = round(sort.density * felt.w * felt.h / size**2)
        look = PaperLook(max(8, round(sort.sizes[1] * size)), sort.kind)
        for handful in range(0, count, _HANDFUL):
            pieces = [
                _piece(free, winners, draw, size * draw.uniform(*sort.sizes), draw.choice(tints), lasts)
                for _ in range(min(_HANDFUL, count - handful))
            ]
            yield Burst(look, tuple(pieces), light=False, low=True)


def _tints(layout: Layout, winners: list[Panel]) -> list[Rgba]:
    """Return the colours from which each piece has one: mostly gold and the winners', sometimes another seat's."""
    tints = [*_GOLDS, *_GOLDS]
    for panel in winners:
        own = seat_color(panel.seat)
        tints += [own, own, own, own.mix(WHITE, 0.4)]
    others = [seat_color(seat) for seat, panel in layout.panels.items() if panel not in winners]
    return tints * max(2, len(others) // 2) + others


def _piece(free: Free, winners: list[Panel], draw: Random, size: float, tint: Rgba, lasts: float) -> Particle:
    """Return a piece that falls outward from one point of the free table to another."""
    felt = free.felt
    x, y = _point(free, winners, draw)
    angle = math.atan2(y - felt.y, x - felt.x) + draw.gauss(0, 0.6)
    far = draw.uniform(0.5, 1.0) * min(felt.w, felt.h)
    dx, dy = far * math.cos(angle), far * math.sin(angle)
    most = draw.uniform(0.6, 1.0)
    ways = (most * share for share in (1.0, 0.7, 0.45, 0.2, 0.08))
    share = next((one for one in ways if free.leads(x, y, one * dx, one * dy)), 0.0)
    delay = 0.0 if draw.random() < _AT_ONCE else (lasts - 0.2) * draw.random() ** 0.75
    life = min(draw.uniform(1.3, 2.0), lasts + 0.5 - delay)
    gone = (1 - math.exp(-_DRAG * life)) / _DRAG
    return Particle(
        *(x, y, share * dx / gone, share * dy / gone),
        *(size, tint, delay),
        life=life,
        turn=draw.uniform(0, 360),
        spin=draw.uniform(-360, 360),
        drag=_DRAG,
        fade=8.0,
        flutter=draw.uniform(7, 15),
    )


def _point(free: Free, winners: list[Panel], draw: Random) -> tuple[float, float]:
    """Return a free point of the table, more often on the winners' half."""
    felt = free.felt
    wide = free.area if draw.random() < _CORNERS else felt
    x, y = draw.uniform(wide.left, wide.right), draw.uniform(wide.bottom, wide.top)
    if winners and draw.random() < _OWN_SIDE:
        edge = draw.choice(winners).edge
        if TURN[edge] % 180:
            x = (max if edge == "east" else min)(x, 2 * felt.x - x)
        else:
            y = (max if edge == "north" else min)(y, 2 * felt.y - y)
    if free.has(x, y):
        return x, y
    return draw.uniform(felt.left, felt.right), draw.uniform(felt.bottom, felt.top)
