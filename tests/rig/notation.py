"""Positions and cards read from text (``kiosk.game.notation``, ``kiosk.game.cards``): how tests describe a table."""

from __future__ import annotations

from typing import Final

from kiosk.game.cards import Card, parse_card
from kiosk.game.position import Position, SeatPosition

_GAP: Final = "-"
_PILES: Final = ("stack", "hand", "discard")
_KEYWORDS: Final = ("row", *_PILES, "centered", "left")


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
    piles = {name: tuple(map(parse_card, parts.pop(name, []))) for name in _PILES}
    row = tuple(_parse_slot(word) for word in parts.pop("row", []))
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
