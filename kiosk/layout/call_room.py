"""The room of the words of a Stop on the felt, and the piles that move aside for them or lie askew."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import TURN, Layout

_LARGEST: Final = 0.127
"""The maximum size of a call, as a fraction of the window's shorter side."""
_WIDE: Final = 2.96
_DEEP: Final = 1.75
"""The room of the words in units of their size: their width, and how far they reach from the middle."""
_AT_THE_END: Final = 1.21
"""How deep the words for the short sides are, with gaps, in the same units."""
_APART: Final = 0.13
"""The gap between two piles where there is room for it, in widths of a pile."""
_HALF: Final = 0.51
"""How far from the words the middle of a pile is at least, in widths of a pile."""
_AIR: Final = 0.14
"""The gap between the words and a pile where there is room for it, likewise."""


_ASKEW: Final = 0.48
"""How far from the caller's edge piles are turned, as a part of the table's depth there."""
_BESIDE: Final = 0.34
"""The same along that edge, to both sides of the caller."""
_TURNS: Final = (10.0, -12.0, -8.0, 11.0, -9.0)
"""The angles of piles that lie askew, in degrees."""


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
    edges = {panel.edge for panel in (*layout.panels.values(), *layout.tabs.values())}
    at_ends = any((TURN[edge] % 180 != 0) == (centre.w >= centre.h) for edge in edges)
    end = max(centre.w, centre.h) / 2 - (_AT_THE_END * size if at_ends else 0.0)
    return CallRoom(size, _WIDE / 2 * size, _DEEP * size, end)


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


def parted(layout: Layout, taken: Collection[int]) -> tuple[Place, ...]:
    """Return all cells, those that are ``taken`` moved outward along the felt, so that the words have free felt.

    Where nobody sits at a long side, the words lie at the ends, and all stay.
    """
    lies = layout.centre.w >= layout.centre.h
    if all((TURN[panel.edge] % 180 == 0) != lies for panel in (*layout.panels.values(), *layout.tabs.values())):
        return layout.cells
    return _parted(layout.cells, layout.centre, call_room(layout), frozenset(taken))


@lru_cache(maxsize=4)
def _parted(cells: tuple[Place, ...], centre: Place, room: CallRoom, taken: frozenset[int]) -> tuple[Place, ...]:
    if centre.w < centre.h:  # the same of a felt that lies
        lying = _parted(tuple(map(_turned, cells)), _turned(centre), room, taken)
        return tuple(map(_turned, lying))
    found = list(cells)
    halves: dict[tuple[float, bool], list[int]] = {}
    for cell in sorted(taken):
        if cell < len(cells):
            halves.setdefault((cells[cell].y, cells[cell].x >= centre.x), []).append(cell)
    for (y, is_right), row in halves.items():
        if abs(y - centre.y) - cells[row[0]].h / 2 > room.deep:
            continue
        row.sort(key=lambda cell: abs(cells[cell].x - centre.x))
        hand = 1 if is_right else -1
        for cell, far in zip(
            row, _outward([abs(cells[cell].x - centre.x) for cell in row], cells[0].w, room), strict=True
        ):
            found[cell] = cells[cell]._replace(x=centre.x + hand * far)
    return tuple(found)


def _turned(place: Place) -> Place:
    """Return a place with its axes exchanged."""
    return Place(place.y, place.x, place.h, place.w)


def _outward(row: list[float], wide: float, room: CallRoom) -> list[int]:
    """Return how far from the middle the piles of half a row lie then; closer together if there is not enough room."""
    near, most = room.wide + _HALF * wide, room.end - _HALF * wide
    pitch = min((1 + _APART) * wide, max(0.0, most - near) / max(1, len(row) - 1))
    near += min(_AIR * wide, max(0.0, most - near - pitch * (len(row) - 1)) / 2)
    found: list[float] = []
    for far in row:
        found.append(max(far, found[-1] + pitch if found else near))
    ends = most
    for number in reversed(range(len(found))):
        found[number] = max(near, min(found[number], ends))
        ends = found[number] - pitch
    return [math.floor(far) for far in found]
