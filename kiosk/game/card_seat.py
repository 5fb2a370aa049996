"""The cards and the locks of one seat in a round of cards."""

from __future__ import annotations

from collections.abc import Hashable

from kiosk.game.card_moves import FROM_DISCARD, FROM_STACK
from kiosk.game.cards import Card
from kiosk.game.course import RoundSeat
from kiosk.game.position import SeatPosition


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
        """Return the pile of a source (``kiosk.game.card_moves``); an empty one for a slot that does not exist."""
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
