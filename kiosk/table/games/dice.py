"""The dice game at the table."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.bots.dice_bot import DiceBot, DiceBotView
from kiosk.bots.strength import Strength
from kiosk.dealing.dealer import Dealer
from kiosk.dealing.dice_bag import bag
from kiosk.game.cards import Color
from kiosk.game.dice import SPACES, parse_die
from kiosk.game.dice_commands import DiceCommand, PlaceDie, Roll
from kiosk.game.dice_round import DiceRound, DiceSeat
from kiosk.game.dice_rules import MOST_EXTRA, MOST_SEATS, DiceRules, dice_counts
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.bot_view import dice_bot_view
from kiosk.table.inputs import RoundInput


class DiceMoves:
    """A round of dice on the table (``games.game.Moves``); pieces are dice."""

    def __init__(self, round_: DiceRound) -> None:
        self.round = round_

    def source(self, what: RoundInput) -> str | None:
        """Whence the die comes that this input lets go."""
        return msg.DIE + what.die if isinstance(what, msg.PlaceDie) else None

    def carries(self, source: str) -> bool:
        """Dice alone."""
        return source.startswith(msg.DIE)

    def piece(self, index: int, source: str) -> str | None:
        """The die."""
        return source.removeprefix(msg.DIE)

    def contested(self, index: int, source: str) -> Hashable | None:
        """The space that a die fits."""
        return source

    def wins(self, index: int, source: str) -> bool:
        """Whether it is a last die that fits, the first one of the round (N11, Q3)."""
        die = parse_die(source.removeprefix(msg.DIE))
        return self.round.winner is None and self.round.seats[index].rolled == [die] and self.round.board.fits(die)

    def let_go(self, at: int, index: int, what: RoundInput) -> DiceCommand | None:
        """A die to the board."""
        return PlaceDie(at, index, parse_die(what.die)) if isinstance(what, msg.PlaceDie) else None

    def play(self, at: int, index: int, source: str) -> DiceCommand:
        """The die to the board."""
        return PlaceDie(at, index, parse_die(source.removeprefix(msg.DIE)))

    def turn(self, at: int, index: int) -> DiceCommand:
        """All dice that are left are rolled."""
        return Roll(at, index)

    def to_throw(self, index: int) -> tuple[Color, ...]:
        """All that it has not placed."""
        return self.round.dice_to_roll(index)

    def bars_turn(self, source: str) -> bool:
        """No roll while a die is carried (RULES.md 7)."""
        return True

    def warns_of_turn(self, index: int) -> bool:
        """Rolling is free at any time (Q11)."""
        return False

    def last_piece(self, index: int) -> bool:
        """Whether one die is left."""
        return len(self.round.seats[index].dice) == 1

    def shown(self, source: str | None, piece: object | None) -> str | None:
        """Dice lie open."""
        return None if piece is None else str(piece)


@dataclass(frozen=True)
class DiceGame:
    """The dice game with a match's rules (``games.game.Game``)."""

    rules: DiceRules
    name: str = "dice"
    most_seats: int = MOST_SEATS
    handicaps: tuple[int, ...] = tuple(range(MOST_EXTRA + 1))
    """Extra dice that a seat may take (N15)."""
    usual_handicap: int = 0

    def deal(
        self,
        dealer: Dealer,
        roster: Roster,
        away: Collection[SeatNumber],
        tied: Collection[SeatNumber],
        handicaps: Mapping[SeatNumber, int],
    ) -> DiceMoves:
        """The bag is mixed and drawn (N2, N12). ``handicaps``: extra dice (N15), not in a tie-break round (Q6).

        What is drawn goes by the number of those who play.
        """
        numbers = roster.numbers
        out = [index for index, number in enumerate(numbers) if number in away]
        playing = [index for index in range(len(numbers)) if index not in out]
        wished = [0 if tied or index in out else handicaps.get(numbers[index], 0) for index in range(len(numbers))]
        rules = self._with_extra(wished, out)
        counts = dice_counts(rules, len(numbers), away=out)
        return DiceMoves(DiceRound.draw(rules.for_tiebreak() if tied else rules, bag(dealer), counts, playing))

    def _with_extra(self, wished: Sequence[int], out: Collection[int]) -> DiceRules:
        """Among many, fewer extra dice than wished for, so that nobody who plays is without (Q15)."""
        for most in range(min(MOST_EXTRA, max(wished)), 0, -1):
            rules = replace(self.rules, dice_extra=tuple(min(extra, most) for extra in wished))
            counts = dice_counts(rules, len(wished), away=out)
            if all(count or index in out for index, count in enumerate(counts)):
                return rules
        return self.rules

    def bot(self, number: SeatNumber, strength: Strength, seed: int, now: Instant, seats: int) -> DiceBot:
        """A bot that waits for a space or rolls."""
        return DiceBot(number, strength, seed, now)

    def bot_view(self, moves: DiceMoves, index: int, at: int, carried: frozenset[str]) -> DiceBotView | None:
        """What a person there sees."""
        return dice_bot_view(moves.round, index, at, carried)

    def pieces(self, moves: DiceMoves, index: int) -> tuple[int, int]:
        """Dice placed, dice left."""
        seat = moves.round.seats[index]
        return seat.placed, len(seat.dice)

    def seat_view(self, moves: DiceMoves, index: int, start: Instant, at: int) -> dict[str, Any]:
        """The dice as they lie."""
        seat = moves.round.seats[index]
        return {
            "dice": _lying(seat),
            "centered": seat.placed,
            "rolling_until": start + seat.rolling_until * 1_000_000 if at < seat.rolling_until else 0,
        }

    def table_view(self, moves: DiceMoves | None, start: Instant, roster: Roster) -> dict[str, Any]:
        """The board: whose die lies on which space."""
        if moves is None:
            return {}
        owners = {die: roster.number(seat) for die, (_, seat) in moves.round.board.covers()}
        return {"board": tuple(owners.get(space, 0) for space in SPACES)}

    def length_view(self, seats: int, lasted_ms: int) -> dict[str, Any]:
        """So many rounds a player (N13)."""
        return {"rounds": self.rules.rounds(seats)}


def _lying(seat: DiceSeat) -> tuple[str, ...]:
    """How the dice lie (``r3``); before the first roll only their colours (``r``)."""
    if seat.rolled is None:
        return tuple(color.letter for color in seat.dice)
    return tuple(str(die) for die in seat.rolled)
