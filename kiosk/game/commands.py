"""The commands that rounds of every game have, from a seat or from the clock. Each game adds its own.

They are plain data: replaying the same commands gives the same events. Times (``at``) are integer milliseconds from the
start of the round and never decrease. Commands of the same time are judged in the order given. Randomness comes in as
data (``kiosk.game.game_round.Draw``), drawn by ``kiosk.dealing.dealer``. They form no cycles (``gc=False``).
"""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from msgspec import Struct, structs


class SeatCommand(Struct, frozen=True, gc=False):
    """Base of every command of a seat. ``word``: its name in the referee's language."""

    word: ClassVar[str] = ""

    at: int
    seat: int


def picked_up_at(command: SeatCommand, at: int) -> SeatCommand:
    """Return a command with the time at which its piece was picked up (``picked_up``, ms), if it brings one."""
    return structs.replace(command, picked_up=at) if "picked_up" in command.__struct_fields__ else command


def picked_up_of(command: Command) -> int | None:
    """Return the time at which the piece of a command was picked up, ms; None: it was not carried."""
    picked_up: int | None = getattr(command, "picked_up", None)
    return picked_up


class Stop(SeatCommand, frozen=True, gc=False):
    """The call. Legal when the own stack is empty, in the dice game when no die is left."""

    word: ClassVar[str] = "stop"


class Vote(SeatCommand, frozen=True, gc=False):
    """A vote that nobody can play."""

    word: ClassVar[str] = "vote"


class Leave(SeatCommand, frozen=True, gc=False):
    """The seat leaves the round."""

    word: ClassVar[str] = "leave"


class Tick(Struct, frozen=True, gc=False):
    """Time passes to ``at``: everything that is due up to then (inclusive) happens.

    ``orders``: if a reshuffle of all hands is due, one permutation per seat (an empty one for a seat that has left):
    the new hand's k-th card is ``(hand + discard)[order[k]]``. Otherwise empty.
    """

    at: int
    orders: tuple[tuple[int, ...], ...] = ()


Command: TypeAlias = SeatCommand | Tick
"""What a round judges."""

COMMANDS: Final[tuple[type[Command], ...]] = (Stop, Vote, Leave, Tick)
"""The commands of every game."""
