"""Pieces of paper in the winners' colours that fall over felt and free corners; none over a tray and its words."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from kiosk.display.motion.effects import Burst, Effect
from kiosk.display.paint.light_art import PaperLook
from kiosk.display.paint.motions import Particle
from kiosk.display.paint.theme import IVORY, WHITE, Rgba, rgb, seat_color
from kiosk.layout.table_layout import TURN, Layout, Panel

_DENSITY: Final = 0.37
"""The pieces of paper of each shape, on as much felt as a piece is wide and high."""
_SHAPES: Final = 3
_SIZE: Final = 0.022
"""The size of a piece, as a fraction of the window's shorter side."""
_OWN_SIDE: Final = 0.65
"""The share of the paper that falls on the winners' half."""
_AT_ONCE: Final = 0.26
"""The share that begins to fall in the first moment."""
_CORNERS: Final = 0.6
"""The share that may begin in the free corners of the table."""
_STEPS: Final = 4
"""The number of points at which a piece's way is checked."""
_DRAG: Final = 1.2
_GOLDS: Final = (rgb("ffb23e"), rgb("ffd98a"), IVORY)


class Free:
    """The table without its trays, a margin around them left free."""

    def __init__(self, layout: Layout, margin: float) -> None:
        self.area, self.felt = layout.area.inset(margin), layout.centre.inset(2 * margin)
        self._trays = [panel.bounds.inset(-margin) for panel in (*layout.panels.values(), *layout.tabs.values())]

    def has(self, x: float, y: float) -> bool:
        """Return whether the point lies there."""
        return self.area.holds(x, y) and not any(tray.holds(x, y) for tray in self._trays)

    def leads(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Return whether the way from the point lies there."""
        return all(self.has(x + dx * part / _STEPS, y + dy * part / _STEPS) for part in range(1, _STEPS + 1))


def paper(layout: Layout, winners: list[Panel], lasts: float, draw: Random) -> list[Effect]:
    """Return the paper that falls for ``lasts`` seconds."""
    tints = [*_GOLDS]
    for panel in winners:
        own = seat_color(panel.seat)
        tints += [own, own.mix(WHITE, 0.4)]
    size = _SIZE * min(layout.area.w, layout.area.h)
    free = Free(layout, 0.7 * size)
    felt = layout.centre.inset(1.2 * size)
    count = round(_DENSITY * felt.w * felt.h / size**2)
    bursts: list[Effect] = []
    for kind in range(_SHAPES):
        pieces = [_piece(free, winners, draw, size, draw.choice(tints), lasts) for _ in range(count)]
        bursts.append(Burst(PaperLook(max(8, round(size)), kind), tuple(pieces), light=False, low=True))
    return bursts


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
        *(size * draw.uniform(0.6, 1.4), tint, delay),
        life=life,
        turn=draw.uniform(0, 360),
        spin=draw.uniform(-280, 280),
        drag=_DRAG,
        fade=8.0,
        flutter=draw.uniform(5, 13),
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
