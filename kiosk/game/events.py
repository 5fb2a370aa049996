"""The events that rounds of every game have. Each game adds its own.

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
    the game's own reasons; ``card`` its piece, if any. ``by`` and ``since``: for ``beaten_to_it`` the seat that was
    faster, and the time of its piece.
    """

    seat: int
    do: str
    reason: StrEnum
    card: Hashable | None = None
    by: int | None = None
    since: int | None = None


class SeatLocked(Event, frozen=True, gc=False):
    """The seat is locked up to, but not including, ``until``; ``flips_only``: by the flip cooldown, for flips only."""

    seat: int
    until: int
    flips_only: bool


class Penalized(Event, frozen=True, gc=False):
    """The seat loses points of this round (for a false Stop or a misplay, if the edition penalizes it)."""

    seat: int
    points: int


class Voted(Event, frozen=True, gc=False):
    """The seat has voted that nobody can play."""

    seat: int


class VotesVoid(Event, frozen=True, gc=False):
    """All votes are void: a card reached the centre, or they were unanimous."""


class Left(Event, frozen=True, gc=False):
    """The seat has left the round."""

    seat: int


class RoundEnded(Event, frozen=True, gc=False):
    """The round is over. ``seat``: the seat that called or whose stack ended it, if any."""

    by: RoundEnd
    seat: int | None


EVENTS: Final[tuple[type[Event], ...]] = (Rejected, SeatLocked, Penalized, Voted, VotesVoid, Left, RoundEnded)
"""The events of every game."""
