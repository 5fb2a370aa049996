"""Places after a round: the parts of a tray, the turntable and rows of counted pieces, and a celebration."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import CARD_ASPECT, TURN, Layout, Panel
from kiosk.protocol import RoundResult
from kiosk.system.latest import latest

Point: TypeAlias = tuple[float, float]
"""A point of the window."""

NAME: Final = 0.125
"""Height of the letters of a winner's name, as a fraction of the centre's shorter side."""
TURNTABLE: Final = 1000
"""The diameter of the largest turntable, in pixels."""
TURN_S: Final = 3.0
"""The turntable turns to another edge after so many seconds."""


class ScoreParts(NamedTuple):
    """The places of a tray's parts, in its panel's coordinates."""

    coin: Place
    pile: Place
    columns: Place
    knob: Place
    label: Place


def score_parts(panel: Panel) -> ScoreParts:
    """Return the parts: coin, columns, pile and control from left to right; from right to left as the name line.

    The pile lies before the control, clear of the name and the door: pieces on their way home cover neither.
    """
    is_roomy = panel.roomy
    is_turned, body = panel.runs < 0, panel.places["body"]
    body = body._replace(x=-body.x) if is_turned else body
    return _score_parts(panel.card, body, is_roomy, is_turned)


@lru_cache(maxsize=32)  # a panel that counts asks for them several times, ten times a second
def _score_parts(unit: float, body: Place, is_roomy: bool, is_turned: bool) -> ScoreParts:
    room = Place(body.x, body.y + 0.08 * unit, body.w - 0.44 * unit, body.h - 0.32 * unit)
    coin = min((1.3 if is_roomy else 1.1) * unit, 0.86 * room.h)
    wide = min((0.9 if is_roomy else 0.8) * unit, room.h / CARD_ASPECT)
    knob, slot = min(1.3 * unit, 0.72 * room.h), 1.62 * unit
    left = room.right - slot - wide - 0.06 * unit
    columns_left, columns_right = room.left + coin + (0.16 if is_roomy else 0.06) * unit, left - 0.2 * unit
    parts = ScoreParts(
        Place(room.left + coin / 2, room.y, coin, coin),
        Place(left + wide / 2, room.y, wide, CARD_ASPECT * wide),
        Place((columns_left + columns_right) / 2, room.y, columns_right - columns_left, room.h),
        Place(room.right - slot / 2, room.top - knob / 2 + 0.06 * unit, knob, knob),
        Place(room.right - slot / 2, room.bottom + 0.2 * unit, slot, 0.42 * unit),
    )
    return ScoreParts(*(part._replace(x=-part.x) for part in parts)) if is_turned else parts


_MEDAL: Final = 1.3
_SMALL_MEDAL: Final = 1.15
"""The size of an award's medal, in widths of the coin: in a roomy tray and in a small one."""


def award_place(panel: Panel) -> Place:
    """Return the place of an award's medal after a match: beside the coin, where a round has its first pieces."""
    coin, _, columns, *_ = score_parts(panel)
    size = min((_MEDAL if panel.roomy else _SMALL_MEDAL) * coin.w, 0.9 * columns.h)
    aside = coin.w / 2 + 0.2 * panel.card + size / 2
    return Place(coin.x + math.copysign(aside, panel.runs), coin.y, size, size)


def gate(panel: Panel) -> float:
    """Return where a piece on its way home enters the tray: at the side of the pile away from the figures, or beyond.

    In its panel's coordinates, along its edge. Most of a name that stands there is clear.
    """
    pile, side = score_parts(panel).pile, panel.runs
    return side * max(side * pile.x + (0.0 if panel.roomy else 0.5 * pile.w), _name_ends(panel) - 0.5 * pile.w)


def _name_ends(panel: Panel) -> float:
    """Return where the name ends that stands above the pile, as for a right hand; far away if none stands there."""
    head = panel.places["head"]
    above = (panel.runs < 0) == (head.x > 0)
    return -min(abs(head.left), abs(head.right)) if above else -panel.size[0]


def prizes_place(layout: Layout) -> Place:
    """Return the place of the turntable with the medals of a match, with room for names around it."""
    centre = layout.centre
    part = _PRIZES_BETWEEN if _named_at_ends(layout) else 1 - 2.3 * NAME
    side = min(TURNTABLE, round(min(centre.w, centre.h) * part))
    return Place(round(centre.x), round(centre.y), side, side)


_PRIZES_BETWEEN: Final = 0.64
"""The diameter of that turntable where names lie at the ends of the felt alone, as a part of its shorter side."""
_NAMES_BEYOND: Final = 0.11
"""How far names reach beyond it then, likewise: the awards stand beyond them."""


