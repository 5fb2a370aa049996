"""What a seat asks of a round of dice."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from kiosk.game.commands import Leave, SeatCommand, Stop, Tick, Vote
from kiosk.game.dice import Die


class Roll(SeatCommand, frozen=True, gc=False):
    """Dice: all unplaced dice of the seat are rolled.

    ``faces``: what they show, in any order; None as long as nobody has drawn or read it (the dealer draws).
    ``lasts``: so many ms the dice still roll; None: as long as the rules say. Real dice that have been read lie: 0.
    """

    word: ClassVar[str] = "roll"
    faces: tuple[Die, ...] | None = None
    lasts: int | None = None


class PlaceDie(SeatCommand, frozen=True, gc=False):
    """Dice: a die that lies so goes to its space of the board."""

    word: ClassVar[str] = "place"
    die: Die


DiceSeatCommand: TypeAlias = Roll | PlaceDie | Stop | Vote | Leave
DiceCommand: TypeAlias = DiceSeatCommand | Tick
