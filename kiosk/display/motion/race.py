"""Somebody was beaten to a pile: lightning from both rivals' edges meets at it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise
from random import Random
from typing import Final, NamedTuple, TypeAlias

from kiosk.display.motion.effects import Break, Burst, Effect, Flash, Fly
from kiosk.display.paint.light_art import BOLT, GLOW, SPARK, STREAK, won_look
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import WHITE, Rgba, seat_light
from kiosk.layout.place import Place, box
from kiosk.layout.table_layout import Layout, Panel
from kiosk.layout.tray import NESTED
from kiosk.system.latest import latest

_RAYS: Final = 18
_SPARKS: Final = 32
_CLEAR: Final = 0.16
"""How far from the meeting the sparks begin, in card widths."""
_HALO: Final = (0.03, 0.42, 0.9)
"""Seconds after which the halo of the contested card is bright, begins to fade, and is gone."""


@latest
def lanes(layout: Layout) -> Point:
    """Return how far beside and above a cell's middle the gaps between the cells run."""
    found = []
    for part in (0, 1):
        rows = sorted({cell[part] for cell in layout.cells})
        size = layout.cells[0][part + 2]
        found.append(min((high - low for low, high in pairwise(rows) if high - low >= size), default=1.2 * size) / 2)
    return found[0], found[1]


@latest
def felt_between(layout: Layout) -> Place:
    """Return the felt between the trays of all edges, on which a bolt crosses nobody's tray."""
    inner: dict[str, list[Place]] = {edge: [] for edge in ("west", "south", "east", "north")}
    for panel in layout.panels.values():
        inner[panel.edge].append(panel.bounds)
    cells = layout.cells
    return box(
        max([tray.right for tray in inner["west"]], default=min(cell.left for cell in cells)),
        max([tray.top for tray in inner["south"]], default=min(cell.bottom for cell in cells)),
        min([tray.left for tray in inner["east"]], default=max(cell.right for cell in cells)),
        min([tray.bottom for tray in inner["north"]], default=max(cell.top for cell in cells)),
    ).inset(_BESIDE * cells[0].w)


def race_spark(winner: Panel, loser: Panel, ground: BoltGround, draw: Random) -> Iterator[Effect]:
    """Yield the lightning of both; it meets on that side of the pile which faces the loser."""
    meet = side(ground, loser)
    lights = seat_light(winner.seat), seat_light(loser.seat)
    yield from _halo(ground.cell, lights[0])
    yield from _impact(meet, ground.cell, lights, (winner.bounds, loser.bounds), draw)
    yield Break()
    ways = [(way(panel, ground, meet), panel, tint) for panel, tint in zip((winner, loser), lights, strict=True)]
    for corners, panel, tint in ways:
        yield from _strike(corners[0], panel, ground.cell.w, tint)
    bolts = [bolt(corners, ground, tint, draw) for corners, _, tint in ways]
    for _ in range(_JUMPS):
        yield Break()
        bodies, cores = zip(*map(next, bolts), strict=True)  # of both, as each burst is a mesh
        yield Burst(BOLT, tuple(chain.from_iterable(bodies)), light=False, low=True)
        yield Burst(BOLT, tuple(chain.from_iterable(cores)), low=True)


def _halo(cell: Place, tint: Rgba) -> Iterator[Effect]:
    """Yield the light around the card that was faster."""
    bright, fades, gone = _HALO
    dark = Pose(0.0, cell.x, cell.y, alpha=0.0)
    lit = dark._replace(alpha=1.0)
    poses = dark, lit._replace(at=bright), lit._replace(at=fades), dark._replace(at=gone)
    yield Fly((won_look(cell),), poses, low=True, tint=tint)


def _strike(start: Point, panel: Panel, wide: float, tint: Rgba) -> Iterator[Effect]:
    """Yield the flare at the seat's edge where its lightning begins, and the light that runs along the edge."""
    for high, stretch, color in ((1.15, 1.0, tint), (0.4, 6.0, tint.mix(WHITE, 0.3)), (0.6, 1.0, WHITE)):
        here = Pose(0.0, *start, panel.frame.rotation, high * wide / GLOW.size, 0.0, stretch)
        yield _flare(here, color, 1.0)


