"""A finished pile: its cards gather, burst into light, and sparks fly to the counters of those who laid them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from kiosk.display.motion.effects import Burst, Effect, Flash, Fly
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import GLOW, RING, SHADE, SPARK, STREAK
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
_CIRCLE: Final = 0.42
"""Radius of the circle on which the cards gather, in their widths: no further than into the gaps beside its cell."""
_SMALL: Final = 0.30
"""The size of the cards on it."""
_REACH: Final = 0.69
"""How far the cards reach from the middle of the circle, in their widths."""
_LARGEST: Final = 1.3
"""How much larger all of it is at most, where no pile lies beside it."""
_BESIDE: Final = (0.5, 0.62)
"""How far a top card reaches down and up from the middle of its cell at most, in heights of a card."""
_DARK: Final = (2.5, 1.4)
"""Half the width and height of the shade below the cards, in card widths: the places for new piles vanish in it."""
_FADE: Final = 0.25
_CORE: Final = 0.95
_FLARE: Final = 0.1
"""The width of the brightest light, in card widths, and the seconds after which it is smaller: the cards show."""
_RING: Final = 0.76
"""The radius of the ring around the cards, in card widths: where there is room, it ends in the gaps beside the cell."""
_RAYS: Final = 14
_CLOUD: Final = 12
_TAIL: Final = ((0.0, 1.0, 0.9), (0.05, 0.7, 0.45))
"""The parts of a spark's line of light: how much later each flies, its size and its brightness."""
_LINE: Final = (0.09, 1.7)
"""Height and length of such a part, in card widths."""
_GOLD: Final = rgb("ffc53a")
_WARM: Final = rgb("ffa02a")
_SHADOW: Final = rgb("0b2422").fade(0.5)


def room_around(cell: Place, piles: Iterable[Place]) -> float:
    """Return how far from the middle of ``cell`` no card of these piles lies, in pixels."""
    down, up = _BESIDE
    free = (
        max(abs(pile.x - cell.x) - pile.w / 2, pile.y - cell.y - down * pile.h, cell.y - pile.y - up * pile.h)
        for pile in piles
    )
    return min(free, default=_LARGEST * _REACH * cell.w)


def finished_pile(
    looks: Sequence[Look],
    cell: Place,
    owners: Sequence[SeatNumber],
    counters: Mapping[SeatNumber, Place],
    draw: Random,
    *,
    calm: bool,
    room: float = 0.0,
) -> list[Effect]:
    """Return the end of a pile on ``cell``.

    ``looks``: its cards, in the size of the cell; ``owners``: who laid each; ``counters``: where their numbers stand;
    ``room``: pixels around the middle of the cell in which no other card lies.
    """
    if calm:
        return [_fade(looks[-1], cell)]
    size = min(_LARGEST, max(1.0, room / (_REACH * cell.w)))
    wheel = Place(cell.x, cell.y, size * cell.w, size * cell.h)
    cards = (_gathering(look, wheel, 360 * number / len(looks), size) for number, look in enumerate(looks))
    return [_shade(cell), *cards, *_light(wheel), *_particles(wheel, draw), *_sparks(wheel, owners, counters, draw)]


def _fade(look: Look, cell: Place) -> Effect:
    pose = Pose(0.0, cell.x, cell.y)
    return Fly((look,), (pose, pose._replace(at=_FADE, alpha=0.0)))


def _shade(cell: Place) -> Effect:
    """Return the dark felt from which the light stands out."""
    wide, high = _DARK
    dark = Particle(cell.x, cell.y, 0.0, 0.0, 2 * high * cell.w, _SHADOW, life=_GONE, fade=5.0, long=wide / high)
    return Burst(SHADE, (dark,), light=False, low=True)


def _gathering(look: Look, cell: Place, angle: float, size: float) -> Effect:
    """Return a card's way out onto a circle, round on it, and into the light; ``size``: of the cards."""
    x, y = _around(cell, angle, _CIRCLE * cell.w)
    small = Pose(0.12, x, y, angle - 90, size * _SMALL)
    x, y = _around(cell, angle + 40, _CIRCLE * cell.w)
    round_ = Pose(GATHER + 0.3, x, y, angle - 50, size * _SMALL, bend=-0.03 * cell.w)
    end = Pose(GATHER + 0.5, cell.x, cell.y, angle + 60, 0.08, 0.0)
    return Fly((look,), (Pose(0.0, cell.x, cell.y, 0.0, 0.6), small, round_, end))


def _around(cell: Place, angle: float, reach: float) -> tuple[float, float]:
    turn = math.radians(angle)
    return cell.x + reach * math.cos(turn), cell.y + reach * math.sin(turn)


