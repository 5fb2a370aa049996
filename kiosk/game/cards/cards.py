"""Cards and their text notation (kiosk/referee/README.md: ``r1`` .. ``r10``, ``g``, ``b``, ``y`` likewise)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kiosk.game.colors import Color

NUMBERS: Final = 10
"""A deck holds the numbers 1 to 10 in each colour (RULES.md A2)."""


class Card(int):
    """A card, as its index 0..39 in a sorted deck, red 1 first.

    An ``int``, because a position holds hundreds of them and the hot checks compare and index by them.
    The owner follows from the pile: only a seat's own cards are ever in its row, stack, hand and discard.
    """

    __slots__ = ()

    @property
    def color(self) -> Color:
        """The colour."""
        return Color(self // NUMBERS)

    @property
    def number(self) -> int:
        """The number, 1..10."""
        return self % NUMBERS + 1

    def __str__(self) -> str:
        return _TEXT[self]

    def __repr__(self) -> str:
        return f"Card({_TEXT[self]})"


DECK: Final[tuple[Card, ...]] = tuple(Card(place) for place in range(4 * NUMBERS))
"""All 40 cards of one seat, sorted (RULES.md A2)."""

_TEXT: Final = tuple(f"{card.color.letter}{card.number}" for card in DECK)
_BY_TEXT: Final = dict(zip(_TEXT, DECK, strict=True))


def parse_card(text: str) -> Card:
    """Return the card written as ``text``; ``ValueError``, with the text in the message, if there is none."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(f"{text!r} is not a card (a colour r, g, b or y and a number 1 to 10, as in r3)") from None


def cards_text(cards: Iterable[Card]) -> str:
    """Return the text notation of several cards, separated by spaces."""
    return " ".join(str(card) for card in cards)