def _flare(here: Pose, tint: Rgba, bright: float, *, low: bool = True) -> Flash:
    """Return light that stands as long as the bolts do."""
    lit = here._replace(alpha=bright)
    poses = here, lit._replace(at=0.02), lit._replace(at=STRONG, alpha=0.85 * bright), here._replace(at=LASTS)
    return Flash(GLOW, poses, tint, low=low)


def _impact(
    meet: Point, cell: Place, lights: tuple[Rgba, Rgba], trays: Collection[Place], draw: Random
) -> Iterator[Effect]:
    """Yield the burst where the two meet; its core is no wider than the gap between two pieces.

    Nothing of it flies over these ``trays``, which tell the margin then.
    """
    _, second = lights
    for size, tint, bright, low in (
        (1.25, second, 0.8, True),
        (1.15, WHITE, 1.0, True),
        (0.45, WHITE, 1.0, False),
    ):
        yield _flare(Pose(0.0, *meet, 0.0, size * cell.w / GLOW.size, 0.0), tint, bright, low=low)
    yield Break()
    rays = tuple(_ray(meet, 360 * number / _RAYS, cell, lights, draw) for number in range(_RAYS))
    yield Burst(STREAK, tuple(one for one in rays if not _over(one, 0.55 * cell.w, trays)), low=True)
    yield Break()
    sparks = tuple(_spark(meet, draw.choice(lights), cell, draw) for _ in range(_SPARKS))
    yield Burst(SPARK, tuple(one for one in sparks if not _over(one, math.hypot(one.vx, one.vy) / one.drag, trays)))


def _over(one: Particle, far: float, trays: Collection[Place]) -> bool:
    """Return whether it is over one of these trays once it has flown so ``far``, or a ray's end is."""
    along = math.atan2(one.vy, one.vx) if one.vx or one.vy else math.radians(one.turn)
    x, y = one.x + far * math.cos(along), one.y + far * math.sin(along)
    return any(tray.holds(x, y) for tray in trays)


def _ray(meet: Point, turn: float, cell: Place, lights: tuple[Rgba, Rgba], draw: Random) -> Particle:
    turn += draw.uniform(-8, 8)
    far, high = draw.uniform(0.4, 1.15) * cell.w, draw.uniform(0.06, 0.12) * cell.w
    x, y = (0.55 * far * part(math.radians(turn)) for part in (math.cos, math.sin))
    long = far / (high * STREAK.w / STREAK.h)
    tint = draw.choice(lights).mix(WHITE, 0.75)
    return Particle(meet[0] + x, meet[1] + y, 0.0, 0.0, high, tint, life=LASTS, turn=turn, fade=1.2, long=long)


def _spark(meet: Point, tint: Rgba, cell: Place, draw: Random) -> Particle:
    away = math.degrees(math.atan2(meet[1] - cell.y, meet[0] - cell.x))  # only few pass over the pile
    turn, speed = away + draw.gauss(0, 45), abs(draw.gauss(0, 2.6)) * cell.w
    velocity = speed * math.cos(math.radians(turn)), speed * math.sin(math.radians(turn))
    size, life = draw.uniform(0.045, 0.1) * cell.w, draw.uniform(0.25, 0.6)
    x, y = (meet[part] + _CLEAR * cell.w * velocity[part] / max(speed, 1.0) for part in (0, 1))
    return Particle(x, y, *velocity, size, tint.mix(WHITE, 0.8 * draw.random()), life=life, turn=turn, drag=4.5)


