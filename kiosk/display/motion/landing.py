"""A piece that flies to the middle and lands: its comet's trail, its rim in the owner's colour, and a few sparks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from kiosk.display.motion.effects import Burst, Effect, Flash, Fly
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import GLOW, SPARK, STREAK, rim_look
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import WHITE, Rgba
from kiosk.layout.table_layout import Place

FLIGHT: Final = 0.12
"""Seconds from the finger, or the panel, to the middle (kiosk/display/README.md)."""
_RIM: Final = (0.04, 0.75, 1.15)
"""Seconds after the verdict at which the rim is bright, begins to fade, and is gone."""
_GHOSTS: Final = ((0.76, 0.4), (0.5, 0.18))
"""Copies of light that stay behind on the way: where, as a share of it, and how bright."""
_GHOST_S: Final = 0.42
_TRAIL_S: Final = 0.62
"""Seconds after which the ghosts and the trail are gone."""
_STANDS: Final = 0.3
"""Seconds for which the trail is bright."""
_TRAIL: Final = 0.92
"""The part of the way, up to its end, on which the trail stands."""
_SPARKS: Final = 10
_EMBERS: Final = 6
"""The number of sparks that leave the edge of the landed piece, and of those along its way."""


def landing(
    way: Sequence[Pose], look: Look | None, cell: Place, tint: Rgba, draw: Random, *, calm: bool, stays: bool = True
) -> list[Effect]:
    """Return the light of a piece that flies along ``way`` and lands on ``cell``.

    ``look``: of its ghosts, if any; ``stays``: False for the last piece of a pile, which ends with it.
    """
    rim = [_rim(cell, tint)] if stays else []
    if calm:
        return rim
    start = way[0]
    particles = (*_sparks(cell, tint, draw), *_embers(start, cell, tint, draw))
    ghosts = () if look is None else _ghosts(way, look, tint.mix(WHITE, 0.2))
    return [*_trail(start, cell, tint), *ghosts, _flash(cell, tint), *rim, Burst(SPARK, tuple(particles))]


def _rim(cell: Place, tint: Rgba) -> Effect:
    """Return the frame in the owner's colour; not added to the felt, which would change its colour."""
    bright, fades, gone = _RIM
    dark = Pose(0.0, cell.x, cell.y, alpha=0.0)
    lit = dark._replace(alpha=1.0)
    poses = dark, lit._replace(at=bright), lit._replace(at=fades), dark._replace(at=gone)
    return Fly((rim_look(cell),), poses, low=True, tint=tint)


def _flash(cell: Place, tint: Rgba) -> Effect:
    """Return the flash on the felt as the piece lands."""
    here = Pose(0.0, cell.x, cell.y, scale=1.1 * cell.h / GLOW.size, alpha=0.0)
    return Flash(GLOW, (here, here._replace(at=FLIGHT, alpha=0.8), here._replace(at=0.36, alpha=0.0)), tint, low=True)


def _ghosts(way: Sequence[Pose], look: Look, tint: Rgba) -> Iterator[Effect]:
    """Yield copies of the piece in the owner's light that stop on its way and fade."""
    start, end = way[0], way[-1]
    for share, alpha in _GHOSTS:
        x, y, turn, scale = (a + (b - a) * share for a, b in zip(start[1:5], end[1:5], strict=True))
        stop = Pose(share * FLIGHT, x, y, turn, scale, alpha)
        yield Flash(look, (start._replace(alpha=0.0), stop, stop._replace(at=_GHOST_S, alpha=0.0)), tint, low=True)


def _trail(start: Pose, cell: Place, tint: Rgba) -> Iterator[Effect]:
    """Yield a soft ribbon of light along the way and a bright streak in it, which fade from its end."""
    dx, dy = cell.x - start.x, cell.y - start.y
    length = _TRAIL * math.hypot(dx, dy)
    turn = math.degrees(math.atan2(dy, dx))
    for look, wide, color, bright in (
        (GLOW, 1.7, tint, 0.95),
        (STREAK, 0.8, tint, 0.95),
        (STREAK, 0.3, tint.mix(WHITE, 0.7), 0.9),
    ):
        scale = wide * cell.w / look.extent[1]
        stretch = length / (look.extent[0] * scale)
        share = 1 - _TRAIL / 2
        middle = Pose(0.0, start.x + share * dx, start.y + share * dy, turn, scale, 0.0, stretch)
        lit = middle._replace(at=0.5 * FLIGHT, alpha=bright)
        late = Pose(_TRAIL_S, start.x + 0.7 * dx, start.y + 0.7 * dy, turn, 0.6 * scale, 0.0, 0.8 * stretch)
        yield Flash(look, (middle, lit, lit._replace(at=_STANDS, alpha=0.8 * bright), late), color, low=True)


def _sparks(cell: Place, tint: Rgba, draw: Random) -> Iterator[Particle]:
    """Yield sparks that leave the card's edge as it lands."""
    for _ in range(_SPARKS):
        angle = draw.uniform(0, 2 * math.pi)
        cos, sin = math.cos(angle), math.sin(angle)
        to_edge = min(cell.w / 2 / max(abs(cos), 1e-3), cell.h / 2 / max(abs(sin), 1e-3))
        speed = draw.uniform(0.8, 2.6) * cell.w
        yield Particle(
            *(cell.x + to_edge * cos, cell.y + to_edge * sin, speed * cos, speed * sin),
            size=draw.uniform(0.05, 0.1) * cell.w,
            tint=tint.mix(WHITE, draw.random() * 0.6),
            delay=FLIGHT,
            life=draw.uniform(0.35, 0.75),
            turn=math.degrees(angle),
            drag=4.5,
        )


def _embers(start: Pose, cell: Place, tint: Rgba, draw: Random) -> Iterator[Particle]:
    """Yield sparks that the piece loses on its way."""
    dx, dy = cell.x - start.x, cell.y - start.y
    turn = math.atan2(dy, dx)
    for _ in range(_EMBERS):
        share, aside = draw.random(), draw.gauss(0, 0.22) * cell.w
        speed, angle = draw.uniform(0.3, 1.4) * cell.w, turn + draw.gauss(0, 0.5)
        yield Particle(
            *(start.x + share * dx - aside * math.sin(turn), start.y + share * dy + aside * math.cos(turn)),
            *(speed * math.cos(angle), speed * math.sin(angle)),
            size=draw.uniform(0.04, 0.09) * cell.w,
            tint=tint.mix(WHITE, draw.random() * 0.5),
            delay=share * FLIGHT,
            life=draw.uniform(0.25, 0.7),
            turn=math.degrees(angle),
            drag=2.0,
        )
