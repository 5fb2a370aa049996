"""While the table invites: pieces stream from the wheel to every tray, in arms that turn as a pinwheel.

Then the wheel opens, bots play a round in its place, and it comes back.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise, product
from random import Random
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from kiosk.display.games.motion import Dealt
from kiosk.display.motion.effects import STILL, Break, Coming, Effect, Flash, Fly, Moment, MomentContext, Stream
from kiosk.display.motion.stop import stop
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import GLOW, HALO, STREAK, WHEEL_LIGHT
from kiosk.display.paint.motions import Lane, LaneRunner, Pose, within_half
from kiosk.display.paint.shapes import Point
from kiosk.display.paint.theme import BLACK, WHITE, seat_color
from kiosk.display.paint.wheel_art import GOLD, HALOED, PetalsLook, WheelLook
from kiosk.game.seats import SeatNumber
from kiosk.layout.inviting import GATE, felt_before, free_corners, list_corners, wheel_place
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import Layout, Panel
from kiosk.protocol import SeatView
from kiosk.protocol.state import AttractScene

_LANES: Final = {2: 6, 3: 3, 4: 3, 5: 2, 6: 2}
"""Lanes to each seat, by the number of seats; one at larger tables."""
_LONG: Final = 2.6
"""Where the middle is longer, in its shorter sides, more than two arms beside the wheel have room for one lane each."""
_FLIGHTS: Final = (3.0, 2.6, 2.8)
"""Seconds that a piece takes, lane by lane: neighbours do not fly in step."""
_LEANS: Final = (38.0, 8.0)
"""Degrees by which pieces are turned askew at the wheel and before the tray, at most."""
_UNEVEN: Final = 0.14
"""By how much a piece leaves too early or too late at most, as a part of the time between two."""
_OPENS: Final = 0.9
"""Seconds in which the wheel opens."""
_GROWS: Final = 1.4
"""How much its rim grows meanwhile."""
_FEW: Final = 4
"""Up to this number of seats every piece has both lights."""
_LARGE: Final = 0.055
_LARGER: Final = 1.1
"""Width of a piece at the end of its way at least, as a fraction of the table's shorter side, and in widths of a piece
in its tray.
"""
_HIGHEST: Final = 0.23
"""Height of a piece there at most, as a fraction of the middle's shorter side."""
_FACES: Final = 20
"""The number of pieces that are told apart."""
_AT_ONCE: Final = 5
"""The number of pieces that come in one frame at most: each may be a picture that has not been shown yet."""
_TURNS: Final = 2
"""The number of pieces of a lane that are told apart, in those that fly on it at a time."""
_OPEN: Final = 0.7
"""The share of pieces that fly face up."""
_GLOW, _STREAK, _SHADOW = 1.6, 3.2, 1.5
"""Size of the light around a piece, length of the streak behind it, and size of its shadow, in heights of the piece."""


_Seat: TypeAlias = tuple[Panel, list[Dealt]]
"""A panel, and the pieces that are dealt to it."""


class _Arm(NamedTuple):
    """The lanes to one seat, and the pieces that may fly on them."""

    seat: SeatNumber
    lanes: tuple[Lane, ...]
    faces: tuple[Look, ...]
    back: Look
    turn: float


def invite(context: MomentContext) -> Moment:
    """Return what moves in this scene."""
    return _SCENES[context.snapshot.scene](context)


def _lasts(context: MomentContext) -> float:
    """Return how many seconds the scene lasts at most."""
    return (context.snapshot.deadline - context.snapshot.since) / 1e9


def _rain(context: MomentContext) -> Moment:
    """Return the stream of pieces with their shadows, and of the light around them; calm: nothing.

    The last pieces leave so that they arrive before the scene ends.
    """
    return STILL if context.calm else Moment(Coming(_streams(context, _lasts(context) - max(_FLIGHTS))))


def _open(context: MomentContext) -> Moment:
    """Return the wheel as it opens: its rim grows, its petals whirl into the middle, and both fade."""
    place = wheel_place(context.layout.centre)
    size, lies = round(place.w), Pose(0.0, place.x, place.y)
    grown = lies._replace(at=_OPENS, scale=1.0 if context.calm else _GROWS, alpha=0.0, ease=1.6)
    gone = grown if context.calm else lies._replace(at=_OPENS, turn=-150.0, scale=0.2, alpha=0.0)
    wheel, petals = Fly((WheelLook(size),), (lies, grown), low=True), Fly((PetalsLook(size),), (lies, gone), low=True)
    if context.calm:
        return Moment((wheel, petals), _OPENS)
    wide = HALOED * place.w / HALO
    light = Flash(WHEEL_LIGHT, (lies._replace(scale=wide), grown._replace(scale=_GROWS * wide)), GOLD, low=True)
    return Moment((light, wheel, petals), _OPENS)


