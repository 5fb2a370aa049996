"""A finished pile: its cards gather, burst into light, and sparks fly to the counters of those who laid them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from kiosk.display.motion.effects import Burst, Effect, Flash, Fly
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import GLOW, RING, SPARK, STREAK
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import LAMP, WHITE, Rgba, rgb, seat_light
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place

GATHER: Final = 0.2
"""Seconds until the burst."""
ARRIVE: Final = 0.75
"""Seconds until the sparks reach the counters."""
_GONE: Final = 1.15
"""Seconds until the light has faded."""
_CIRCLE: Final = 0.43
"""Radius of the circle on which the cards gather, in their widths: no further than into the gaps beside its cell."""
_SMALL: Final = 0.31
_FADE: Final = 0.25
_CORE: Final = 0.85
_FLARE: Final = 0.1
"""The width of the brightest light, in card widths, and the seconds after which it is smaller: the cards show."""
_RAYS: Final = 22
_CLOUD: Final = 44
_TAIL: Final = ((0.0, 1.0, 1.0), (0.03, 0.75, 0.6), (0.06, 0.5, 0.35))
"""The lights of a spark: how much later each flies, its size and its brightness."""
_GOLD: Final = rgb("ffc53a")
_WARM: Final = rgb("ffa02a")


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
    return [*cards, *_light(cell), *_particles(cell, draw), *_sparks(cell, owners, counters, draw)]


def _fade(look: Look, cell: Place) -> Effect:
    pose = Pose(0.0, cell.x, cell.y)
    return Fly((look,), (pose, pose._replace(at=_FADE, alpha=0.0)))


def _gathering(look: Look, cell: Place, angle: float) -> Effect:
    """Return a card's way out onto a circle, round on it, and into the light."""
    x, y = _around(cell, angle, _CIRCLE * cell.w)
    small = Pose(0.12, x, y, angle - 90, _SMALL)
    x, y = _around(cell, angle + 40, _CIRCLE * cell.w)
    round_ = Pose(GATHER + 0.3, x, y, angle - 50, _SMALL, bend=-0.03 * cell.w)
    end = Pose(GATHER + 0.5, cell.x, cell.y, angle + 60, 0.08, 0.0)
    return Fly((look,), (Pose(0.0, cell.x, cell.y, 0.0, 0.6), small, round_, end))


def _around(cell: Place, angle: float, reach: float) -> tuple[float, float]:
    turn = math.radians(angle)
    return cell.x + reach * math.cos(turn), cell.y + reach * math.sin(turn)


def _light(cell: Place) -> Iterator[Effect]:
    """Yield the core, its glow on the felt, and two rings that run out; only the core shines above the pieces."""
    at, w = GATHER, cell.w
    here = Pose(0.0, cell.x, cell.y)
    for size, tint, bright, low in ((2.9, _WARM, 0.8, True), (2.0, LAMP, 0.4, True), (_CORE, LAMP, 1.0, False)):
        scale = size * w / GLOW.size
        rest = 1.05 if low else 0.55
        poses = (
            here._replace(scale=0.5 * scale, alpha=0.3 * bright),
            here._replace(at=at, scale=scale, alpha=bright),
            here._replace(at=at + _FLARE, scale=rest * scale, alpha=0.9 * bright),
            here._replace(at=at + 0.35, scale=rest * scale, alpha=0.8 * bright),
            here._replace(at=_GONE, scale=1.05 * rest * scale, alpha=0.0),
        )
        yield Flash(GLOW, poses, tint, low=low)
    for start, size, tint in ((at - 0.15, 2.5, LAMP), (at - 0.04, 3.2, _GOLD)):
        scale = size * w / RING.size
        wide, stands = here._replace(at=0.18, scale=0.85 * scale), here._replace(at=0.5, scale=0.92 * scale, alpha=0.8)
        gone = here._replace(at=_GONE - start, scale=scale, alpha=0.0)
        yield Flash(RING, (here._replace(scale=0.1 * scale), wide, stands, gone), tint, start, low=True)


def _particles(cell: Place, draw: Random) -> list[Effect]:
    """Return the rays, which stand on the felt, and a cloud of sparks."""
    rays = (_ray(cell, 360 * number / _RAYS + draw.uniform(-6, 6), draw) for number in range(_RAYS))
    cloud = (_ember(cell, draw) for _ in range(_CLOUD))
    return [Burst(STREAK, tuple(rays), GATHER - 0.1, low=True), Burst(SPARK, tuple(cloud), GATHER)]


def _ray(cell: Place, turn: float, draw: Random) -> Particle:
    reach, high = draw.uniform(0.6, 1.15) * cell.w, draw.uniform(0.08, 0.16) * cell.w
    x, y = _around(cell, turn, 0.3 * cell.w + 0.5 * reach)
    long, life = reach / (high * STREAK.w / STREAK.h), draw.uniform(0.5, _GONE - GATHER)
    tint = LAMP.mix(_GOLD, draw.random())
    return Particle(x, y, 0.0, 0.0, high, tint, life=life, turn=turn, fade=1.3, long=long)


def _ember(cell: Place, draw: Random) -> Particle:
    angle, speed = draw.uniform(0, 360), draw.uniform(0.8, 4.6) * cell.w
    velocity = speed * math.cos(math.radians(angle)), speed * math.sin(math.radians(angle))
    size, tint = draw.uniform(0.05, 0.12) * cell.w, _GOLD.mix(WHITE, draw.random())
    return Particle(cell.x, cell.y, *velocity, size, tint, life=draw.uniform(0.4, 0.95), turn=angle, drag=3.2)


def _sparks(
    cell: Place, owners: Sequence[SeatNumber], counters: Mapping[SeatNumber, Place], draw: Random
) -> Iterator[Effect]:
    """Yield a spark for each card, on a curve to its owner's counter, and the counters' flashes."""
    for owner in owners:
        if owner in counters:
            yield from _spark(cell, counters[owner], seat_light(owner), draw)
    for owner in sorted(set(owners) & set(counters)):
        yield _counter(counters[owner], seat_light(owner))


def _spark(cell: Place, counter: Place, tint: Rgba, draw: Random) -> Iterator[Effect]:
    """Yield a head of light and its tail."""
    bend = draw.choice((-1, 1)) * draw.uniform(0.08, 0.24) * math.hypot(counter.x - cell.x, counter.y - cell.y)
    start, lasts = GATHER + draw.uniform(0, 0.08), ARRIVE - GATHER
    for late, share, bright in _TAIL:
        size = 0.42 * share * cell.w / GLOW.size
        poses = (
            Pose(0.0, cell.x, cell.y, 0.0, size, 0.0),
            Pose(0.04, cell.x, cell.y, 0.0, size, bright),
            Pose(lasts, counter.x, counter.y, 0.0, 0.8 * size, bright, 1.0, bend, 1.4),
            Pose(lasts + 0.12, counter.x, counter.y, 0.0, 1.4 * size, 0.0),
        )
        yield Flash(GLOW, poses, tint.mix(WHITE, 0.55 * bright), start + late)


def _counter(counter: Place, tint: Rgba) -> Effect:
    size = 1.8 * counter.w / GLOW.size
    here = Pose(0.0, counter.x, counter.y, 0.0, size, 0.0)
    return Flash(GLOW, (here, here._replace(at=0.08, alpha=0.6), here._replace(at=0.6, alpha=0.0)), tint, ARRIVE)