STRONG: Final = 0.25
"""Seconds for which a bolt is at full strength."""
LASTS: Final = 0.45
"""Seconds after which it is gone."""
_JUMPS: Final = 3
"""How many ways it takes one after the other; the last one fades."""
_COVERED: Final = 6.0
"""By how much a pixel below a piece counts more than one in the open, when ways are compared."""
_STARTS: Final = 3
"""The number of gaps in a tray, the nearest to the pile, from which a bolt may strike."""
_BESIDE: Final = 0.3
"""How far from the trays of others a bolt keeps, in card widths."""
_WIDE: Final = 0.16
"""The least width of a gap in which a bolt is seen whole, in card widths of the tray."""
_KINK: Final = 0.62
"""The distance between two kinks, in card widths."""
_ASIDE: Final = (0.08, 0.29)
_ASIDE_IN_GAP: Final = (0.02, 0.05)
"""How far a kink lies beside the way, in card widths, where there is room; and between two pieces of a tray."""
_LESS_ASIDE: Final = (1.0, 0.6, 0.3)
"""The shares of that at which it is looked one after the other whether a piece lies there."""
_ROUGH: Final = 0.12
"""How far the middle between two kinks lies beside the straight line, as a share of it."""
_BRANCHES: Final = 2
_BODY: Final = ((54.0, 0.0, 0.8), (28.0, 0.0, 1.0))
"""The coloured layers of a bolt, from the outer to the inner: the width in hundredths of a card's width, the share of
white, and the opacity. They are opaque rather than light, which would be pale where it is added to the felt.
"""
_CORE: Final = ((16.0, 0.92, 1.0),)
"""The same of the light in its middle."""
_BRANCH_BODY: Final = ((13.0, 0.0, 0.9),)
_BRANCH_CORE: Final = ((7.0, 0.8, 1.0),)
"""The same of a branch."""
_SHARES: Final = tuple((step + 0.5) / 8 for step in range(8))
"""Where on a straight way it is looked whether a piece lies above it, as shares of it."""

Point: TypeAlias = tuple[float, float]
Layer: TypeAlias = tuple[float, float, float]
Layers: TypeAlias = Sequence[Layer]


class BoltGround(NamedTuple):
    """What a bolt finds: the contested pile, half the distance of two cells, the felt between the trays, the pieces."""

    cell: Place
    lane: Point
    felt: Place
    taken: Sequence[Place] = ()


def inward(panel: Panel) -> Point:
    """Return the direction from the seat's edge to the middle."""
    return panel.frame._replace(x=0.0, y=0.0).to_window(0.0, 1.0)


def side(ground: BoltGround, panel: Panel) -> Point:
    """Return the middle of the gap on that side of the contested pile which faces the seat."""
    (x, y), cell = inward(panel), ground.cell
    if abs(x) > abs(y):
        return cell.x - math.copysign(ground.lane[0], x), cell.y
    return cell.x, cell.y - math.copysign(ground.lane[1], y)


def way(panel: Panel, ground: BoltGround, meet: Point) -> list[Point]:
    """Return the corners of the way from the seat's edge to ``meet``, with the least of it below pieces."""
    end = side(ground, panel)
    tail = [end] if math.dist(end, meet) < 1 else [end, meet]  # the last part runs below the contested pile
    onto_felt = [_out_of_tray(panel, ground.felt, start) for start in _starts(panel, ground.felt, end)]
    turns = [[_within(ground.felt, corner) for corner in turn] for turn in _turns(panel, ground, end)]
    ways = [[*start, *turn, *tail] for start in onto_felt for turn in turns]
    best, least = ways[0], math.inf
    for points in sorted(ways, key=_length):
        if _length(points) >= least:  # all that follow cost more, whatever they cross
            break
        cost = _cost(points, ground)
        if cost < least:
            best, least = points, cost
    return best


def _within(felt: Place, point: Point) -> Point:
    """Return the nearest point of the felt."""
    return min(max(point[0], felt.left), felt.right), min(max(point[1], felt.bottom), felt.top)


def _out_of_tray(panel: Panel, felt: Place, start: tuple[Point, Point]) -> list[Point]:
    """Return the way to the felt: within the own tray aside, as far as needed, then straight inwards."""
    x, y = _within(felt, start[1])
    aside = (x, start[1][1]) if inward(panel)[0] == 0 else (start[1][0], y)
    return [*dict.fromkeys((*start, aside, (x, y)))]


