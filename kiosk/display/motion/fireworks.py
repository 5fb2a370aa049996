"""A match won: for four seconds fireworks left and right of the winner's axis, and the winner's light on the felt.

All of it lies below medals, names and the words of the trays.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from kiosk.display.games.count_times import COMES_S
from kiosk.display.games.ranks import prizes_look
from kiosk.display.motion.effects import STILL, Burst, Effect, Flash, Fly, Moment
from kiosk.display.motion.moment_context import MomentContext
from kiosk.display.motion.paper import paper
from kiosk.display.motion.turning import coming, turning
from kiosk.display.paint.light_art import GLOW, SPARK
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.sun_art import NEEDLE, SUN, SUN_IN_THE_DARK
from kiosk.display.paint.theme import IVORY, WHITE, Rgba, rgb, seat_color
from kiosk.layout.feast_parts import feast_parts
from kiosk.layout.score_parts import edges_in_turn, prizes_place
from kiosk.layout.table_layout import Layout, Panel
from kiosk.protocol import Snapshot

LASTS: Final = 4.0
"""Seconds for which there are fireworks."""
_EVERY: Final = 0.3
"""Seconds between two pairs of them."""
_RINGS: Final = ((1.0, 36), (0.66, 26), (0.36, 14))
"""The reach of each ring of a firework, and the number of its streaks."""
_DRAG: Final = 4.0
_SPIN: Final = 34.0
_TURN: Final = 10.0
"""The degrees a second by which the sun behind the medals and the rays at the winner's edge turn."""
SUN_SIZE: Final = 1.25
"""The diameter of that sun, in units of the felt's shorter side."""
_SHINE: Final = 0.98
"""The diameter of the winner's light, in units of the window's shorter side."""
_WARM: Final = 0.55
"""The diameter of the warm light behind it, in the same units."""
_BROWN: Final = rgb("a85a12")
GOLD: Final = rgb("ffc44d")
EMBER: Final = rgb("ffa22e")


def fireworks(context: MomentContext) -> Moment:
    """Return the celebration of a match, and then the turns of the turntable with the medals."""
    snapshot = context.snapshot
    if snapshot.result is None or context.calm:
        return STILL
    draw = Random(f"won {snapshot.since}")  # noqa: S311  the same on every display
    winners = [panel for seat, panel in context.layout.panels.items() if seat in snapshot.result.winners]
    effects: list[Effect] = [_sun(context.layout), *(_warmth(context.layout, one) for one in winners)]
    effects += [_shine(context.layout, one, 1 / len(winners)) for one in winners]
    effects += paper(context.layout, winners, LASTS, draw)
    shot = [*rockets(context.layout, winners, draw)]
    streaks = [streak for rocket in shot for streak in _streaks(rocket, draw)]
    effects += [lamp for rocket in shot for lamp in _lamps(rocket)]
    for look, particles in zip((NEEDLE, SPARK), zip(*streaks, strict=True), strict=False):
        effects.append(Burst(look, particles, low=True))
    rest = turntable(context)
    return Moment([*effects, *rest.effects], max(LASTS, rest.lasts))


def turntable(context: MomentContext) -> Moment:
    """Return the turntable alone, which comes after the fireworks and turns: a touch has ended them."""
    snapshot, layout = context.snapshot, context.layout
    if snapshot.result is None or context.calm:
        return STILL
    place = prizes_place(layout)
    look = prizes_look(snapshot.result, place.w)
    edges = edges_in_turn(layout, next(iter(snapshot.result.winners), None))
    until = _until(snapshot)
    turns = turning((look, look), place, edges, (LASTS + COMES_S, LASTS, until))
    return Moment([coming(look, place, edges[0])._replace(start=LASTS), *turns], until)


def _until(snapshot: Snapshot) -> float:
    """Return how long the result is shown, in seconds."""
    return (snapshot.deadline - snapshot.since) / 1e9 if snapshot.deadline else LASTS


