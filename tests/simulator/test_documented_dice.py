"""The simulator reproduces the figures for dice of RULES.md section 6, Q3 and Q9 (the long run: ``-m slow``).

The model of those figures is unknown: ours is the one of about ten that comes closest, so these tests guard it but do
not confirm it. A share or mean may differ by four standard errors of this sample and by the last digit that is printed;
with the fixed seed the result is always the same. Models that place all fitting dice in one turn (13.1 rolls with two
players), or place dice a turn after the roll (12.8), do not pass.
"""

from __future__ import annotations

import os
from functools import cache
from math import sqrt

import pytest
from msgspec.structs import replace

from kiosk.game.dice.rules import DiceRules, HandicapMode
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.measures import NamedMeasures
from tests.rig.simulated import dice_simulation, measures_after

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

ROUNDS = 24_000
ALIKE = SimulatedBot()
RULES = DiceRules()


@cache
def measured(bots: tuple[SimulatedBot, ...], waves: bool = False, rules: DiceRules = RULES) -> NamedMeasures:
    return measures_after(dice_simulation(rules, bots, waves=waves), ROUNDS, len(bots), os.cpu_count() or 1)


def value(players: int, waves: bool, name: str) -> float:
    found = measured((ALIKE,) * players, waves).table[name]
    assert isinstance(found, int | float)
    return found


@pytest.mark.parametrize(
    ("players", "waves", "name", "told"),
    [
        *((players, False, "rolls", told) for players, told in {2: 12.3, 3: 9.3, 4: 7.4}.items()),
        *((players, True, "rolls", told) for players, told in {2: 11.3, 3: 8.1, 4: 6.2}.items()),
        *((players, False, "dice_left", told) for players, told in {2: 2.3, 3: 4.6, 4: 6.8}.items()),
    ],
)
def test_a_mean_comes_out_as_documented(players: int, waves: bool, name: str, told: float) -> None:
    assert abs(value(players, waves, name) - told) <= 4 * value(players, waves, f"{name}_error") + 0.05


@pytest.mark.parametrize(("players", "told"), [(2, 17), (3, 12), (4, 10)])
def test_nine_in_ten_rounds_need_no_more_waves_than_documented(players: int, told: int) -> None:
    """Allow one wave less: with 4 players very nearly nine in ten rounds end within 9 waves."""
    assert told - 1 <= value(players, True, "rolls_of_nine_in_ten") <= told


@pytest.mark.parametrize(
    ("players", "waves", "name", "told", "last_digit"),
    [
        (2, True, "photo_finishes", 0.065, 0.0005),
        (3, True, "photo_finishes", 0.11, 0.005),
        (4, True, "photo_finishes", 0.16, 0.005),
        (2, False, "matches_tied_by_two", 0.056, 0.0005),
        (3, False, "matches_tied_by_two", 0.027, 0.0005),
        (4, False, "matches_tied_by_two", 0.024, 0.0005),
        (2, False, "matches_tied_by_more", 0, 0),
        (3, False, "matches_tied_by_more", 0.0018, 0.00005),
        (4, False, "matches_tied_by_more", 0.0004, 0.00005),
    ],
)
def test_a_share_comes_out_as_documented(players: int, waves: bool, name: str, told: float, last_digit: float) -> None:
    sample = ROUNDS if waves else value(players, waves, "matches")
    error = sqrt(told * (1 - told) / sample)
    assert abs(value(players, waves, name) - told) <= 4 * error + last_digit


@pytest.mark.parametrize(("extra", "dice", "told"), [(0, 12, 0.87), (1, 13, 0.85), (2, 14, 0.82)])
def test_extra_dice_do_not_make_up_for_double_speed(extra: int, dice: int, told: float) -> None:
    """Q9. Its model is unknown: our shares are within 0.05, with the same conclusion."""
    rules = replace(RULES, dice_extra=(extra, 0), handicap_mode=HandicapMode.TRANSFER)
    adult = measured((SimulatedBot(speed=2), ALIKE), rules=rules).seats[0]
    assert adult["dice"] == dice
    assert adult["wins"] == pytest.approx(told, abs=0.05)


@pytest.mark.parametrize(
    ("lasts", "speed", "told"), [(400, 1, 0.72), (1900, 1, 0.21), (2900, 1, 0.09), (900, 2, 0.83), (1900, 2, 0.46)]
)
def test_a_longer_roll_weighs_as_documented(lasts: int, speed: float, told: float) -> None:
    """Q16."""
    first = measured((SimulatedBot(speed=speed), ALIKE), rules=replace(RULES, roll_ms=(lasts, 900))).seats[0]
    assert first["wins"] == pytest.approx(told, abs=0.02)


@pytest.mark.parametrize("waves", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_seat_is_better_than_another(players: int, waves: bool) -> None:
    seats = measured((ALIKE,) * players, waves).seats
    assert len(seats) == players
    for seat in seats:
        assert isinstance(seat["mean_score"], float)
        assert isinstance(seat["mean_score_error"], float)
        assert abs(seat["mean_score"]) <= 4 * seat["mean_score_error"]
