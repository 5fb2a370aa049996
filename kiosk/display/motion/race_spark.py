"""Somebody was beaten to a pile: lightning from both rivals' edges meets there, the winner's reaches the pile itself.

It strikes below the pieces and what lies in the trays, so that it makes nothing hard to read.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Final, TypeAlias

from kiosk.display.motion.effects import Burst, Effect, Flash
from kiosk.display.paint.light_art import BOLT, GLOW, SPARK, STREAK
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import WHITE, Rgba, seat_light
from kiosk.layout.table_layout import Layout, Panel, Place

LASTS: Final = 0.6
"""Seconds for which the lightning is seen."""
_JUMP: Final = 0.075
_JUMPS: Final = 4
"""How long it keeps its way, and how many ways it takes before it fades."""
_LOSES: Final = 0.88
"""The share of the way that the loser's lightning makes."""
_HALVINGS: Final = 4
"""How often each part of a way is halved."""
_ROUGH: Final = 0.05
"""How far the first half lies beside the straight way, as a share of it."""
_BRANCHES: Final = 2
_LAYERS: Final = ((4, 70.0, 0.0, 0.6), (2, 15.0, 0.1, 0.9), (1, 5.0, 0.85, 1.0))
"""The light of a bolt: how many parts of its way each piece of light spans, its width in hundredths of a card's width,
the share of white, and its brightness.
"""
_BRANCH: Final = (5.0, 0.5, 0.9)
"""The width, white and brightness of a branch."""
_RAYS: Final = 12
_SPARKS: Final = 26
_CLEAR: Final = 0.2
"""How far from the meeting the sparks begin, in card widths."""

Point: TypeAlias = tuple[float, float]


def lanes(layout: Layout) -> Point:
    """Return how far beside and above a cell's middle the gaps between the cells run."""
    found = []
    for part in (0, 1):
        rows = sorted({cell[part] for cell in layout.cells})
        size = layout.cells[0][part + 2]
        found.append(min((high - low for low, high in pairwise(rows) if high - low >= size), default=1.2 * size) / 2)
    return found[0], found[1]


def race_spark(winner: Panel, loser: Panel, cell: Place, lane: Point, draw: Random) -> list[Effect]:
    """Return the lightning of both; it meets in the gap beside the pile on ``cell``.

    ``lane``: as of ``lanes``.
    """
    meet = _meeting(winner, loser, cell, lane)
    bolts = [
        particle
        for jump in range(_JUMPS)
        for panel, share, wide in ((loser, _LOSES, 0.8), (winner, 1.0, 1.25))
        for particle in _bolt(panel, cell, meet, (share, wide), jump, draw)
    ]
    return [Burst(BOLT, tuple(bolts), low=True), *_impact(winner, loser, meet, cell, draw)]


def _meeting(winner: Panel, loser: Panel, cell: Place, lane: Point) -> Point:
    """Return where the two meet: the middle of the pile's edge that is nearest to both; no medal lies there."""
    ends = [panel.frame.to_window(0, -panel.size[1] / 2) for panel in (winner, loser)]
    sides = ((-1, 0), (1, 0), (0, -1), (0, 1))
    middles = [(cell.x + right * lane[0], cell.y + up * lane[1]) for right, up in sides]
    return min(middles, key=lambda middle: sum(math.dist(middle, end) for end in ends))


def _edge(panel: Panel, to: Point) -> Point:
    """Return the point of the seat's edge from which its lightning strikes: the nearest to the pile within its bar."""
    x, y = panel.frame.to_window(0, -panel.size[1] / 2)
    turn = math.radians(panel.frame.rotation)
    along = (to[0] - x) * math.cos(turn) + (to[1] - y) * math.sin(turn)
    bar = 0.33 * panel.size[0]
    return panel.frame.to_window(max(-bar, min(bar, along)), -panel.size[1] / 2)


