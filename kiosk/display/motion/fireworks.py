"""A match won: for four seconds fireworks left and right of the winner's axis, their light on the felt, and paper."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import Final, NamedTuple

from kiosk.display.games.ranks import celebrated, prizes_look
from kiosk.display.games.times import COMES_S
from kiosk.display.motion.effects import STILL, Break, Burst, Coming, Effect, Flash, Moment, MomentContext
from kiosk.display.motion.turning import coming, turning
from kiosk.display.paint.light_art import BLURRED, FIRE, GLOW, SPARK, SPHERE, SUN, PaperLook
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import IVORY, WHITE, Rgba, rgb, seat_color
from kiosk.layout.counting import edges_in_turn, feast_parts, prizes_place
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import TURN, Layout, Panel
from kiosk.protocol import Snapshot

LASTS: Final = 4.0
"""Seconds for which there are fireworks."""
EVERY: Final = 0.3
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
    stars = celebrated(snapshot.result)
    winners = [panel for seat, panel in context.layout.panels.items() if seat in stars]
    rest = turntable(context)
    return Moment(Coming(chain(_celebration(context, winners, draw), rest.effects)), max(LASTS, rest.lasts))


def _celebration(context: MomentContext, winners: list[Panel], draw: Random) -> Iterator[Effect]:
    """Yield the light, the rockets, and at last the paper, of which there is most."""
    yield from firelight(context.layout, winners, LASTS)
    yield Break()  # each of these is a large picture
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
    look = prizes_look(snapshot.result, place.w, snapshot.house.page_of(snapshot.match))
    edges = edges_in_turn(layout, snapshot.result, next(iter(celebrated(snapshot.result)), None))
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
    for number in range(int(LASTS / EVERY) if winners else 0):
        panel = winners[number % len(winners)]
        parts = feast_parts(layout, panel)
        along, away, reach = parts.spots[number % len(parts.spots)]
        along += draw.uniform(-0.12, 0.12) * reach
        away += draw.uniform(-0.12, 0.12) * reach
        tint = (GOLD, seat_color(panel.seat), EMBER)[number % 3]
        for hand in (-1, 1):
            yield Rocket(*parts.at(hand * along, away), reach, tint, 0.02 + number * EVERY)


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


_GONE: Final = 0.4
"""Seconds in which all of it goes out."""
_FADE: Final = 14.0
"""The exponent of that: it stays bright until its end."""
_SUN: Final = (1.3, 0.8)
"""The largest diameter of the sun, in units of the felt's shorter side and of the window's."""
_SPIN: Final = 52.0
"""The degrees a second by which it turns."""
_WARM: Final = 0.8
"""How far the warm light reaches over the felt, from the winner's edge to the opposite one."""


def firelight(layout: Layout, winners: Sequence[Panel], lasts: float) -> list[Effect]:
    """Return the light that stays for ``lasts`` seconds."""
    x, y = layout.centre[:2]
    size = min(part * min(place.w, place.h) for part, place in zip(_SUN, (layout.centre, layout.area), strict=True))
    sun = _stays(x, y, size, WHITE)._replace(spin=_SPIN)
    fires = [_fire(layout, panel, 1 / len(winners)) for panel in winners]
    return [
        Burst(look, tuple(one._replace(life=lasts + _GONE) for one in particles), light=False, low=True)
        for look, particles in ((FIRE, fires), (SUN, [sun]))
    ]


def _fire(layout: Layout, panel: Panel, share: float) -> Particle:
    """Return the warm brown that lies over the felt before a winner's tray, like the light of a fire."""
    centre = layout.centre
    wide, deep = (centre.w, centre.h) if TURN[panel.edge] % 180 == 0 else (centre.h, centre.w)
    high = _WARM * deep
    x, y = _from_edge(centre, panel.frame.rotation, (high - deep) / 2)
    lying = _stays(x, y, high, WHITE.fade(share))
    return lying._replace(turn=panel.frame.rotation, long=wide / high * FIRE.h / FIRE.w)


def _from_edge(centre: Place, turn: float, away: float) -> tuple[float, float]:
    """Return a point of the felt so far above its middle, as it is seen from an edge."""
    return Frame(centre.x, centre.y, turn).to_window(0, away)


def _stays(x: float, y: float, size: float, tint: Rgba) -> Particle:
    return Particle(x, y, 0.0, 0.0, size, tint, fade=_FADE)


_SIZE: Final = 0.025
"""The length of a piece, as a fraction of the window's shorter side."""


class _Sort(NamedTuple):
    """Pieces of one shape: on as much felt as one is long and wide, and how much larger than usual they are."""

    kind: int
    density: float
    sizes: tuple[float, float]


_SORTS: Final = (
    _Sort(BLURRED, 0.004, (2.6, 4.0)),
    *(_Sort(kind, density, (0.6, 1.25)) for kind, density in ((0, 0.40), (1, 0.26), (2, 0.35), (3, 0.13))),
    *(_Sort(kind, 0.02, (1.5, 2.1)) for kind in (0, 1)),
)
"""The lower ones first: some lie far off, large and out of focus, a few large ones near to the eye."""
_OWN_SIDE: Final = 0.65
"""The share of the paper that falls on the winners' half."""
_AT_ONCE: Final = 0.52
"""The share that begins to fall in the first moment."""
_CORNERS: Final = 0.6
"""The share that may begin in the free corners of the table."""
_STEPS: Final = 4
"""The number of points at which a piece's way is checked."""
_PAPER_DRAG: Final = 1.2
_GOLDS: Final = (rgb("ffb23e"), rgb("ff8f1c"), rgb("ffd98a"), IVORY)
_HANDFUL: Final = 80
"""Pieces that are made and sent to the GPU at once: as many as a frame has time for."""