def _sun(layout: Layout) -> Effect:
    """Return the sun behind the medals, which turns."""
    x, y = layout.centre[:2]
    scale = SUN_SIZE * min(layout.centre.w, layout.centre.h) / SUN_IN_THE_DARK.size
    dark = Pose(0.0, x, y, 0.0, 0.7 * scale, 0.0)
    lit = Pose(0.2, x, y, 0.2 * _SPIN, scale, ease=1.0)
    ends = lit._replace(at=LASTS, turn=LASTS * _SPIN, ease=1.0)
    return Fly((SUN_IN_THE_DARK,), (dark, lit, ends, ends._replace(at=LASTS + 0.3, alpha=0.0)), low=True)


def _shine(layout: Layout, panel: Panel, share: float) -> Effect:
    """Return the light from the winner's edge over the felt, whose rays turn slowly."""
    x, y = panel.frame.to_window(0, -panel.size[1] / 2)
    tint = seat_color(panel.seat).vivid.mix(GOLD.vivid, 0.35)
    dark = Pose(0.0, x, y, 0.0, _SHINE * min(layout.area.w, layout.area.h) / SUN.size, 0.0)
    lit = dark._replace(at=0.25, turn=0.25 * _TURN, alpha=0.42 * share, ease=1.0)
    ends = lit._replace(at=LASTS, turn=LASTS * _TURN)
    return Flash(SUN, (dark, lit, ends, ends._replace(at=LASTS + 0.4, alpha=0.0)), tint, low=True)


def _warmth(layout: Layout, panel: Panel) -> Effect:
    """Return the warm brown that lies over the felt from the winner's tray, like the light of a fire."""
    x, y = panel.frame.to_window(0, panel.size[1] / 2)
    dark = Pose(0.0, x, y, 0.0, _WARM * min(layout.area.w, layout.area.h) / GLOW.size, 0.0)
    lit = dark._replace(at=0.25, alpha=0.55, ease=1.0)
    ends = lit._replace(at=LASTS)
    return Fly((GLOW,), (dark, lit, ends, ends._replace(at=LASTS + 0.4, alpha=0.0)), low=True, tint=_BROWN)


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
        along += draw.uniform(-0.25, 0.25) * reach
        away += draw.uniform(-0.25, 0.25) * reach
        tint = (GOLD, seat_color(panel.seat), EMBER)[number % 3]
        for hand in (-1, 1):
            yield Rocket(*parts.at(hand * along, away), reach, tint, 0.02 + number * _EVERY)


def _lamps(rocket: Rocket) -> Iterator[Effect]:
    """Yield the white core of a firework, and the light around it."""
    core = Pose(0.0, rocket.x, rocket.y, 0.0, 0.62 * rocket.reach / GLOW.size, 1.0)
    gone = core._replace(at=1.1, scale=0.4 * core.scale, alpha=0.0, ease=0.7)
    yield Flash(GLOW, (core, gone), IVORY, rocket.start, low=True)
    hot = core._replace(scale=0.5 * core.scale)
    yield Flash(GLOW, (hot, gone._replace(scale=0.3 * hot.scale)), WHITE, rocket.start, low=True)
    wide = 2.1 * core.scale
    halo = (core._replace(alpha=0.0), core._replace(at=0.09, scale=wide, alpha=0.8), gone._replace(at=0.95, scale=wide))
    yield Flash(GLOW, halo, rocket.tint.vivid, rocket.start, low=True)


def _streaks(rocket: Rocket, draw: Random) -> Iterator[tuple[Particle, Particle]]:
    """Yield the streaks of a firework in rings, each with the spark at its end."""
    for part, count in _RINGS:
        size = rocket.reach * (0.6 + 0.4 * part)
        for number in range(count):
            angle = 2 * math.pi * (number + draw.uniform(-0.3, 0.3)) / count
            far = part * rocket.reach * draw.uniform(0.86, 1.0)
            cos, sin = math.cos(angle), math.sin(angle)
            speed = 0.9 * _DRAG * far
            tint = rocket.tint.mix(GOLD, 0.4).mix(EMBER, draw.uniform(0.0, 0.6))
            needle = Particle(
                *(rocket.x, rocket.y, speed * cos, speed * sin),
                *(0.032 * size, tint, rocket.start, draw.uniform(0.7, 1.05)),
                turn=math.degrees(angle),
                drag=_DRAG,
                fade=2.2,
            )
            x, y = rocket.x + 0.14 * far * cos, rocket.y + 0.14 * far * sin
            yield needle, needle._replace(x=x, y=y, size=0.06 * size, tint=IVORY)