def _close(context: MomentContext) -> Moment:
    """Return the pieces of the middle as they go home into the wheel, which comes back."""
    place, lasts = wheel_place(context.layout.centre), _lasts(context)
    looks = WheelLook(round(place.w)), PetalsLook(round(place.w))
    full = Pose(lasts, place.x, place.y, ease=1.6)
    if context.calm:
        return Moment([Fly((look,), (full._replace(at=0.0, alpha=0.0), full)) for look in looks], lasts)
    middle = Pose(lasts, place.x, place.y, scale=0.3, ease=0.6)
    homeward = [
        Fly((lying.look,), (Pose(0.0, lying.place.x, lying.place.y, lying.turn), middle), low=True)
        for lying in context.game.uppermost(context.snapshot, context.layout)
    ]
    small = Pose(0.0, place.x, place.y, turn=-120.0, scale=0.1, alpha=0.0)
    return Moment([*homeward, *(Fly((look,), (small, full)) for look in looks)], lasts)


_SCENES: Final[dict[AttractScene, Callable[[MomentContext], Moment]]] = {
    AttractScene.NONE: lambda _: STILL,
    AttractScene.RAIN: _rain,
    AttractScene.PLAY: _open,
    AttractScene.STOP: stop,
    AttractScene.CLOSE: _close,
    AttractScene.BEST: _rain,
}


def _streams(context: MomentContext, until: float) -> Iterator[Effect]:
    """Yield the light and the pieces, lane by lane: all of it takes several frames."""
    yield Break()
    seats = _seats(context)
    yield Break()
    gates, centre = _gates(seats, context.layout), context.layout.centre
    taken = tuple(_taken(context.layout))
    for _ in _choose(gates, centre, taken):
        yield Break()
    lanes = _arms_of(gates, centre, taken)
    found = _arms(seats, [lanes[number] for number in range(len(gates))])
    draw = Random("rain")  # noqa: S311  the same on every display
    for arm in found:
        for number, lane in enumerate(arm.lanes):
            runners = _runners(arm, lane, number, draw)
            lights = [
                _light(one, arm.seat, streak=streak)
                for at, one in enumerate(runners)
                for streak in (False, True)
                if streak == ((at + number) % 2 > 0) or (len(found) <= _FEW and not streak)
            ]
            yield Stream(tuple(lights), light=True, more=True)
            for at in range(0, len(runners), _AT_ONCE):
                part = runners[at : at + _AT_ONCE]
                yield Stream(tuple(each for one in part for each in (_shadow(one), one)), more=True)
    yield Stream((), light=True, until=until)
    yield Stream((), until=until)


def _seats(context: MomentContext) -> list[_Seat]:
    """Return the panels to which pieces are dealt, and these."""
    layout, snapshot = context.layout, context.snapshot
    return [
        (panel, dealt)
        for view in snapshot.seats
        if (panel := layout.panels.get(view.seat)) and (dealt := _dealt(context, view, panel))
    ]


def _gates(seats: Sequence[_Seat], layout: Layout) -> tuple[Gate, ...]:
    """Return where the arms end."""
    count = _LANES.get(len(seats), 1)
    if len(seats) > 2 and max(layout.centre[2:]) > _LONG * min(layout.centre[2:]):
        count = 1
    return tuple(gate_of(panel, layout.centre, *dealt[0].looks[0].extent, count) for panel, dealt in seats)


def _arms(seats: Sequence[_Seat], lanes: Iterable[tuple[Lane, ...]]) -> list[_Arm]:
    """Return an arm for every seat; the same pieces fly to all of them."""
    faces = _faces([one for _, dealt in seats for one in dealt])
    return [
        _Arm(panel.seat, own, faces, dealt[0].looks[0], within_half(panel.frame.rotation))
        for (panel, dealt), own in zip(seats, lanes, strict=True)
    ]


