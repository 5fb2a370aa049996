"""A match won: for four seconds fireworks left and right of the winner's axis, and the winner's light on the felt.

All of it lies below medals, names and the words of the trays.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import Final, NamedTuple

from kiosk.display.games.count_times import COMES_S
from kiosk.display.games.ranks import prizes_look
from kiosk.display.motion.effects import STILL, Burst, Coming, Effect, Flash, Moment
from kiosk.display.motion.firelight import firelight
from kiosk.display.motion.moment_context import MomentContext
from kiosk.display.motion.paper import paper
from kiosk.display.motion.turning import coming, turning
from kiosk.display.paint.light_art import GLOW, SPARK, SPHERE
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import IVORY, WHITE, Rgba, rgb, seat_color
from kiosk.layout.counting import edges_in_turn, feast_parts, prizes_place
from kiosk.layout.table_layout import Layout, Panel
from kiosk.protocol import Snapshot

LASTS: Final = 4.0
"""Seconds for which there are fireworks."""
_EVERY: Final = 0.3
"""Seconds between two pairs of them."""
_EMBERS: Final = 40
"""The sparks that fly on from each, beyond its sphere."""
_DRAG: Final = 4.0
GOLD: Final = rgb("ffc44d")
EMBER: Final = rgb("ff7a14")


def fireworks(context: MomentContext) -> Moment:
    """Return the celebration of a match, and then the turns of the turntable with the medals."""
    snapshot = context.snapshot
    if snapshot.result is None or context.calm:
        return STILL
    draw = Random(f"won {snapshot.since}")  # noqa: S311  the same on every display
    winners = [panel for seat, panel in context.layout.panels.items() if seat in snapshot.result.winners]
    rest = turntable(context)
    return Moment(Coming(chain(_celebration(context, winners, draw), rest.effects)), max(LASTS, rest.lasts))


def _celebration(context: MomentContext, winners: list[Panel], draw: Random) -> Iterator[Effect]:
    """Yield the light, the rockets, and at last the paper, of which there is most."""
    yield from firelight(context.layout, winners, LASTS)
    shot = [*rockets(context.layout, winners, draw)]
    yield from (light for rocket in shot for light in (_lamp(rocket), _sphere(rocket, draw)))
    for rocket in shot:
        yield Burst(SPARK, tuple(_embers(rocket, draw)), low=True)
    yield from paper(context.layout, winners, LASTS, draw)


def turntable(context: MomentContext) -> Moment:
    """Return the turntable alone, which comes after the fireworks and turns: a touch has ended them."""
    snapshot, layout = context.snapshot, context.layout
    if snapshot.result is None or context.calm:
        return STILL
    place = prizes_place(layout)
    look = prizes_look(snapshot.result, place.w)
    edges = edges_in_turn(layout, snapshot.result, next(iter(snapshot.result.winners), None))
    until = _until(snapshot)
    turns = turning((look, look), place, edges, (LASTS + COMES_S, LASTS, until))
    return Moment([coming(look, place, edges[0])._replace(start=LASTS), *turns], until)


def _until(snapshot: Snapshot) -> float:
    """Return how long the result is shown, in seconds."""
    return (snapshot.deadline - snapshot.since) / 1e9 if snapshot.deadline else LASTS


# ---- fireworks


class Rocket(NamedTuple):
    """A firework: where it stands, how far it reaches, and when it begins in seconds."""

    x: float
    y: float
    reach: float
    tint: Rgba
    start: float


def rockets(layout: Layout, winners: Sequence[Panel], draw: Random) -> Iterator[Rocket]:
    """Yield all fireworks, two at once that mirror each other by a winner's axis."""
    for number in range(int(LASTS / _EVERY) if winners else 0):
        panel = winners[number % len(winners)]
        parts = feast_parts(layout, panel)
        along, away, reach = parts.spots[number % len(parts.spots)]
        along += draw.uniform(-0.12, 0.12) * reach
        away += draw.uniform(-0.12, 0.12) * reach
        tint = (GOLD, seat_color(panel.seat), EMBER)[number % 3]
        for hand in (-1, 1):
            yield Rocket(*parts.at(hand * along, away), reach, tint, 0.02 + number * _EVERY)


def _lamp(rocket: Rocket) -> Effect:
    """Return the white core of a firework."""
    core = Pose(0.0, rocket.x, rocket.y, 0.0, 0.6 * rocket.reach / GLOW.size, 1.0)
    hot = core._replace(at=0.75, scale=0.8 * core.scale, ease=1.0)
    gone = core._replace(at=1.2, scale=0.4 * core.scale, alpha=0.0, ease=1.0)
    return Flash(GLOW, (core, hot, gone), IVORY, rocket.start, low=True)


def _sphere(rocket: Rocket, draw: Random) -> Effect:
    """Return the sphere of a firework, which opens, turns and goes out."""
    turn, way = draw.uniform(0, 360), draw.choice((-1, 1))
    scale = 2 * rocket.reach / SPHERE.size
    born = Pose(0.0, rocket.x, rocket.y, turn, 0.08 * scale, 1.0)
    wide = born._replace(at=0.4, turn=turn + 16 * way, scale=0.92 * scale, ease=2.6)
    still = born._replace(at=0.85, turn=turn + 34 * way, scale=scale, alpha=1.0, ease=1.2)
    gone = born._replace(at=1.2, turn=turn + 51 * way, scale=1.04 * scale, alpha=0.0, ease=1.0)
    return Flash(SPHERE, (born, wide, still, gone), rocket.tint.mix(WHITE, 0.7), rocket.start, low=True)


def _embers(rocket: Rocket, draw: Random) -> Iterator[Particle]:
    """Yield the sparks that fly on from a firework when it has opened, and go out."""
    for _ in range(_EMBERS):
        angle, begins = draw.uniform(0, 2 * math.pi), draw.uniform(0.12, 0.5)
        cos, sin = math.cos(angle), math.sin(angle)
        near = rocket.reach * draw.uniform(0.35, 0.9)
        speed = _DRAG * rocket.reach * draw.uniform(0.2, 0.45)
        yield Particle(
            *(rocket.x + near * cos, rocket.y + near * sin, speed * cos, speed * sin),
            *(draw.uniform(0.03, 0.05) * rocket.reach, GOLD.mix(IVORY, draw.random()), rocket.start + begins),
            life=draw.uniform(0.4, 0.9),
            turn=math.degrees(angle),
            drag=_DRAG,
            fade=2.2,
        )
