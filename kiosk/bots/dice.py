"""The dice game's bots: they place the dice that fit, and weigh waiting for a space against rolling. Pure.

They see of a round what a person at the seat sees.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec import Struct

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.bots.bot import Action, Bot, Decision
from kiosk.bots.strength import Strength
from kiosk.game.colors import Color
from kiosk.game.dice.dice import FACES, Die
from kiosk.game.dice.round import Board, DiceRound, DiceSeat
from kiosk.game.seats import SeatNumber

LONGEST_WAIT: Final = 3
"""Looks without a change before it rolls after all: by then the other player has overlooked the die."""


class DiceBotView(Struct, frozen=True):
    """The view of a bot: the board, its own dice, and those of the others, which are all visible once at rest."""

    dice: tuple[Color, ...]
    """Its unplaced dice."""
    lying: tuple[Die, ...]
    """The faces of its dice, sorted; empty before the first roll and while they roll."""
    others: frozenset[Die]
    """The others' dice at rest."""
    board: tuple[int, ...]
    """The highest value placed per colour."""
    locked: bool
    """True if it cannot act: its dice roll, or it is locked for a mistake."""
    may_stop: bool
    carried: frozenset[str] = frozenset()


class DiceBot(Bot[DiceBotView]):
    """A bot that plays dice.

    It never votes: there is always a move (RULES.md 5.6), and a vote of all would void the leader's round.
    """

    def _decide(self, view: DiceBotView, now: Instant) -> Decision:
        if view.locked:
            return None, self.strength.look
        board = Board(view.board)
        die = self._noticed(die for die in view.lying if board.fits(die))
        if die is not None:
            return msg.PlaceDie(self.seat, str(die), now), self.strength.travel
        unchanged = self._looks_unchanged((view.lying, view.board))
        thinks = unchanged < LONGEST_WAIT and self._random.random() < self.strength.wait
        if thinks and waiting_pays(view):
            return None, self.strength.look
        return msg.RollDice(self.seat, now), self.strength.turn

    def _piece(self, view: DiceBotView, action: Action) -> str | None:
        return action.die if isinstance(action, msg.PlaceDie) else None


def waiting_pays(view: DiceBotView) -> bool:
    """Return whether a wait promises more dice than a roll.

    A roll brings a die of each colour with the probability that one of that colour shows the next value. A wait for
    another player's die that fits brings the own dice that follow it without a gap; without such a die there is nothing
    to wait for. A wait is shorter than a roll, which makes up for dice that the other player overlooks.
    """
    rolled = sum(1 - (1 - 1 / FACES) ** count for count in Counter(view.dice).values())
    board = Board(view.board)
    waited = sum(_followers(view.lying, die) for die in view.others if board.fits(die))
    return waited > rolled


def _followers(lying: tuple[Die, ...], die: Die) -> int:
    """Return how many of the dice follow that one without a gap."""
    values = {own.value for own in lying if own.color is die.color}
    return next(value for value in range(die.value + 1, FACES + 2) if value not in values) - die.value - 1


class DiceBots:
    """The bots of the dice game (``game_bots.GameBots``)."""

    def bot(self, number: SeatNumber, strength: Strength, seed: int, now: Instant, seats: int) -> DiceBot:
        """Return a bot that waits for a space or rolls."""
        return DiceBot(number, strength, seed, now)

    def view(self, round_: DiceRound, index: int, at: int, carried: frozenset[str]) -> DiceBotView | None:
        """Return the board, and all dice at rest."""
        return dice_bot_view(round_, index, at, carried)


def dice_bot_view(round_: DiceRound, index: int, at: int, carried: frozenset[str] = frozenset()) -> DiceBotView | None:
    """Return the view of a seat by the core's index at ``at``, ms into the round; None if it is not in the round.

    ``carried``: the dice that people carry. Rolling dice are seen once they are at rest.
    """
    seat = round_.seats[index]
    if not seat.active:
        return None
    others = [other for other in round_.seats if other is not seat]
    return DiceBotView(
        dice=tuple(seat.dice),
        lying=_at_rest(seat, at),
        others=frozenset(die for other in others for die in _at_rest(other, at)),
        board=tuple(round_.board.heights),
        locked=at < seat.locked_until,
        may_stop=round_.may_stop(index),
        carried=carried,
    )


def _at_rest(seat: DiceSeat, at: int) -> tuple[Die, ...]:
    return tuple(seat.rolled or ()) if seat.active and at >= seat.rolling_until else ()


BOTS: Final = DiceBots()
