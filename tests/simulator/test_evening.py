"""Two players are made even: with a made-up game whose margins are known, and with the real ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import log2
from typing import Any

import pytest

from kiosk.game.cards.editions import rules_of
from kiosk.game.dice.rules import DiceRules
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.cards import SIMULATOR as CARDS
from kiosk.simulator.dice import SIMULATOR as DICE
from kiosk.simulator.evening import (
    REACH,
    Bots,
    Evened,
    Handicap,
    OutOfReachError,
    TooFewRoundsError,
    errors_of_mean,
    fitted,
    make_even,
)
from kiosk.simulator.game_simulator import GameSimulator, Option, Simulation, Wanted
from kiosk.simulator.measures import NamedMeasures
from kiosk.simulator.run import players
from kiosk.simulator.work import Result
from tests.rig.simulated import dice_simulation

DOUBLING = 24
"""The mean margin of a bot that acts twice as often, in the made-up game."""


@dataclass(frozen=True)
class Scores:
    """A round of the made-up game."""

    scores: tuple[int, ...]
    caller: int | None = None


def race(bots: tuple[SimulatedBot, ...], loads: tuple[int, ...], seed: int, index: int) -> Scores:
    """Return points that grow with the speed, and fall by 3 with each weight that a seat carries; more seats: half."""
    chance = random.Random(f"{seed}/{index}")  # noqa: S311
    noise = [chance.choice((-3, 3)) for _ in bots]
    share = DOUBLING if len(bots) == 2 else DOUBLING / 2
    points = [log2(bot.speed) * share - 3 * load for bot, load in zip(bots, loads, strict=True)]
    return Scores(tuple(round(one) + luck for one, luck in zip(points, noise, strict=True)))


class Race:
    """The made-up game's part of the simulator."""

    options = (Option("loads", "", each=(0, 9)), Option("unused", ""))
    bots = ("greedy",)
    unused = ()

    def simulation(self, wanted: Wanted) -> Simulation:
        """Return the simulation."""
        assert wanted.options["unused"] is None
        play = partial(race, wanted.bots, wanted.options["loads"], wanted.seed)
        return Simulation(play, (), lambda _: (), lambda _: NamedMeasures({}, ()))


LOADS = [Handicap("loads", load, 2, load, f"a load of {load}") for load in range(6)]


def shown(results: Iterator[Result], what: str, rounds: int) -> Iterator[Result]:
    return results


def evened(margins: list[int], workers: int = 1, **changes: Any) -> Evened:
    bots = Bots(Race(), None, tables={2: 1}, handicaps=LOADS, rounds=100, seed=1)
    return make_even(replace(bots, **changes), margins, players(workers), shown)


def test_the_ratio_of_speeds_is_recovered_with_its_interval_and_what_makes_even_is_first() -> None:
    found = evened([3, 9] * 8)  # a mean of 6, a quarter of that for a doubling
    assert found.faster == 0
    assert found.margin == pytest.approx((6, 6 - 2.131 * 3.098 / 4, 6 + 2.131 * 3.098 / 4), abs=0.01)
    assert found.ratio.low < found.ratio.value < found.ratio.high
    assert found.ratio.value == pytest.approx(2**0.25, rel=0.05)
    assert found.ratio.high == pytest.approx(2 ** (found.margin.high / DOUBLING), rel=0.05)
    best = found.tried[0]
    assert (best.player, best.handicap) in {(0, LOADS[4]), (1, LOADS[0])}
    assert best.margin.low < 0 < best.margin.high
    assert [abs(one.margin.value) for one in found.tried] == sorted(abs(one.margin.value) for one in found.tried)


def test_the_faster_takes_what_is_harder_and_the_slower_what_is_easier() -> None:
    loads = {(one.player, one.handicap.number) for one in evened([6] * 9).tried if one.handicap}
    assert loads == {(0, 3), (0, 4), (0, 5), (1, 0), (1, 1)}


def test_who_is_named_first_changes_the_signs_and_nothing_else() -> None:
    one, other = evened([3, 9, 5] * 8), evened([-3, -9, -5] * 8)
    assert (one.faster, other.faster) == (0, 1)
    assert one.ratio == other.ratio
    for left, right in zip(one.tried, other.tried, strict=True):
        assert left.handicap == right.handicap
        assert left.player == (None if right.player is None else 1 - right.player)
        assert left.ahead == right.ahead[::-1]
        assert left.margin == (-right.margin.value, -right.margin.high, -right.margin.low)


def test_even_players_need_no_handicap() -> None:
    found = evened([-4, 4, 4, -4, 0, 0])
    assert found.tried[0].handicap is None
    assert found.ratio.value == 1
    assert found.ratio.low == pytest.approx(1 / found.ratio.high)


def test_a_prediction_is_as_uncertain_as_the_ratio() -> None:
    sure, unsure = evened([6] * 9), evened([-14, 26] * 9)
    for found in (sure, unsure):
        none = next(one for one in found.tried if one.handicap is None)
        assert none.margin.value == pytest.approx(6, abs=1.5)
        assert none.margin.high - none.margin.low >= 0.9 * (found.margin.high - found.margin.low)
    assert unsure.ratio.high > 1.2 * sure.ratio.high


