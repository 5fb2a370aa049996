"""One simulated round of dice, in one of two models (RULES.md section 6).

By turns, as in cards, all seats act at a pace of their own: the seat of each turn is drawn at random, weighted by the
bots' speeds. In its turn a seat places a die; if it has none to place it rolls first. A call costs no turn. Where rolls
take a time of each seat's own, time passes, and a seat loses its turns until its dice lie. In waves all seats roll at
the same moment, and the next wave comes when no seat can place any more: the speed only decides which seat takes a
space that two could take. The wave in which a seat finishes is played to its end, to count photo finishes.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kiosk.dealing.dealer import Dealer
from kiosk.dealing.dice_bag import bag
from kiosk.game.dice.dice import FACES
from kiosk.game.dice.moves import ROLL
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import DiceRules, dice_counts
from kiosk.game.options import StopMode
from kiosk.simulator.bots import SimulatedBot, turn_ms, turns
from kiosk.simulator.dice_players import DICE_BOTS


@dataclass(frozen=True)
class PlayedDice:
    """The result of a round of dice.

    ``caller``: the first seat to place its last die. ``rolls``: its number of rolls; in waves that of all seats.
    ``finished``: the number of seats without dice after the last wave; None by turns.
    """

    scores: tuple[int, ...]
    caller: int
    rolls: int
    finished: int | None


def play_dice(rules: DiceRules, bots: Sequence[SimulatedBot], seed: int, waves: bool, index: int) -> PlayedDice:
    """Play round ``index`` of a simulation; the same seed and index give the same round in any process.

    ``rules``: rolls take time only with a ``roll_ms`` for each seat. ``bots``: one per seat. ``waves``: all roll at the
    same time, instead of by turns, and at once.
    """
    chance = random.Random(f"{seed}/{index}")  # noqa: S311  the game must be repeatable
    dealer = Dealer(chance.getrandbits(64))
    timed = isinstance(rules.roll_ms, tuple) and not waves
    rules = replace(rules, roll_ms=rules.roll_ms if timed else 0, stop_mode=StopMode.PRESS)
    round_ = DiceRound.draw(rules, bag(dealer), dice_counts(rules, len(bots)), listens=False)
    table = _Table(round_, dealer, bots, chance)
    if not waves:
        table.play_turns(turn_ms(bots) if timed else 0.0)
        return table.result(None)
    table.play_waves()
    return table.result(sum(not seat.dice for seat in round_.seats))


class _Table:
    """A round that is being played, by moves without commands and events."""

    def __init__(self, round_: DiceRound, dealer: Dealer, bots: Sequence[SimulatedBot], chance: random.Random) -> None:
        self._round = round_
        self._dealer = dealer
        self._bots = bots
        self._choose = [DICE_BOTS[bot.kind] for bot in bots]
        self._chance = chance
        self._at = 0
        self._rolls = [0] * len(bots)

    def play_turns(self, step: float) -> None:
        """Let all seats act at a pace of their own, until one has placed all its dice.

        ``step``: the time from one turn to the next, ms.
        """
        for number, seat in enumerate(turns(self._bots, self._chance)):
            self._at = int(number * step)
            if not self._lies(seat):
                continue
            if not self._place(seat):
                self._roll(seat)
                if self._lies(seat):
                    self._place(seat)
            if self._round.winner is not None:
                return

    def play_waves(self) -> None:
        """Let all seats roll at the same time, until the end of the wave in which one has placed all its dice."""
        while self._round.winner is None:
            for seat in range(len(self._bots)):
                self._roll(seat)
            placing = {seat: self._bots[seat].speed for seat in range(len(self._bots))}
            done: set[int] = set()
            while len(done) < len(placing):
                (seat,) = self._chance.choices(list(placing), list(placing.values()))
                done = set() if self._place(seat) else done | {seat}

    def result(self, finished: int | None) -> PlayedDice:
        """Return the result of the round, which a seat has won."""
        winner = self._round.winner
        assert winner is not None  # noqa: S101  both models run until then (RULES.md 5.6)
        return PlayedDice(
            scores=tuple(self._round.scores()),
            caller=winner,
            rolls=self._rolls[winner],
            finished=finished,
        )

    def _lies(self, seat: int) -> bool:
        """Return whether the seat's dice do not roll."""
        return self._at >= self._round.seats[seat].rolling_until

    def _roll(self, seat: int) -> None:
        result, unit = 0, 1
        for _ in self._round.seats[seat].dice:
            result += unit * (self._dealer.number(1, FACES) - 1)
            unit *= FACES
        self._round.make(seat, ROLL, self._at, result)
        self._rolls[seat] += 1

    def _place(self, seat: int) -> bool:
        """Let the seat place a die if it chooses to; return whether it did."""
        if not self._round.seats[seat].dice:
            return False
        move = self._choose[seat](self._round, seat, self._at, self._chance)
        return move != ROLL and self._round.make(seat, move, self._at) is None
