"""The commands of a seat in a round of cards, and the sources of its cards."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

from kiosk.game.commands import Leave, SeatCommand, Stop, Tick, Vote


class Place(StrEnum):
    """The places that a seat's card can be taken from."""

    ROW = "row"
    STACK = "stack"
    DISCARD = "discard"


class Source(NamedTuple):
    """The place that a card is taken from: ``slot`` counts from 0 and applies only to the row."""

    place: Place
    slot: int = 0

    def __str__(self) -> str:
        return f"row {self.slot}" if self.place is Place.ROW else self.place.value


STACK = Source(Place.STACK)
DISCARD = Source(Place.DISCARD)
ROW = tuple(Source(Place.ROW, slot) for slot in range(5))
"""The slots of the longest row (RULES.md B2)."""


def parse_source(text: str) -> Source:
    """Return the source written as ``stack``, ``discard`` or ``row N``; ``ValueError`` for any other text."""
    match text.split(" "):
        case ["stack"]:
            return STACK
        case ["discard"]:
            return DISCARD
        case ["row", slot] if slot.isascii() and slot.isdigit():
            return Source(Place.ROW, int(slot))
    raise ValueError(f"{text!r} is not a source (stack, discard or row N)")


class Play(SeatCommand, frozen=True, gc=False):
    """A card to the centre.

    ``near`` lists cells of the centre, the preferred one first: of several piles that fit the first listed is taken,
    and a 1 opens its pile on the first listed cell that is free. Cells not listed follow, lowest first. ``near`` never
    affects whether the move is legal (RULES.md E6).
    """

    word: ClassVar[str] = "play"
    source: Source
    near: tuple[int, ...] = ()


class Flip(SeatCommand, frozen=True, gc=False):
    """Three cards of the hand onto the discard. With an empty hand it recycles first.

    ``order``: if this flip recycles and the rules recycle by shuffling, a permutation of ``range(len(discard))``: the
    new hand's k-th card (the next to be flipped first) is ``discard[order[k]]``. Otherwise empty.
    """

    word: ClassVar[str] = "flip"
    order: tuple[int, ...] = ()


class Refill(SeatCommand, frozen=True, gc=False):
    """The top of the stack into an empty slot."""

    word: ClassVar[str] = "refill"
    slot: int


class Tuck(SeatCommand, frozen=True, gc=False):
    """Pro variant: the top of the stack or of the discard onto the row pile in ``slot``."""

    word: ClassVar[str] = "tuck"
    source: Source
    slot: int


CardSeatCommand: TypeAlias = Play | Flip | Refill | Tuck | Stop | Vote | Leave
CardCommand: TypeAlias = CardSeatCommand | Tick
