"""The measures are counted as they are named, and printed in every form."""

from __future__ import annotations

import csv
import io
import json

import pytest

from kiosk.cli import main
from kiosk.game.reasons import RoundEnd
from kiosk.game.rules import CardRules, MatchEnd, MatchEndKind, rules_of
from kiosk.simulate.measures import match_lengths, measure
from kiosk.simulate.play import PlayedRound
from kiosk.simulate.run import simulate

TO_20 = CardRules(match_end=MatchEnd(MatchEndKind.TARGET, points=20))
ROUNDS = [
    PlayedRound((12, -4), RoundEnd.STOP, 0, 0, 2, 10),
    PlayedRound((11, 15), RoundEnd.STOP, 0, 0, 1, 20),
    PlayedRound((3, 2), RoundEnd.DEAD_BY_CARDS, None, 1, 0, 30),
    PlayedRound((1, 19), RoundEnd.STOP, 1, 0, 0, 40),
]


def test_every_measure_is_what_its_name_says() -> None:
    measures = measure(TO_20, ROUNDS)
    assert measures["mean_score"] == 59 / 8
    assert measures["negative_scores"] == 1 / 8
    assert measures["caller_beaten"] == 1 / 3
    assert measures["dead_by_cards"] == 1 / 4
    assert measures["dead_by_order"] == 1 / 2
    assert measures["dead_by_order_a_round"] == 3 / 4
    assert measures["flips"] == 100 / 4 / 2
    assert measures["seat_advantage"] == 32 / 4 - 27 / 4
    assert measures["ended_by_stop"] == 3 / 4
    assert (measures["seat_0_stops"], measures["seat_1_stops"]) == (2 / 4, 1 / 4)
    assert (measures["matches"], measures["rounds_to_target"]) == (2, 2)


def test_an_unfinished_match_is_not_counted() -> None:
    assert match_lengths(TO_20, ROUNDS[:3]) == [2]
    assert measure(TO_20, ROUNDS[:1])["rounds_to_target"] is None


def test_without_a_call_nobody_was_beaten_as_the_caller() -> None:
    assert measure(CardRules(), ROUNDS[2:3])["caller_beaten"] is None


def test_kiosk_simulate_prints_the_same_numbers_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["simulate", "--players", "2", "--rounds", "20", "--workers", "1", "--preset", "nordic_is"]
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main([*asked, "--csv"]) == 0
    rows = dict(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert {name: float(rows[name]) for name in told} == told
    assert main(asked) == 0
    table = capsys.readouterr().out
    assert "mean score" in table
    assert f"{told['mean_score']:,.4g}" in table


@pytest.mark.parametrize("wrong", [["--players", "13"], ["--rounds", "0"], ["--preset", "poker"]])
def test_what_cannot_be_simulated_is_refused_in_words(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status: object = main(["simulate", *wrong])
    except SystemExit as end:
        status = end.code
    assert status == 2
    assert wrong[1] in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("players", "dead_by_order", "a_round", "mean", "negative", "flips", "to_99"),
    [(2, 0.576, 1.2, 13.0, 0.09, 45, 7.1), (3, 0.201, None, 9.4, 0.16, 31, 8.8), (4, 0.061, None, 7.7, 0.20, 27, 9.9)],
)
def test_the_measured_numbers_of_the_rules_are_reproduced(
    players: int, dead_by_order: float, a_round: float | None, mean: float, negative: float, flips: float, to_99: float
) -> None:
    """RULES.md section 6, turned over and direct, within a half."""
    rules = rules_of("nordic_is")
    measures = measure(rules, list(simulate(rules, players, 3000, 1, workers=4)))
    wanted = {
        "dead_by_order": dead_by_order,
        "dead_by_order_a_round": a_round,
        "mean_score": mean,
        "negative_scores": negative,
        "flips": flips,
        "rounds_to_target": to_99,
    }
    for name, value in wanted.items():
        if value is not None:
            assert measures[name] == pytest.approx(value, rel=0.5), name
    assert 0.03 <= (measures["caller_beaten"] or 0) <= 0.16
