"""A finished pile: its cards gather, burst into light, and sparks fly to the counters of those who laid them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from kiosk.display.motion.effects import Burst, Effect, Flash, Fly
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import GLOW, RING, STREAK
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import LAMP, WHITE, Rgba, seat_color
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place

GATHER: Final = 0.2
"""Seconds until the burst."""
ARRIVE: Final = 0.75
"""Seconds until the sparks reach the counters."""
_CIRCLE: Final = 0.36
"""Radius of the circle on which the cards gather, in their widths; with their size there it stays in its cell."""
_SMALL: Final = 0.24
_FADE: Final = 0.25
_RAYS: Final = 16
_CLOUD: Final = 60


def finished_pile(
    looks: Sequence[Look],
    cell: Place,
    owners: Sequence[SeatNumber],
    counters: Mapping[SeatNumber, Place],
    draw: Random,
    *,
    calm: bool,
) -> list[Effect]:
    """Return the end of a pile on ``cell``.

    ``looks``: its cards, in the size of the cell; ``owners``: who laid each; ``counters``: where their numbers stand.
    """
    if calm:
        return [_fade(looks[-1], cell)]
    cards: list[Effect] = [_gathering(look, cell, 360 * number / len(looks)) for number, look in enumerate(looks)]
    return [*cards, *_light(cell, draw), *_sparks(cell, owners, counters, draw)]


def _fade(look: Look, cell: Place) -> Effect:
    pose = Pose(0.0, cell.x, cell.y)
    return Fly((look,), (pose, pose._replace(at=_FADE, alpha=0.0)))


def _gathering(look: Look, cell: Place, angle: float) -> Effect:
    """Return a card's way out onto a circle and into the light."""
    x, y = _around(cell, angle, _CIRCLE * cell.w)
    small = Pose(0.12, x, y, angle - 90, _SMALL)
    end = Pose(GATHER + 0.28, cell.x, cell.y, angle + 60, 0.08, 0.0)
    return Fly((look,), (Pose(0.0, cell.x, cell.y, 0.0, 0.6), small, small._replace(at=GATHER, turn=angle - 60), end))


def _around(cell: Place, angle: float, reach: float) -> tuple[float, float]:
    turn = math.radians(angle)
    return cell.x + reach * math.cos(turn), cell.y + reach * math.sin(turn)


def _light(cell: Place, draw: Random) -> list[Effect]:
    """Return the core, the ring, the rays and a cloud of sparks."""
    at, w = GATHER, cell.w
    here = Pose(0.0, cell.x, cell.y)
    core = w * 1.5 / 128
    effects: list[Effect] = [
        Flash(
            GLOW,
            (
                here._replace(scale=0.4 * core, alpha=0.2),
                here._replace(at=at, scale=core),
                here._replace(at=at + 0.45, scale=1.3 * core, alpha=0.0),
            ),
            LAMP,
        ),
        Flash(
            RING,
            (here._replace(scale=0.1 * w / 256), here._replace(at=0.5, scale=3.2 * w / 256, alpha=0.0, ease=1.6)),
            LAMP,
            at - 0.06,
            low=True,
        ),
    ]
    for number in range(_RAYS):
        turn = 360 * number / _RAYS + draw.uniform(-8, 8)
        reach, wide = draw.uniform(0.9, 1.6) * w, draw.uniform(0.3, 0.6)
        stretch = reach / (256 * wide)
        start, end = _around(cell, turn, 0.2 * w), _around(cell, turn, 0.62 * reach)
        poses = (
            Pose(0.0, *start, turn, wide, 0.0, 0.2 * stretch),
            Pose(0.12, *end, turn, wide, 0.9, stretch),
            Pose(0.45, *end, turn, wide, 0.0, stretch),
        )
        effects.append(Flash(STREAK, poses, LAMP, at, low=True))
    return [*effects, Burst(GLOW, tuple(_cloud(cell, draw)), at)]


def _cloud(cell: Place, draw: Random) -> list[Particle]:
    particles = []
    for _ in range(_CLOUD):
        angle, speed = draw.uniform(0, 2 * math.pi), draw.uniform(0.4, 3.2) * cell.w
        velocity = speed * math.cos(angle), speed * math.sin(angle)
        size, life = draw.uniform(0.04, 0.12) * cell.w, draw.uniform(0.3, 0.7)
        particles.append(Particle(cell.x, cell.y, *velocity, size, LAMP.mix(WHITE, draw.random()), life=life, drag=3.0))
    return particles


def _sparks(
    cell: Place, owners: Sequence[SeatNumber], counters: Mapping[SeatNumber, Place], draw: Random
) -> list[Effect]:
    """Return a spark for each card, on a curve to its owner's counter, and the counters' flashes."""
    sparks = [_spark(cell, counters[owner], seat_color(owner), draw) for owner in owners if owner in counters]
    flashes = [_counter(counters[owner], seat_color(owner)) for owner in sorted(set(owners) & set(counters))]
    return [*sparks, *flashes]


def _spark(cell: Place, counter: Place, tint: Rgba, draw: Random) -> Effect:
    size = 0.34 * cell.w / 128
    far = math.hypot(counter.x - cell.x, counter.y - cell.y)
    poses = (
        Pose(0.0, cell.x, cell.y, 0.0, size, 0.0),
        Pose(0.05, cell.x, cell.y, 0.0, size, 1.0),
        Pose(ARRIVE - GATHER, counter.x, counter.y, 0.0, 0.8 * size, 1.0, 1.0, draw.uniform(-0.22, 0.22) * far, 1.4),
        Pose(ARRIVE - GATHER + 0.12, counter.x, counter.y, 0.0, 1.4 * size, 0.0),
    )
    return Flash(GLOW, poses, tint.mix(WHITE, 0.3), GATHER + draw.uniform(0, 0.1))


def _counter(counter: Place, tint: Rgba) -> Effect:
    size = 1.5 * counter.w / 128
    here = Pose(0.0, counter.x, counter.y, 0.0, size, 0.0)
    return Flash(GLOW, (here, here._replace(at=0.08, alpha=0.55), here._replace(at=0.55, alpha=0.0)), tint, ARRIVE)
