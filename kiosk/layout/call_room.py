"""The room of the words of a Stop on the felt, and the piles that move aside for them or lie askew."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import TURN, Layout

_LARGEST: Final = 0.123
"""The maximum size of a call, as a fraction of the window's shorter side."""
_SMALLER: Final = 0.8
"""How much smaller it may be, so that one more pile fits beside the words without lying on another one."""
_WIDE: Final = 2.96
_DEEP: Final = 1.75
"""The room of the words in units of their size: their width, and how far they reach from the middle."""
_AT_THE_END: Final = 1.21
"""How deep the words for the short sides are, with gaps, in the same units."""
_APART: Final = 0.13
"""The gap between two piles where there is room for it, in widths of a pile."""
_BESIDE_WORDS: Final = 0.08
"""The least gap between the words and a pile, likewise."""
_AIR: Final = 0.14
"""The gap between the words and a pile where there is room for it, likewise."""


_ASKEW: Final = 0.48
"""How far from the caller's edge piles are turned, as a part of the table's depth there."""
_BESIDE: Final = 0.34
"""The same along that edge, to both sides of the caller."""
_TURNS: Final = (10.0, -12.0, -8.0, 11.0, -9.0)
"""The angles of piles that lie askew, in degrees, where there is room for it."""
_LEAST_TURN: Final = 5.0
_AROUND_TURNED: Final = 0.07
"""The least angle, and the gaps around piles that lie askew at a larger one, in widths of a pile."""


class CallRoom(NamedTuple):
    """The room of the words around the middle of the felt, in pixels.

    ``size``: the maximum size of words; ``wide``, ``deep``: half the width and half the height of the room of the words
    for the long sides, with the medal between them; ``end``: how far from the middle the words for the short sides
    begin, along the felt.
    """

    size: float
    wide: float
    deep: float
    end: float


def call_room(layout: Layout) -> CallRoom:
    """Return the room of the words of a Stop."""
    centre = layout.centre
    size = min(_LARGEST * min(layout.area.w, layout.area.h), min(centre.w, centre.h) / 2 / _DEEP)
    at_long_sides, at_ends = any(_long(layout)), not all(_long(layout))
    half, beyond = max(centre.w, centre.h) / 2, _AT_THE_END if at_ends else 0.0
    lengths = _half_rows(layout) if at_long_sides else ()
    fitting = ((half - length) / (_WIDE / 2 + beyond) for length in lengths)
    size = next((min(one, size) for one in fitting if one >= _SMALLER * size), size)
    return CallRoom(size, _WIDE / 2 * size, _DEEP * size, half - beyond * size)


def _long(layout: Layout) -> Iterator[bool]:
    """Return for every tray whether it lies at a long side of the felt."""
    lies = layout.centre.w >= layout.centre.h
    return ((TURN[panel.edge] % 180 == 0) == lies for panel in (*layout.panels.values(), *layout.tabs.values()))


def _half_rows(layout: Layout) -> Iterator[float]:
    """Yield how long half a row is whose piles lie askew, but not on each other: of a full one first, then of fewer."""
    lies, centre = layout.centre.w >= layout.centre.h, layout.centre
    cell = layout.cells[0] if lies else _turned(layout.cells[0])
    halves = Counter((one.y, one.x >= centre.x) if lies else (one.x, one.y >= centre.y) for one in layout.cells)
    each = 2 * _reach(cell, _LEAST_TURN)
    for count in range(max(halves.values()), 0, -1):
        yield count * each + (2 * _BESIDE_WORDS + (count - 1) * _AROUND_TURNED) * cell.w


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
    """All cells as their piles lie during a Stop, and by how many degrees each is turned counter-clockwise."""

    cells: tuple[Place, ...]
    turns: tuple[float, ...]


