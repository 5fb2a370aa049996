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
from kiosk.layout.inviting import around_all, list_corners, wheel_place
from kiosk.layout.table_layout import Layout, Panel, Place
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
_SWIRLS: Final = (0.95, 0.75, 1.15, 0.5, 1.4, 0.25, 0.0, -0.3, -0.6, -0.9)
"""The angles by which a lane may be turned at the wheel, in radians, the best one first."""
_REACHES: Final = ((0.75, 0.5), (0.4, 0.5), (1.1, 0.5), (1.0, 0.1), (1.4, 0.1), (1.8, 0.1))
"""How far a lane keeps that heading, and how far before the tray it has its last one, the best ones first."""
_FAN: Final = 0.12
"""The angle from one lane to the next at the wheel."""
_SMALL: Final = 0.30
"""The scale of a piece at the wheel."""
_CLEAR: Final = 0.55
"""The distance of a lane to the piles and lists, in widths of a piece at its end."""
_STEPS: Final = 12
"""The number of points of a lane that are looked at."""
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
    taken = _taken(layout)
    seats = [
        (panel, _dealt(context, view, panel)) for view in snapshot.seats if (panel := layout.panels.get(view.seat))
    ]
    faces = _faces([one for _, dealt in seats for one in dealt])
    count = _LANES.get(len(seats), _USUAL_LANES)
    arms = []
    for panel, dealt in seats:
        ends = _ends(dealt)
        lanes = _lanes(panel, [one.place for one in ends], count, layout.centre, taken)
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


def _ends(dealt: list[Dealt]) -> list[Dealt]:
    """Return the pieces at whose places the lanes of a seat may end, from left to right, as large as the first."""
    same = {one.part: one for one in dealt if one.place[2:] == dealt[0].place[2:]}
    return sorted(same.values(), key=lambda one: one.place.x)


def _taken(layout: Layout) -> list[Place]:
    """Return what lanes keep clear of: the piles at each side of the wheel, and the lists in the corners."""
    wheel, wide = wheel_place(layout.centre), layout.centre.w >= layout.centre.h
    sides = [
        [cell for cell in layout.cells if (cell.x < wheel.x if wide else cell.y < wheel.y) is first]
        for first in (True, False)
    ]
    blocks = [around for cells in sides if cells and not (around := around_all(cells)).overlaps(wheel)]
    return [*(blocks or layout.cells), *(place for place, _ in list_corners(layout))]


def _lanes(panel: Panel, ends: list[Place], count: int, centre: Place, taken: list[Place]) -> tuple[Lane, ...]:
    """Return ``count`` lanes to those of the places that are reached with the fewest collisions.

    Lanes that collide are left out, as long as more than half of them remain.
    """
    lanes = [
        _best_lane(panel, end, (count - 1) * (number / max(1, len(ends) - 1) - 0.5), centre, taken)
        for number, end in enumerate(ends)
    ]
    middle = (len(lanes) - 1) / 2
    order = sorted(range(len(lanes)), key=lambda number: (lanes[number][0], -abs(number - middle)))
    clear = sum(not hits for hits, _ in lanes)
    kept = max(count // 2 + 1, min(count, clear))
    return tuple(lanes[number][1] for number in sorted(order[:kept]))


def _best_lane(panel: Panel, local: Place, aside: float, centre: Place, taken: list[Place]) -> tuple[int, Lane]:
    """Return the first of the possible lanes that collides with the least, and with how much."""
    wheel = wheel_place(centre)
    clear = [place.inset(-_CLEAR * local.w) for place in taken]
    free = 0.5 * wheel.w + 0.6 * _SMALL * local.h
    found: list[tuple[int, Lane]] = []
    for swirl in _SWIRLS:
        for reaches in _REACHES:
            lane = _lane(panel, local, swirl + _FAN * aside, reaches, centre)
            points = _points(lane)
            hits = sum(math.dist(point, (wheel.x, wheel.y)) < free for point in points)
            hits += sum(place.holds(*point) for place in clear for point in points)
            if not hits:
                return 0, lane
            found.append((hits, lane))
    return min(found, key=lambda one: one[0])


def _points(lane: Lane) -> list[Point]:
    """Return points along a lane, the last ones on its straight part."""
    a, b, c, d = lane.curve
    points = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        weights = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
        x, y = (sum(w * point[axis] for w, point in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))
        points.append((x, y))
    return [*points, ((d[0] + lane.end[0]) / 2, (d[1] + lane.end[1]) / 2), lane.end]


def _lane(panel: Panel, local: Place, swirl: float, reaches: tuple[float, float], centre: Place) -> Lane:
    """Return a lane from the wheel's edge to a place in the panel, which it enters straight from the middle.

    ``swirl``: the angle between the place and the lane at the wheel, in radians; ``reaches``: how far it keeps
    that heading, and how far it has the last one.
    """
    wheel = wheel_place(centre)
    room = centre.inset(min(0.45 * local.h, 0.1 * min(centre.w, centre.h)))
    gate = _within(room, panel.frame.to_window(local.x, panel.size[1] / 2))
    end = panel.frame.to_window(local.x, local.y)
    far = math.dist((wheel.x, wheel.y), gate)
    toward = math.atan2(gate[1] - wheel.y, gate[0] - wheel.x) + swirl
    heading = math.cos(toward), math.sin(toward)
    begin = _along((wheel.x, wheel.y), heading, 0.5 * wheel.w + 0.7 * _SMALL * local.h)
    length = max(0.3 * far, far - 0.5 * wheel.w)
    inward = (gate[0] - end[0], gate[1] - end[1])
    into = math.hypot(*inward)
    before = _along(gate, (inward[0] / into, inward[1] / into), reaches[1] * length)
    curve = begin, _within(room, _along(begin, heading, reaches[0] * length)), _within(room, before), gate
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
