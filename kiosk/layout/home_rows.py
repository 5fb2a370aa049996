"""The middle of the table while a round is counted: the turntable, and a row of pieces before each tray."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.layout.score_parts import TURNTABLE, gate, score_parts
from kiosk.layout.table_layout import Layout, Panel

_LARGER: Final = 1.2
"""The size of a piece in a row, relative to that at home."""
_LENGTHS: Final = (5.0, 4.2, 3.4, 2.6, 1.9)
"""The lengths of a row that are tried, in widths of a piece."""
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
    """The places of a count."""

    turntable: Place
    rows: dict[SeatNumber, HomeRow]


def count_places(layout: Layout) -> CountPlaces:
    """Return the turntable, as large as the rows leave room for, and the rows."""
    return _count_places(layout.centre, tuple(map(_tray, layout.panels.values())))


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


def _tray(panel: Panel) -> _Tray:
    return _Tray(panel.seat, panel.frame, panel.size, panel.card, score_parts(panel).pile, gate(panel))


@lru_cache(maxsize=4)
def _count_places(centre: Place, trays: tuple[_Tray, ...]) -> CountPlaces:
    radius = min(TURNTABLE, round(_ROOM * min(centre.w, centre.h))) / 2
    rows: dict[SeatNumber, HomeRow] = {}
    for tray in trays:
        rows[tray.seat] = _row(tray, centre, radius, [row.box for row in rows.values()])
    margin = _APART * min((tray.card for tray in trays), default=0.0)
    radius = min((radius, *(_distance(centre, row.box) - margin for row in rows.values())))
    side = 2 * round(radius)
    return CountPlaces(Place(round(centre.x), round(centre.y), side, side), rows)


def _row(tray: _Tray, centre: Place, radius: float, taken: list[Place]) -> HomeRow:
    """Return the longest row beside the turntable, as near to the way into the tray as possible.

    Where there is no room beside it, the row that is farthest from the turntable's middle.
    """
    margin = _APART * tray.card
    room = centre.inset(0.5 * margin)
    blocked, found = [other.inset(-margin) for other in taken], []
    enter = tray.frame.to_window(tray.gate, tray.size[1] / 2)
    for length in _LENGTHS:
        rows = [_row_at(tray, length, part / _PLACES - 0.5) for part in range(_PLACES + 1)]
        rows = [row for row in rows if _within(row.box, room) and not any(map(row.box.overlaps, blocked))]
        free = [row for row in rows if _distance(centre, row.box) >= radius + margin]
        if free:
            return min(free, key=lambda row: math.dist(row.slot(0, 1)[:2], enter))
        found += rows
    return max(found, key=lambda row: _distance(centre, row.box), default=_row_at(tray, _LENGTHS[-1], 0.0))


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
