"""A match won: fireworks on the winners' side, paper in their colours, rays behind their medals, for four seconds."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from kiosk.display.games.ranks import prizes_look
from kiosk.display.motion.effects import STILL, Burst, Effect, Flash, Moment
from kiosk.display.motion.moment_context import MomentContext
from kiosk.display.motion.turning import turning
from kiosk.display.paint.light_art import GLOW, SPARK, STREAK, PaperLook
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import IVORY, LAMP, WHITE, Rgba, rgb, seat_color
from kiosk.layout.place import Place
from kiosk.layout.score_parts import edges_in_turn, prizes_place
from kiosk.layout.table_layout import Layout, Panel
from kiosk.protocol import Snapshot

LASTS: Final = 4.0
"""Seconds for which there are fireworks."""
_EVERY: Final = 0.2
"""Seconds between two of them."""
_VOLLEY: Final = 4
"""The fireworks at the very beginning."""
_RINGS: Final = ((1.0, 46), (0.7, 34), (0.4, 18))
"""The reach of each ring of a firework, and the number of its streaks."""
_REACH: Final = 0.27
"""The reach of a firework at most, as a fraction of the window's shorter side."""
_PAPERS: Final = 220
"""The pieces of paper of each shape."""
_SHAPES: Final = 3
_LATER: Final = 0.8
"""The share of the paper that is not thrown at once."""
_OWN_SIDE: Final = 0.6
"""The share of the paper that is thrown from the winners' side."""
_RAYS: Final = 14
_SWING: Final = 60
"""The degrees by which the rays turn."""
_STEPS: Final = 8
_WIDE: Final = 4.6
"""The width of a ray, in units of its picture's."""
_GOLD: Final = rgb("ffc44d")


def fireworks(context: MomentContext) -> Moment:
    """Return the celebration of a match, and the turns of the turntable with the medals."""
    snapshot = context.snapshot
    if snapshot.result is None or context.calm:
        return STILL
    draw = Random(f"won {snapshot.since}")  # noqa: S311  the same on every display
    winners = [panel for seat, panel in context.layout.panels.items() if seat in snapshot.result.winners]
    effects: list[Effect] = [*_rays(context.layout)]
    for number in range(int(LASTS / _EVERY) + _VOLLEY - 1 if winners else 0):
        start = 0.1 * number if number < _VOLLEY else (number - _VOLLEY + 2) * _EVERY
        effects += _firework(context.layout, winners[number % len(winners)], number, start, draw)
    effects += _paper(context.layout, winners, draw)
    rest = turntable(context)
    return Moment([*effects, *rest.effects], max(LASTS, rest.lasts))


def turntable(context: MomentContext) -> Moment:
    """Return the turns of the turntable alone: a touch has ended the fireworks."""
    snapshot, layout = context.snapshot, context.layout
    if snapshot.result is None or context.calm:
        return STILL
    place = prizes_place(layout)
    look = prizes_look(snapshot.result, place.w)
    edges = edges_in_turn(layout, next(iter(snapshot.result.winners), None))
    until = _until(snapshot)
    return Moment(turning((look, look), place, edges, (0.0, 0.0, until)), until)


def _until(snapshot: Snapshot) -> float:
    """Return how long the result is shown, in seconds."""
    return (snapshot.deadline - snapshot.since) / 1e9 if snapshot.deadline else LASTS


def _rays(layout: Layout) -> list[Effect]:
    """Return the rays that turn slowly below the medals, from there to the edge of the felt."""
    place = prizes_place(layout)
    rays: list[Effect] = []
    for number in range(_RAYS):
        poses = []
        for step in range(_STEPS + 1):
            turn = 360 * number / _RAYS + _SWING * step / _STEPS
            angle, alpha = math.radians(turn), 0.0 if step in (0, _STEPS) else 0.34
            far = min(
                layout.centre.w / 2 / max(1e-3, abs(math.cos(angle))),
                layout.centre.h / 2 / max(1e-3, abs(math.sin(angle))),
            )
            x, y = place.x + 0.5 * far * math.cos(angle), place.y + 0.5 * far * math.sin(angle)
            at = (LASTS + 0.4) * step / _STEPS
            poses.append(Pose(at, x, y, turn, _WIDE, alpha, far / (_WIDE * STREAK.w), ease=1.0))
        rays.append(Flash(STREAK, tuple(poses), _GOLD, low=True))
    return rays


# ---------------------------------------------------------------- fireworks


