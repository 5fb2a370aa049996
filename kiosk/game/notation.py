"""A whole position as one line of text, for replays, logs, error messages and tests.

``r3 b10 | row r4 b2+y1 - stack y1 r7 hand b5 b6 discard r5 centered 3 | row g1 left``: the centre's piles by their
top cards (``-`` if there are none), then one part per seat. In a row ``-`` is a gap, and ``+`` joins the cards of a
pile from bottom to top. In the stack and the discard the last card is the top one; in the hand the first card is the
next to be flipped. Empty piles and counts of 0 are omitted.
"""

from __future__ import annotations

from typing import Final

from kiosk.game.cards import Card, cards_text, parse_card
from kiosk.game.position import Position, SeatPosition

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
