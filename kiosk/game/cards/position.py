"""A position of the card game as plain data, without clocks, locks, votes and penalties; as text; as it is dealt."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Final

from msgspec import Struct

from kiosk.game.cards.cards import Card, cards_text, parse_card
from kiosk.game.cards.rules import CardRules, DealOrder


class SeatPosition(Struct, frozen=True):
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


class Position(Struct, frozen=True):
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


_GAP: Final = "-"
_PILES: Final = ("stack", "hand", "discard")
_KEYWORDS: Final = ("row", *_PILES, "centered", "left")


def position_text(position: Position) -> str:
    """Return the line for a position; its centre is sorted by colour, then number."""
    center = cards_text(sorted(position.center)) or _GAP
    return " | ".join([center, *(_seat_text(seat) for seat in position.seats)])


def _seat_text(seat: SeatPosition) -> str:
    words = ["row", *("+".join(map(str, pile)) or _GAP for pile in seat.row)]
    for name in _PILES:
        cards: tuple[Card, ...] = getattr(seat, name)
        if cards:
            words += [name, cards_text(cards)]
    if seat.centered:
        words += ["centered", str(seat.centered)]
    if seat.left:
        words.append("left")
    return " ".join(words)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text with spaces between them; ``ValueError`` as ``parse_card``."""
    return tuple(parse_card(word) for word in text.split())


def parse_position(text: str) -> Position:
    """Return the position that a line describes; ``ValueError`` names the word or part that is wrong."""
    center, *seats = text.split("|")
    tops = sorted(parse_card(word) for word in center.split() if word != _GAP)
    return Position(tuple(tops), tuple(_parse_seat(seat) for seat in seats))


def _parse_seat(text: str) -> SeatPosition:
    parts = _parts(text)
    try:
        piles = {name: tuple(map(parse_card, parts.pop(name, []))) for name in _PILES}
        row = tuple(_parse_slot(word) for word in parts.pop("row", []))
    except ValueError as error:
        raise ValueError(f"in {text.strip()!r}: {error}") from None
    centered = parts.pop("centered", ["0"])
    if len(centered) != 1 or not (centered[0].isascii() and centered[0].isdigit()):
        raise ValueError(f"in {text.strip()!r}: 'centered' needs one number, not {' '.join(centered)!r}")
    left = parts.pop("left", None)
    if left:
        raise ValueError(f"in {text.strip()!r}: nothing may follow 'left'")
    return SeatPosition(row, **piles, centered=int(centered[0]), left=left is not None)


def _parts(text: str) -> dict[str, list[str]]:
    """Return the words after each keyword, by keyword."""
    parts: dict[str, list[str]] = {}
    keyword = None
    for word in text.split():
        if word in _KEYWORDS:
            keyword = word
            if keyword in parts:
                raise ValueError(f"in {text.strip()!r}: {keyword!r} occurs twice")
            parts[keyword] = []
        elif keyword is None:
            raise ValueError(f"in {text.strip()!r}: {word!r} is not one of {', '.join(_KEYWORDS)}")
        else:
            parts[keyword].append(word)
    return parts


def _parse_slot(word: str) -> tuple[Card, ...]:
    return () if word == _GAP else tuple(parse_card(card) for card in word.split("+"))


def dealt(rules: CardRules, decks: Sequence[Sequence[Card]], away: Collection[int] = ()) -> Position:
    """Return the position at the start of a round.

    ``decks``: a shuffled deck of 40 per seat, in dealing order. Seats in ``away`` do not play and hold no cards; the
    row's size depends on the number of seats that play. The first card dealt to the stack ends on top (B5).
    """
    slots = rules.row_slots(len(decks) - len(set(away)))
    seats = [
        SeatPosition(row=((),) * slots, left=True) if seat in away else _lay_out(rules, deck, slots, seat)
        for seat, deck in enumerate(decks)
    ]
    return Position(center=(), seats=tuple(seats))


def _lay_out(rules: CardRules, deck: Sequence[Card], slots: int, seat: int) -> SeatPosition:
    size = rules.stack_size_of(seat)
    if rules.deal_order is DealOrder.ROW_FIRST:
        row, stack = deck[:slots], deck[slots : slots + size]
    else:
        stack, row = deck[:size], deck[size : size + slots]
    return SeatPosition(
        row=tuple((card,) for card in row),
        stack=tuple(reversed(stack)),
        hand=tuple(deck[slots + size :]),
    )
