"""The lanes on which pieces fly from the wheel to every tray: as few collisions as can be, and an arm for each seat."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise, product
from typing import Final, NamedTuple, TypeAlias

from kiosk.display.paint.motions import Lane
from kiosk.display.paint.shapes import Point
from kiosk.layout.inviting import GATE, felt_before, wheel_place
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import Panel

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


Lanes: TypeAlias = dict[int, tuple[Lane, ...]]
"""The lanes to each gate, by its number."""


@lru_cache(maxsize=4)
def lanes_of(gates: tuple[Gate, ...], centre: Place, taken: tuple[Place, ...]) -> Lanes:
    """Return where the lanes are kept that ``choose`` has found; empty: none yet."""
    return {}


def choose(gates: tuple[Gate, ...], centre: Place, taken: tuple[Place, ...]) -> Iterator[None]:
    """Find the lanes that collide as little as possible with what is ``taken`` and each other, gate by gate."""
    kept, found = lanes_of(gates, centre, taken), Lanes()
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
