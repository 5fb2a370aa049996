"""Places of dice: a panel's well and its roll control, and the game's board in the centre."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from kiosk.game.dice.dice import BAG, FACES
from kiosk.layout.table_layout import Place
from kiosk.protocol import SeatView

# Parts of a panel, in widths of a die.
_GAP = 0.06
_WIDEST_STEP = 1.4  # the distance between dice where there is room: fingers are wide
_BETWEEN: Final = 0.16
"""What a gap between parts gets of a wider panel's further width; ``end`` gets the rest."""


class _Spacing(NamedTuple):
    """The room around the dice: between parts, to the edge of the well, for their number and for the controls.

    ``end``: for the number of dice placed; 0: it stands in the name line.
    """

    parts: float
    edge: float
    number: float
    roll: float
    end: float
    stop: float


_USUAL: Final = _Spacing(0.20, 0.12, 1.44, 1.84, 1.4, 1.28)
_TIGHT: Final = _Spacing(0.14, 0.03, 1.14, 1.6, 0.0, 0.98)


class _Well(NamedTuple):
    """The room for dice in a well, however few there are: they are drawn larger then."""

    width: float
    height: float
    rows: tuple[int, ...]


_DEEP: Final = _Well(5.1, 2.06, (1, 2))
_FLAT: Final = _Well(5.9, 1.60, (1,))
"""For one row, where there is room: the panel is less deep then, and everything in it larger."""
_ONE_ROW: Final = range(5, 13)
"""The numbers of dice that make such a row; fewer are larger in a deep well, more would be out of reach."""
_AIR: Final = 0.034
"""The felt that is left free on each side of the board, as a share of the centre's shorter side."""
_SPACE = 1.2  # of a space of the board to a die in a tray: the board is read from further away


class DiceParts(Struct, frozen=True):
    """The parts of the dice game with at most ``dice`` dice in a tray (``layout.Parts``).

    In a panel: ``count`` (dice left), ``well`` with ``die N`` (the places in it), ``tray`` (the roll control), and
    ``end`` (number of dice placed), which ``tight`` parts leave to the name line.
    """

    dice: int
    spacing: _Spacing = _USUAL

    @property
    def spare(self) -> None:
        """None: every space belongs to one die."""
        return None

    @property
    def stop(self) -> float:
        """The diameter of the Stop sign."""
        return self.spacing.stop

    @classmethod
    def of(cls, views: Sequence[SeatView], players: int) -> DiceParts:
        """Return the parts for the dice dealt to these seats; before the deal, for those to be dealt (N2, Q15)."""
        dealt = max((len(view.dice) + view.centered for view in views), default=0)
        return cls(dealt or len(BAG) // max(2, players))

    def body(self, card: float, further: float = 0.0) -> dict[str, Place]:
        """Return, from left to right, count, the dice in their well, the roll control and end."""
        well = _FLAT if self.dice in _ONE_ROW and self.spacing is _USUAL else _DEEP
        columns, die = self._rows(well)
        rows = -(-self.dice // columns)
        step = max(die + _GAP, min(_WIDEST_STEP * die, (well.width - die) / max(1, columns - 1)))
        height = well.height + 2 * self.spacing.edge
        roll = min(self.spacing.roll, height)
        wide = max(well.width, columns * step - _GAP) + 2 * self.spacing.edge
        sizes = {"count": (self.spacing.number, height), "well": (wide, height), "tray": (roll, roll)}
        between = self.spacing.parts + (_BETWEEN if self.spacing.end else 0.5) * further / card
        if self.spacing.end:
            sizes["end"] = (self.spacing.end + (1 - 3 * _BETWEEN) * further / card, height)
        x = -(sum(width for width, _ in sizes.values()) + between * (len(sizes) - 1)) / 2
        places = {}
        for name, (width, high) in sizes.items():
            places[name] = Place(x + width / 2, 0, width, high)
            x += width + between
        for slot in range(self.dice):
            row, column = divmod(slot, columns)
            where = places["well"].x + (column - (columns - 1) / 2) * step, ((rows - 1) / 2 - row) * (die + _GAP)
            places[f"die {slot}"] = Place(*where, die, die)
        return {name: Place(*(part * card for part in place)) for name, place in places.items()}

    @property
    def tight(self) -> DiceParts:
        """The same with less room around the dice, and without the number of dice placed."""
        return replace(self, spacing=_TIGHT)

    def _rows(self, well: _Well) -> tuple[int, float]:
        """Return columns and die size, in as many rows as make the dice largest, and never less than 1."""
        options = []
        for rows in well.rows:
            columns = -(-self.dice // rows)
            die = min((well.height + _GAP) / rows, (well.width + _GAP) / columns) - _GAP
            options.append((max(1.0, die), columns))
        die, columns = max(options, key=lambda option: (option[0], -option[1]))
        return columns, die

    def cells(self, centre: Place, card: float) -> tuple[Place, ...]:
        """Return the 24 spaces, a row for each colour (a column if the centre is taller than wide), red 1 first."""
        airy = _airy(centre)
        return (airy if airy.unit >= card else BoardLayout.within(centre)).spaces

    def suits(self, centre: Place, card: float) -> bool:
        """Return whether the board's spaces are larger than a die by ``_SPACE``."""
        return _airy(centre).unit >= _SPACE * card


def _airy(centre: Place) -> BoardLayout:
    """Return the largest board that leaves ``_AIR`` around it."""
    return BoardLayout.within(centre.inset(_AIR * min(centre.w, centre.h)))


class _DiceLayout:
    """The dice game's part ``layout`` of the registry."""

    def parts(self, views: Sequence[SeatView], players: int) -> DiceParts:
        """Return the parts for the dice that these seats were dealt."""
        return DiceParts.of(views, players)


LAYOUT: Final = _DiceLayout()


COLORS: Final = len(BAG) // FACES

# In heights of a space.
_SPACE_W = 1.27
_STEP = 1.50
_TRACK_STEP = 1.35
_TRACK = (6 * _STEP + 0.26, 1.16)
_SIGN_AT = 3.5 * _STEP
_FRAME = (11.62, 5.92)


class BoardLayout(NamedTuple):
    """The board in the centre: a track for each colour, one below the other, each beginning at the left.

    ``unit``: the height of a space in pixels; a space is wider along its track. ``high``: the same, turned by a
    quarter: tracks stand side by side and begin at the bottom.
    """

    x: float
    y: float
    unit: int
    high: bool

    @classmethod
    def within(cls, centre: Place) -> BoardLayout:
        """Return the largest board for this centre."""
        long, short = max(centre.w, centre.h), min(centre.w, centre.h)
        unit = math.floor(min(long / _FRAME[0], short / _FRAME[1]))
        return cls(centre.x, centre.y, unit, centre.h > centre.w)

    @classmethod
    def of(cls, spaces: Sequence[Place]) -> BoardLayout:
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