def _named_at_ends(layout: Layout) -> bool:
    """Return whether nobody sits at a long side of the felt."""
    lies = layout.centre.w >= layout.centre.h
    return all((TURN[panel.edge] % 180 == 0) != lies for panel in (*layout.panels.values(), *layout.tabs.values()))


def names_reach(layout: Layout) -> float:
    """Return how far the names of a match's winners reach from the middle towards the ends of the felt, in pixels."""
    short, long = sorted(layout.centre[2:])
    if _named_at_ends(layout):
        return prizes_place(layout).w / 2 + _NAMES_BEYOND * short
    return min(_FARTHEST * short, long / 2 - _ENDS * short)


def edges_in_turn(layout: Layout, result: RoundResult, first: SeatNumber | None = None) -> tuple[float, ...]:
    """Return the rotations of the edges at which people sit, to which the turntable turns; ``first``: whose is first.

    Nobody reads at an edge of bots alone; where only bots have played, it turns to all of them.
    """
    people = {line.seat for line in result.lines if not line.bot} & layout.panels.keys()
    turns = sorted({layout.panels[seat].frame.rotation for seat in people or layout.panels})
    panel = layout.panels.get(first) if first is not None else None
    here = turns.index(panel.frame.rotation) if panel is not None and panel.frame.rotation in turns else 0
    return (*turns[here:], *turns[:here]) or (0.0,)


def turn_at(edges: tuple[float, ...], at: float, *, calm: bool) -> float:
    """Return the rotation to which the turntable is turned, ``at`` seconds after it came to rest at the first edge.

    ``calm``: it does not turn.
    """
    return edges[0] if calm or at < 0 else edges[int(at / TURN_S) % len(edges)]


_LARGER: Final = 1.2
"""The size of a piece in a row, relative to that at home."""
_LENGTHS: Final = (5.0, 4.2, 3.4, 2.6, 1.9)
"""The lengths of a row that are tried, in widths of a piece."""
_LONGER: Final = 0.5
"""How much farther away a row may lie that is longer by one."""
_STEP: Final = 0.34
"""The largest distance between two pieces of a row, in widths of a piece."""
_APART: Final = 0.16
"""The room around a row, in card widths."""
_PLACES: Final = 40
"""The number of places along a tray that are tried."""
_FAN: Final = 9.0
"""The angle by which the ends of a full row lean outwards, in degrees."""
_ROOM: Final = 1.0
"""The diameter of the largest turntable, as a fraction of the centre's shorter side."""
_SMALLEST: Final = 0.72
"""The diameter down to which it leaves felt free at the ends of the centre, in the same units."""
_ENDS: Final = 0.28
"""How much it leaves free there, in the same units: each edge reads its result there."""


_ARCS: Final = (0.9, 0.7, 0.5, 0.3, 0.15, 0.0)
"""How high a way home may bend above the tray, in heights of the pile at home: the first that clears the turntable."""
_HALF: Final = 0.6
"""Half the height of a piece on its way, with its swing, in heights of the pile at home."""
_INNER: Final = 0.92
"""The part of the turntable over which no piece may come: nothing stands on its rim."""
_HUGS: Final = 1.8
"""How closely a way home follows its bend: 1 is a parabola, more is nearer to the corner above the pile."""
ARC_PARTS: Final = 12
"""The number of straight parts of a way home."""


class HomeRow(NamedTuple):
    """A row of overlapping pieces before a tray, upright for its player; the first to leave lies nearest to its way in.

    ``frame``: its middle in the window; ``w``, ``h``: of a piece; ``length``: of a full row; ``first``: the side of the
    first piece, -1 the player's left, 1 the right.
    """

    frame: Frame
    w: float
    h: float
    length: float
    first: int

    def slot(self, index: int, count: int) -> tuple[float, float, float]:
        """Return x, y in the window and the rotation of a piece, of so many."""
        step = min(_STEP * self.w, (self.length - self.w) / max(1, count - 1))
        aside = self.first * ((self.length - self.w) / 2 - index * step)
        lean = 2 * aside / self.length
        x, y = self.frame.to_window(aside, 0.05 * self.h * (1 - 2 * lean * lean))
        return x, y, self.frame.rotation - _FAN * lean

    @property
    def box(self) -> Place:
        """The part of the window that it covers."""
        w, h = (self.length, self.h) if self.frame.rotation % 180 == 0 else (self.h, self.length)
        return Place(self.frame.x, self.frame.y, w, h)


class CountPlaces(NamedTuple):
    """The places of a count; ``bends``: the point to which the way home from each row bends (``home_arc``)."""

    turntable: Place
    rows: dict[SeatNumber, HomeRow]
    bends: dict[SeatNumber, Point]


