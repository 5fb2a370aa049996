"""Places of cards: a panel's row, stack, discard and hand, and the grid of piles in the centre."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from kiosk.layout.table_layout import CARD_ASPECT, Place
from kiosk.protocol import CELLS, SeatView

ROW_SLOTS: Final[dict[int, int]] = {2: 5, 3: 4}
"""Slots of a row by number of players, for all others ``_SHORT_ROW`` (RULES.md B2)."""
_SHORT_ROW: Final = 3

# Parts of a panel, in card widths.
_GAPS = (0.07, 0.10, 0.26)  # after the count, within the row and between discard and hand, between the other parts
_TIGHT_GAPS = (0.05, 0.05, 0.08)
_STACK = 1.12
_COUNT = 0.86
_END = 1.20
_CENTRE_CARD = 1.3  # relative to a card in a panel: cards in the centre are read from further away
_CELL_GAP = 0.18
_WIDE_STEP = 1.5  # the distance between piles where there is room, in widths and heights of a card
_HIGH_STEP = 1.35
_SPARE: Final = 4


def row_slots(players: int) -> int:
    """Return the default number of slots in a row for this number of players (RULES.md B2)."""
    return ROW_SLOTS.get(players, _SHORT_ROW)


@dataclass(frozen=True)
class CardParts:
    """The parts of the card game for this number of players, with ``slots`` in a row (``layout.Parts``).

    In a panel: ``count``, ``stack``, ``row N``, ``discard``, ``hand``, and ``end`` (the number of cards in the centre),
    which ``tight`` parts leave to the name line.
    """

    players: int
    slots: int
    is_tight: bool = False

    @property
    def tight(self) -> CardParts:
        """The same parts, closer together."""
        return replace(self, is_tight=True)

    @classmethod
    def of(cls, views: Sequence[SeatView], players: int) -> CardParts:
        """Return the parts for the rows of these seats; before the deal, for the number of players."""
        players = max(2, players)
        return cls(players, max((len(view.row) for view in views), default=0) or row_slots(players))

    def body(self, card: float) -> dict[str, Place]:
        """Return, from left to right, count, stack, row, discard, hand and, if there is room for it, end."""
        tall = CARD_ASPECT * card
        last = self.slots - 1
        near, next_to, apart = _TIGHT_GAPS if self.is_tight else _GAPS
        widths = [("count", _COUNT, near), ("stack", _STACK, apart)]
        widths += [(f"row {slot}", 1.0, next_to if slot < last else apart) for slot in range(self.slots)]
        widths += [("discard", 1.0, next_to), ("hand", 1.0, 0.0 if self.is_tight else apart)]
        if not self.is_tight:
            widths.append(("end", _END, 0.0))
        x = -sum(wide + gap for _, wide, gap in widths) * card / 2
        places: dict[str, Place] = {}
        for name, wide, gap in widths:
            high = tall if wide == 1.0 else _STACK * tall
            places[name] = Place(x + wide * card / 2, 0.0, wide * card, high)
            x += (wide + gap) * card
        return places

    @property
    def spare(self) -> int:
        """The number of free places for a 1 that are shown at a time."""
        return max(_SPARE, self.players // 2)

    def cells(self, centre: Place, card: float) -> tuple[Place, ...]:
        """Return a cell for each pile that can be open, the middle ones first: piles are begun from there outwards."""
        return _grid(centre, self._count)

    def suits(self, centre: Place, card: float) -> bool:
        """Return whether the cards in the centre are larger than those in a panel by ``_CENTRE_CARD``."""
        return _shape(centre, self._count)[1] >= _CENTRE_CARD * card

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

    Every row is full, and there is more than one: a long line would be out of reach at its ends.
    """

    def card_width(columns: int) -> float:
        tall = (1 + _CELL_GAP) * CARD_ASPECT
        return min(centre.w / columns / (1 + _CELL_GAP), centre.h / (count // columns) / tall)

    columns = max(
        (number for number in range(2, count // 2 + 1) if count % number == 0),
        key=lambda number: (round(card_width(number)), -abs(number - count / number)),
    )
    return columns, card_width(columns)


def _grid(centre: Place, count: int) -> tuple[Place, ...]:
    """``count`` cells in full rows with the largest cards that fit, spread over the centre, the middle ones first."""
    columns, width = _shape(centre, count)
    rows, card = count // columns, math.floor(width)
    tall = round(card * CARD_ASPECT)
    step_x, step_y = min(centre.w / columns, _WIDE_STEP * card), min(centre.h / rows, _HIGH_STEP * tall)
    places = [
        ((column - (columns - 1) / 2) * step_x, ((rows - 1) / 2 - row) * step_y)
        for row in range(rows)
        for column in range(columns)
    ]
    places.sort(key=lambda place: round(math.hypot(*place)))
    return tuple(Place(round(centre.x + x), round(centre.y + y), card, tall) for x, y in places)
