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
"""However few dice: then these are larger."""
_WIDEST_STEP = 1.4  # room between dice where there is some: fingers are wide
_HEIGHT = 2.06
_ROLL = 1.6
_END = 1.3
_SPACE = 1.5  # the board is read from further away than one's own dice
_SPACE_GAP = 0.10


@dataclass(frozen=True)
class DiceParts:
    """The dice game with at most so many ``dice`` in a tray (``layout.Parts``).

    In a panel: ``count`` (dice left), ``die N`` (the tray's places), ``tray`` (the roll control), and ``end`` (dice
    placed, or the on-screen Stop).
    """

    dice: int

    @classmethod
    def of(cls, views: Sequence[SeatView], players: int) -> DiceParts:
        """As these seats have been dealt dice; where none lie yet, as they will be dealt (N2, Q15)."""
        dealt = max((len(view.dice) + view.centered for view in views), default=0)
        return cls(dealt or len(BAG) // max(2, players))

    def body(self, card: float) -> dict[str, Place]:
        """From left to right count, the dice, the roll control, end."""
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
        """There is no room to be saved."""
        return self

    def _tray(self) -> tuple[int, float]:
        """Columns and size of a die: in one row if they are larger so, and never smaller than 1."""
        two = -(-self.dice // 2)
        options = ((self.dice, min(_HEIGHT, (_TRAY + _GAP) / self.dice - _GAP)), (two, (_HEIGHT - _GAP) / 2))
        return max(options, key=lambda option: option[1])

    def cells(self, centre: Place, card: float) -> tuple[Place, ...]:
        """The 24 spaces, each colour in a row (in a high centre: a column), red 1 first."""
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
        """Return whether the board's spaces are so much larger than a die."""
        return math.floor(_space(centre)) >= _SPACE * card


class _DiceLayout:
    """The dice game's part ``layout`` of the registry."""

    def parts(self, views: Sequence[SeatView], players: int) -> DiceParts:
        """As these seats have been dealt dice."""
        return DiceParts.of(views, players)


LAYOUT: Final = _DiceLayout()


def _space(centre: Place) -> float:
    """The side of the board's spaces, as large as the centre allows."""
    long, short = max(centre.w, centre.h), min(centre.w, centre.h)
    return min((long / (FACES + _SPACE_GAP)), short / (COLORS + _SPACE_GAP)) / (1 + _SPACE_GAP)