def parted(layout: Layout, taken: Collection[int], turns: Sequence[float] = ()) -> Parted:
    """Return all cells, those that are ``taken`` moved outward along the felt, so that the words have free felt.

    Where nobody sits at a long side, the words lie at the ends, and all stay. ``turns``: as ``askew`` returns them; the
    same or smaller ones are returned, so that no corner of a pile lies below the words where there is room for it.
    """
    turned = tuple(turns) or (0.0,) * len(layout.cells)
    if not any(_long(layout)):
        return Parted(layout.cells, turned)
    return _parted(layout.cells, layout.centre, call_room(layout), frozenset(taken), turned)


@lru_cache(maxsize=4)
def _parted(
    cells: tuple[Place, ...], centre: Place, room: CallRoom, taken: frozenset[int], turns: tuple[float, ...]
) -> Parted:
    if centre.w < centre.h:  # the same of a felt that lies
        lying = _parted(tuple(map(_turned, cells)), _turned(centre), room, taken, turns)
        return lying._replace(cells=tuple(map(_turned, lying.cells)))
    found, angles = list(cells), list(turns)
    halves: dict[tuple[float, bool], list[int]] = {}
    for cell in sorted(taken):
        if cell < len(cells):
            halves.setdefault((cells[cell].y, cells[cell].x >= centre.x), []).append(cell)
    for (y, is_right), row in halves.items():
        if abs(y - centre.y) - cells[row[0]].h / 2 > room.deep:
            continue
        row.sort(key=lambda cell: abs(cells[cell].x - centre.x))
        hand = 1 if is_right else -1
        most = _most_turned(cells[0], len(row), room)
        for cell in row:
            angles[cell] = max(-most, min(angles[cell], most))
        reach = [_reach(cells[cell], angles[cell]) for cell in row]
        ways = _outward([abs(cells[cell].x - centre.x) for cell in row], reach, cells[0].w, room)
        for cell, far in zip(row, ways, strict=True):
            found[cell] = cells[cell]._replace(x=centre.x + hand * far)
    return Parted(tuple(found), tuple(angles))


def _reach(cell: Place, turn: float) -> float:
    """Return how far a pile that lies at this angle reaches along the felt from its middle."""
    angle = math.radians(abs(turn))
    return (cell.w * math.cos(angle) + cell.h * math.sin(angle)) / 2


def _most_turned(cell: Place, count: int, room: CallRoom) -> float:
    """Return the largest angle at which so many piles have room beside each other; at least ``_LEAST_TURN``."""
    each = (room.end - room.wide - (count + 1) * _AROUND_TURNED * cell.w) / count / 2
    angles = (degrees / 2 for degrees in range(30, round(2 * _LEAST_TURN), -1))
    return next((angle for angle in angles if _reach(cell, angle) <= each), _LEAST_TURN)


def _turned(place: Place) -> Place:
    """Return a place with its axes exchanged."""
    return Place(place.y, place.x, place.h, place.w)


def _outward(row: Sequence[float], reach: Sequence[float], wide: float, room: CallRoom) -> list[int]:
    """Return how far from the middle the piles of half a row lie then; closer together if there is not enough room.

    ``reach``: half the width of each, as it lies; ``wide``: that of one that lies straight.
    """
    near, most = room.wide + _BESIDE_WORDS * wide + reach[0], room.end - _BESIDE_WORDS * wide - reach[-1]
    steps = [one + other + _APART * wide for one, other in itertools.pairwise(reach)]
    closer = min(1.0, max(0.0, most - near) / sum(steps)) if steps else 1.0
    steps = [closer * step for step in steps]
    near += min(_AIR * wide, max(0.0, most - near - sum(steps)) / 2)
    found = [max(row[0], near)]
    for far, step in zip(row[1:], steps, strict=True):
        found.append(max(far, found[-1] + step))
    found[-1] = max(near, min(found[-1], most))
    for number in reversed(range(len(steps))):
        found[number] = max(near, min(found[number], found[number + 1] - steps[number]))
    return [math.floor(far) for far in found]