def _light(cell: Place) -> Iterator[Effect]:
    """Yield the core, its glow on the felt, and the ring; the core alone lies above."""
    at, w = GATHER, cell.w
    here = Pose(0.0, cell.x, cell.y)
    for size, tint, bright, low in ((2.3, _WARM, 0.95, True), (_CORE, LAMP.mix(WHITE, 0.5), 1.0, False)):
        scale = size * w / GLOW.size
        rest = 1.05 if low else 0.8
        poses = (
            here._replace(scale=0.5 * scale, alpha=0.3 * bright),
            here._replace(at=at, scale=scale, alpha=bright),
            here._replace(at=at + _FLARE, scale=rest * scale, alpha=0.9 * bright),
            here._replace(at=at + 0.35, scale=rest * scale, alpha=0.8 * bright),
            here._replace(at=_GONE, scale=1.05 * rest * scale, alpha=0.0),
        )
        yield Flash(GLOW, poses, tint, low=low)
    scale = 2.5 * _RING * w / RING.size  # its line lies at 0.8 of its radius
    stands = here._replace(at=0.12, scale=scale, alpha=1.0)
    gone = here._replace(at=_GONE - at, scale=1.04 * scale, alpha=0.0)
    for tint in (LAMP, _GOLD):
        way = here._replace(scale=0.3 * scale), stands, stands._replace(at=0.55), gone
        yield Flash(RING, way, tint, at - 0.1, low=True)


def _particles(cell: Place, draw: Random) -> list[Effect]:
    """Return the rays, which stand on the felt, and a cloud of sparks."""
    rays = (_ray(cell, 360 * number / _RAYS + draw.uniform(-6, 6), draw) for number in range(_RAYS))
    cloud = (_ember(cell, draw) for _ in range(_CLOUD))
    return [Burst(STREAK, tuple(rays), GATHER - 0.1, low=True), Burst(SPARK, tuple(cloud), GATHER, low=True)]


def _ray(cell: Place, turn: float, draw: Random) -> Particle:
    reach, high = draw.uniform(0.35, 0.95) * cell.w, draw.uniform(0.06, 0.13) * cell.w
    x, y = _around(cell, turn, 0.5 * cell.w + 0.5 * reach)
    long, life = reach / (high * STREAK.w / STREAK.h), draw.uniform(0.6, _GONE - GATHER)
    tint = LAMP.mix(_GOLD, draw.random())
    return Particle(x, y, 0.0, 0.0, high, tint, life=life, turn=turn, fade=1.3, long=long)


def _ember(cell: Place, draw: Random) -> Particle:
    angle, speed = draw.uniform(0, 360), draw.uniform(1.6, 4.6) * cell.w
    velocity = speed * math.cos(math.radians(angle)), speed * math.sin(math.radians(angle))
    size, tint = draw.uniform(0.03, 0.06) * cell.w, _GOLD.mix(WHITE, draw.random())
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
    """Yield a head of light, and the line behind it: fine streaks that follow each other along one arc."""
    dx, dy = counter.x - cell.x, counter.y - cell.y
    far = max(1.0, math.hypot(dx, dy))
    left = min(1.0, _RING * cell.w / far)  # it is seen from the ring on
    x, y = cell.x + left * dx, cell.y + left * dy
    bend = draw.choice((-1, 1)) * draw.uniform(0.06, 0.14) * far
    ahead, aside = math.degrees(math.atan2(dy, dx)), math.degrees(math.atan(4 * bend / far))
    start, lasts = GATHER + draw.uniform(0, 0.08), ARRIVE - GATHER
    for late, share, bright in _TAIL:
        high, long = (part * cell.w for part in _LINE)
        scale = share * high / STREAK.h
        begins = Pose(0.0, x, y, ahead + aside, scale, bright, long / high * STREAK.h / STREAK.w)
        ends = begins._replace(at=lasts, x=counter.x, y=counter.y, turn=ahead - aside, bend=bend, ease=1.4)
        gone = ends._replace(at=lasts + 0.06, alpha=0.0, bend=0.0)
        yield Flash(STREAK, (begins, ends, gone), tint.mix(WHITE, 0.4 * bright), start + late, low=True)
    size = 0.42 * cell.w / GLOW.size
    begins = Pose(0.0, x, y, 0.0, size, 0.9)
    ends = begins._replace(at=lasts, x=counter.x, y=counter.y, bend=bend, ease=1.4)
    yield Flash(
        GLOW, (begins, ends, ends._replace(at=lasts + 0.1, scale=2 * size, alpha=0.0, bend=0.0)), tint, start, low=True
    )


def _counter(counter: Place, tint: Rgba) -> Effect:
    size = 1.8 * counter.w / GLOW.size
    here = Pose(0.0, counter.x, counter.y, 0.0, size, 0.0)
    return Flash(GLOW, (here, here._replace(at=0.08, alpha=0.6), here._replace(at=0.6, alpha=0.0)), tint, ARRIVE)