def _dealt(context: MomentContext, view: SeatView, panel: Panel) -> list[Dealt]:
    """Return the pieces of a seat, neither small beside the wheel nor too large for the felt around it."""
    dealt = context.game.dealt(view, panel)
    if not dealt:
        return []
    least = _LARGE * min(context.layout.area.w, context.layout.area.h)
    centre, first = context.layout.centre, dealt[0].place
    most = _HIGHEST * min(centre.w, centre.h) / max(first.w, first.h)
    scale = min(max(_LARGER, least / first.w), most)
    places = {name: place._replace(w=scale * place.w, h=scale * place.h) for name, place in panel.places.items()}
    large = context.game.dealt(view, replace(panel, places=places))
    return [one._replace(looks=other.looks) for one, other in zip(dealt, large, strict=True)]


def _faces(dealt: list[Dealt]) -> tuple[Look, ...]:
    """Return some of the pieces as they lie open, all of one size."""
    first = dealt[0].looks[1].extent if dealt else (0, 0)
    faces = [one.looks[1] for one in dealt if one.looks[1].extent == first]
    opened = [one.looks[1] for one in dealt if one.looks[0] != one.looks[1] and one.looks[1].extent == first]
    return tuple(dict.fromkeys(opened or faces))[:_FACES]


def _taken(layout: Layout) -> list[Place]:
    """Return what lanes keep clear of: the lists and the pieces in the corners."""
    return [place for place, _ in (*list_corners(layout), *free_corners(layout))]


def _runners(arm: _Arm, lane: Lane, number: int, draw: Random) -> list[LaneRunner]:
    """Return the pieces that run along a lane, as close as they may follow each other.

    Those of every second lane fly beside the gaps of the lanes next to it. ``number``: the lane's.
    """
    flying = max(2.0, busiest(lane, arm.back.extent[1]))
    count, lasts = round(_TURNS * flying), _FLIGHTS[number % len(_FLIGHTS)]
    every, (first_lean, last_lean) = lasts / flying, _LEANS
    faces = draw.sample(arm.faces, len(arm.faces))  # so that none follows itself
    first = every * (0.5 * (number % 2) + draw.uniform(0.0, 0.1))
    return [
        LaneRunner(
            faces[at % len(faces)] if draw.random() < _OPEN else arm.back,
            lane,
            first + every * (at + draw.uniform(-_UNEVEN, _UNEVEN)),
            lasts,
            count * every,
            (arm.turn + draw.uniform(-first_lean, first_lean), arm.turn + draw.uniform(-last_lean, last_lean)),
            (SMALL, 1.0),
        )
        for at in range(count)
    ]


def _shadow(piece: LaneRunner) -> LaneRunner:
    """Return the soft shadow below a piece."""
    scale = _SHADOW * piece.look.extent[1] / GLOW.size
    return piece._replace(look=GLOW, scales=(SMALL * scale, scale), tint=BLACK.fade(0.5))


def _light(piece: LaneRunner, seat: SeatNumber, *, streak: bool) -> LaneRunner:
    """Return the light around a piece, or the streak along its way."""
    color, size = seat_color(seat), piece.look.extent[1]
    if streak:
        scales = tuple(_STREAK * size / STREAK.w * scale for scale in piece.scales)
        tint = color.mix(WHITE, 0.25)
        return piece._replace(look=STREAK, scales=(scales[0], scales[1]), tint=tint, heads=True)
    scales = tuple(_GLOW * size / GLOW.size * scale for scale in (1.6 * SMALL, 0.9))
    return piece._replace(look=GLOW, turns=(0.0, 0.0), scales=(scales[0], scales[1]), tint=color.fade(0.9))


