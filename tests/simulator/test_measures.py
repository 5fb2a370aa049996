"""The measures: their values match their names, in every output format."""

from __future__ import annotations

import csv
import io
import json

import pytest

from kiosk.cli.main import main
from kiosk.game.cards.rules import CardRules, MatchEnd, MatchEndKind
from kiosk.game.refusals import RoundEnd
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.cards import PlayedCards
from kiosk.simulator.measures import NamedMeasures
from tests.rig import simulated
from tests.rig.simulated import card_simulation

TO_20 = CardRules(match_end=MatchEnd(MatchEndKind.TARGET, points=20), stack_size=(8, 10))
BOTS = (SimulatedBot(speed=0.7), SimulatedBot("random"))
ROUNDS = [
    PlayedCards((12, -4), RoundEnd.STOP, 0, 0, 2, 10),
    PlayedCards((11, 15), RoundEnd.STOP, 0, 0, 1, 20),
    PlayedCards((2, 2), RoundEnd.DEAD_BY_CARDS, None, 1, 0, 30),
    PlayedCards((1, 19), RoundEnd.STOP, 1, 0, 0, 40),
]


def measured(rules: CardRules = TO_20, rounds: list[PlayedCards] = ROUNDS) -> NamedMeasures:
    return simulated.measured(card_simulation(rules, BOTS), rounds)


def test_every_measure_of_the_table_is_what_its_name_says() -> None:
    table = measured().table
    assert table["mean_score"] == 58 / 8
    assert table["negative_scores"] == 1 / 8
    assert table["caller_beaten"] == 1 / 3
    assert table["dead_by_cards"] == 1 / 4
    assert table["dead_by_order"] == 1 / 2
    assert table["dead_by_order_a_round"] == 3 / 4
    assert table["flips"] == 100 / 4 / 2
    assert table["seat_advantage"] == 32 / 4 - 26 / 4
    assert table["ended_by_stop"] == 3 / 4
    assert (table["matches"], table["rounds_to_match_end"], table["rounds_to_match_end_error"]) == (2, 2, 0)


def test_every_measure_of_a_seat_is_what_its_name_says() -> None:
    first, second = measured().seats
    assert (first["seat"], first["bot"], first["stack"]) == (1, "greedy*0.7", 8)
    assert (second["seat"], second["bot"], second["stack"]) == (2, "random", 10)
    assert (first["mean_score"], second["mean_score"]) == (26 / 4, 32 / 4)
    assert (first["wins"], second["wins"]) == (1.5 / 4, 2.5 / 4), "a shared win is divided"
    assert (first["stops"], second["stops"]) == (2 / 4, 1 / 4)


def test_an_error_is_the_standard_error_of_its_mean() -> None:
    rounds = [PlayedCards((a, b), RoundEnd.STOP, 0, 0, 0, 1) for a, b in ((1, 4), (3, 4), (5, 10))]
    found = measured(rounds=rounds)
    assert found.seats[0]["mean_score_error"] == pytest.approx((4 / 3) ** 0.5)
    assert found.table["seat_advantage_error"] == pytest.approx((4 / 3) ** 0.5), "3, 1 and 5, round by round"
    assert measured(rounds=rounds[:1]).seats[0]["mean_score_error"] is None


def test_an_unfinished_match_is_not_counted() -> None:
    table = measured(rounds=ROUNDS[:3]).table
    assert (table["matches"], table["rounds_to_match_end"]) == (1, 2)
    assert measured(rounds=ROUNDS[:1]).table["rounds_to_match_end"] is None


@pytest.mark.parametrize(
    ("end", "rounds"),
    [
        (MatchEnd(MatchEndKind.SINGLE_ROUND), 1),
        (MatchEnd(MatchEndKind.FIXED_ROUNDS, n=2), 2),
        (MatchEnd(MatchEndKind.TARGET, points=12), 4 / 3),
    ],
)
def test_a_match_is_as_long_as_its_end_says(end: MatchEnd, rounds: float) -> None:
    assert measured(CardRules(match_end=end)).table["rounds_to_match_end"] == rounds


def test_a_match_by_the_clock_has_no_length_in_rounds() -> None:
    assert "matches" not in measured(CardRules(match_end=MatchEnd(MatchEndKind.TIME, minutes=5))).table


def test_without_a_call_nobody_was_beaten_as_the_caller() -> None:
    assert measured(rounds=ROUNDS[2:3]).table["caller_beaten"] is None


def test_kiosk_simulate_prints_the_same_numbers_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["simulate", "--players", "2", "--rounds", "20", "--workers", "1", "--preset", "nordic_is"]
    asked += ["--bots", "greedy*0.5,random", "--stacks", "6,9"]
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main([*asked, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    seats = told.pop("seats")
    assert {row["measure"]: float(row["value"]) for row in rows if not row["seat"]} == told
    for seat in seats:
        of_seat = {row["measure"]: row["value"] for row in rows if row["seat"] == str(seat["seat"])}
        assert of_seat == {name: str(value) for name, value in seat.items() if name != "seat"}
    assert [(seat["bot"], seat["stack"]) for seat in seats] == [("greedy*0.5", 6), ("random", 9)]
    assert main(asked) == 0
    table = capsys.readouterr().out
    assert f"{told['mean_score']:,.4g} ± {told['mean_score_error']:.2g}" in table
    assert f"{seats[1]['wins']:,.4g} ± {seats[1]['wins_error']:.2g}" in table


@pytest.mark.parametrize(
    "wrong",
    [
        ["--players", "13"],
        ["--rounds", "0"],
        ["--preset", "poker"],
        ["--bots", "clever"],
        ["--stacks", "10,8"],
        ["--flip-cooldowns", "350,60001,350,350"],
        ["--stacks", "10,8,36,10"],
    ],
)
def test_what_cannot_be_simulated_is_refused_in_words(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status: object = main(["simulate", *wrong])
    except SystemExit as end:
        status = end.code
    assert status == 2
    told = capsys.readouterr().err
    assert wrong[0] in told or wrong[1] in told