@latest  # everything in the middle asks for the same, and to find it takes a tenth of a frame
def count_places(layout: Layout) -> CountPlaces:
    """Return the turntable, as large as the rows leave room for, and the rows."""
    return _count_places(layout.centre, _trays(layout))


def reckon_places(layout: Layout) -> Iterator[None]:
    """Reckon what ``count_places`` returns, which keeps it, in parts that take a millisecond or two each."""
    trays = _trays(layout)
    for number in range(1, len(trays) + 1):
        _rows(layout.centre, trays[:number])
        yield
    _count_places(layout.centre, trays)


def turntable_place(layout: Layout) -> Place:
    """Return the place of the turntable with the scores."""
    return count_places(layout).turntable


class _Tray(NamedTuple):
    """What a row depends on: ``gate``: where its pieces enter, along the tray."""

    seat: SeatNumber
    frame: Frame
    size: tuple[float, float]
    card: float
    pile: Place
    gate: float


def _trays(layout: Layout) -> tuple[_Tray, ...]:
    return tuple(
        _Tray(panel.seat, panel.frame, panel.size, panel.card, score_parts(panel).pile, gate(panel))
        for panel in layout.panels.values()
    )


@lru_cache(maxsize=4)
def _count_places(centre: Place, trays: tuple[_Tray, ...]) -> CountPlaces:
    rows = _rows(centre, trays)
    margin = _APART * min((tray.card for tray in trays), default=0.0)
    radius = min((_largest(centre), *(_distance(centre, row.box) - margin for row in rows.values())))
    bends: dict[SeatNumber, Point] = {}
    for tray in trays:
        far, bend = 0.0, centre[:2]
        for part in _ARCS:
            far, bend = _bent(tray, rows[tray.seat], centre, part)
            if far >= radius:
                break
        bends[tray.seat] = bend
        radius = min(radius, far / _INNER)
    side = 2 * round(radius)
    return CountPlaces(Place(round(centre.x), round(centre.y), side, side), rows, bends)


def _largest(centre: Place) -> float:
    """Return the radius of the turntable before any row takes room from it."""
    short, long = sorted((centre.w, centre.h))
    return min(TURNTABLE, round(_ROOM * short), round(max(_SMALLEST * short, long - 2 * _ENDS * short))) / 2


@lru_cache(maxsize=16)  # as many as there are trays, so that rows can be reckoned one by one (``reckon_places``)
def _rows(centre: Place, trays: tuple[_Tray, ...]) -> dict[SeatNumber, HomeRow]:
    """Return the rows of these trays, each of which leaves those before it their room."""
    if not trays:
        return {}
    before, tray = _rows(centre, trays[:-1]), trays[-1]
    return {**before, tray.seat: _row(tray, centre, _largest(centre), [row.box for row in before.values()])}


def _bent(tray: _Tray, row: HomeRow, centre: Place, part: float) -> tuple[float, Point]:
    """Return how far pieces stay from the middle, and the bend of their way, ``part`` heights of one off the tray."""
    bend = tray.frame.to_window(tray.gate, tray.size[1] / 2 + part * tray.pile.h)
    end = tray.frame.to_window(*tray.pile[:2])
    ways = [home_arc((x, y), bend, end) for x, y, _ in (row.slot(0, 2), row.slot(1, 2))]
    return min(math.dist(point, centre[:2]) for way in ways for point in way) - _HALF * tray.pile.h, bend


def home_arc(start: Point, bend: Point, end: Point) -> tuple[Point, ...]:
    """Return points of the way home from a piece's place in its row, which is drawn towards the bend."""
    (left, low), (across, up), (right, high) = start, bend, end
    return tuple((a * left + b * across + c * right, a * low + b * up + c * high) for a, b, c in _SHARES)


def _shares(share: float) -> tuple[float, float, float]:
    """Return the shares of start, bend and end in the point after this part of a way home."""
    a, b, c = (1 - share) ** 2, 2 * _HUGS * share * (1 - share), share**2
    return a / (a + b + c), b / (a + b + c), c / (a + b + c)


_SHARES: Final = tuple(_shares(number / ARC_PARTS) for number in range(ARC_PARTS + 1))


