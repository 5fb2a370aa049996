"""Places of cards: a panel's row, stack, discard and hand, and the grid of piles in the centre."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from kiosk.layout.table_layout import CARD_ASPECT, Place
from kiosk.protocol import CELLS, SeatView

ROW_SLOTS: Final[dict[int, int]] = {2: 5, 3: 4}
"""Slots of a row by number of players, for all others ``_SHORT_ROW`` (RULES.md B2)."""
_SHORT_ROW: Final = 3

# Parts of a panel, in card widths.
_GAPS = (0.07, 0.10, 0.26)  # after the count, within the row and between discard and hand, between the other parts
_TIGHT_GAPS = (0.05, 0.03, 0.14)
_STACK = 1.12
_COUNT = 0.84
_END = 1.30
_CENTRE_CARD = 1.3  # relative to a card in a panel: cards in the centre are read from further away
_CELL_GAP = 0.14


def row_slots(players: int) -> int:
    """Return the default number of slots in a row for this number of players (RULES.md B2)."""
    return ROW_SLOTS.get(players, _SHORT_ROW)


@dataclass(frozen=True)
class CardParts:
    """The parts of the card game for this number of players, with ``slots`` in a row (``layout.Parts``).

    In a panel: ``count``, ``stack``, ``row N``, ``discard``, ``hand``, and ``end`` (count of the centre, or the
    on-screen Stop).
    """

    players: int
    slots: int
    is_tight: bool = False

    @property
    def tight(self) -> CardParts:
        """The same parts, closer together; unchanged if the row is already the short one of many players."""
        return replace(self, is_tight=self.slots > _SHORT_ROW)

    @classmethod
    def of(cls, views: Sequence[SeatView], players: int) -> CardParts:
        """Return the parts for the rows of these seats; before the deal, for the number of players."""
        players = max(2, players)
        return cls(players, max((len(view.row) for view in views), default=0) or row_slots(players))

    def body(self, card: float) -> dict[str, Place]:
        """Return, from left to right, count, stack, row, discard, hand and end."""
        tall = CARD_ASPECT * card
        last = self.slots - 1
        near, next_to, apart = _TIGHT_GAPS if self.is_tight else _GAPS
        widths = [("count", _COUNT, near), ("stack", _STACK, apart)]
        widths += [(f"row {slot}", 1.0, next_to if slot < last else apart) for slot in range(self.slots)]
        widths += [("discard", 1.0, next_to), ("hand", 1.0, apart), ("end", _END, 0.0)]
        x = -sum(wide + gap for _, wide, gap in widths) * card / 2
        places: dict[str, Place] = {}
        for name, wide, gap in widths:
            high = tall if wide == 1.0 else _STACK * tall
            places[name] = Place(x + wide * card / 2, 0.0, wide * card, high)
            x += (wide + gap) * card
        return places

    def cells(self, centre: Place, card: float) -> tuple[Place, ...]:
        """Return a cell for each pile that can be open."""
        return _grid(centre, self._count)

    def suits(self, centre: Place, card: float) -> bool:
        """Return whether the cards in the centre are larger than those in a panel by ``_CENTRE_CARD``."""
        return _grid_columns(centre, self._count)[1] >= _CENTRE_CARD * card

    @property
    def _count(self) -> int:
        return min(CELLS, 4 * self.players)


class _CardLayout:
    """The card game's part ``layout`` of the registry."""

    def parts(self, views: Sequence[SeatView], players: int) -> CardParts:
        """Return the parts for these seats."""
        return CardParts.of(views, players)


LAYOUT: Final = _CardLayout()


def _grid_columns(centre: Place, count: int) -> tuple[int, float]:
    """Return the number of columns that gives ``count`` cells the widest cards, and that width."""

    def card_width(columns: int) -> float:
        rows = -(-count // columns)
        tall = (1 + _CELL_GAP) * CARD_ASPECT
        return min(centre.w / columns / (1 + _CELL_GAP), centre.h / rows / tall)

    columns = max(range(1, count + 1), key=lambda number: (round(card_width(number)), -(-count % number), number))
    return columns, card_width(columns)


def _grid(centre: Place, count: int) -> tuple[Place, ...]:
    """``count`` cells in rows and columns, with the largest cards that fit; a last row of fewer in the middle."""
    columns, width = _grid_columns(centre, count)
    stretch = 1 + _CELL_GAP
    rows = -(-count // columns)
    card = math.floor(width)
    tall = round(card * CARD_ASPECT)
    step_x = min(centre.w / columns, card * (stretch + 0.12))
    step_y = min(centre.h / rows, tall * (stretch + 0.06))
    cells = []
    for index in range(count):
        row, column = divmod(index, columns)
        here = min(columns, count - row * columns)
        x = centre.x + (column - (here - 1) / 2) * step_x
        y = centre.y + ((rows - 1) / 2 - row) * step_y
        cells.append(Place(round(x), round(y), card, tall))
    return tuple(cells)
