"""A position of the card game as plain data: the cards of each pile, without clocks, locks, votes and penalties.

Scenarios and results contain positions (kiosk/referee/README.md); a round starts from one at time 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from kiosk.game.cards import Card


@dataclass(frozen=True)
class SeatPosition:
    """The cards of one seat.

    ``row``: one pile per slot, bottom to top, empty for a gap. The last card of a pile is the top one, but the first
    card of the ``hand`` is the next to be flipped. ``centered``: the number of own cards in the centre.
    """

    row: tuple[tuple[Card, ...], ...] = ()
    stack: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    centered: int = 0
    left: bool = False

    def cards(self) -> tuple[Card, ...]:
        """Return all its cards that are not in the centre."""
        return (*chain.from_iterable(self.row), *self.stack, *self.hand, *self.discard)


@dataclass(frozen=True)
class Position:
    """The centre's piles by their top cards, finished ones (the 10s) too, and the seats' cards."""

    center: tuple[Card, ...]
    seats: tuple[SeatPosition, ...]

    def refuse_doubles(self) -> None:
        """Raise ``ValueError`` if a seat holds a card twice."""
        for place, seat in enumerate(self.seats, 1):
            cards = seat.cards()
            if len(set(cards)) < len(cards):
                twice = next(card for index, card in enumerate(cards) if card in cards[:index])
                raise ValueError(f"the seat at place {place} of {len(self.seats)} holds {twice} twice")
