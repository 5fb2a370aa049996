"""The measures of dice: their values match their names, in every output format."""

from __future__ import annotations

import csv
import io
import json

import pytest

from kiosk.cli.main import main
from kiosk.game.dice.rules import DiceRules, HandicapMode
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.dice import PlayedDice
from tests.rig.simulated import dice_simulation, measured

RULES = DiceRules(rounds_per_player=1, dice_extra=(2, 0))
BOTS = (SimulatedBot(speed=2), SimulatedBot("random"))
WAVES, TURNS = (dice_simulation(RULES, BOTS, waves=waves) for waves in (True, False))
ROUNDS = [
    PlayedDice((3, -3), 0, 10, 1),
    PlayedDice((-3, 3), 1, 14, 1),
    PlayedDice((0, 0), 1, 8, 2),
    PlayedDice((5, -5), 0, 20, 1),
    PlayedDice((2, -2), 0, 8, 1),
]


def test_every_measure_of_the_table_is_what_its_name_says() -> None:
    table = measured(WAVES, ROUNDS).table
    assert (table["rounds"], table["rolls"], table["rolls_of_nine_in_ten"]) == (5, 12, 20)
    assert table["dice_left"] == 13 / 5
    assert table["photo_finishes"] == 1 / 5
    assert table["seat_advantage"] == pytest.approx(14 / 5)
    assert (table["rounds_a_match"], table["matches"]) == (2, 2)
    assert (table["matches_tied_by_two"], table["matches_tied_by_more"]) == (1 / 2, 0)


def test_nine_in_ten_rounds_need_no_more_rolls_than_it_says() -> None:
    rounds = [PlayedDice((1, -1), 0, rolls, None) for rolls in range(1, 21)]
    assert measured(TURNS, rounds).table["rolls_of_nine_in_ten"] == 18


def test_by_turns_there_is_no_photo_finish_to_measure() -> None:
    assert measured(TURNS, [PlayedDice((1, -1), 0, 9, None)]).table["photo_finishes"] is None


def test_every_measure_of_a_seat_is_what_its_name_says() -> None:
    first, second = measured(WAVES, ROUNDS).seats
    assert (first["seat"], first["bot"], first["dice"]) == (1, "greedy*2", 13)
    assert (second["seat"], second["bot"], second["dice"]) == (2, "random", 11)
    assert (first["mean_score"], second["mean_score"]) == (7 / 5, -7 / 5)
    assert (first["wins"], second["wins"]) == (3.5 / 5, 1.5 / 5), "a shared win is divided"
    assert (first["stops"], second["stops"]) == (3 / 5, 2 / 5)


def test_whence_the_extra_dice_come_is_told_with_the_seats() -> None:
    transfer = DiceRules(dice_extra=(2, 0), handicap_mode=HandicapMode.TRANSFER)
    assert [seat["dice"] for seat in measured(dice_simulation(transfer, BOTS, waves=True), ROUNDS).seats] == [14, 10]


def test_an_unfinished_match_is_not_counted() -> None:
    three = [PlayedDice((0, 0, 0), 0, 1, None)] * 5
    table = measured(dice_simulation(DiceRules(rounds_per_player=1), (BOTS[0],) * 3), three).table
    assert (table["matches"], table["matches_tied_by_two"], table["matches_tied_by_more"]) == (1, 0, 1)
    assert measured(dice_simulation(DiceRules(), BOTS, waves=True), ROUNDS).table["matches_tied_by_two"] is None


def test_kiosk_simulate_prints_the_same_numbers_of_dice_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["simulate", "--game", "dice", "--players", "2", "--rounds", "30", "--workers", "1", "--waves"]
    asked += ["--bots", "greedy*2,random", "--extra", "2,0", "--handicap-mode", "transfer"]
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main([*asked, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    seats = told.pop("seats")
    assert {row["measure"]: float(row["value"]) for row in rows if not row["seat"]} == told
    assert [(seat["bot"], seat["dice"]) for seat in seats] == [("greedy*2", 14), ("random", 10)]
    assert main(asked) == 0
    assert f"{told['rolls']:,.4g} ± {told['rolls_error']:.2g}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["--game", "dice", "--stacks", "8,10,10,10"], "--stacks is only for --game cards"),
        (["--game", "dice", "--pro"], "--pro is only for --game cards"),
        (["--extra", "2,0,0,0"], "--extra is only for --game dice"),
        (["--handicap-mode", "transfer"], "--handicap-mode is only for --game dice"),
        (["--game", "dice", "--flip-cooldowns", "1,2,3,4"], "--flip-cooldowns is only for --game cards"),
        (["--roll-times", "1,2,3,4"], "--roll-times is only for --game dice"),
        (["--waves"], "--waves is only for --game dice"),
        (["--game", "dice", "--preset", "nordic_is"], "there are: university_games_2013, wuerfel_schmidt"),
        (["--game", "dice", "--extra", "2,0"], "2 numbers for 4 players"),
        (["--game", "dice", "--extra", "3,0,0,0"], "'3' is no number from 0 to 2"),
        (["--game", "dice", "--bots", "patient"], "there are: greedy, random"),
        (["--game", "chess"], "invalid choice: 'chess'"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_words(
    wrong: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(["simulate", *wrong])
    except SystemExit as end:
        status = end.code
    assert status == 2
    assert told in capsys.readouterr().err
