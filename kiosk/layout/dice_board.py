"""The places of the dice game's board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from kiosk.game.dice.dice import BAG, FACES
from kiosk.layout.table_layout import Place

COLORS: Final = len(BAG) // FACES

# In heights of a space.
_SPACE_W = 1.27
_STEP = 1.50
_TRACK_STEP = 1.35
_TRACK = (6 * _STEP + 0.26, 1.16)
_SIGN_AT = 3.5 * _STEP
_FRAME = (11.62, 5.92)


class Board(NamedTuple):
    """The board in the centre: a track for each colour, one below the other, each beginning at the left.

    ``unit``: the height of a space in pixels; a space is wider along its track. ``high``: the same, turned by a
    quarter: tracks stand side by side and begin at the bottom.
    """

    x: float
    y: float
    unit: int
    high: bool

    @classmethod
    def within(cls, centre: Place) -> Board:
        """Return the largest board for this centre."""
        long, short = max(centre.w, centre.h), min(centre.w, centre.h)
        unit = math.floor(min(long / _FRAME[0], short / _FRAME[1]))
        return cls(centre.x, centre.y, unit, centre.h > centre.w)

    @classmethod
    def of(cls, spaces: Sequence[Place]) -> Board:
        """Return the board with these spaces."""
        first, last = spaces[0], spaces[-1]
        unit = round(min(first.w, first.h))
        return cls((first.x + last.x) / 2, (first.y + last.y) / 2, unit, first.h > first.w)

    @property
    def frame(self) -> Place:
        """The whole board."""
        return self._place(0, (COLORS - 1) / 2, *_FRAME)

    def track(self, color: int) -> Place:
        """Return the groove of a colour, with all of its spaces."""
        return self._place(0, color, *_TRACK)

    def signs(self, color: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the middles of a colour's signs, at both ends of its track."""
        first, last = (self._place(end * _SIGN_AT, color, 0, 0) for end in (-1, 1))
        return (first.x, first.y), (last.x, last.y)

    def space(self, color: int, value: int) -> Place:
        """Return a space; ``value``: 1 to 6."""
        return self._place((value - (FACES + 1) / 2) * _STEP, color, _SPACE_W, 1)

    @property
    def spaces(self) -> tuple[Place, ...]:
        """All spaces, red 1 first."""
        return tuple(self.space(color, value) for color in range(COLORS) for value in range(1, FACES + 1))

    def _place(self, along: float, track: float, length: float, width: float) -> Place:
        """Return a rectangle on a track, ``along`` from its middle."""
        across = (track - (COLORS - 1) / 2) * _TRACK_STEP * self.unit
        x, w = along * self.unit, length * self.unit
        h = width * self.unit
        if self.high:
            return Place(round(self.x + across), round(self.y + x), round(h), round(w))
        return Place(round(self.x + x), round(self.y - across), round(w), round(h))
