"""The shuffled bag of dice of the dice game."""

from __future__ import annotations

from kiosk.dealing.dealer import Dealer
from kiosk.game.colors import Color
from kiosk.game.dice.dice import BAG


def bag(dealer: Dealer) -> list[Color]:
    """Return the colours of the 24 dice in random order (RULES.md N2)."""
    return [BAG[place] for place in dealer.order(len(BAG))]
