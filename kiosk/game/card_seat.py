"""The cards and the locks of one seat in a round of cards."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Self

from kiosk.game.card_commands import Place, Source
from kiosk.game.cards import Card
from kiosk.game.position import SeatPosition


class CardSeat:
    """The state of a seat, changed only by ``CardRound``.

    ``row``: one pile per slot, an empty list for a gap. The last card of a pile is the top one, but the first card of
    the ``hand`` is the next to be flipped. ``centered``: the number of own cards in the centre. ``locked_until``,
    ``flip_locked_until``: the first millisecond at which the seat may act (flip) again. ``emptied_at``: the time at
    which the stack became empty, ms; None before. ``third_up``: the discard's top is the last card of the latest flip.
    """

    __slots__ = (
        "active",
        "centered",
        "discard",
        "emptied_at",
        "flip_locked_until",
        "hand",
        "locked_until",
        "row",
        "stack",
        "third_up",
        "voted",
    )

    def __init__(self, position: SeatPosition) -> None:
        self.row: list[list[Card]] = [list(pile) for pile in position.row]
        self.stack: list[Card] = list(position.stack)
        self.hand: list[Card] = list(position.hand)
        self.discard: list[Card] = list(position.discard)
        self.centered: int = position.centered
        self.active: bool = not position.left
        self.voted: bool = False
        self.locked_until: int = 0
        self.flip_locked_until: int = 0
        self.emptied_at: int | None = None if position.stack else 0
        self.third_up: bool = True

    def pile(self, source: Source) -> list[Card]:
        """Return the pile of a source; an empty one for a slot that does not exist."""
        place, slot = source
        if place is Place.STACK:
            return self.stack
        if place is Place.DISCARD:
            return self.discard
        return self.row[slot] if 0 <= slot < len(self.row) else []

    def gaps(self) -> Iterator[int]:
        """Return the empty slots, lowest first."""
        return (slot for slot, pile in enumerate(self.row) if not pile)

    def position(self) -> SeatPosition:
        """Return the cards of each pile, without clocks and locks."""
        return SeatPosition(
            row=tuple(tuple(pile) for pile in self.row),
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

    def copy(self) -> Self:
        """Return an independent copy."""
        other = type(self)(self.position())
        other.voted = self.voted
        other.locked_until = self.locked_until
        other.flip_locked_until = self.flip_locked_until
        other.emptied_at = self.emptied_at
        other.third_up = self.third_up
        return other
