"""The commands of a seat in a round of cards, the sources of its cards, and the events of a round."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

from kiosk.game.cards.cards import Card
from kiosk.game.commands import Leave, SeatCommand, Stop, Tick, Vote
from kiosk.game.events import Event
from kiosk.game.refusals import DeadState


class CardPlace(StrEnum):
    """The places that a seat's card can be taken from."""

    ROW = "row"
    STACK = "stack"
    DISCARD = "discard"


class Source(NamedTuple):
    """The place that a card is taken from: ``slot`` counts from 0 and applies only to the row."""

    place: CardPlace
    slot: int = 0

    def __str__(self) -> str:
        return f"row {self.slot}" if self.place is CardPlace.ROW else self.place.value


STACK = Source(CardPlace.STACK)
DISCARD = Source(CardPlace.DISCARD)
ROW = tuple(Source(CardPlace.ROW, slot) for slot in range(5))
"""The slots of the longest row (RULES.md B2)."""


def parse_source(text: str) -> Source:
    """Return the source written as ``stack``, ``discard`` or ``row N``; ``ValueError`` for any other text."""
    match text.split(" "):
        case ["stack"]:
            return STACK
        case ["discard"]:
            return DISCARD
        case ["row", slot] if slot.isascii() and slot.isdigit():
            return Source(CardPlace.ROW, int(slot))
    raise ValueError(f"{text!r} is not a source (stack, discard or row N)")


class Play(SeatCommand, frozen=True, gc=False):
    """A card to the centre.

    ``near`` lists cells of the centre, the preferred one first: of several piles that fit the first listed is taken,
    and a 1 opens its pile on the first listed cell that is free. Cells not listed follow, lowest first. ``near`` never
    affects whether the move is legal (RULES.md E6). ``picked_up``: the time at which the card was picked up, ms, from
    which on a faster card is a lost race (E4); None: it was not carried.
    """

    word: ClassVar[str] = "play"
    source: Source
    near: tuple[int, ...] = ()
    picked_up: int | None = None


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


class Played(Event, frozen=True, gc=False):
    """A card reached the centre: the pile on ``cell`` now shows it. A finished pile (a 10) is collected at once."""

    seat: int
    source: Source
    card: Card
    cell: int


class Flipped(Event, frozen=True, gc=False):
    """Cards of the hand went onto the discard, the last one on top; ``recycled``: the discard became the hand first."""

    seat: int
    cards: tuple[Card, ...]
    recycled: bool


class Refilled(Event, frozen=True, gc=False):
    """The stack's top card filled an empty slot, automatically or by command."""

    seat: int
    slot: int
    card: Card


class Tucked(Event, frozen=True, gc=False):
    """A card was laid onto the own row (pro variant)."""

    seat: int
    source: Source
    slot: int
    card: Card


class StackEmptied(Event, frozen=True, gc=False):
    """The last card has left the seat's Ligretto stack: it may call Stop."""

    seat: int


class DeadArmed(Event, frozen=True, gc=False):
    """A dead state of that kind has begun; it fires at ``due`` unless something changes (None: only by vote)."""

    kind: DeadState
    due: int | None


class DeadDisarmed(Event, frozen=True, gc=False):
    """Somebody can play again."""


class Reshuffled(Event, frozen=True, gc=False):
    """Every active seat's hand and discard became a new hand: "Ligretto! Shuffle!"."""
