"""The dice game's bots, and their view of a round: that of a person at the seat."""

from __future__ import annotations

from typing import Final

from hardware.api import Instant
from kiosk.bots.dice_bot import DiceBot, DiceBotView
from kiosk.bots.strength import Strength
from kiosk.game.dice.dice import Die
from kiosk.game.dice.round import DiceRound, DiceSeat
from kiosk.game.seats import SeatNumber


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