def _starts(panel: Panel, felt: Place, end: Point) -> list[tuple[Point, Point]]:
    """Return where the way may begin: between two pieces of the seat, from its edge to where they end.

    Where there is such a gap, the felt lies straight before it, not the tray of a neighbour around the corner.
    """
    pieces = sorted(
        (place.left, place.right) for name, place in panel.places.items() if name not in NESTED and place.y < 0
    )
    found = [((one[1] + two[0]) / 2, (two[0] - one[1]) / panel.card) for one, two in pairwise(pieces)]
    gaps = [gap for gap, wide in found if wide > _WIDE] or [gap for gap, wide in found if wide > 0.05] or [0.0]
    turn = math.radians(panel.frame.rotation)
    along = (end[0] - panel.frame.x) * math.cos(turn) + (end[1] - panel.frame.y) * math.sin(turn)
    half = panel.size[1] / 2

    def around_corner(gap: float) -> float:
        x, y = panel.frame.to_window(gap, half)
        return math.dist((x, y), _within(felt, (x, y)))

    nearest = sorted(gaps, key=lambda gap: (round(around_corner(gap)), abs(gap - along)))[:_STARTS]
    tops = [place.top for name, place in panel.places.items() if name not in NESTED and place.y < 0]
    top = min(half, max(tops, default=0.0) + 0.05 * panel.card)
    return [(panel.frame.to_window(gap, -half), panel.frame.to_window(gap, top)) for gap in nearest]


def _turns(panel: Panel, ground: BoltGround, end: Point) -> Iterator[list[Point]]:
    """Yield the corners between the tray and the pile: none, or those of a lane beside the pile."""
    yield []
    (x, y), cell, lane = inward(panel), ground.cell, ground.lane
    upright = abs(y) > abs(x)
    for aside in (-1, 1):
        corner = (end[0] + aside * lane[0], end[1]) if upright else (end[0], end[1] + aside * lane[1])
        far = 1.9 * (cell.h if upright else cell.w)
        yield [corner]
        yield [(corner[0] - far * x, corner[1] - far * y), corner]


def _length(points: Sequence[Point]) -> float:
    return sum(math.dist(one, two) for one, two in pairwise(points))


def _cost(points: Sequence[Point], ground: BoltGround) -> float:
    return sum(math.dist(one, two) * (1 + _COVERED * _covered(one, two, ground.taken)) for one, two in pairwise(points))


def _covered(one: Point, two: Point, taken: Sequence[Place]) -> float:
    """Return the share of the straight way that lies below pieces."""
    near = _near(one, two, taken)
    if not near:
        return 0.0
    below, (from_x, from_y), (dx, dy) = 0, one, (two[0] - one[0], two[1] - one[1])
    for share in _SHARES:
        x, y = from_x + dx * share, from_y + dy * share
        for px, py, w, h in near:  # as ``Place.holds``, in half the time
            if abs(x - px) <= w / 2 and abs(y - py) <= h / 2:
                below += 1
                break
    return below / len(_SHARES)


def _near(one: Point, two: Point, taken: Sequence[Place], aside: float = 0.0) -> list[Place]:
    """Return the pieces that a way between two points could meet, no farther ``aside`` of them than that."""
    (ax, ay), (bx, by) = one, two
    x, y, across, up = (ax + bx) / 2, (ay + by) / 2, abs(ax - bx) / 2 + aside, abs(ay - by) / 2 + aside
    return [
        place
        for place in taken
        if abs(place[0] - x) <= across + place[2] / 2 and abs(place[1] - y) <= up + place[3] / 2
    ]


def bolt(
    corners: Sequence[Point], ground: BoltGround, tint: Rgba, draw: Random
) -> Iterator[tuple[list[Particle], list[Particle]]]:
    """Yield a bolt along a way with these ``corners``, line by line: its colour, and the light in its middle.

    It jumps from line to line, then fades.
    """
    unit = ground.cell.w / 100
    for jump in range(_JUMPS):
        lines = _lines(corners, ground, draw)
        body = _parts(jump, lines, unit, tint, (_BODY, _BRANCH_BODY))
        yield body, _parts(jump, lines, unit, tint, (_CORE, _BRANCH_CORE))


