"""The events of a round of dice."""

from __future__ import annotations

from kiosk.game.dice import Die
from kiosk.game.events import Event


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
