"""Comparisons: intervals from the rounds of the same seed, the same numbers in every form, and a plot of them."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest

from kiosk.cli import comparison_plot
from kiosk.cli.main import main
from kiosk.game.dice.rules import DiceRules
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.comparison import Compared, Comparison, Interval, compare
from kiosk.simulator.variants import Variant
from tests.rig.simulated import dice_simulation, result_of

BOTS = (SimulatedBot(), SimulatedBot())
RULES = DiceRules(), DiceRules(dice_extra=(2, 0))
VARIANTS = [Variant("even", RULES[0]), Variant("extra", RULES[1])]
SIMULATIONS = [dice_simulation(rules, BOTS) for rules in RULES]
FEW = ["simulate", "--rounds", "30", "--players", "2", "--workers", "1"]
NONE = Interval(None, None, None)


def compared(each_seat: bool = False) -> Comparison:
    result = result_of(SIMULATIONS, 40, 2)
    return compare(VARIANTS, SIMULATIONS, result, 2, each_seat=each_seat)


def found(variant: str, measure: str, seat: int | None = None) -> Compared:
    (one,) = [one for one in compared().compared if (one.variant, one.measure, one.seat) == (variant, measure, seat)]
    return one


def test_the_interval_of_a_value_is_two_standard_errors_on_either_side() -> None:
    rolls = [SIMULATIONS[1].play(index).rolls for index in range(40)]
    value, low, high = found("extra", "rolls").found
    assert value == fmean(rolls)
    assert (low, high) == pytest.approx((fmean(rolls) - 1.96 * stdev(rolls) / sqrt(40), 2 * fmean(rolls) - low))


@pytest.mark.parametrize("seat", [1, 2])
def test_the_interval_of_a_difference_comes_from_rounds_of_the_same_seed(seat: int) -> None:
    even, extra = ([simulation.play(index).scores[seat - 1] for index in range(40)] for simulation in SIMULATIONS)
    differences = [other - one for one, other in zip(even, extra, strict=True)]
    value, low, high = found("extra", "mean_score", seat).difference
    assert value == pytest.approx(fmean(differences))
    assert low is not None
    assert high is not None
    assert (high - low) / 2 == pytest.approx(1.96 * stdev(differences) / sqrt(40))


def test_the_first_variant_differs_from_none_and_what_is_no_mean_has_a_wider_interval() -> None:
    assert found("even", "rolls").difference == NONE
    one, other = (found(name, "seat_advantage").found for name in ("even", "extra"))
    value, low, _ = found("extra", "seat_advantage").difference
    assert None not in (one.value, one.low, other.value, other.low, value, low)
    halves = [found.value - found.low for found in (one, other)]  # type: ignore[operator]
    assert value - low == pytest.approx(sqrt(halves[0] ** 2 + halves[1] ** 2))  # type: ignore[operator]


def test_equal_measures_are_not_shown_and_those_of_seats_only_where_seats_differ() -> None:
    shown = [(rows[0].measure, rows[0].seat) for rows in compared().shown()]
    assert ("rolls", None) in shown
    assert ("rounds_a_match", None) not in shown
    assert all(seat is None for _, seat in shown)
    assert ("wins", 2) in [(rows[0].measure, rows[0].seat) for rows in compared(each_seat=True).shown()]


def test_editions_are_compared_with_the_same_numbers_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    asked = [*FEW, "--compare", "schmidt_de_fr_it", "nordic_is"]
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rounds"], told["confidence"]) == (30, 0.95)
    assert main([*asked, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert rows == [
        {name: "" if value is None else str(value) for name, value in one.items()} for one in told["measures"]
    ]
    assert main(asked) == 0
    table = capsys.readouterr().out
    (score,) = [
        one
        for one in told["measures"]
        if (one["variant"], one["measure"], one["seat"]) == ("nordic_is", "mean_score", None)
    ]
    assert f"{score['difference']:+.4g} ± {score['difference_high'] - score['difference']:.2g}" in table
    assert main([*FEW, "--preset", "nordic_is", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mean_score"] == score["value"], "as without a comparison"


def test_a_sweep_is_plotted_with_a_label_for_each_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = tmp_path / "plot.svg"
    assert main([*FEW, "--sweep", "stack_size=8..11", "--plot", str(plot)]) == 0
    assert "difference from stack_size=8" in capsys.readouterr().out
    texts = [text.text for text in ET.parse(plot).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314  ours
    assert {"cards, stack_size=8..11, 2 players", "mean score", "8", "9", "10", "11"} <= set(texts)
    assert not {"ended by left", "wins, seat 1"} & set(texts)


def test_a_plot_of_equal_measures_says_so() -> None:
    same = tuple(Compared(one.name, None, "rolls", Interval(1.0, 0.5, 1.5), NONE) for one in VARIANTS)
    assert "All measures are the same" in comparison_plot.draw(Comparison(tuple(VARIANTS), 3, same, False), "title")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["--compare", "nordic_is"], "name at least two editions"),
        (["--compare", "nordic_is", "nordic_is"], "name each edition once"),
        (["--compare", "nordic_is", "chess"], "'chess' is no edition"),
        (["--compare", "nordic_is", "junior", "--preset", "junior"], "not allowed with"),
        (["--sweep", "stack_size=8"], "at least two values"),
        (["--sweep", "stack_size=8..9", "--stacks", "8,9"], "--stacks sets it as well"),
        (["--plot", "plot.svg"], "add --compare EDITION EDITION or --sweep OPTION=VALUES"),
        (["--sweep", "stack_size=8..9", "--plot", "/nowhere/plot.svg"], "/nowhere/plot.svg: cannot be written"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_words(
    wrong: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main([*FEW, *wrong])
    except SystemExit as end:
        status = end.code
    assert status == 2
    assert told in capsys.readouterr().err
