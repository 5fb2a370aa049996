"""The events of a round of cards."""

from __future__ import annotations

from kiosk.game.card_commands import Source
from kiosk.game.cards import Card
from kiosk.game.events import Event
from kiosk.game.refusals import DeadState


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
