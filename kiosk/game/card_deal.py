"""The deal of a round of cards (RULES.md 1B)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kiosk.game.card_rules import CardRules, DealOrder
from kiosk.game.cards import Card
from kiosk.game.position import Position, SeatPosition


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