def _lines(corners: Sequence[Point], ground: BoltGround, draw: Random) -> list[list[Point]]:
    """Return a jagged line, and the branches that leave it."""
    stem = _finer(_kinks(corners, ground, draw), draw)
    places = [draw.randrange(len(stem) // 5, 4 * len(stem) // 5) for _ in range(_BRANCHES)]
    return [stem, *(_branch(stem[place], stem[place + 1], ground.cell.w, draw) for place in places)]


def _parts(
    jump: int, lines: Sequence[Sequence[Point]], unit: float, tint: Rgba, layers: tuple[Layers, Layers]
) -> list[Particle]:
    """Return the parts of the lines after so many jumps; the last ones fade. ``layers``: of stem and branches."""
    parts: list[Particle] = []
    step, (stem, *branches) = STRONG / _JUMPS, lines
    delay, life, fade = (jump * step, LASTS - jump * step, 1.2) if jump == _JUMPS - 1 else (jump * step, step, 8.0)
    for some, of_them in zip((branches, [stem]), reversed(layers), strict=True):
        legs = [_leg(one, other) for line in some for one, other in pairwise(line)]
        for size, white, bright in of_them:
            shade, high = tint.mix(WHITE, white).fade(bright), size * unit
            cap, wide = BOLT.cap * high, high * BOLT.w / BOLT.h
            parts += [  # in the order of the fields, as there are many
                Particle(x, y, 0.0, 0.0, high, shade, delay, life, turn, 0.0, 0.0, fade, 0.0, (long + cap) / wide)
                for x, y, turn, long in legs
            ]
    return parts


def _kinks(corners: Sequence[Point], ground: BoltGround, draw: Random) -> list[Point]:
    """Return the way with kinks, to alternate sides; each as far aside as the pieces leave room for."""
    points, right = [corners[0]], draw.choice((-1, 1))
    for leg, (start, end) in enumerate(pairwise(corners)):
        long, asides = math.dist(start, end), _ASIDE if leg else _ASIDE_IN_GAP
        along = end[0] - start[0], end[1] - start[1]
        number = round(long / (_KINK * ground.cell.w))
        near = _near(start, end, ground.taken, asides[1] * ground.cell.w)
        for kink in range(number):
            share = (kink + draw.uniform(0.35, 0.65)) / number
            x, y = start[0] + share * along[0], start[1] + share * along[1]
            aside = right * draw.uniform(*asides) * ground.cell.w / long
            for part in _LESS_ASIDE:
                found = x - part * aside * along[1], y + part * aside * along[0]
                if not _covered(points[-1], found, near):
                    break
            points.append(found)
            right = -right
        points.append(end)
    return points


def _finer(points: Sequence[Point], draw: Random) -> list[Point]:
    """Return the line with a smaller kink between every two."""
    finer = [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        aside = draw.uniform(-_ROUGH, _ROUGH)
        finer += [((ax + bx) / 2 - aside * (by - ay), (ay + by) / 2 + aside * (bx - ax)), (bx, by)]
    return finer


def _branch(start: Point, ahead: Point, wide: float, draw: Random) -> list[Point]:
    """Return a short way that leaves another one sideways."""
    turn = math.atan2(ahead[1] - start[1], ahead[0] - start[0]) + draw.choice((-1, 1)) * draw.uniform(0.5, 1.0)
    points = [start]
    for far in (0.26, 0.2, 0.12):
        x, y = points[-1]
        points.append((x + far * wide * math.cos(turn), y + far * wide * math.sin(turn)))
        turn += draw.uniform(-0.8, 0.8)
    return points


def _leg(one: Point, other: Point) -> tuple[float, float, float, float]:
    """Return a straight part of a line: its middle, its direction in degrees, its length."""
    (ax, ay), (bx, by) = one, other
    dx, dy = bx - ax, by - ay
    return (ax + bx) / 2, (ay + by) / 2, math.degrees(math.atan2(dy, dx)), math.hypot(dx, dy)
