"""A whole position as one line of text, for replays, logs and error messages.

``r3 b10 | row r4 b2+y1 - stack y1 r7 hand b5 b6 discard r5 centered 3 | row g1 left``: the centre's piles by their
top cards (``-`` if there are none), then one part per seat. In a row ``-`` is a gap, and ``+`` joins the cards of a
pile from bottom to top. In the stack and the discard the last card is the top one; in the hand the first card is the
next to be flipped. Empty piles and counts of 0 are omitted.
"""

from __future__ import annotations

from typing import Final

from kiosk.game.cards import Card, cards_text
from kiosk.game.position import Position, SeatPosition

_GAP: Final = "-"
_PILES: Final = ("stack", "hand", "discard")


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
