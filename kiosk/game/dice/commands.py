"""The commands of a seat in a round of dice, and the events of a round."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from kiosk.game.commands import Leave, SeatCommand, Stop, Tick, Vote
from kiosk.game.dice.dice import Die
from kiosk.game.events import Event


class Roll(SeatCommand, frozen=True, gc=False):
    """A roll of all unplaced dice of the seat.

    ``faces``: the result, in any order; None until it has been drawn (by the dealer) or read from real dice.
    ``lasts``: the duration of the roll in ms; None: ``roll_ms`` of the rules. Real dice have stopped when read: 0.
    """

    word: ClassVar[str] = "roll"
    faces: tuple[Die, ...] | None = None
    lasts: int | None = None


class PlaceDie(SeatCommand, frozen=True, gc=False):
    """A die with that colour and value goes to its space on the board. ``picked_up``: as in ``Play``."""

    word: ClassVar[str] = "place"
    die: Die
    picked_up: int | None = None


DiceSeatCommand: TypeAlias = Roll | PlaceDie | Stop | Vote | Leave
DiceCommand: TypeAlias = DiceSeatCommand | Tick


class Rolled(Event, frozen=True, gc=False):
    """All unplaced dice of the seat were rolled. ``faces``: the result, sorted."""

    seat: int
    faces: tuple[Die, ...]


class DiePlaced(Event, frozen=True, gc=False):
    """A die reached its space of the board."""

    seat: int
    die: Die


class DiceGone(Event, frozen=True, gc=False):
    """The seat has placed its last die: it may call STOP. The first seat to place all dice wins the round."""

    seat: int
