"""Places of cards: a panel's row, stack, discard and hand, and the grid of piles in the centre."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from kiosk.layout.table_layout import CARD_ASPECT, Place
from kiosk.protocol import CELLS, SeatView

ROW_SLOTS: Final[dict[int, int]] = {2: 5, 3: 4}
"""Slots of a row by number of players, for all others ``_SHORT_ROW`` (RULES.md B2)."""
_SHORT_ROW: Final = 3


class _Gap(NamedTuple):
    """A gap beside a part of a panel, in card widths; ``share``: what it gets of a wider panel's further width."""

    least: float
    share: float


# Parts of a panel, in card widths.
_NO_GAP: Final = _Gap(0.0, 0.0)
_GAPS: Final = (_Gap(0.06, 0.05), _Gap(0.09, 0.03), _Gap(0.23, 0.15))
"""After the count, within the row and between discard and hand, between the other parts."""
_TIGHT_GAPS: Final = (_Gap(0.05, 0.05), _Gap(0.05, 0.03), _Gap(0.08, 0.15))
_STACK = 1.12
_COUNT = 0.82
_STOP = 1.04
_SMALL_STOP = 0.98
_END = 1.20
_END_SHARE = 0.30
_CENTRE_CARD = 1.1  # relative to a card in a panel: cards in the centre are read from further away
_LINE_CARD = 1.3
"""The same of the cards in a single row."""
_CELL_GAP = 0.16
_AIR: Final = (0.26, 0.28)
"""The felt that is left free beside and above the piles, in widths and heights of a card."""
_ROW_GAP = 0.20
"""The gap between rows with such air, in heights of a card."""
_WIDE_STEP: Final = 1.34
"""The distance between piles where there is room, in widths of a card."""
_WIDEST_STEP: Final = 2.2
"""That in a row of at most ``_FEW`` piles."""
_FEW: Final = 4
_LINE: Final = 8
_LINE_STEP: Final = 1.24
"""The number of piles that may lie in a single row, and their distance, in widths of a card: its ends are in reach."""
_HIGH_STEP = 1.35
"""The same from row to row, in heights of a card."""
_SPARE: Final = 4


def row_slots(players: int) -> int:
    """Return the default number of slots in a row for this number of players (RULES.md B2)."""
    return ROW_SLOTS.get(players, _SHORT_ROW)


