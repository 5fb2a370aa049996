"""A piece that flies to the middle and lands: ghosts and a short trail, its owner's light around it, a few sparks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from kiosk.display.motion.effects import Burst, Effect, Flash, Fly
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import GLOW, SPARK, STREAK, halo_look, rim_look
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import WHITE, Rgba
from kiosk.layout.table_layout import Place

FLIGHT: Final = 0.12
"""Seconds from the finger, or the panel, to the middle (kiosk/display/README.md)."""
_RIM: Final = (0.04, 0.75, 1.15)
"""Seconds after the verdict at which the rim is bright, begins to fade, and is gone."""
_HALO: Final = (0.9, 0.62)
"""How bright the light around the rim is as the piece lands, and until it fades."""
_GHOSTS: Final = ((0.84, 0.75), (0.64, 0.5), (0.42, 0.26))
"""Copies of light that stay behind on the way: where, as a share of it, and how bright."""
_GHOST_S: Final = 0.42
_TRAIL_S: Final = 0.55
"""Seconds after which the ghosts and the trail are gone."""
_STANDS: Final = 0.28
"""Seconds for which the trail is bright."""
_TRAIL: Final = ((0.9, 1.5, 0.8, 0.0), (0.34, 5.0, 0.75, 0.1), (0.11, 5.0, 0.9, 0.7))
"""The parts of the trail: width in widths of a piece, greatest length in its heights, brightness, share of white."""
_SPARKS: Final = 8
_EMBERS: Final = 4
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
    halo = [_halo(cell, tint)] if stays else []
    start = way[0]
    particles = (*_sparks(cell, tint, draw), *_embers(start, cell, tint, draw))
    ghosts = () if look is None else _ghosts(way, look, tint.mix(WHITE, 0.2))
    sparks = Burst(SPARK, tuple(particles), low=True)
    return [*_trail(start, cell, tint), *ghosts, _flash(cell, tint), *halo, *rim, sparks]


def _rim(cell: Place, tint: Rgba) -> Effect:
    """Return the frame in the owner's colour; not added to the felt, which would change its colour."""
    bright, fades, gone = _RIM
    dark = Pose(0.0, cell.x, cell.y, alpha=0.0)
    lit = dark._replace(alpha=1.0)
    poses = dark, lit._replace(at=bright), lit._replace(at=fades), dark._replace(at=gone)
    return Fly((rim_look(cell),), poses, low=True, tint=tint)


def _halo(cell: Place, tint: Rgba) -> Effect:
    """Return the broad light around the rim, which is added to the felt."""
    landed, after = _HALO
    bright, fades, gone = _RIM
    dark = Pose(0.0, cell.x, cell.y, alpha=0.0)
    poses = (
        *(dark, dark._replace(at=bright, alpha=landed)),
        *(dark._replace(at=0.4, alpha=after), dark._replace(at=fades, alpha=after), dark._replace(at=gone)),
    )
    return Flash(halo_look(cell), poses, tint, low=True)


def _flash(cell: Place, tint: Rgba) -> Effect:
    """Return the flash on the felt as the piece lands."""
    here = Pose(0.0, cell.x, cell.y, scale=1.25 * cell.h / GLOW.size, alpha=0.0)
    return Flash(GLOW, (here, here._replace(at=FLIGHT, alpha=0.6), here._replace(at=0.32, alpha=0.0)), tint, low=True)


def _ghosts(way: Sequence[Pose], look: Look, tint: Rgba) -> Iterator[Effect]:
    """Yield copies of the piece in the owner's light that stop on its way and fade."""
    start, end = way[0], way[-1]
    for share, alpha in _GHOSTS:
        x, y, turn, scale = (a + (b - a) * share for a, b in zip(start[1:5], end[1:5], strict=True))
        stop = Pose(share * FLIGHT, x, y, turn, scale, alpha)
        yield Flash(look, (start._replace(alpha=0.0), stop, stop._replace(at=_GHOST_S, alpha=0.0)), tint, low=True)


def _trail(start: Pose, cell: Place, tint: Rgba) -> Iterator[Effect]:
    """Yield a soft tail of light behind the piece and a line in it, which shrink towards the piece and fade."""
    dx, dy = cell.x - start.x, cell.y - start.y
    far, turn = math.hypot(dx, dy), math.degrees(math.atan2(dy, dx))
    for wide, long, bright, white in _TRAIL:
        length = min(long * cell.h, 0.9 * far)
        scale = wide * cell.w / STREAK.h
        share = 1 - length / max(far, 1.0) / 2
        near = (1 + share) / 2
        middle = Pose(0.0, start.x + share * dx, start.y + share * dy, turn, scale, 0.0, length / (STREAK.w * scale))
        lit = middle._replace(at=0.5 * FLIGHT, alpha=bright)
        late = lit._replace(at=_TRAIL_S, x=start.x + near * dx, y=start.y + near * dy, scale=0.5 * scale, alpha=0.0)
        poses = middle, lit, lit._replace(at=_STANDS, alpha=0.8 * bright), late
        yield Flash(STREAK, poses, tint.mix(WHITE, white), low=True)


def _sparks(cell: Place, tint: Rgba, draw: Random) -> Iterator[Particle]:
    """Yield sparks that leave the card's edge as it lands."""
    for _ in range(_SPARKS):
        angle = draw.uniform(0, 2 * math.pi)
        cos, sin = math.cos(angle), math.sin(angle)
        to_edge = min(cell.w / 2 / max(abs(cos), 1e-3), cell.h / 2 / max(abs(sin), 1e-3))
        speed = draw.uniform(0.8, 2.6) * cell.w
        yield Particle(
            *(cell.x + to_edge * cos, cell.y + to_edge * sin, speed * cos, speed * sin),
            size=draw.uniform(0.03, 0.06) * cell.w,
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
            size=draw.uniform(0.03, 0.05) * cell.w,
            tint=tint.mix(WHITE, draw.random() * 0.5),
            delay=share * FLIGHT,
            life=draw.uniform(0.25, 0.7),
            turn=math.degrees(angle),
            drag=2.0,
        )
