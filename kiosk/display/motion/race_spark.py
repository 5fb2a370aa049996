"""Somebody was beaten to a pile: a spark jumps from both rivals' edges to it, the winner's to the pile itself.

It runs below the pieces, so that it makes no numeral hard to read.
"""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random
from typing import Final

from kiosk.display.motion.effects import Effect, Flash
from kiosk.display.paint.light_art import GLOW, SPARK
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import WHITE, Rgba, seat_color
from kiosk.layout.table_layout import Panel, Place

LASTS: Final = 0.45
"""Seconds for which the spark is seen."""
_JUMPS: Final = 3
"""How often it takes another way meanwhile."""
_PARTS: Final = 7
_LOSES: Final = 0.78
"""The share of the way that the loser's spark makes."""


def race_spark(winner: Panel, loser: Panel, cell: Place, draw: Random) -> list[Effect]:
    """Return the sparks of both, over the pile on ``cell``."""
    effects: list[Effect] = []
    for jump in range(_JUMPS):
        start = jump * LASTS / _JUMPS
        effects += _bolt(winner, cell, 1.0, 1.8, start, draw)
        effects += _bolt(loser, cell, _LOSES, 1.1, start, draw)
    size = 1.3 * cell.w / 128
    here = Pose(0.0, cell.x, cell.y, 0.0, size, 0.0)
    poses = here, here._replace(at=0.04, alpha=0.8), here._replace(at=LASTS, scale=1.4 * size, alpha=0.0)
    return [*effects, Flash(GLOW, poses, seat_color(winner.seat), low=True)]


def _bolt(panel: Panel, cell: Place, share: float, wide: float, start: float, draw: Random) -> list[Effect]:
    """Return one way of a spark, from the panel's inner edge over ``share`` of the way to the cell."""
    x, y = panel.frame.to_window(0, panel.size[1] / 2)
    dx, dy = share * (cell.x - x), share * (cell.y - y)
    far = max(1.0, math.hypot(dx, dy))
    points = []
    for number in range(_PARTS + 1):
        along = number / _PARTS
        aside = draw.gauss(0, 0.055) * far * math.sin(math.pi * along)
        points.append((x + dx * along - dy / far * aside, y + dy * along + dx / far * aside))
    tint = seat_color(panel.seat)
    unit = cell.w / 100
    effects: list[Effect] = []
    for one, other in pairwise(points):
        effects.append(_part(one, other, 1.5 * wide * unit, tint, 0.75, start))
        effects.append(_part(one, other, 0.4 * wide * unit, tint.mix(WHITE, 0.8), 1.0, start))
    return effects


def _part(
    one: tuple[float, float], other: tuple[float, float], wide: float, tint: Rgba, bright: float, start: float
) -> Effect:
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = 1.35 * math.hypot(dx, dy)
    pose = Pose(
        0.0,
        (one[0] + other[0]) / 2,
        (one[1] + other[1]) / 2,
        math.degrees(math.atan2(dy, dx)),
        wide,
        bright,
        length / (64 * wide),
    )
    return Flash(SPARK, (pose, pose._replace(at=LASTS / _JUMPS, alpha=0.25 * bright)), tint, start, low=True)
