"""Simulated rounds of dice end, hold the invariants of the rules, and are reproducible by seed and index."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kiosk.game.dice.rules import DICE_PRESETS, DiceRules, HandicapMode
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.dice import DICE_BOTS, PlayedDice, play_dice

GREEDY = SimulatedBot()
RULES = DiceRules()


def rounds_of(
    bots: tuple[SimulatedBot, ...], rounds: int, rules: DiceRules = RULES, *, waves: bool = False
) -> list[PlayedDice]:
    return [play_dice(rules, bots, 1, waves, index) for index in range(rounds)]


@pytest.mark.parametrize("waves", [False, True])
@pytest.mark.parametrize("kind", DICE_BOTS)
@pytest.mark.parametrize("players", [2, 3, 4, 12])
@pytest.mark.parametrize("preset", DICE_PRESETS)
def test_a_round_of_every_edition_ends_with_a_winner_who_gains_what_the_others_lose(
    preset: str, players: int, kind: str, waves: bool
) -> None:
    for played in rounds_of((SimulatedBot(kind),) * players, 3, DICE_PRESETS[preset].rules, waves=waves):
        assert sum(played.scores) == 0
        assert played.scores[played.caller] == max(played.scores)
        assert [score for score in played.scores if score > 0] in ([], [played.scores[played.caller]])


def test_by_turns_every_other_seat_loses_at_least_one() -> None:
    for played in rounds_of((GREEDY,) * 4, 100):
        assert played.scores[played.caller] >= 3
        assert played.finished is None


def test_a_wave_is_placed_to_its_end_so_that_two_may_finish() -> None:
    rounds = rounds_of((GREEDY,) * 4, 200, waves=True)
    finished = [sum(score == 0 for score in played.scores) + (max(played.scores) > 0) for played in rounds]
    assert finished == [played.finished for played in rounds]
    assert {1, 2} <= set(finished)


@pytest.mark.parametrize("waves", [False, True])
def test_a_round_is_repeated_by_its_seed_and_index_and_others_differ(waves: bool) -> None:
    bots = (GREEDY,) * 3
    assert play_dice(RULES, bots, 7, waves, 3) == play_dice(RULES, bots, 7, waves, 3)
    one, other = ([play_dice(RULES, bots, seed, waves, index) for index in range(10)] for seed in (7, 8))
    assert one != other
    assert len(set(one)) > 5


def test_a_greedy_bot_beats_a_random_one_and_a_fast_one_a_slow_one() -> None:
    for better, worse in ((GREEDY, SimulatedBot("random")), (GREEDY, SimulatedBot(speed=0.5))):
        assert sum(played.caller for played in rounds_of((worse, better), 60)) > 45


def test_longer_rolls_make_winning_harder_and_shorter_ones_easier() -> None:
    for lasts, least, most in ((1900, 0.15, 0.3), (400, 0.63, 0.8)):
        rounds = rounds_of((GREEDY, GREEDY), 500, replace(RULES, roll_ms=(lasts, 900)))
        assert least < sum(played.caller == 0 for played in rounds) / 500 < most


@pytest.mark.parametrize(("waves", "roll_ms"), [(False, 5000), (True, 5000), (True, (5000, 0))])
def test_in_waves_and_where_all_rolls_take_the_same_no_time_passes(waves: bool, roll_ms: int | tuple[int, ...]) -> None:
    def played(rules: DiceRules) -> list[PlayedDice]:
        return [play_dice(rules, (GREEDY, GREEDY), 1, waves, index) for index in range(20)]

    assert played(replace(RULES, roll_ms=roll_ms)) == played(RULES)


@pytest.mark.parametrize("mode", HandicapMode)
def test_extra_dice_make_winning_harder(mode: HandicapMode) -> None:
    rounds = rounds_of((GREEDY, GREEDY), 1000, replace(RULES, dice_extra=(2, 0), handicap_mode=mode))
    assert sum(played.caller == 0 for played in rounds) < 450, "four errors below an even chance"
