"""The shuffled decks of the card game."""

from __future__ import annotations

from kiosk.dealing.dealer import Dealer
from kiosk.game.cards.cards import DECK, Card


def decks(dealer: Dealer, seats: int) -> list[list[Card]]:
    """Return a shuffled deck of 40 cards per seat, each independent of the others, in dealing order."""
    return [[DECK[place] for place in dealer.order(len(DECK))] for _ in range(seats)]
