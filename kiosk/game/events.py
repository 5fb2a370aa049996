"""What happened in a round: the events of every game. Each game adds its own.

Every command answers with events; a refusal is one of them. ``at`` is in milliseconds from the start of the round, and
seats count from 0. They are plain values that form no cycles (``gc=False``).
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import StrEnum
from typing import Final

from msgspec import Struct

from kiosk.game.refusals import RoundEnd


class Event(Struct, frozen=True, gc=False):
    """Base of every event."""

    at: int


class Rejected(Event, frozen=True, gc=False):
    """A command was refused.

    ``do`` is the command's word in the referee's language (``play``, ``flip`` ...); ``reason`` one of ``Reason``, or of
    the game's own reasons; ``card`` the piece that it was about, if any. ``by`` and ``since``: for ``beaten_to_it`` the
    seat that was faster, and the time of its piece.
    """

    seat: int
    do: str
    reason: StrEnum
    card: Hashable | None = None
    by: int | None = None
    since: int | None = None


class SeatLocked(Event, frozen=True, gc=False):
    """The seat is locked up to, but not including, ``until``; ``flips_only``: by the flip cooldown, for flips alone."""

    seat: int
    until: int
    flips_only: bool


class Penalized(Event, frozen=True, gc=False):
    """Points are taken from the seat's score of this round (a false Stop or a misplay, where the edition fines it)."""

    seat: int
    points: int


class Voted(Event, frozen=True, gc=False):
    """The seat thinks that nothing goes."""

    seat: int


class VotesVoid(Event, frozen=True, gc=False):
    """All votes are gone: a card reached the centre, or they were used up."""


class Left(Event, frozen=True, gc=False):
    """The seat is out of the round."""

    seat: int


class RoundEnded(Event, frozen=True, gc=False):
    """The round is over. ``seat``: who called or whose stack ended it; None where it names nobody."""

    by: RoundEnd
    seat: int | None


EVENTS: Final[tuple[type[Event], ...]] = (Rejected, SeatLocked, Penalized, Voted, VotesVoid, Left, RoundEnded)
"""The events of every game."""
