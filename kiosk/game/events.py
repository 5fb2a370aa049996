"""What happened in a round. Every command answers with events; a refusal is one of them.

``at`` is in milliseconds from the start of the round, seats count from 0, ``cell`` is a place of the centre's grid.
They are plain values that form no cycles (``gc=False``).
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from kiosk.game.cards import Card
from kiosk.game.commands import Source
from kiosk.game.dice import Die
from kiosk.game.refusals import DeadState, Reason, RoundEnd


class Rejected(Struct, frozen=True, gc=False):
    """A command was refused.

    ``do`` is the command's word in the referee's language (``play``, ``flip`` ...); ``card`` the card it was about, if
    any, or the die. ``by`` and ``since``: for ``beaten_to_it`` the seat that was faster and the time of its card.
    """

    at: int
    seat: int
    do: str
    reason: Reason
    card: Card | Die | None = None
    by: int | None = None
    since: int | None = None


class Played(Struct, frozen=True, gc=False):
    """A card reached the centre: the pile on ``cell`` now shows it. A finished pile (a 10) is collected at once."""

    at: int
    seat: int
    source: Source
    card: Card
    cell: int


class Flipped(Struct, frozen=True, gc=False):
    """Cards of the hand went onto the discard, the last one on top; ``recycled``: the discard became the hand first."""

    at: int
    seat: int
    cards: tuple[Card, ...]
    recycled: bool


class Refilled(Struct, frozen=True, gc=False):
    """The stack's top card filled an empty slot, by itself or by command."""

    at: int
    seat: int
    slot: int
    card: Card


class Tucked(Struct, frozen=True, gc=False):
    """A card was laid onto the own row (pro variant)."""

    at: int
    seat: int
    source: Source
    slot: int
    card: Card


class StackEmptied(Struct, frozen=True, gc=False):
    """The last card has left the seat's Ligretto stack: it may call Stop."""

    at: int
    seat: int


class Rolled(Struct, frozen=True, gc=False):
    """All unplaced dice of the seat were rolled and lie so, sorted."""

    at: int
    seat: int
    faces: tuple[Die, ...]


class DiePlaced(Struct, frozen=True, gc=False):
    """A die reached its space of the board."""

    at: int
    seat: int
    die: Die


class DiceGone(Struct, frozen=True, gc=False):
    """The seat has placed its last die: it may call STOP, and whoever is first to do so has won the round."""

    at: int
    seat: int


class SeatLocked(Struct, frozen=True, gc=False):
    """The seat is locked up to, but not including, ``until``; ``flips_only``: by the flip cooldown, for flips alone."""

    at: int
    seat: int
    until: int
    flips_only: bool


class Penalized(Struct, frozen=True, gc=False):
    """Points are taken from the seat's score of this round (a false Stop or a misplay, where the edition fines it)."""

    at: int
    seat: int
    points: int


class Voted(Struct, frozen=True, gc=False):
    """The seat thinks that nothing goes."""

    at: int
    seat: int


class VotesVoid(Struct, frozen=True, gc=False):
    """All votes are gone: a card reached the centre, or they were used up."""

    at: int


class Left(Struct, frozen=True, gc=False):
    """The seat is out of the round."""

    at: int
    seat: int


class DeadArmed(Struct, frozen=True, gc=False):
    """Nobody can play, in the way ``kind``; it fires at ``due`` unless something changes (None: only by vote)."""

    at: int
    kind: DeadState
    due: int | None


class DeadDisarmed(Struct, frozen=True, gc=False):
    """Somebody can play again."""

    at: int


class Reshuffled(Struct, frozen=True, gc=False):
    """Every active seat's hand and discard became a new hand: "Ligretto! Shuffle!"."""

    at: int


class RoundEnded(Struct, frozen=True, gc=False):
    """The round is over. ``seat``: who called or whose stack ended it; None where it names nobody."""

    at: int
    by: RoundEnd
    seat: int | None


Event: TypeAlias = (
    Rejected
    | Played
    | Flipped
    | Refilled
    | Tucked
    | StackEmptied
    | Rolled
    | DiePlaced
    | DiceGone
    | SeatLocked
    | Penalized
    | Voted
    | VotesVoid
    | Left
    | DeadArmed
    | DeadDisarmed
    | Reshuffled
    | RoundEnded
)
