"""While the table invites: pieces rain from the wheel to every tray, and two glints run around its brass."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from kiosk.display.games.motion import Dealt
from kiosk.display.motion.effects import STILL, Effect, Flash, Fly, Moment
from kiosk.display.motion.moment_context import MomentContext
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import ACCENT, WHITE, seat_color
from kiosk.layout.inviting import wheel_place
from kiosk.layout.table_layout import Panel, Place
from kiosk.protocol import SeatView

_TURN: Final = 18.0
"""Seconds from one rain to the next; in between the bots play."""
_RAINS: Final = 6.0
_FLIGHT: Final = 1.6
_EVERY: Final = 0.08
"""Seconds of a rain, of a flight, and from one piece to the next anywhere."""
_ROUND: Final = 6.0
"""Seconds in which a glint runs around the wheel."""
_STEPS: Final = 12
_FEW: Final = 4
"""Up to this number of seats the pieces of one do not follow each other faster."""
_GATE: Final = 0.72
"""The part of its flight after which a piece enters its tray, straight from the middle of the table."""
_OPEN: Final = 0.7
"""The share of pieces that fly face up."""
_ARC: Final = 0.16
"""By how much a lane is curved, as a fraction of its length."""


def rain(context: MomentContext) -> Moment:
    """Return the rain of pieces, which begins anew after a while; calm: nothing."""
    if context.calm:
        return STILL
    wheel = wheel_place(context.layout.centre)
    panels = context.layout.panels
    seats = [(view, panels[view.seat]) for view in context.snapshot.seats if view.seat in panels]
    effects: list[Effect] = [
        _glint(wheel, phase, turn) for phase in (0.0, 0.5) for turn in range(round(_TURN / _ROUND))
    ]
    for view, panel in seats:
        effects += _lanes(context, view, panel, wheel, len(seats))
    return Moment(effects, _TURN, repeats=True)


def _lanes(context: MomentContext, view: SeatView, panel: Panel, wheel: Place, seats: int) -> list[Effect]:
    """Return the pieces that fly to one seat."""
    dealt = context.game.dealt(view, panel)
    if not dealt:
        return []
    draw = Random(f"rain {context.snapshot.since} {view.seat}")  # noqa: S311  the same on every display
    every = _EVERY * max(_FEW, seats)
    effects: list[Effect] = []
    for number in range(int(_RAINS / every)):
        start = every * (number + draw.uniform(0.0, 0.4))
        effects += _flight(draw.choice(dealt), panel, wheel, start, draw)
    return effects


def _flight(piece: Dealt, panel: Panel, wheel: Place, start: float, draw: Random) -> list[Effect]:
    """Return the flight of a piece from the wheel's rim, growing and turning upright, and the light behind it."""
    place, local = panel.in_window(piece.place), piece.place
    gate = panel.frame.to_window(local.x, panel.size[1] / 2)
    toward = math.atan2(gate[1] - wheel.y, gate[0] - wheel.x) + draw.uniform(-0.2, 0.2)
    begin = wheel.x + 0.46 * wheel.w * math.cos(toward), wheel.y + 0.46 * wheel.w * math.sin(toward)
    inward = panel.frame.to_window(0, 1)
    left = begin[1] - gate[1], gate[0] - begin[0]
    side = left[0] * (inward[0] - panel.frame.x) + left[1] * (inward[1] - panel.frame.y)
    bend = math.copysign(_ARC * math.dist(begin, gate) * draw.uniform(0.6, 1.0), side)
    turn = (panel.frame.rotation + 180) % 360 - 180
    spin = draw.uniform(-70, 70)
    poses = (
        Pose(0.0, *begin, turn + spin, 0.35, 0.0),
        Pose(0.12, *begin, turn + spin, 0.38, 1.0, ease=1.0),
        Pose(_GATE * _FLIGHT, *gate, turn + 0.1 * spin, 0.95, 1.0, bend=bend, ease=1.0),
        Pose(0.94 * _FLIGHT, place.x, place.y, turn, 1.0, 1.0, ease=1.5),
        Pose(_FLIGHT, place.x, place.y, turn, 1.0, 0.0),
    )
    look: Look = piece.looks[draw.random() < _OPEN]
    size = 1.8 * place.w / GLOW.size
    light = tuple(pose._replace(turn=0.0, scale=size * pose.scale, alpha=0.35 * pose.alpha) for pose in poses)
    return [Flash(GLOW, light, seat_color(panel.seat), start), Fly((look,) * (len(poses) - 1), poses, start)]


def _glint(wheel: Place, phase: float, turn: int) -> Flash:
    """Return a glint that runs once around the brass, from ``phase`` (0 to 1) on."""
    radius, scale = 0.49 * wheel.w, 0.34 * wheel.w / GLOW.size
    poses = []
    for step in range(_STEPS + 1):
        angle = 2 * math.pi * (phase - step / _STEPS)
        at = wheel.x + radius * math.cos(angle), wheel.y + radius * math.sin(angle)
        bend = radius * (1 - math.cos(math.pi / _STEPS)) if step else 0.0
        poses.append(Pose(_ROUND * step / _STEPS, *at, 0.0, scale, 0.8, bend=bend, ease=1.0))
    return Flash(GLOW, tuple(poses), ACCENT.mix(WHITE, 0.5), turn * _ROUND)
