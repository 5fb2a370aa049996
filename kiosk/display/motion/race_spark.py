"""Somebody was beaten to a pile: lightning from both rivals' edges meets at it, and its card stands in a broad halo.

All of it but the sparks and the small core of the burst lies below the pieces and what lies in the trays, so that it
makes nothing hard to read.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain, pairwise
from random import Random
from typing import Final

from kiosk.display.motion.effects import Burst, Effect, Flash, Fly
from kiosk.display.motion.lightning import LASTS, STRONG, Ground, Point, bolt, side, way
from kiosk.display.paint.light_art import GLOW, SPARK, STREAK, won_look
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import WHITE, Rgba, seat_light
from kiosk.layout.table_layout import Layout, Panel, Place

_RAYS: Final = 18
_SPARKS: Final = 32
_CLEAR: Final = 0.16
"""How far from the meeting the sparks begin, in card widths."""
_HALO: Final = (0.03, 0.42, 0.9)
"""Seconds after which the halo of the contested card is bright, begins to fade, and is gone."""


def lanes(layout: Layout) -> Point:
    """Return how far beside and above a cell's middle the gaps between the cells run."""
    found = []
    for part in (0, 1):
        rows = sorted({cell[part] for cell in layout.cells})
        size = layout.cells[0][part + 2]
        found.append(min((high - low for low, high in pairwise(rows) if high - low >= size), default=1.2 * size) / 2)
    return found[0], found[1]


def race_spark(winner: Panel, loser: Panel, ground: Ground, draw: Random) -> Iterator[Effect]:
    """Yield the lightning of both; it meets on that side of the pile which faces the loser."""
    meet = side(ground, loser)
    lights = seat_light(winner.seat), seat_light(loser.seat)
    yield from _halo(ground.cell, lights[0])
    yield from _impact(meet, ground.cell, lights, draw)
    ways = [(way(panel, ground, meet), panel, tint) for panel, tint in zip((winner, loser), lights, strict=True)]
    for corners, panel, tint in ways:
        yield from _strike(corners[0], panel, ground.cell.w, tint)
    bolts = [bolt(corners, ground, tint, draw) for corners, _, tint in ways]
    for jump in zip(*bolts, strict=True):
        yield from chain.from_iterable(jump)


def _halo(cell: Place, tint: Rgba) -> Iterator[Effect]:
    """Yield the light around the card that was faster."""
    bright, fades, gone = _HALO
    dark = Pose(0.0, cell.x, cell.y, alpha=0.0)
    lit = dark._replace(alpha=1.0)
    poses = dark, lit._replace(at=bright), lit._replace(at=fades), dark._replace(at=gone)
    yield Fly((won_look(cell),), poses, low=True, tint=tint)


def _strike(start: Point, panel: Panel, wide: float, tint: Rgba) -> Iterator[Effect]:
    """Yield the flare at the seat's edge where its lightning begins, and the light that runs along the edge."""
    for high, stretch, color in ((1.4, 1.0, tint), (0.4, 6.0, tint.mix(WHITE, 0.3)), (0.6, 1.0, WHITE)):
        here = Pose(0.0, *start, panel.frame.rotation, high * wide / GLOW.size, 0.0, stretch)
        yield _flare(here, color, 1.0)


def _flare(here: Pose, tint: Rgba, bright: float, *, low: bool = True) -> Flash:
    """Return light that stands as long as the bolts do."""
    lit = here._replace(alpha=bright)
    poses = here, lit._replace(at=0.02), lit._replace(at=STRONG, alpha=0.85 * bright), here._replace(at=LASTS)
    return Flash(GLOW, poses, tint, low=low)


def _impact(meet: Point, cell: Place, lights: tuple[Rgba, Rgba], draw: Random) -> Iterator[Effect]:
    """Yield the burst where the two meet; its core is no wider than the gap between two pieces."""
    _, second = lights
    for size, tint, bright, low in (
        (1.5, second, 0.8, True),
        (1.4, WHITE, 1.0, True),
        (0.45, WHITE, 1.0, False),
    ):
        yield _flare(Pose(0.0, *meet, 0.0, size * cell.w / GLOW.size, 0.0), tint, bright, low=low)
    rays = tuple(_ray(meet, 360 * number / _RAYS, cell, lights, draw) for number in range(_RAYS))
    sparks = tuple(_spark(meet, draw.choice(lights), cell, draw) for _ in range(_SPARKS))
    yield Burst(STREAK, rays, low=True)
    yield Burst(SPARK, sparks)


def _ray(meet: Point, turn: float, cell: Place, lights: tuple[Rgba, Rgba], draw: Random) -> Particle:
    turn += draw.uniform(-8, 8)
    far, high = draw.uniform(0.4, 1.15) * cell.w, draw.uniform(0.06, 0.12) * cell.w
    x, y = (0.55 * far * part(math.radians(turn)) for part in (math.cos, math.sin))
    long = far / (high * STREAK.w / STREAK.h)
    tint = draw.choice(lights).mix(WHITE, 0.75)
    return Particle(meet[0] + x, meet[1] + y, 0.0, 0.0, high, tint, life=LASTS, turn=turn, fade=1.2, long=long)


def _spark(meet: Point, tint: Rgba, cell: Place, draw: Random) -> Particle:
    away = math.degrees(math.atan2(meet[1] - cell.y, meet[0] - cell.x))  # only few pass over the pile
    turn, speed = away + draw.gauss(0, 45), abs(draw.gauss(0, 2.6)) * cell.w
    velocity = speed * math.cos(math.radians(turn)), speed * math.sin(math.radians(turn))
    size, life = draw.uniform(0.045, 0.1) * cell.w, draw.uniform(0.25, 0.6)
    x, y = (meet[part] + _CLEAR * cell.w * velocity[part] / max(speed, 1.0) for part in (0, 1))
    return Particle(x, y, *velocity, size, tint.mix(WHITE, 0.8 * draw.random()), life=life, turn=turn, drag=4.5)
