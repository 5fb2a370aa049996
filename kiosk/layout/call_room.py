"""The room of the words of a Stop on the felt, and the piles that move aside for them or lie askew."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import TURN, Layout

_LARGEST: Final = 0.123
"""The maximum size of a call, as a fraction of the window's shorter side."""
_SIZES: Final = (1.0, 0.9, 0.8)
"""The sizes in use, in that one: the largest at which the piles beside the words are not much smaller, or the last."""
_MUCH: Final = 0.75
"""The size of such a pile, in its usual one."""
MEDAL: Final = 0.43
"""The radius of the caller's medal, in units of the size of the words."""
_WIDE: Final = 2.96
_DEEP: Final = 1.75
"""The room of the words in these units: their width, and how far they reach from the middle."""
_AT_THE_END: Final = 1.21
"""How deep the words for the short sides are, with gaps, in the same units."""
_BODY: Final = (1.16, 1.21)
"""Width and height of the highest pile, in those of its top card: its other cards show towards the middle and below."""
_APART: Final = 0.07
"""The gaps between piles, and between them and the words, in widths of a card."""
_ROUNDED: Final = 2.0
"""How much their places and sizes are rounded by, in pixels."""


_ASKEW: Final = 0.48
"""How far from the caller's edge piles are turned, as a part of the table's depth there."""
_BESIDE: Final = 0.34
"""The same along that edge, to both sides of the caller."""
_TURNS: Final = (10.0, -12.0, -8.0, 11.0, -9.0)
"""The angles of piles that lie askew, in degrees, where there is room for it."""
_LEAST_TURN: Final = 5.0
"""The least of these angles."""


class CallRoom(NamedTuple):
    """The room of the words around the middle of the felt, in pixels.

    ``size``: the maximum size of words; ``wide``, ``deep``: half the width and half the height of the room of the medal
    and of the words for the long sides, if anybody sits there; ``end``: how far from the middle the words for the short
    sides begin, along the felt.
    """

    size: float
    wide: float
    deep: float
    end: float


class _Body(NamedTuple):
    """A pile and the gaps around it, in pixels: pairs are along the felt and across it.

    ``size``: of the whole pile; ``reach``: twice as far as it reaches from the middle of its top card; ``inward``: how
    far its middle is from that one, along the felt; ``step``: the distance of neighbouring cells.
    """

    size: tuple[float, float]
    reach: tuple[float, float]
    inward: float
    apart: float
    step: tuple[float, float]

    def along(self, turn: float) -> float:
        """Return its length along the felt if it lies at this angle, in degrees."""
        angle = math.radians(abs(turn))
        return self.size[0] * math.cos(angle) + self.reach[1] * math.sin(angle)

    def across(self, turn: float) -> float:
        """Return its depth across the felt likewise."""
        angle = math.radians(abs(turn))
        return self.size[1] * math.cos(angle) + self.reach[0] * math.sin(angle)

    def row(self, turns: Sequence[float]) -> float:
        """Return the length of a row of piles at these angles, with gaps between them and at both ends."""
        return sum(map(self.along, turns)) + (len(turns) + 1) * self.apart

    def most_turned(self, count: int, room: float) -> float:
        """Return the largest angle at which so many have room beside each other; at least ``_LEAST_TURN``."""
        angles = (degrees / 2 for degrees in range(30, round(2 * _LEAST_TURN), -1))
        each = (room - (count + 1) * self.apart) / count
        return next((angle for angle in angles if self.along(angle) <= each), _LEAST_TURN)


def call_room(layout: Layout, taken: Collection[int] = ()) -> CallRoom:
    """Return the room of the words of a Stop, somewhat smaller if that helps the piles on these cells beside them."""
    return _room(layout.area, layout.centre, layout.cells, frozenset(_long(layout)), frozenset(taken))


