"""A piece that has landed in the middle: its trail, its rim in the owner's colour, and a few sparks."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from kiosk.display.motion.effects import Burst, Effect, Flash, Fly
from kiosk.display.paint.light_art import GLOW, SPARK, STREAK, rim_look
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import WHITE, Rgba
from kiosk.layout.table_layout import Place

FLIGHT: Final = 0.12
"""Seconds from the finger, or the panel, to the middle (kiosk/display/README.md)."""
_RIM: Final = (0.04, 0.75, 1.15)
"""Seconds after the verdict at which the rim is bright, begins to fade, and is gone."""
_SPARKS: Final = 16


def landing(start: Pose, cell: Place, tint: Rgba, draw: Random, *, calm: bool) -> list[Effect]:
    """Return the light of a piece that flies from ``start`` to ``cell``."""
    if calm:
        return [_rim(cell, tint)]
    return [_trail(start, cell, tint), _rim(cell, tint), _shine(cell, tint), _sparks(cell, tint, draw)]


def _shine(cell: Place, tint: Rgba) -> Effect:
    """Return the light of the rim on the felt around it."""
    size = 2.2 * cell.h / GLOW.size
    here = Pose(0.0, cell.x, cell.y, scale=size, alpha=0.0)
    return Flash(GLOW, (here, here._replace(at=FLIGHT, alpha=0.4), here._replace(at=0.6, alpha=0.0)), tint, low=True)


def _rim(cell: Place, tint: Rgba) -> Effect:
    """Return the frame in the owner's colour; not added to the felt, which would change its colour."""
    bright, fades, gone = _RIM
    pose = Pose(0.0, cell.x, cell.y, alpha=0.0)
    poses = (
        pose,
        pose._replace(at=bright, alpha=0.95),
        pose._replace(at=fades, alpha=0.95),
        pose._replace(at=gone, alpha=0.0),
    )
    return Fly((rim_look(cell),), poses, low=True, tint=tint)


def _trail(start: Pose, cell: Place, tint: Rgba) -> Effect:
    """Return a streak of light along the way, which fades from its end."""
    dx, dy = cell.x - start.x, cell.y - start.y
    length = math.hypot(dx, dy)
    turn = math.degrees(math.atan2(dy, dx))
    wide = 0.5 * cell.w / 24
    stretch = length / (256 * wide)
    middle = Pose(0.0, start.x + dx / 2, start.y + dy / 2, turn, wide, 0.0, stretch)
    late = Pose(0.0, start.x + 0.75 * dx, start.y + 0.75 * dy, turn, wide, 0.0, 0.5 * stretch)
    poses = middle, middle._replace(at=0.6 * FLIGHT, alpha=0.6), late._replace(at=0.34)
    return Flash(STREAK, poses, tint, low=True)


def _sparks(cell: Place, tint: Rgba, draw: Random) -> Effect:
    """Return sparks that leave the card's edge as it lands."""
    particles = []
    for _ in range(_SPARKS):
        angle = draw.uniform(0, 2 * math.pi)
        cos, sin = math.cos(angle), math.sin(angle)
        to_edge = min(cell.w / 2 / max(abs(cos), 1e-3), cell.h / 2 / max(abs(sin), 1e-3))
        speed = draw.uniform(1.5, 4.0) * cell.w
        particles.append(
            Particle(
                *(cell.x + to_edge * cos, cell.y + to_edge * sin, speed * cos, speed * sin),
                size=draw.uniform(0.05, 0.09) * cell.w,
                tint=tint.mix(WHITE, draw.random() * 0.6),
                life=draw.uniform(0.3, 0.6),
                turn=math.degrees(angle),
                drag=4.0,
            )
        )
    return Burst(SPARK, tuple(particles), FLIGHT)
