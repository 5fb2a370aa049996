"""Pieces of paper in the winners' colours that fall over the felt; none over a tray, so that its words stay legible."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from kiosk.display.motion.effects import Burst, Effect
from kiosk.display.paint.light_art import PaperLook
from kiosk.display.paint.motions import Particle
from kiosk.display.paint.theme import IVORY, WHITE, Rgba, rgb, seat_color
from kiosk.layout.place import Place
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
_DRAG: Final = 1.2
_GOLDS: Final = (rgb("ffb23e"), rgb("ffd98a"), IVORY)


def paper(layout: Layout, winners: list[Panel], lasts: float, draw: Random) -> list[Effect]:
    """Return the paper that falls for ``lasts`` seconds."""
    tints = [*_GOLDS]
    for panel in winners:
        own = seat_color(panel.seat)
        tints += [own, own.mix(WHITE, 0.4)]
    size = _SIZE * min(layout.area.w, layout.area.h)
    felt = layout.centre.inset(1.2 * size)
    count = round(_DENSITY * felt.w * felt.h / size**2)
    bursts: list[Effect] = []
    for kind in range(_SHAPES):
        pieces = [_piece(felt, winners, draw, size, draw.choice(tints), lasts) for _ in range(count)]
        bursts.append(Burst(PaperLook(max(8, round(size)), kind), tuple(pieces), light=False, low=True))
    return bursts


def _piece(felt: Place, winners: list[Panel], draw: Random, size: float, tint: Rgba, lasts: float) -> Particle:
    """Return a piece that falls outward from one point of the felt to another."""
    x, y = _point(felt, winners, draw)
    angle = math.atan2(y - felt.y, x - felt.x) + draw.gauss(0, 0.6)
    far = draw.uniform(0.5, 1.0) * min(felt.w, felt.h)
    dx, dy = far * math.cos(angle), far * math.sin(angle)
    whole = min(_room(x, dx, felt.left, felt.right), _room(y, dy, felt.bottom, felt.top))
    share = min(1.0, whole * draw.uniform(0.6, 1.0))
    life = draw.uniform(1.3, 2.0)
    gone = (1 - math.exp(-_DRAG * life)) / _DRAG
    delay = 0.0 if draw.random() < _AT_ONCE else (lasts - 0.2) * draw.random() ** 0.75
    return Particle(
        *(x, y, share * dx / gone, share * dy / gone),
        *(size * draw.uniform(0.6, 1.4), tint, delay),
        life=min(life, lasts + 0.5 - delay),
        turn=draw.uniform(0, 360),
        spin=draw.uniform(-280, 280),
        drag=_DRAG,
        fade=8.0,
        flutter=draw.uniform(5, 13),
    )


def _room(start: float, way: float, low: float, high: float) -> float:
    """Return after which part of its way a piece would leave the felt; more than 1: it does not."""
    return ((high if way > 0 else low) - start) / way if way else 2.0


def _point(felt: Place, winners: list[Panel], draw: Random) -> tuple[float, float]:
    """Return a point of the felt, more often on the winners' half."""
    x, y = draw.uniform(felt.left, felt.right), draw.uniform(felt.bottom, felt.top)
    if winners and draw.random() < _OWN_SIDE:
        edge = draw.choice(winners).edge
        if TURN[edge] % 180:
            return (max if edge == "east" else min)(x, 2 * felt.x - x), y
        return x, (max if edge == "north" else min)(y, 2 * felt.y - y)
    return x, y