def test_tables_count_as_often_as_they_were_played() -> None:
    few, many = evened([6] * 8, tables={2: 3, 4: 1}), evened([6] * 8, tables={2: 1, 4: 3})
    assert log2(few.ratio.value) == pytest.approx(6 / (0.75 * DOUBLING + 0.25 * DOUBLING / 2), rel=0.1)
    assert log2(many.ratio.value) == pytest.approx(6 / (0.25 * DOUBLING + 0.75 * DOUBLING / 2), rel=0.1)


def test_the_same_seed_gives_the_same_answer_and_another_seed_another() -> None:
    assert evened([6] * 8) == evened([6] * 8)
    assert evened([6] * 8) != evened([6] * 8, seed=2)


def test_fewer_than_five_rounds_are_refused() -> None:
    with pytest.raises(TooFewRoundsError, match="4 rounds, of at least 5"):
        evened([6] * 4)


def test_a_margin_that_no_ratio_explains_is_refused() -> None:
    reached = DOUBLING * log2(REACH)
    with pytest.raises(OutOfReachError) as refused:
        evened([round(reached) + 4] * 8)
    assert refused.value.reached == pytest.approx(reached, abs=1.5)
    assert evened([round(reached) - 4] * 8).ratio.value < REACH


@pytest.mark.parametrize(("count", "student"), [(5, 2.776), (6, 2.571), (10, 2.262), (30, 2.045), (10**6, 1.960)])
def test_few_rounds_have_wider_intervals(count: int, student: float) -> None:
    assert errors_of_mean(count) == pytest.approx(student, abs=0.01)


def test_the_ratio_rises_with_the_margin_and_mirrors_below_even() -> None:
    curve = [5.0, 9.0, 12.0, 14.0, 13.5, 15.0]  # with noise at the end
    ratios = [fitted(curve, margin / 2, 0).value for margin in range(31)]
    assert ratios[0] == 1
    assert all(low < high for low, high in pairwise(ratios))
    assert fitted(curve, 0, 5) == pytest.approx((1, 2**-0.5, 2**0.5))
    assert fitted([5.0, 9.0, 12.0, 14.0, 15.0, 14.8], 15, 0).value == pytest.approx(2**2.5)
    assert fitted(curve, 5, 1000) == pytest.approx((2**0.5, 1 / REACH, REACH))


ROLLS = [Handicap("roll_times", 900 + more, 900, more, str(more)) for more in (-500, 0, 500, 1000, 2000)]
EXTRA = [Handicap("extra", extra, 0, extra, str(extra)) for extra in range(3)]


def dice_bots(rounds: int) -> Bots:
    return Bots(DICE, DiceRules(), {2: 1}, [*EXTRA, *ROLLS], rounds, seed=5)


def dice_margins(ratio: float, rounds: int) -> list[int]:
    bots = (SimulatedBot(speed=ratio**0.5), SimulatedBot(speed=ratio**-0.5))
    play = dice_simulation(DiceRules(), bots, seed=99, roll_times=(900, 900)).play
    scores = [play(index).scores for index in range(rounds)]
    return [one - other for one, other in scores]


def test_bots_of_dice_get_their_own_ratio_back() -> None:
    found = make_even(dice_bots(100), dice_margins(1.6, 250), players(1), shown)
    assert found.ratio.low < 1.6 < found.ratio.high
    assert found.ratio.low > 1.2
    best = found.tried[0]
    assert best.handicap is not None
    assert (best.player, best.handicap.option) in {(0, "roll_times"), (1, "roll_times")}  # Q16: they weigh more


@pytest.mark.process
def test_the_number_of_workers_changes_nothing() -> None:
    margins = dice_margins(1.3, 20)
    alone, both = (make_even(dice_bots(30), margins, players(workers), shown) for workers in (1, 2))
    assert alone == both


@pytest.mark.parametrize("game", [CARDS, DICE])
def test_a_handicap_without_effect_is_a_round_without_one(game: GameSimulator) -> None:
    rules = rules_of("table_default") if game is CARDS else DiceRules()
    usual = {"stacks": 10, "flip_cooldowns": 350, "extra": 0, "roll_times": 900}
    handicaps = [Handicap(one.name, usual[one.name], usual[one.name], 0, "") for one in game.options if one.handicap]
    assert len(handicaps) == 2
    bots = Bots(game, rules, {3: 1}, handicaps, 10, 1)
    plain = bots.simulation(3, 1.5, None)
    for handicap in handicaps:
        tried = bots.simulation(3, 1.5, (0, handicap))
        assert [tried.play(index) for index in range(3)] == [plain.play(index) for index in range(3)]
        harder = bots.simulation(3, 1.5, (0, handicap._replace(number=handicap.usual + 2)))
        if handicap.option in ("stacks", "extra"):
            assert [harder.play(index) for index in range(3)] != [plain.play(index) for index in range(3)]
