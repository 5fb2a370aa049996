"""A position of the card game as plain data: what lies where, without clocks, locks, votes and penalties.

It is what a scenario gives and a result shows (kiosk/referee/README.md); a round starts from one at time 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.game.cards import Card


@dataclass(frozen=True)
class SeatPosition:
    """What one seat has before it.

    ``row``: a pile a slot, bottom to top, empty for a gap. Everywhere the last card is the top one, but the ``hand``'s
    first is the next to be flipped. ``centered``: own cards in the centre.
    """

    row: tuple[tuple[Card, ...], ...] = ()
    stack: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    centered: int = 0
    left: bool = False

    def cards(self) -> tuple[Card, ...]:
        """All its cards that are not in the centre."""
        return (*(card for pile in self.row for card in pile), *self.stack, *self.hand, *self.discard)


@dataclass(frozen=True)
class Position:
    """The centre's piles by their top cards, finished ones (the 10s) too, and what the seats have."""

    center: tuple[Card, ...]
    seats: tuple[SeatPosition, ...]

    def refuse_doubles(self) -> None:
        """Raise ``ValueError`` if a seat holds a card twice."""
        for number, seat in enumerate(self.seats):
            cards = seat.cards()
            if len(set(cards)) < len(cards):
                twice = next(card for place, card in enumerate(cards) if card in cards[:place])
                raise ValueError(f"seat {number} holds {twice} twice")
