"""The state of a round of cards: the open piles of the centre, and the cards and locks of each seat."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final

from kiosk.game.cards.cards import DECK, NUMBERS, Card
from kiosk.game.cards.moves import FROM_DISCARD, FROM_STACK
from kiosk.game.cards.position import SeatPosition
from kiosk.game.course import RoundSeat

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
            self.fitting |= 2 << number  # the card of this colour with the next number

    def _free_cell(self, near: Sequence[int]) -> int:
        for cell in near:
            if 0 <= cell < CELLS and cell not in self.piles:
                return cell
        cell = 0
        while cell in self.piles:
            cell += 1
        return cell


class CardSeat(RoundSeat):
    """The state of a seat, changed only by ``CardRound``.

    ``row``: one pile per slot, an empty list for a gap. The last card of a pile is the top one, but the first card of
    the ``hand`` is the next to be flipped. ``loose``: the set of all cards of hand and discard, bit
    ``1 << card`` for each. ``centered``: the number of own cards in the centre. ``flip_locked_until``: the first
    millisecond at which the seat may flip again. ``third_up``: the discard's top is the last card of the latest flip.
    ``at``: the time of the position, ms.
    """

    __slots__ = ("centered", "discard", "flip_locked_until", "hand", "loose", "row", "stack", "third_up")

    def __init__(self, position: SeatPosition, at: int = 0) -> None:
        super().__init__(active=not position.left, emptied_at=None if position.stack else at)
        self.row: list[list[Card]] = [list(pile) for pile in position.row]
        self.stack: list[Card] = list(position.stack)
        self.hand: list[Card] = list(position.hand)
        self.discard: list[Card] = list(position.discard)
        self.loose: int = sum([1 << card for card in self.hand]) + sum([1 << card for card in self.discard])
        self.centered: int = position.centered
        self.flip_locked_until: int = 0
        self.third_up: bool = True

    def pile(self, source: int) -> list[Card]:
        """Return the pile of a source (``kiosk.game.cards.moves``); an empty one for a slot that does not exist."""
        if 0 <= source < len(self.row):
            return self.row[source]
        if source == FROM_STACK:
            return self.stack
        return self.discard if source == FROM_DISCARD else []

    def take(self, source: int) -> Card:
        """Take the top card of a source that has one."""
        card = self.pile(source).pop()
        if source == FROM_DISCARD:
            self.loose ^= 1 << card
            self.third_up = False
        return card

    def has_gap(self) -> bool:
        """Return whether a slot of the row is empty."""
        for pile in self.row:
            if not pile:
                return True
        return False

    def gaps(self) -> list[int]:
        """Return the empty slots, lowest first."""
        return [slot for slot, pile in enumerate(self.row) if not pile]

    def position(self) -> SeatPosition:
        """Return the cards of each pile, without clocks and locks."""
        return SeatPosition(
            row=tuple([tuple(pile) for pile in self.row]),
            stack=tuple(self.stack),
            hand=tuple(self.hand),
            discard=tuple(self.discard),
            centered=self.centered,
            left=not self.active,
        )

    def key(self) -> Hashable:
        """Return all of the state, hashable."""
        clocks = (self.locked_until, self.flip_locked_until, self.emptied_at)
        return (self.position(), self.voted, self.third_up, clocks)

    def copy(self) -> CardSeat:
        """Return an independent copy."""
        other = CardSeat(self.position())
        other.voted = self.voted
        other.locked_until = self.locked_until
        other.flip_locked_until = self.flip_locked_until
        other.emptied_at = self.emptied_at
        other.third_up = self.third_up
        return other


def require_order(order: Sequence[int], size: int) -> None:
    """ValueError unless ``order`` has each of ``size`` places once."""
    places = 0
    for place in order:
        places |= 1 << place if 0 <= place < size else 0
    if len(order) != size or places != (1 << size) - 1:
        raise ValueError(f"an order of {size} cards is needed, not {tuple(order)}")


def require_orders(orders: Sequence[Sequence[int]], sizes: Sequence[int]) -> None:
    """ValueError unless there is an order of each size, for a reshuffle."""
    if len(orders) != len(sizes):
        raise ValueError(f"a reshuffle needs {len(sizes)} orders, not {len(orders)}")
    for order, size in zip(orders, sizes, strict=True):
        require_order(order, size)