@lru_cache(maxsize=4)
def _room(
    area: Place, centre: Place, cells: tuple[Place, ...], at_long_sides: frozenset[bool], taken: frozenset[int]
) -> CallRoom:
    """Return that room; ``at_long_sides``: what is so of the trays, True if they lie at a long side of the felt."""
    largest = min(_LARGEST * min(area.w, area.h), min(centre.w, centre.h) / 2 / _DEEP)
    half, beyond = max(centre.w, centre.h) / 2, _AT_THE_END if False in at_long_sides else 0.0

    def room(size: float) -> CallRoom:
        wide, deep = (_WIDE / 2, _DEEP) if True in at_long_sides else (MEDAL, MEDAL)
        return CallRoom(size, wide * size, deep * size, half - beyond * size)

    if not taken:
        return room(largest)
    rooms = [room(share * largest) for share in _SIZES]
    lies = centre.w >= centre.h
    body = _body(cells, lies=lies)
    along, middle = (cells, centre) if lies else (tuple(map(_turned, cells)), _turned(centre))
    row = max((len(row) for row in _beside_words(along, middle, body, rooms[0], taken)), default=0)
    long = body.row([_LEAST_TURN] * row)
    return next((one for one in rooms if _MUCH * long <= one.end - one.wide), rooms[-1])


def _long(layout: Layout) -> Iterator[bool]:
    """Return for every tray whether it lies at a long side of the felt."""
    lies = layout.centre.w >= layout.centre.h
    return ((TURN[panel.edge] % 180 == 0) == lies for panel in (*layout.panels.values(), *layout.tabs.values()))


def askew(layout: Layout, caller: SeatNumber) -> tuple[float, ...]:
    """Return by how many degrees counter-clockwise a Stop turns what lies in each cell: some on the caller's side."""
    panel = layout.panels.get(caller)
    if panel is None:
        return (0.0,) * len(layout.cells)
    across, deep = layout.area[2:] if TURN[panel.edge] % 180 == 0 else (layout.area.h, layout.area.w)
    upright, turns = Frame(rotation=-panel.frame.rotation), []
    for number, cell in enumerate(layout.cells):
        right, up = upright.to_window(cell.x - panel.frame.x, cell.y - panel.frame.y)
        near = up + panel.size[1] / 2 < _ASKEW * deep and abs(right) < _BESIDE * across
        turns.append(_TURNS[number % len(_TURNS)] if near else 0.0)
    return tuple(turns)


class Parted(NamedTuple):
    """All cells as their piles lie during a Stop, and by how many degrees each is turned counter-clockwise.

    Piles may be smaller then than the layout's cells.
    """

    cells: tuple[Place, ...]
    turns: tuple[float, ...]


def parted(layout: Layout, taken: Collection[int], turns: Sequence[float] = ()) -> Parted:
    """Return all cells, those that are ``taken`` moved outward along the felt, so that the words have free felt.

    ``turns``: as ``askew`` returns them; the same or smaller ones are returned. Where piles would lie on each other or
    below the words, all of them are smaller, as if each was as high as it can be.
    """
    turned, room = tuple(turns) or (0.0,) * len(layout.cells), call_room(layout, taken)
    body = _body(layout.cells, lies=layout.centre.w >= layout.centre.h)
    return _parted(layout.cells, layout.centre, body, room, frozenset(taken), turned)