SMALL: Final = 0.42
"""The scale of a piece at the wheel."""
_SWIRLS: Final = (0.55, 0.4, 0.75, 0.25, 0.95, 0.1, -0.1, -0.35)
"""The angles by which an arm may be turned at the wheel, in radians, the best one first."""
_MANY: Final = 4
"""With more arms than these the least turned ones are best."""
_REACHES: Final = ((0.3, 0.5, 0.5), (0.34, 0.42, 0.3), (0.2, 0.3, 0.0), (0.5, 0.6, 0.0))
"""How far a lane keeps the heading that it has at the wheel, and how long it has its last one, as parts of its way; and
how far that leans to the side from which the arm swings round, in radians.
"""
_FAN: Final = 0.17
"""The least angle from one lane to the next at the wheel."""
_PITCH: Final = (1.04, 1.26)
"""The distance of lanes at the tray at least, and where there is room, in widths of a piece."""
_APART: Final = 1.12
"""The least distance of pieces on neighbouring lanes, in their widths there."""
_SPACED: Final = 0.9
"""The least distance of pieces that follow each other, in their heights there."""
_ROUNDS: Final = 2
"""How often every arm is chosen, beside those of its neighbours."""
_BEFORE: Final = 0.45
"""How far above the pieces in the tray a lane ends, in heights of a piece."""
_STEPS: Final = 9
"""The number of points of a lane that are looked at."""
_LESS: Final = 0.12
"""What every step down a list of choices costs, in collisions."""
_OUT: Final = 12.0
"""What it costs if a piece reaches into a tray at all, in pixels."""
_STRAIGHT: Final = 0.06
"""The part of a lane's time that it runs straight on, at its end."""


_Choice: TypeAlias = tuple[float, tuple[Lane, ...]]
"""The lanes of an arm, and what choosing it costs in any case."""


class Gate(NamedTuple):
    """Where an arm ends.

    ``ends``: points in the coordinates of ``frame``, from left to right; ``w``, ``h``: the size of a piece there.
    """

    frame: Frame
    ends: tuple[Point, ...]
    w: float
    h: float


def gate_of(panel: Panel, centre: Place, w: float, h: float, count: int) -> Gate:
    """Return the ends of ``count`` lanes above the gate of a panel, for pieces of this size."""
    gate, room = panel.places[GATE], panel.places["invitation"]
    felt = felt_before(panel, centre)
    left = max(room.right, felt[0], -panel.size[0] / 2) + 0.5 * w
    right = min(felt[1], panel.size[0] / 2) - 0.5 * w
    fits = max(1, min(count, int((right - left) / (_PITCH[0] * w)) + 1))
    pitch = min(_PITCH[1] * w, max(0.0, right - left) / max(1, fits - 1))
    half = (fits - 1) / 2 * pitch
    x = min(max(gate.x, left + half), max(left + half, right - half))
    y = gate.top + _BEFORE * h
    return Gate(panel.frame, tuple((x + (number - (fits - 1) / 2) * pitch, y) for number in range(fits)), w, h)


_Lanes: TypeAlias = dict[int, tuple[Lane, ...]]
"""The lanes to each gate, by its number."""


@lru_cache(maxsize=4)
def _arms_of(gates: tuple[Gate, ...], centre: Place, taken: tuple[Place, ...]) -> _Lanes:
    """Return where the lanes are kept that ``_choose`` has found; empty: none yet."""
    return {}


def _choose(gates: tuple[Gate, ...], centre: Place, taken: tuple[Place, ...]) -> Iterator[None]:
    """Find the lanes that collide as little as possible with what is ``taken`` and each other, gate by gate."""
    kept, found = _arms_of(gates, centre, taken), _Lanes()
    if kept:
        return
    wheel, many = wheel_place(centre), len(gates) > _MANY
    order = sorted(range(len(gates)), key=lambda number: _toward(gates[number], wheel))
    choices = {}
    for number in order:
        choices[number] = sorted(_choices(gates[number], wheel, many), key=_own_cost)
        found[number] = choices[number][0][1]
        yield
    for at, number in [*enumerate(order)] * _ROUNDS:
        before, after = found[order[at - 1]], found[order[(at + 1) % len(order)]]
        beside = [*points(before[-1]), *points(after[0])] if len(order) > 1 else []
        cost = partial(_cost, gate=gates[number], centre=centre, taken=taken, beside=beside)
        found[number] = _cheapest(choices[number], cost)
        yield
    kept.update(found)


def _own_cost(choice: _Choice) -> float:
    return choice[0]


def _cheapest(choices: Iterable[_Choice], cost: Callable[[_Choice, float], float]) -> tuple[Lane, ...]:
    """Return the lanes of the cheapest choice; those whose own cost alone is higher are not looked at."""
    best, found = math.inf, tuple[Lane, ...]()
    for choice in choices:
        if choice[0] >= best:
            break
        if (whole := cost(choice, best)) < best:
            best, found = whole, choice[1]
    return found


