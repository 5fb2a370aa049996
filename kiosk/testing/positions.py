"""Positions and cards read from text (``kiosk.game.notation``, ``kiosk.game.cards``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kiosk.game.card_round import CardRound
from kiosk.game.cards import Card, parse_card
from kiosk.game.colors import Color
from kiosk.game.dice import parse_dice
from kiosk.game.dice_position import DicePosition, DiceSeatPosition
from kiosk.game.dice_round import DiceRound
from kiosk.game.position import Position, SeatPosition
from kiosk.table.games.cards import CardMoves
from kiosk.table.games.dice import DiceMoves
from kiosk.table.games.game import Moves

_GAP: Final = "-"
_LEFT: Final = "left"
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


def laid(game: str, rules: Any, centre: str, seats: Sequence[str]) -> Moves:
    """Return a round of cards or dice with these pieces (``VirtualTable.lay``)."""
    if game == "dice":
        return DiceMoves(DiceRound(rules, _dice_position(centre, seats)))
    if game == "cards":
        return CardMoves(CardRound(rules, parse_position(" | ".join((centre or _GAP, *seats)))))
    raise ValueError(f"the pieces of the game {game!r} cannot be laid")


def _dice_position(board: str, trays: Sequence[str]) -> DicePosition:
    heights = {die.color: die.value for die in parse_dice(board)}
    seats = []
    for tray in trays:
        lying = () if tray == _LEFT else parse_dice(tray)
        seats.append(DiceSeatPosition(tuple(die.color for die in lying), lying, left=tray == _LEFT))
    return DicePosition(tuple(seats), tuple(heights.get(color, 0) for color in Color))
