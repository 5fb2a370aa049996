"""The centre of the table: open piles on a grid of cells, and which seat covered them when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from kiosk.game.cards import DECK, NUMBERS, Card

CELLS: Final = 48
"""Cells of the grid: enough for every pile that twelve seats can have open (RULES.md 10.2)."""

_ONES: Final = sum(1 << card for card in DECK if card.number == 1)


class Center:
    """The piles that everybody builds on.

    ``piles``: the open ones, cell -> top card. ``fitting``: the set of all cards that can be laid, bit ``1 << card``
    for each: a 1 always, others on a pile of their colour that is one lower (D3, D4). ``finished``: the number of
    complete piles per colour; those are collected at once and their cell is free again (O24). A given position may have
    more piles than cells: the others get higher cell numbers.
    """

    __slots__ = ("_covers", "_waiting", "finished", "fitting", "piles")

    def __init__(self, tops: Iterable[Card] = ()) -> None:
        self.piles: dict[int, Card] = {}
        self.fitting: int = _ONES
        self.finished: list[int] = [0, 0, 0, 0]
        self._waiting: list[list[int]] = [[] for _ in DECK]  # per card: the cells of the piles that it fits
        self._covers: dict[Card, tuple[int, int]] = {}  # per card: (time, seat) of the latest laid on a pile
        for cell, top in enumerate(tops):
            self._show(cell, top)

    def fits(self, card: Card) -> bool:
        """Return whether the card can be laid."""
        return self.fitting >> card & 1 == 1

    def lay(self, at: int, seat: int, card: Card, near: Sequence[int]) -> int:
        """Lay a card that fits; return its cell: the first of ``near`` that is suitable, otherwise the lowest."""
        number: int = card
        if number % NUMBERS == 0:
            cell = self._free_cell(near)
        else:
            cells = self._waiting[number]
            cell = cells[0] if len(cells) == 1 else min(cells)
            if near:
                cell = next((wished for wished in near if wished in cells), cell)
            cells.remove(cell)
            if not cells:
                self.fitting ^= 1 << number
            self._covers[card] = (at, seat)
        self._show(cell, card)
        return cell

    def covered(self, card: Card, since: int) -> tuple[int, int] | None:
        """Return (time, seat) of the last card that covered a pile which this card would fit, if not before ``since``.

        That seat is never the one that holds ``card`` now, because no seat has a card twice.
        """
        cover = self._covers.get(card)
        return cover if cover is not None and cover[0] >= since else None

    def tops(self) -> tuple[Card, ...]:
        """Return all top cards, of finished piles too, sorted by colour, then number; legality needs no more (E6)."""
        complete = [DECK[NUMBERS * color + NUMBERS - 1] for color in range(4) for _ in range(self.finished[color])]
        return tuple(sorted([*self.piles.values(), *complete]))

    def covers(self) -> tuple[tuple[Card, tuple[int, int]], ...]:
        """Return every card that was laid on a pile, with the time and seat of the latest, sorted."""
        return tuple(sorted(self._covers.items()))

    def copy(self) -> Center:
        """Return an independent copy."""
        other = Center()
        other.piles = dict(self.piles)
        other.fitting = self.fitting
        other.finished = list(self.finished)
        other._waiting = [list(cells) for cells in self._waiting]
        other._covers = dict(self._covers)
        return other

    def _show(self, cell: int, top: Card) -> None:
        number: int = top
        if number % NUMBERS == NUMBERS - 1:
            self.piles.pop(cell, None)
            self.finished[number // NUMBERS] += 1
        else:
            self.piles[cell] = top
            self._waiting[number + 1].append(cell)
            self.fitting |= 2 << number

    def _free_cell(self, near: Sequence[int]) -> int:
        for cell in near:
            if 0 <= cell < CELLS and cell not in self.piles:
                return cell
        cell = 0
        while cell in self.piles:
            cell += 1
        return cell