class CardParts(Struct, frozen=True):
    """The parts of the card game for this number of players, with ``slots`` in a row (``layout.Parts``).

    In a panel: ``count``, ``stack``, ``row N``, ``discard``, ``hand``, and ``end`` (the number of cards in the centre),
    which ``tight`` parts leave to the name line.
    """

    players: int
    slots: int
    is_tight: bool = False

    @property
    def stop(self) -> float:
        """The diameter of the Stop sign."""
        return _SMALL_STOP if self.is_tight else _STOP

    @property
    def tight(self) -> CardParts:
        """The same parts, closer together."""
        return replace(self, is_tight=True)

    @classmethod
    def of(cls, views: Sequence[SeatView], players: int) -> CardParts:
        """Return the parts for the rows of these seats; before the deal, for the number of players."""
        players = max(2, players)
        return cls(players, max((len(view.row) for view in views), default=0) or row_slots(players))

    def body(self, card: float, further: float = 0.0) -> dict[str, Place]:
        """Return, from left to right, count, stack, row, discard, hand and, if there is room for it, end."""
        tall, last = CARD_ASPECT * card, self.slots - 1
        near, next_to, apart = _TIGHT_GAPS if self.is_tight else _GAPS
        columns = [("count", _COUNT, near), ("stack", _STACK, apart)]
        columns += [(f"row {slot}", 1.0, next_to if slot < last else apart) for slot in range(self.slots)]
        columns += [("discard", 1.0, next_to), ("hand", 1.0, _NO_GAP if self.is_tight else apart)]
        shares = sum(gap.share for *_, gap in columns)
        if not self.is_tight:
            columns.append(("end", _END + _END_SHARE * further / card / (shares + _END_SHARE), _NO_GAP))
            shares += _END_SHARE
        gaps = [gap.least * card + gap.share * further / shares for *_, gap in columns]
        x = -(sum(wide for _, wide, _ in columns) * card + sum(gaps)) / 2
        places: dict[str, Place] = {}
        for (name, wide, _), gap in zip(columns, gaps, strict=True):
            high = tall if wide == 1.0 else _STACK * tall
            places[name] = Place(x + wide * card / 2, 0.0, wide * card, high)
            x += wide * card + gap
        return places

    @property
    def spare(self) -> int:
        """The number of free places for a 1 that are shown at a time."""
        return max(_SPARE, self.players // 2)

    def cells(self, centre: Place, card: float) -> tuple[Place, ...]:
        """Return a cell for each pile that can be open, the middle ones first: piles are begun from there outwards."""
        return _grid(centre, self._count, card)

    def suits(self, centre: Place, card: float) -> bool:
        """Return whether the centre has room for cards that are so much larger than a panel's."""
        columns, widest = _shape(centre, self._count)
        return widest >= _larger(columns, self._count) * card

    @property
    def _count(self) -> int:
        return min(CELLS, 4 * self.players)


class _CardLayout:
    """The card game's part ``layout`` of the registry."""

    def parts(self, views: Sequence[SeatView], players: int) -> CardParts:
        """Return the parts for these seats."""
        return CardParts.of(views, players)


LAYOUT: Final = _CardLayout()


@lru_cache(maxsize=256)
def _shape(centre: Place, count: int) -> tuple[int, float]:
    """Return the number of columns of ``count`` cells that gives the widest cards, and that width.

    Every row is full; there is more than one of more than ``_LINE`` cells, whose ends would be out of reach.
    """

    def card_width(columns: int) -> float:
        tall = (1 + _CELL_GAP) * CARD_ASPECT
        return min(centre.w / columns / (1 + _CELL_GAP), centre.h / (count // columns) / tall)

    longest = count if count <= _LINE else count // 2
    columns = max(
        (number for number in range(2, longest + 1) if count % number == 0),
        key=lambda number: (round(card_width(number)), -abs(number - count / number)),
    )
    return columns, card_width(columns)


def _larger(columns: int, count: int) -> float:
    """Return by how much cards in such a grid are larger than those of a panel."""
    return _LINE_CARD if columns == count else _CENTRE_CARD


def _grid(centre: Place, count: int, least: float) -> tuple[Place, ...]:
    """``count`` cells in full rows, with felt around them, the middle ones first.

    Where cards would become too small beside a panel's, which are ``least`` wide, there is less felt.
    """
    columns, widest = _shape(centre, count)
    rows = count // columns
    wide = _LINE_STEP if columns == count else _WIDEST_STEP if columns <= _FEW else _WIDE_STEP
    airy = min(
        centre.w / (columns + (columns - 1) * _CELL_GAP + 2 * _AIR[0]),
        centre.h / (rows + (rows - 1) * _ROW_GAP + 2 * _AIR[1]) / CARD_ASPECT,
    )
    card = math.floor(min(widest, max(airy, _larger(columns, count) * least)))
    tall = round(card * CARD_ASPECT)
    step_x = _step(centre.w, columns, card, (_CELL_GAP, _AIR[0], wide))
    step_y = _step(centre.h, rows, tall, (_ROW_GAP, _AIR[1], _HIGH_STEP))
    places = [
        ((column - (columns - 1) / 2) * step_x, ((rows - 1) / 2 - row) * step_y)
        for row in range(rows)
        for column in range(columns)
    ]
    places.sort(key=lambda place: round(math.hypot(*place)))
    return tuple(Place(round(centre.x + x), round(centre.y + y), card, tall) for x, y in places)


def _step(room: float, number: int, size: float, shares: tuple[float, float, float]) -> float:
    """Return the distance of ``number`` cells of this size in a row.

    ``shares``, in sizes: the gap between them that goes before the air at both ends, that air, the greatest distance.
    """
    first, air, most = (share * size for share in shares)
    left = room - number * size
    gap = max((left - 2 * air) / max(1, number - 1), min(left / number, first))
    return min(size + gap, most)