@lru_cache(maxsize=4)
def _parted(
    cells: tuple[Place, ...],
    centre: Place,
    body: _Body,
    room: CallRoom,
    taken: frozenset[int],
    turns: tuple[float, ...],
) -> Parted:
    if centre.w < centre.h:  # the same of a felt that lies
        lying = _parted(tuple(map(_turned, cells)), _turned(centre), body, room, taken, turns)
        return lying._replace(cells=tuple(map(_turned, lying.cells)))
    found, angles = list(cells), list(turns)
    rows, free = _beside_words(cells, centre, body, room, taken), room.end - room.wide
    most = dict.fromkeys(taken, body.most_turned(1, body.step[0] + 2 * body.apart))
    for row in rows:
        most |= dict.fromkeys(row, body.most_turned(len(row), free))
    for cell in taken & {*range(len(cells))}:
        angles[cell] = max(-most[cell], min(angles[cell], most[cell]))
    turned = {cell for cell, angle in enumerate(angles) if angle} & taken
    shares = [free / body.row([angles[cell] for cell in row]) for row in rows]
    shares += [(body.step[1] - _ROUNDED) / body.across(angles[cell]) for cell in turned]
    shares += [(body.step[0] - _ROUNDED) / body.along(angles[cell]) for cell in turned.difference(*rows)]
    scale = min((1.0, *shares))
    if scale < 1:
        found = [cell._replace(w=scale * cell.w, h=scale * cell.h) for cell in cells]
    for row in rows:
        inward, apart = scale * body.inward, scale * body.apart
        lengths = [scale * body.along(angles[cell]) for cell in row]
        wanted = [abs(cells[cell].x - centre.x) - inward for cell in row]
        ways = _outward(wanted, lengths, apart, (room.wide + apart, room.end - apart))
        for cell, far in zip(row, ways, strict=True):
            hand = math.copysign(1.0, cells[cell].x - centre.x)
            found[cell] = found[cell]._replace(x=centre.x + hand * math.floor(far + inward))
    return Parted(tuple(found), tuple(angles))


def _beside_words(
    cells: Sequence[Place], centre: Place, body: _Body, room: CallRoom, taken: Collection[int]
) -> list[list[int]]:
    """Return the cells of every half row beside the words, the nearest to the middle first."""
    halves: dict[tuple[float, bool], list[int]] = {}
    for cell, place in enumerate(cells):
        if cell in taken and abs(place.y - centre.y) - body.size[1] / 2 <= room.deep:
            halves.setdefault((place.y, place.x >= centre.x), []).append(cell)
    return [sorted(row, key=lambda cell: abs(cells[cell].x - centre.x)) for row in halves.values()]


def _outward(
    wanted: Sequence[float], lengths: Sequence[float], apart: float, between: tuple[float, float]
) -> list[float]:
    """Return how far from the middle the piles of half a row lie, the nearest first.

    As far as ``wanted``, or farther for the words and for those before them; not beyond the end, for which there is
    room. ``between``: where they may begin and end.
    """
    steps = [(one + other) / 2 + apart for one, other in itertools.pairwise(lengths)]
    found = [max(wanted[0], between[0] + lengths[0] / 2)]
    for far, step in zip(wanted[1:], steps, strict=True):
        found.append(max(far, found[-1] + step))
    found[-1] = min(found[-1], between[1] - lengths[-1] / 2)
    for number in reversed(range(len(steps))):
        found[number] = min(found[number], found[number + 1] - steps[number])
    return found


def _turned(place: Place) -> Place:
    """Return a place with its axes exchanged."""
    return Place(place.y, place.x, place.h, place.w)


@lru_cache(maxsize=4)
def _body(cells: tuple[Place, ...], *, lies: bool) -> _Body:
    """Return the highest pile on these cells, of a felt that lies or stands."""
    card, apart = cells[0], _APART * cells[0].w
    step = _least_step({cell.x for cell in cells}), _least_step({cell.y for cell in cells})
    wide, high = min(_BODY[0] * card.w, step[0]), min(_BODY[1] * card.h, step[1])
    size, reach = (wide, high), (2 * wide - card.w, high)
    if lies:
        return _Body(size, reach, (wide - card.w) / 2, apart, step)
    return _Body(size[::-1], reach[::-1], 0.0, apart, step[::-1])


def _least_step(places: Collection[float]) -> float:
    """Return the least distance of two neighbours; without any, that to the next one does not matter."""
    return min((there - here for here, there in itertools.pairwise(sorted(places))), default=math.inf)