class Free:
    """The table without its trays, a margin around them left free."""

    def __init__(self, layout: Layout, margin: float) -> None:
        self.area, self.felt = layout.area.inset(margin), layout.centre.inset(2 * margin)
        trays = [panel.bounds.inset(-margin) for panel in (*layout.panels.values(), *layout.tabs.values())]
        self._sides = [(tray.left, tray.bottom, tray.right, tray.top) for tray in trays]
        self._is_clear = not any(tray.overlaps(self.felt) for tray in trays)

    def has(self, x: float, y: float) -> bool:
        """Return whether the point lies there."""
        if self._is_clear and self.felt.holds(x, y):  # most do
            return True
        for left, bottom, right, top in self._sides:
            if left <= x <= right and bottom <= y <= top:
                return False
        return self.area.holds(x, y)

    def leads(self, x: float, y: float, dx: float, dy: float) -> bool:
        """Return whether the way from the point lies there."""
        if self._is_clear and self.felt.holds(x, y) and self.felt.holds(x + dx, y + dy):
            return True
        return all(self.has(x + dx * part / _STEPS, y + dy * part / _STEPS) for part in range(1, _STEPS + 1))


def paper(layout: Layout, winners: list[Panel], lasts: float, draw: Random) -> Iterator[Effect]:
    """Yield the paper that falls for ``lasts`` seconds, a handful at a time."""
    tints = _tints(layout, winners)
    size = _SIZE * min(layout.area.w, layout.area.h)
    felt = layout.centre.inset(1.7 * size)
    for sort in _SORTS:
        free = Free(layout, 0.5 * sort.sizes[1] * size)
        count = round(sort.density * felt.w * felt.h / size**2)
        look = PaperLook(max(8, round(sort.sizes[1] * size)), sort.kind)
        for handful in range(0, count, _HANDFUL):
            pieces = [
                _piece(free, winners, draw, size * draw.uniform(*sort.sizes), draw.choice(tints), lasts)
                for _ in range(min(_HANDFUL, count - handful))
            ]
            yield Burst(look, tuple(pieces), light=False, low=True)


def _tints(layout: Layout, winners: list[Panel]) -> list[Rgba]:
    """Return the colours from which each piece has one: mostly gold and the winners', sometimes another seat's."""
    tints = [*_GOLDS, *_GOLDS]
    for panel in winners:
        own = seat_color(panel.seat)
        tints += [own, own, own, own.mix(WHITE, 0.4)]
    others = [seat_color(seat) for seat, panel in layout.panels.items() if panel not in winners]
    return tints * max(2, len(others) // 2) + others


def _piece(free: Free, winners: list[Panel], draw: Random, size: float, tint: Rgba, lasts: float) -> Particle:
    """Return a piece that falls outward from one point of the free table to another."""
    felt = free.felt
    x, y = _point(free, winners, draw)
    angle = math.atan2(y - felt.y, x - felt.x) + draw.gauss(0, 0.6)
    far = draw.uniform(0.5, 1.0) * min(felt.w, felt.h)
    dx, dy = far * math.cos(angle), far * math.sin(angle)
    most = draw.uniform(0.6, 1.0)
    ways = (most * share for share in (1.0, 0.7, 0.45, 0.2, 0.08))
    share = next((one for one in ways if free.leads(x, y, one * dx, one * dy)), 0.0)
    delay = 0.0 if draw.random() < _AT_ONCE else (lasts - 0.2) * draw.random() ** 0.75
    life = min(draw.uniform(1.3, 2.0), lasts + 0.5 - delay)
    gone = (1 - math.exp(-_PAPER_DRAG * life)) / _PAPER_DRAG
    return Particle(
        *(x, y, share * dx / gone, share * dy / gone),
        *(size, tint, delay),
        life=life,
        turn=draw.uniform(0, 360),
        spin=draw.uniform(-360, 360),
        drag=_PAPER_DRAG,
        fade=8.0,
        flutter=draw.uniform(7, 15),
    )


def _point(free: Free, winners: list[Panel], draw: Random) -> tuple[float, float]:
    """Return a free point of the table, more often on the winners' half."""
    felt = free.felt
    wide = free.area if draw.random() < _CORNERS else felt
    x, y = draw.uniform(wide.left, wide.right), draw.uniform(wide.bottom, wide.top)
    if winners and draw.random() < _OWN_SIDE:
        edge = draw.choice(winners).edge
        if TURN[edge] % 180:
            x = (max if edge == "east" else min)(x, 2 * felt.x - x)
        else:
            y = (max if edge == "north" else min)(y, 2 * felt.y - y)
    if free.has(x, y):
        return x, y
    return draw.uniform(felt.left, felt.right), draw.uniform(felt.bottom, felt.top)
