"""A dice player for an empty seat: places what fits, and weighs waiting for a space against rolling. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from hardware.api import Instant
from kiosk import messages as msg
from kiosk.bots.bot import Bot, Decision
from kiosk.game.cards import Color
from kiosk.game.dice import FACES, Board, Die

WAVE: Final = 4
"""Looks that a wait lasts while nothing changes: by then everybody who rolls has done so; who has not waits as well."""


@dataclass(frozen=True, slots=True)
class DiceBotView:
    """What a bot sees: its own dice, the board, and the colours of the others' dice.

    Nothing that a person would not see.
    """

    dice: tuple[Color, ...]
    """Its unplaced dice."""
    lying: tuple[Die, ...]
    """How they lie, sorted; empty before the first roll and while they roll."""
    locked: bool
    """It cannot act: its dice roll, or it pays for a mistake."""
    board: tuple[int, ...]
    """The highest value placed per colour."""
    others: tuple[int, ...]
    """How many unplaced dice of each colour the others have together."""
    may_stop: bool
    somebody_voted: bool
    voted: bool


@dataclass(slots=True)
class DiceBot(Bot[DiceBotView]):
    """A bot that plays dice."""

    def _decide(self, view: DiceBotView, now: Instant) -> Decision:
        if view.locked:
            return None, self.strength.look
        board = Board(view.board)
        die = self._noticed(die for die in view.lying if board.fits(die))
        if die is not None:
            return msg.PlaceDie(self.seat, str(die), now), self.strength.travel
        if self._votes(view, (view.lying, view.board)):
            return msg.CastVote(self.seat, now), self.strength.travel
        if self._unchanged < WAVE and self._random.random() < self.strength.wait and waiting_pays(view):
            return None, self.strength.look
        return msg.RollDice(self.seat, now), self.strength.turn


def waiting_pays(view: DiceBotView) -> bool:
    """Whether more dice may be expected to go until everybody else has rolled once if it waits than if it rolls.

    A roll brings the next value of a colour with the chance that one of its dice of that colour shows it. Waiting
    brings the own dice that lie one space too far, and what follows them without a gap, with the chance that one of the
    others' dice of that colour shows the value that is missing. A space further off is not waited for.
    """
    lying = set(view.lying)
    rolled = sum(_shown(count) for count in Counter(view.dice).values())
    waited = sum(_shown(view.others[color]) * _run(lying, color, view.board[color] + 1) for color in Color)
    return waited > rolled


def _shown(dice: int) -> float:
    """The chance that at least one of so many dice shows a certain value."""
    return 1 - (1 - 1 / FACES) ** dice


def _run(lying: set[Die], color: Color, below: int) -> int:
    """How many dice of the colour lie there without a gap from the value above ``below`` (1..7) on."""
    value = below
    while value < FACES and Die(color * FACES + value) in lying:
        value += 1
    return value - below
