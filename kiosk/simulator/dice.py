"""The dice game in the simulator: its bots' choice of a move, one simulated round, its measures, and its options.

A round is simulated in one of two models (RULES.md section 6).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from msgspec.structs import replace

from kiosk.dealing.dealer import Dealer
from kiosk.dealing.dice_bag import bag
from kiosk.game.dice.dice import FACES
from kiosk.game.dice.moves import ROLL
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import MOST_EXTRA, DiceRules, HandicapMode, dice_counts
from kiosk.game.options import StopMode
from kiosk.simulator.bots import SimulatedBot, turn_ms, turns
from kiosk.simulator.game_simulator import GameSimulator, Option, Simulation, TableHandicap, Wanted
from kiosk.simulator.measures import NamedMeasures, RunningMatch, Totals, Values
from kiosk.simulator.tally import Column, Row

ChooseDie: TypeAlias = Callable[[DiceRound, int, int, random.Random], int]
"""A function that returns the next move (``dice_moves``) at that time of a seat that has dice and may act."""


def greedy_with_dice(round_: DiceRound, seat: int, at: int, _chance: random.Random) -> int:
    """Return the placing of a die that fits, red ones first, otherwise a roll."""
    return round_.legal_moves(seat, at)[0]  # in that order


def at_random_with_dice(round_: DiceRound, seat: int, at: int, chance: random.Random) -> int:
    """Return any legal move, all equally likely: it often rolls although a die fits."""
    return chance.choice(round_.legal_moves(seat, at))


DICE_BOTS: Final[Mapping[str, ChooseDie]] = {"greedy": greedy_with_dice, "random": at_random_with_dice}
"""The kinds of bots that play dice, by name."""


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
    table = _DiceTable(round_, dealer, bots, chance)
    if not waves:
        table.play_turns(turn_ms(bots) if timed else 0.0)
        return table.result(None)
    table.play_waves()
    return table.result(sum(not seat.dice for seat in round_.seats))


class _DiceTable:
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


def dice_columns(*, waves: bool) -> tuple[Column, ...]:
    """Return the columns of ``read_dice``.

    ``dice_left``: those of all other seats, which are the winner's points. ``photo_finishes``: the share of rounds in
    which a second seat finished in the same wave (by turns there is no such column). ``rolls``: the winner's.
    """
    finishes = (Column("photo_finishes"),) if waves else ()
    return (Column("dice_left"), *finishes, Column("rolls"))


def read_dice(played: PlayedDice) -> Row:
    """Return the values of a round."""
    finishes = () if played.finished is None else (int(played.finished > 1),)
    return (max(played.scores), *finishes, played.rolls)


def read_match(rules: DiceRules, running: RunningMatch) -> Row | None:
    """Return whether two seats share the highest total after the last ordinary round of a match, and whether more do.

    (N13)
    """
    if running.round_no < rules.rounds(len(running.totals)):
        return None
    leaders = running.totals.count(max(running.totals))
    return int(leaders == 2), int(leaders > 2)


def measure_dice(rules: DiceRules, bots: Sequence[SimulatedBot], totals: Totals) -> NamedMeasures:
    """Return the measures. Those of a seat include its bot and its number of dice.

    Nine of ten rounds need no more rolls than ``rolls_of_nine_in_ten``. ``matches_tied_...``: the share of matches with
    that many leaders after the last round.
    """
    table: Values = {
        "rounds": totals.tally.rounds,
        **totals.mean("rolls"),
        "rolls_of_nine_in_ten": totals.nine_in_ten(),
        **totals.mean("dice_left"),
        **totals.mean("photo_finishes"),
        **totals.seat_advantage(),
        "rounds_a_match": rules.rounds(len(bots)),
        "matches": 0 if totals.matches is None else totals.matches.count,
        **totals.match_mean("matches_tied_by_two", 0),
        **totals.match_mean("matches_tied_by_more", 1),
    }
    return NamedMeasures(table, totals.seats(bots, "dice", dice_counts(rules, len(bots))))


_MODES: Final = tuple(map(str, HandicapMode))


class DiceSimulator:
    """The dice game's part ``simulator`` (``kiosk.simulator.game_simulator.GameSimulator``)."""

    options = (
        Option(
            "extra",
            "a handicap: each player's extra dice, 0 to 2",
            each=(0, MOST_EXTRA),
            sets="dice_extra",
            handicap=TableHandicap("extra dice: {}"),
        ),
        Option(
            "handicap_mode",
            "the source of extra dice (default: leave_out)",
            words=tuple(map(str, HandicapMode)),
            sets="handicap_mode",
        ),
        Option(
            "roll_times",
            "a handicap: each player's time of a roll, ms",
            each=(0, 60_000),
            sets="roll_ms",
            handicap=TableHandicap("{:+g} s for each roll", time=True),
        ),
        Option("waves", "all players roll together, not at their own pace"),
    )
    bots = tuple(DICE_BOTS)
    unused = (
        *("roll_ms", "stop_mode"),  # see play_dice
        *("start_score", "dice_tie", "stop_timeout_ms", "false_stop", "misplay", "late_ms", "unanimous_abort"),
        "house_seats",
    )

    def simulation(self, wanted: Wanted) -> Simulation:
        """Return a simulation by turns, or in waves."""
        rules: DiceRules = wanted.rules
        if wanted.options["handicap_mode"] is not None:
            rules = replace(rules, handicap_mode=HandicapMode(wanted.options["handicap_mode"]))
        if wanted.options["extra"] is not None:
            rules = replace(rules, dice_extra=wanted.options["extra"])
        if wanted.options["roll_times"] is not None:
            rules = replace(rules, roll_ms=wanted.options["roll_times"])
        waves = bool(wanted.options["waves"])
        return Simulation(
            partial(play_dice, rules, wanted.bots, wanted.seed, waves),
            dice_columns(waves=waves),
            read_dice,
            partial(measure_dice, rules, wanted.bots),
            partial(read_match, rules),
            match_values=2,
            distributed=True,
        )


SIMULATOR: Final[GameSimulator] = DiceSimulator()
