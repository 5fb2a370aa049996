"""What a seat, or time, asks of a round. Plain data: replaying the same commands gives the same events.

Times (``at``) are integer milliseconds from the start of the round and never decrease. Commands of one time are judged
in the order given. Randomness comes in as data: a ``Flip`` that recycles by shuffling and a ``Tick`` that reshuffles
carry the order that somebody else drew (``kiosk.dealing.dealer``). They form no cycles (``gc=False``).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from kiosk.game.dice import Die


class Place(StrEnum):
    """The places that a seat's card can be taken from."""

    ROW = "row"
    STACK = "stack"
    DISCARD = "discard"


class Source(NamedTuple):
    """Where a card is taken from: ``slot`` counts from 0 and is meaningful for the row only."""

    place: Place
    slot: int = 0

    def __str__(self) -> str:
        return f"row {self.slot}" if self.place is Place.ROW else self.place.value


STACK = Source(Place.STACK)
DISCARD = Source(Place.DISCARD)
ROW = tuple(Source(Place.ROW, slot) for slot in range(5))
"""The slots of the longest row (RULES.md B2)."""


def parse_source(text: str) -> Source:
    """``stack``, ``discard`` or ``row N``; ``ValueError`` for any other form."""
    match text.split(" "):
        case ["stack"]:
            return STACK
        case ["discard"]:
            return DISCARD
        case ["row", slot] if slot.isascii() and slot.isdigit():
            return Source(Place.ROW, int(slot))
    raise ValueError(f"{text!r} is no source (stack, discard or row N)")


class Play(Struct, frozen=True, gc=False):
    """A card to the centre.

    ``near`` lists cells of the centre, the wished one first: of several piles that fit equally well the first listed is
    taken, and a 1 opens its pile on the first listed cell that is free. What is not listed comes after, lowest first.
    It never changes whether the move is legal (RULES.md E6).
    """

    at: int
    seat: int
    source: Source
    near: tuple[int, ...] = ()


class Flip(Struct, frozen=True, gc=False):
    """Three cards of the hand onto the discard. With an empty hand it recycles first.

    ``order``: where the rules recycle by shuffling and this flip recycles, a permutation of ``range(len(discard))``:
    the new hand's k-th card (next to be flipped first) is ``discard[order[k]]``. Else empty.
    """

    at: int
    seat: int
    order: tuple[int, ...] = ()


class Refill(Struct, frozen=True, gc=False):
    """The top of the stack into an empty slot."""

    at: int
    seat: int
    slot: int


class Tuck(Struct, frozen=True, gc=False):
    """Pro variant: the top of the stack or of the discard onto the row pile in ``slot``."""

    at: int
    seat: int
    source: Source
    slot: int


class Roll(Struct, frozen=True, gc=False):
    """Dice: all unplaced dice of the seat are rolled.

    ``faces``: what they show, in any order; None as long as nobody has drawn or read it (the dealer draws).
    ``lasts``: so many ms the dice still roll; None: as long as the rules say. Real dice that have been read lie: 0.
    """

    at: int
    seat: int
    faces: tuple[Die, ...] | None = None
    lasts: int | None = None


class PlaceDie(Struct, frozen=True, gc=False):
    """Dice: a die that lies so goes to its space of the board."""

    at: int
    seat: int
    die: Die


class Stop(Struct, frozen=True, gc=False):
    """The call. Legal when the own stack is empty; with dice when none is left."""

    at: int
    seat: int


class Vote(Struct, frozen=True, gc=False):
    """The seat thinks that nothing goes."""

    at: int
    seat: int


class Leave(Struct, frozen=True, gc=False):
    """The seat is out of the round."""

    at: int
    seat: int


class Tick(Struct, frozen=True, gc=False):
    """Time passes to ``at``: what is due up to then (inclusive) happens.

    ``orders``: if a reshuffle by ``dead_by_order`` falls due, one permutation a seat (an empty one for a seat that has
    left): the new hand's k-th card is ``(hand + discard)[order[k]]``. Else empty.
    """

    at: int
    orders: tuple[tuple[int, ...], ...] = ()


Command: TypeAlias = Play | Flip | Refill | Tuck | Stop | Vote | Leave | Tick

OfSeat: TypeAlias = Play | Flip | Refill | Tuck | Roll | PlaceDie | Stop | Vote | Leave
"""What a seat asks, in either game."""

WORDS: Final[dict[type[OfSeat], str]] = {
    Play: "play",
    Flip: "flip",
    Refill: "refill",
    Tuck: "tuck",
    Roll: "roll",
    PlaceDie: "place",
    Stop: "stop",
    Vote: "vote",
    Leave: "leave",
}
"""What each command of a seat is called in the referee's language."""
