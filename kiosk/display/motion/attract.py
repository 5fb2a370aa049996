"""While the table invites: pieces stream from the wheel to every tray, in arms that turn as a pinwheel."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from kiosk.display.games.motion import Dealt
from kiosk.display.motion.effects import STILL, Moment, Stream
from kiosk.display.motion.moment_context import MomentContext
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import GLOW, STREAK
from kiosk.display.paint.motions import Lane, Runner
from kiosk.display.paint.shapes import Point
from kiosk.display.paint.theme import WHITE, seat_color
from kiosk.game.seats import SeatNumber
from kiosk.layout.inviting import wheel_place
from kiosk.layout.table_layout import Panel, Place
from kiosk.protocol import SeatView

_LANES: Final = {2: 5}
_USUAL_LANES: Final = 3
"""Lanes to each seat, by the number of seats."""
_FLIGHT: Final = 2.4
"""Seconds that a piece takes."""
_FLYING: Final = 52
"""The number of pieces in flight."""
_LEAST: Final = 6
"""The number of them that fly to one seat at least."""
_FEW: Final = 4
"""Up to this number of seats every piece has both lights."""
_LARGE: Final = 0.068
_LARGER: Final = 1.2
"""Width of a piece at the end of its way at least, as a fraction of the table's shorter side, and in widths of a piece
in its tray.
"""
_FACES: Final = 20
"""The number of pieces that are told apart."""
_TURNS: Final = 2
"""The number of pieces of a lane that are told apart, in those that fly on it at a time."""
_SWIRL: Final = 0.95
"""The angle by which arms are turned at the wheel, in radians."""
_FAN: Final = 0.16
"""The angle from one lane to the next at the wheel."""
_SMALL: Final = 0.34
"""The scale of a piece at the wheel."""
_OPEN: Final = 0.75
"""The share of pieces that fly face up."""
_GLOW, _STREAK = 1.45, 2.6
"""Size of the light around a piece, and length of the streak behind it, in heights of the piece."""


class _Arm(NamedTuple):
    """The lanes to one seat, and the pieces that may fly on them."""

    seat: SeatNumber
    lanes: tuple[Lane, ...]
    faces: tuple[Look, ...]
    back: Look
    turn: float


def rain(context: MomentContext) -> Moment:
    """Return the stream of pieces, and of the light around them; calm: nothing."""
    if context.calm:
        return STILL
    arms = _arms(context)
    draw = Random("rain")  # noqa: S311  the same on every display
    flying = max(_LEAST, _FLYING // max(1, len(arms)))
    pieces: list[Runner] = []
    lights: list[Runner] = []
    for arm in arms:
        for lane in arm.lanes:
            runners = _runners(arm, lane, flying / len(arm.lanes), draw)
            pieces += runners
            lights += [
                _light(one, arm.seat, streak=streak)
                for number, one in enumerate(runners)
                for streak in (False, True)
                if len(arms) <= _FEW or streak == (number % 2 > 0)
            ]
    return Moment((Stream(tuple(lights), light=True), Stream(tuple(pieces))))


def _arms(context: MomentContext) -> list[_Arm]:
    """Return an arm for every seat to which pieces are dealt; the same pieces fly to all of them."""
    layout, snapshot = context.layout, context.snapshot
    seats = [
        (panel, _dealt(context, view, panel)) for view in snapshot.seats if (panel := layout.panels.get(view.seat))
    ]
    faces = _faces([one for _, dealt in seats for one in dealt])
    count = _LANES.get(len(seats), _USUAL_LANES)
    arms = []
    for panel, dealt in seats:
        ends = _ends(dealt, count)
        lanes = tuple(
            _lane(panel, one.place, number - (count - 1) / 2, layout.centre) for number, one in enumerate(ends)
        )
        turn = (panel.frame.rotation + 180) % 360 - 180
        if ends:
            arms.append(_Arm(panel.seat, lanes, faces, ends[0].looks[0], turn))
    return arms


def _dealt(context: MomentContext, view: SeatView, panel: Panel) -> list[Dealt]:
    """Return the pieces of a seat, enlarged so that they are not small beside the wheel."""
    dealt = context.game.dealt(view, panel)
    if not dealt:
        return []
    least = _LARGE * min(context.layout.area.w, context.layout.area.h)
    scale = max(_LARGER, least / dealt[0].place.w)
    places = {name: place._replace(w=scale * place.w, h=scale * place.h) for name, place in panel.places.items()}
    large = context.game.dealt(view, replace(panel, places=places))
    return [one._replace(looks=other.looks) for one, other in zip(dealt, large, strict=True)]


def _faces(dealt: list[Dealt]) -> tuple[Look, ...]:
    """Return some of the pieces as they lie open, all of one size."""
    first = dealt[0].looks[1].extent if dealt else (0, 0)
    faces = [one.looks[1] for one in dealt if one.looks[1].extent == first]
    opened = [one.looks[1] for one in dealt if one.looks[0] != one.looks[1] and one.looks[1].extent == first]
    return tuple(dict.fromkeys(opened or faces))[:_FACES]


def _ends(dealt: list[Dealt], count: int) -> list[Dealt]:
    """Return ``count`` pieces at whose places the lanes of a seat end, from left to right, as large as the first."""
    same = {one.part: one for one in dealt if one.place[2:] == dealt[0].place[2:]}
    found = sorted(same.values(), key=lambda one: one.place.x)
    return [found[round(number * (len(found) - 1) / (count - 1))] for number in range(count)] if found else []


def _lane(panel: Panel, local: Place, aside: float, centre: Place) -> Lane:
    """Return a lane from below the wheel's rim to a place in the panel, which it enters straight from the middle.

    ``aside``: lanes to the left of the seat's middle one.
    """
    wheel = wheel_place(centre)
    room = centre.inset(min(0.45 * local.h, 0.1 * min(centre.w, centre.h)))
    gate = panel.frame.to_window(local.x, panel.size[1] / 2)
    end = panel.frame.to_window(local.x, local.y)
    gate = _within(room, gate)
    far = math.dist((wheel.x, wheel.y), gate)
    toward = math.atan2(gate[1] - wheel.y, gate[0] - wheel.x) + _SWIRL + _FAN * aside
    heading = math.cos(toward), math.sin(toward)
    begin = _along((wheel.x, wheel.y), heading, 0.44 * wheel.w)
    reach = max(0.3 * far, far - 0.5 * wheel.w)
    inward = (gate[0] - end[0], gate[1] - end[1])
    into = math.hypot(*inward)
    before = _along(gate, (inward[0] / into, inward[1] / into), 0.5 * reach)
    curve = _within(room, begin), _within(room, _along(begin, heading, 0.75 * reach)), _within(room, before), gate
    straight = math.dist(gate, end)
    return Lane(curve, end, 1.0 - straight / (straight + 1.2 * math.dist(begin, gate)))


def _along(start: Point, heading: Point, way: float) -> Point:
    return start[0] + way * heading[0], start[1] + way * heading[1]


def _within(room: Place, point: Point) -> Point:
    """Return the nearest point in the room: a curve between such points stays in it, too."""
    return min(max(point[0], room.left), room.right), min(max(point[1], room.bottom), room.top)


def _runners(arm: _Arm, lane: Lane, flying: float, draw: Random) -> list[Runner]:
    """Return the pieces that run along a lane, evenly but for a little chance, ``flying`` of them at a time."""
    count, every = round(_TURNS * flying), _FLIGHT / flying
    first = draw.uniform(0.0, every)
    return [
        Runner(
            draw.choice(arm.faces) if draw.random() < _OPEN else arm.back,
            lane,
            first + every * (number + draw.uniform(-0.16, 0.16)),
            _FLIGHT,
            count * every,
            (arm.turn + draw.uniform(-75, 75), arm.turn + draw.uniform(-4, 4)),
            (_SMALL, 1.0),
        )
        for number in range(count)
    ]


def _light(piece: Runner, seat: SeatNumber, *, streak: bool) -> Runner:
    """Return the light around a piece, or the streak along its way."""
    color, size = seat_color(seat), piece.look.extent[1]
    if streak:
        scales = tuple(_STREAK * size / STREAK.w * scale for scale in piece.scales)
        tint = color.mix(WHITE, 0.25).fade(0.7)
        return piece._replace(look=STREAK, scales=(scales[0], scales[1]), tint=tint, heads=True)
    scales = tuple(_GLOW * size / GLOW.size * scale for scale in (1.6 * _SMALL, 0.85))
    return piece._replace(look=GLOW, turns=(0.0, 0.0), scales=(scales[0], scales[1]), tint=color.fade(0.9))