def _bolt(
    panel: Panel, cell: Place, meet: Point, kind: tuple[float, float], jump: int, draw: Random
) -> Iterator[Particle]:
    """Yield the light of one way from the seat's edge, with branches; ``kind``: its share of the way, its width."""
    (x, y), (share, wide) = _edge(panel, meet), kind
    end = x + share * (meet[0] - x), y + share * (meet[1] - y)
    stem = _way((x, y), end, draw)
    branches = []
    for _ in range(_BRANCHES):
        start = stem[draw.randrange(len(stem) // 4, len(stem) - 1)]
        far, turn = draw.uniform(0.3, 0.7) * cell.w, math.atan2(end[1] - y, end[0] - x) + draw.uniform(-0.9, 0.9)
        branches.append(_way(start, (start[0] + far * math.cos(turn), start[1] + far * math.sin(turn)), draw)[::4])
    tint, unit = seat_light(panel.seat), wide * cell.w / 100
    for spans, *layer in _LAYERS:
        for one, other in pairwise(stem[::spans]):
            yield _part(one, other, unit, tint, jump, layer)
    for branch in branches:
        for one, other in pairwise(branch):
            yield _part(one, other, unit, tint, jump, _BRANCH)


def _way(start: Point, end: Point, draw: Random) -> list[Point]:
    """Return a jagged line: the middle of each part is moved aside, by less in every turn."""
    points, rough = [start, end], _ROUGH
    for _ in range(_HALVINGS):
        finer = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            aside = draw.gauss(0, rough)
            finer += [((ax + bx) / 2 - aside * (by - ay), (ay + by) / 2 + aside * (bx - ax)), (bx, by)]
        points, rough = finer, 1.25 * rough
    return points


def _part(one: Point, other: Point, unit: float, tint: Rgba, jump: int, layer: Sequence[float]) -> Particle:
    """Return the light of one straight part; that of the last jump fades slowly."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    last, (size, white, bright) = jump == _JUMPS - 1, layer
    high = size * unit
    return Particle(
        *((one[0] + other[0]) / 2, (one[1] + other[1]) / 2, 0.0, 0.0),
        size=high,
        tint=tint.mix(WHITE, white).fade(bright),
        delay=jump * _JUMP,
        life=LASTS - jump * _JUMP if last else _JUMP,
        turn=math.degrees(math.atan2(dy, dx)),
        fade=0.8 if last else 8.0,
        long=(math.hypot(dx, dy) + BOLT.cap * high) / (high * BOLT.w / BOLT.h),
    )


def _impact(winner: Panel, loser: Panel, meet: Point, cell: Place, draw: Random) -> list[Effect]:
    """Return the burst where the two meet, and the flares at their edges."""
    first, second = seat_light(winner.seat), seat_light(loser.seat)
    flares = (
        *((meet, 1.7, first, 1.0), (meet, 1.2, second, 0.8), (meet, 0.6, WHITE, 1.0)),
        *((_edge(winner, meet), 1.7, first, 1.0), (_edge(loser, meet), 1.5, second, 0.9)),
    )
    effects: list[Effect] = []
    for (x, y), size, tint, bright in flares:
        here = Pose(0.0, x, y, 0.0, size * cell.w / GLOW.size, 0.0)
        poses = here, here._replace(at=0.03, alpha=bright), here._replace(at=0.3, alpha=0.8 * bright)
        effects.append(Flash(GLOW, (*poses, here._replace(at=LASTS, alpha=0.0)), tint, low=True))
    rays = tuple(_ray(meet, 360 * number / _RAYS, cell, draw) for number in range(_RAYS))
    sparks = tuple(_spark(meet, draw.choice((first, second)), cell, draw) for _ in range(_SPARKS))
    return [*effects, Burst(STREAK, rays, low=True), Burst(SPARK, sparks)]


def _ray(meet: Point, turn: float, cell: Place, draw: Random) -> Particle:
    turn += draw.uniform(-10, 10)
    far, high = draw.uniform(0.3, 0.7) * cell.w, draw.uniform(0.05, 0.1) * cell.w
    x, y = (0.55 * far * part(math.radians(turn)) for part in (math.cos, math.sin))
    long = far / (high * STREAK.w / STREAK.h)
    return Particle(meet[0] + x, meet[1] + y, 0.0, 0.0, high, WHITE.fade(0.9), life=0.4, turn=turn, long=long)


def _spark(meet: Point, tint: Rgba, cell: Place, draw: Random) -> Particle:
    turn, speed = draw.uniform(0, 360), abs(draw.gauss(0, 1.9)) * cell.w
    velocity = speed * math.cos(math.radians(turn)), speed * math.sin(math.radians(turn))
    size, life = draw.uniform(0.05, 0.1) * cell.w, draw.uniform(0.25, LASTS)
    x, y = (meet[part] + _CLEAR * cell.w * velocity[part] / max(speed, 1.0) for part in (0, 1))
    return Particle(x, y, *velocity, size, tint.mix(WHITE, 0.7 * draw.random()), life=life, turn=turn, drag=4.0)