def _firework(layout: Layout, panel: Panel, number: int, start: float, draw: Random) -> list[Effect]:
    """Return a firework before the winner's tray, left and right in turn: a core of light and rings of streaks."""
    x, y = _sky(layout, panel, number, draw)
    start += draw.uniform(0, 0.08)
    reach = _REACH * min(layout.area.w, layout.area.h) * draw.uniform(0.75, 1.0)
    own = seat_color(panel.seat)
    tint = (own, _GOLD, own.mix(WHITE, 0.35))[number % 3]
    core = 0.42 * reach / GLOW.size
    here = Pose(0.0, x, y, 0.0, 0.3 * core, 0.8)
    effects: list[Effect] = [
        Flash(
            GLOW,
            (here, here._replace(at=0.09, scale=core), here._replace(at=0.5, scale=0.7 * core, alpha=0.0)),
            LAMP,
            start,
        )
    ]
    particles = []
    for part, count in _RINGS:
        for streak in range(count):
            angle = 2 * math.pi * (streak + draw.uniform(-0.3, 0.3)) / count
            cos, sin = math.cos(angle), math.sin(angle)
            speed = 2.6 * part * reach * draw.uniform(0.86, 1.0)
            particles.append(
                Particle(
                    *(x + 0.03 * reach * cos, y + 0.03 * reach * sin, speed * cos, speed * sin),
                    *(0.062 * reach, tint.mix(WHITE, draw.uniform(0.0, 0.55))),
                    life=draw.uniform(0.75, 1.15),
                    turn=math.degrees(angle),
                    drag=2.6,
                    fade=2.4,
                )
            )
    return [*effects, Burst(SPARK, tuple(particles), start)]


def _sky(layout: Layout, panel: Panel, number: int, draw: Random) -> tuple[float, float]:
    """Return a point on the winner's half of the felt."""
    side, centre = 1 if number % 2 else -1, layout.centre
    wide, deep = panel.size
    half = (centre.h if panel.frame.rotation % 180 == 0 else centre.w) / 2
    along = side * draw.uniform(0.15, 0.6) * max(wide, 0.3 * min(layout.area.w, layout.area.h))
    away = deep / 2 + draw.uniform(0.1, 0.9) * min(half, 1.2 * deep)
    x, y = panel.frame.to_window(along, away)
    room = centre.inset(0.04 * min(centre.w, centre.h))
    return min(max(x, room.left), room.right), min(max(y, room.bottom), room.top)


# ---------------------------------------------------------------- paper


def _paper(layout: Layout, winners: list[Panel], draw: Random) -> list[Effect]:
    """Return pieces of paper in the winners' colours that rain over the table, most on their side."""
    tints = [_GOLD, IVORY]
    for panel in winners:
        own = seat_color(panel.seat)
        tints += [own, own.mix(WHITE, 0.4), own]
    size = 0.019 * min(layout.area.w, layout.area.h)
    bursts: list[Effect] = []
    for kind in range(_SHAPES):
        papers = [_piece(layout.area, winners, draw, size, draw.choice(tints)) for _ in range(_PAPERS)]
        bursts.append(Burst(PaperLook(max(8, round(size)), kind), tuple(papers), light=False))
    return bursts


def _piece(area: Place, winners: list[Panel], draw: Random, size: float, tint: Rgba) -> Particle:
    """Return a piece of paper that is thrown from a winner's edge or from the middle."""
    delay = draw.uniform(0.0, LASTS - 0.5) if draw.random() < _LATER else draw.uniform(0.0, 0.1)
    if winners and draw.random() < _OWN_SIDE:
        panel = draw.choice(winners)
        x, y = panel.frame.to_window(draw.uniform(-0.5, 0.5) * panel.size[0], -0.3 * panel.size[1])
        heading = math.radians(panel.frame.rotation + 90 + draw.gauss(0, 32))
        speed = draw.uniform(0.7, 2.2) * min(area.w, area.h)
    else:
        x, y = area.x, area.y
        heading, speed = draw.uniform(0, 2 * math.pi), draw.uniform(0.5, 2.0) * min(area.w, area.h)
    return Particle(
        *(x, y, speed * math.cos(heading), speed * math.sin(heading)),
        *(size * draw.uniform(0.7, 1.5), tint, delay),
        life=min(draw.uniform(1.4, 2.2), LASTS + 0.9 - delay),
        turn=draw.uniform(0, 360),
        spin=draw.uniform(-280, 280),
        drag=1.9,
        fade=8.0,
        flutter=draw.uniform(5, 13),
    )