def busiest(lane: Lane, h: float) -> float:
    """Return how many pieces may be on a lane at a time without touching; ``h``: their height at its end."""
    ways = pairwise(points(lane))
    return min(math.dist(a, b) * (_STEPS - 1) / (_SPACED * h * _scale(step + 0.5)) for step, (a, b) in enumerate(ways))


@lru_cache(maxsize=256)  # each arm is compared with its neighbours several times
def points(lane: Lane) -> tuple[Point, ...]:
    """Return points along a lane, at even times."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = lane.curve
    found = []
    for step in range(_STEPS):
        t = step / (_STEPS - 1)
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
        found.append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
    return tuple(found)


def _scale(step: float) -> float:
    return SMALL + (1 - SMALL) * step / (_STEPS - 1)


def _toward(gate: Gate, wheel: Place) -> float:
    """Return the direction from the wheel to the middle of a gate, in radians."""
    middle = gate.frame.to_window(sum(x for x, _ in gate.ends) / len(gate.ends), gate.ends[0][1])
    return math.atan2(middle[1] - wheel.y, middle[0] - wheel.x)


def _choices(gate: Gate, wheel: Place, many: bool) -> Iterable[_Choice]:
    """Yield the arms that are possible, each with what choosing it costs."""
    toward, middle = _toward(gate, wheel), (len(gate.ends) - 1) / 2
    fan = max(_FAN, _APART * SMALL * gate.h / (1.1 * wheel.w / 2))
    swirls = sorted(_SWIRLS, key=abs) if many else _SWIRLS
    for (late, swirl), (later, (keeps, has, leans)) in product(enumerate(swirls), enumerate(_REACHES)):
        headings = (toward + swirl + fan * (number - middle) for number in range(len(gate.ends)))
        reaches = keeps, has, math.copysign(leans, swirl)
        lanes = tuple(
            _lane(gate, end, heading, reaches, wheel) for end, heading in zip(gate.ends, headings, strict=True)
        )
        yield _LESS * (late + later), lanes


def _lane(gate: Gate, local: Point, heading: float, reaches: tuple[float, float, float], wheel: Place) -> Lane:
    """Return the lane that leaves the wheel with this heading and enters the tray from the middle of the table."""
    out = math.cos(heading), math.sin(heading)
    begin = _along((wheel.x, wheel.y), out, 0.5 * wheel.w + 0.62 * SMALL * gate.h)
    end = gate.frame.to_window(*local)
    keeps, has, leans = reaches
    before = gate.frame.to_window(local[0] + math.sin(leans), local[1] + math.cos(leans))
    inward = before[0] - end[0], before[1] - end[1]
    far = math.dist(begin, end)
    near = _along(end, inward, 3 * _STRAIGHT * has * far)
    curve = begin, _along(begin, out, keeps * far), _along(near, inward, has * far), near
    return Lane(curve, end, 1 - _STRAIGHT)


def _outside(room: Place, point: Point) -> float:
    """Return how far a point lies outside of a room, in pixels, and a little more."""
    x, y = point
    out = max(room.left - x, x - room.right, room.bottom - y, y - room.top)
    return out + _OUT if out > 0 else 0.0


def _along(start: Point, heading: Point, way: float) -> Point:
    return start[0] + way * heading[0], start[1] + way * heading[1]


def _cost(
    choice: _Choice, most: float, gate: Gate, centre: Place, taken: Sequence[Place], beside: Sequence[Point]
) -> float:
    """Return how much pieces on these lanes collide: with the wheel, the trays, what is taken, and one another.

    From ``most`` on it is not looked at how much more they do.
    """
    cost, lanes = choice
    wheel, ways = wheel_place(centre), [points(lane) for lane in lanes]
    for step in range(_STEPS):
        if cost >= most:
            break
        scale = _scale(step)
        half = 0.5 * scale * gate.h
        here = [way[step] for way in ways]
        room = centre.inset(min(half, 0.3 * min(centre.w, centre.h)))
        for point in here:
            cost += math.dist(point, (wheel.x, wheel.y)) < 0.5 * wheel.w + 0.8 * half
            if step < _STEPS - 2:
                cost += _outside(room, point) / half
            cost += 2 * sum(place.inset(-half).holds(*point) for place in taken)
            cost += sum(math.dist(point, other) < 1.6 * half for other in beside)
        need = _APART * scale * gate.w
        cost += sum(max(0.0, 1 - math.dist(a, b) / need) * 3 for a, b in pairwise(here))
    return cost
