"""Places of dice: a panel's tray and its roll control, and the board in the centre."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kiosk.game.dice import BAG, FACES
from kiosk.layout.table_layout import Place
from kiosk.protocol import SeatView

COLORS: Final = len(BAG) // FACES

# Parts of a panel, in widths of a die.
_GAP = 0.06
_PART_GAP = 0.20
_COUNT = 0.84
_TRAY = 5.1
"""Fixed, however few dice: they are drawn larger then."""
_WIDEST_STEP = 1.4  # the distance between dice where there is room: fingers are wide
_HEIGHT = 2.06
_ROLL = 1.6
_END = 1.3
_SPACE = 1.5  # relative to a die in a tray: the board is read from further away
_SPACE_GAP = 0.10


@dataclass(frozen=True)
class DiceParts:
    """The parts of the dice game with at most ``dice`` dice in a tray (``layout.Parts``).

    In a panel: ``count`` (dice left), ``die N`` (the tray's places), ``tray`` (the roll control), and ``end`` (number
    of dice placed, or the on-screen Stop).
    """

    dice: int

    @classmethod
    def of(cls, views: Sequence[SeatView], players: int) -> DiceParts:
        """Return the parts for the dice dealt to these seats; before the deal, for those to be dealt (N2, Q15)."""
        dealt = max((len(view.dice) + view.centered for view in views), default=0)
        return cls(dealt or len(BAG) // max(2, players))

    def body(self, card: float) -> dict[str, Place]:
        """Return, from left to right, count, the dice, the roll control and end."""
        columns, die = self._tray()
        rows = -(-self.dice // columns)
        step = max(die + _GAP, min(_WIDEST_STEP * die, (_TRAY - die) / max(1, columns - 1)))
        tray = max(_TRAY, columns * step - _GAP)
        step_y = die + _GAP
        widths = (_COUNT, tray, _ROLL, _END)
        x = -(sum(widths) + _PART_GAP * (len(widths) - 1)) / 2
        middles = []
        for wide in widths:
            middles.append(x + wide / 2)
            x += wide + _PART_GAP
        count, dice, roll, end = middles
        places = {"count": Place(count, 0, _COUNT, _HEIGHT)}
        for slot in range(self.dice):
            row, column = divmod(slot, columns)
            where = dice + (column - (columns - 1) / 2) * step, ((rows - 1) / 2 - row) * step_y
            places[f"die {slot}"] = Place(*where, die, die)
        places["tray"] = Place(roll, 0, _ROLL, _HEIGHT)
        places["end"] = Place(end, 0, _END, _HEIGHT)
        return {name: Place(*(part * card for part in place)) for name, place in places.items()}

    @property
    def tight(self) -> DiceParts:
        """The same: there is no room to save."""
        return self

    def _tray(self) -> tuple[int, float]:
        """Return columns and die size: one row or two, whichever makes the dice larger, and never less than 1."""
        two = -(-self.dice // 2)
        options = ((self.dice, min(_HEIGHT, (_TRAY + _GAP) / self.dice - _GAP)), (two, (_HEIGHT - _GAP) / 2))
        return max(options, key=lambda option: option[1])

    def cells(self, centre: Place, card: float) -> tuple[Place, ...]:
        """Return the 24 spaces, a row for each colour (a column if the centre is taller than wide), red 1 first."""
        high = centre.h > centre.w
        side = math.floor(_space(centre))
        step = side * (1 + _SPACE_GAP)
        spaces = []
        for color in range(COLORS):
            for value in range(FACES):
                row, column = (value, color) if high else (color, value)
                rows, columns = (FACES, COLORS) if high else (COLORS, FACES)
                x = centre.x + (column - (columns - 1) / 2) * step
                y = centre.y + ((rows - 1) / 2 - row) * step
                spaces.append(Place(round(x), round(y), side, side))
        return tuple(spaces)

    def suits(self, centre: Place, card: float) -> bool:
        """Return whether the board's spaces are larger than a die by ``_SPACE``."""
        return math.floor(_space(centre)) >= _SPACE * card


class _DiceLayout:
    """The dice game's part ``layout`` of the registry."""

    def parts(self, views: Sequence[SeatView], players: int) -> DiceParts:
        """Return the parts for the dice that these seats were dealt."""
        return DiceParts.of(views, players)


LAYOUT: Final = _DiceLayout()


def _space(centre: Place) -> float:
    """Return the side of the board's spaces, as large as the centre allows."""
    long, short = max(centre.w, centre.h), min(centre.w, centre.h)
    return min((long / (FACES + _SPACE_GAP)), short / (COLORS + _SPACE_GAP)) / (1 + _SPACE_GAP)