def _row(tray: _Tray, centre: Place, radius: float, taken: list[Place]) -> HomeRow:
    """Return a long row beside the turntable, as near to the way into the tray as possible.

    Where there is no room beside it, the row that is farthest from the turntable's middle.
    """
    margin = _APART * tray.card
    room = centre.inset(0.5 * margin)
    blocked = [other.inset(-margin) for other in taken]
    enter = tray.frame.to_window(tray.gate, tray.size[1] / 2)

    def way(row: HomeRow) -> float:
        return math.dist(row.slot(0, 1)[:2], enter) - _LONGER * row.length

    free: list[HomeRow] = []
    found: list[HomeRow] = []
    for length in _LENGTHS:
        rows = [_row_at(tray, length, part / _PLACES - 0.5) for part in range(_PLACES + 1)]
        rows = [row for row in rows if _within(row.box, room) and not any(map(row.box.overlaps, blocked))]
        free += [row for row in rows if _distance(centre, row.box) >= radius + margin]
        found += rows
        if any(way(row) < 0 for row in free):
            break
    if free:
        return min(free, key=way)
    fallback = _row_at(tray, _LENGTHS[-1], 0.0)
    return min(found, key=lambda row: (-round(_distance(centre, row.box)), way(row)), default=fallback)


def _row_at(tray: _Tray, length: float, part: float) -> HomeRow:
    """Return a row of this length, whose middle is this part of the tray's width beside the tray's."""
    x, w, h = part * tray.size[0], _LARGER * tray.pile.w, _LARGER * tray.pile.h
    away = tray.size[1] / 2 + _APART * tray.card + 0.55 * h
    frame = Frame(*tray.frame.to_window(x, away), tray.frame.rotation)
    return HomeRow(frame, w, h, length * w, 1 if tray.gate > x else -1)


def _within(inner: Place, outer: Place) -> bool:
    return abs(inner.x - outer.x) <= (outer.w - inner.w) / 2 and abs(inner.y - outer.y) <= (outer.h - inner.h) / 2


def _distance(centre: Place, box: Place) -> float:
    """Return the distance of a box from the middle."""
    dx, dy = max(0.0, abs(box.x - centre.x) - box.w / 2), max(0.0, abs(box.y - centre.y) - box.h / 2)
    return math.hypot(dx, dy)


_FARTHEST: Final = 0.55
"""How far winners' names reach at the ends of the felt, in units of its shorter side."""
MEDAL: Final = 0.19
CORE: Final = 0.28
"""The radius of a single winner's medal, and of its laurel, in units of the felt's shorter side."""
COIN: Final = 0.11
"""The room that the coins of the next places take beside the names, in the same units."""
_NAMED: Final = (0.66, 0.52)
"""How far names reach from the middle, in the same units, or as a fraction of half the felt's length if less."""


class FireworkPlace(NamedTuple):
    """A place of fireworks as the winner sees it: beside the axis, from the middle towards the winner, its reach."""

    along: float
    away: float
    reach: float


class FeastParts(NamedTuple):
    """The places of fireworks for a winner; ``frame``: its origin is the middle of the felt, turned to the winner."""

    frame: Frame
    spots: tuple[FireworkPlace, ...]

    def at(self, along: float, away: float) -> tuple[float, float]:
        """Return the window point of a place as the winner sees it."""
        return self.frame.to_window(along, -away)


def laurel_size(layout: Layout) -> int:
    """Return the diameter of the laurel around a single winner's medal, in pixels."""
    return round(2 * CORE * min(layout.centre.w, layout.centre.h))


def feast_parts(layout: Layout, panel: Panel) -> FeastParts:
    """Return where fireworks stand for this winner: most of them on the winner's half, on felt without a name."""
    centre, turn = layout.centre, TURN[panel.edge]
    frame = Frame(centre.x, centre.y, turn)
    wide, deep = (centre.w, centre.h) if turn % 180 == 0 else (centre.h, centre.w)
    short = min(wide, deep)
    inner = min(_NAMED[0] * short, _NAMED[1] * max(wide, deep) / 2) + COIN * short
    outer = max(wide, deep) / 2
    reach = min(0.43 * short, 0.18 * min(layout.area.w, layout.area.h))
    middle, last = (inner + outer) / 2, outer - 0.42 * reach
    if wide >= deep:
        corner = FireworkPlace(last, 0.62 * deep, 0.55 * reach)
        if any(one.bounds.holds(*frame.to_window(corner.along, -corner.away)) for one in layout.panels.values()):
            corner = FireworkPlace(last, 0.40 * deep, 0.55 * reach)
        spots = (
            FireworkPlace(middle, 0.24 * deep, reach),
            FireworkPlace(min(last, middle + 0.06 * short), -0.3 * deep, 0.72 * reach),
        )
        return FeastParts(frame, (*spots, corner))
    near = FireworkPlace(0.24 * wide, middle, 0.9 * reach)
    return FeastParts(
        frame,
        (
            near,
            FireworkPlace(0.27 * wide, 0.5 * middle, 0.55 * reach),
            FireworkPlace(0.25 * wide, -middle, 0.7 * reach),
        ),
    )
