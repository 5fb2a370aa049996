"""``kiosk scores even`` on the command line: what it finds in a store, its forms and its refusals."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace

import pytest

from kiosk.cli import even as even_command
from kiosk.cli import main
from kiosk.game.dice.rules import DiceRules
from kiosk.simulator.bots import SimulatedBot
from kiosk.system.ending import USAGE
from tests.results.conftest import Journals
from tests.rig.simulated import dice_simulation

DICE = {"game": "dice", "chosen": {"preset": "university_games_2013"}}
FEW = ("--rounds", "100", "--workers", "1")
SOME, LEAST = 50, 10
"""Numbers of simulated rounds for each handicap below what the command takes."""


@pytest.fixture
def journal(tmp_path, monkeypatch):
    """The journal of a kiosk."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    return Journals(tmp_path / "journal")


@pytest.fixture
def even(capsys):
    """Return a runner of ``kiosk scores even`` that returns status, stdout and stderr."""

    def run(*arguments):
        status = main.main(["scores", "even", *FEW, *arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


MAKE_EVEN = even_command.make_even


def simulate(monkeypatch, rounds):
    """Let bots play this many rounds for each handicap."""
    monkeypatch.setattr(
        even_command, "make_even", lambda bots, *others: MAKE_EVEN(replace(bots, rounds=rounds), *others)
    )


@pytest.fixture
def few_simulated(monkeypatch):
    """Let bots play the least number of rounds: for what does not depend on margins."""
    simulate(monkeypatch, LEAST)


def rounds(journal, margins, names=("Ada", "Bob"), **told):
    one, other = names
    return [journal.round({"name": one, "points": margin}, {"name": other}, **told) for margin in margins]


def dice_margins(ratio, count):
    play = dice_simulation(
        DiceRules(), (SimulatedBot(speed=ratio**0.5), SimulatedBot(speed=ratio**-0.5)), seed=9, roll_times=(900, 900)
    ).play
    return [one - other for one, other in (play(index).scores for index in range(count))]


def test_what_rounds_of_a_known_ratio_say(journal, even, monkeypatch):
    simulate(monkeypatch, SOME)
    journal.write(*rounds(journal, dice_margins(1.6, 60), **DICE), *rounds(journal, [5, 6]))
    status, out, err = even("ada", "BOB", "--json")
    assert (status, err) == (0, "")
    told = json.loads(out)
    assert told["players"] == ["Ada", "Bob"]
    assert (told["game"], told["edition"], told["rounds"], told["seats"]) == (
        "dice",
        "university_games_2013",
        60,
        {"2": 60},
    )
    assert [(one["game"], one["rounds"]) for one in told["not_used"]] == [("cards", 2)]
    assert told["faster"] == "Ada"
    assert told["speed_ratio"]["low"] < 1.6 < told["speed_ratio"]["high"]
    offered = {(one["player"], one["option"], one["value"]) for one in told["handicaps"]}
    times = {("Ada", "roll_times", 500), ("Ada", "roll_times", 1000), ("Ada", "roll_times", 2000)}
    extra = {("Ada", "extra", 1), ("Ada", "extra", 2)}
    assert offered == {("", "", None), ("Bob", "roll_times", -500)} | times | extra
    none = next(one for one in told["handicaps"] if not one["player"])
    assert none["margin"] == pytest.approx(told["margin"]["value"], abs=1.5)
    assert sum(none[share] for share in ("ahead", "behind", "level")) == pytest.approx(1)
    assert none["ahead"] > 0.6

    simulate(monkeypatch, LEAST)
    told = json.loads(even("ada", "BOB", "--json")[1])
    rows = list(csv.DictReader(io.StringIO(even("ada", "BOB", "--csv")[1].removeprefix("\ufeff"))))
    assert [{**one, "value": "" if one["value"] is None else one["value"]} for one in told["handicaps"]] == [
        {
            name: text.removeprefix("'") if name in ("player", "handicap", "option") else text and float(text)
            for name, text in row.items()
        }
        for row in rows
    ]

    status, out, err = even("bob", "ada")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == [
        "60 rounds of dice, university_games_2013: 60 at 2 seats.",
        "Not used: 2 rounds of cards, table_default.",
    ]
    assert lines[2].startswith("Bob's points minus Ada's: -")
    assert re.search(r"Ada's acts [1-9]\.", lines[3]), "more often than Bob's"
    assert lines[-1].startswith("Even with: ")
    assert lines[-1].endswith(" for each roll; zero lies within the interval.")


@pytest.mark.usefixtures("few_simulated")
def test_cards_offer_the_stacks_and_waits_of_the_table(journal, even):
    journal.write(*rounds(journal, [4, 2, 9, 3, 5, 6]))
    status, out, _ = even("Ada", "Bob", "--json")
    offered = {(one["player"], one["option"], one["value"]) for one in json.loads(out)["handicaps"]}
    larger = {("Ada", "stacks", size) for size in (11, 12, 13)}
    smaller = {("Bob", "stacks", size) for size in range(4, 10)}
    waits = {("Ada", "flip_cooldowns", wait) for wait in (1000, 2000, 3000)}
    assert (status, offered) == (0, {("", "", None)} | larger | smaller | waits)


@pytest.mark.usefixtures("few_simulated")
def test_real_dice_lie_when_they_lie(journal, even):
    journal.write(*rounds(journal, [2, 3, 1, 2, 2], **DICE, real_dice=True))
    told = json.loads(even("Ada", "Bob", "--json")[1])
    assert told["real_dice"] is True
    assert {one["option"] for one in told["handicaps"]} == {"", "extra"}


@pytest.mark.usefixtures("few_simulated")
def test_even_players_are_told_so_and_how_uncertain_few_rounds_are(journal, even):
    journal.write(*rounds(journal, [-2, 2, 2, -2, 0, 0], **DICE), *rounds(journal, [9, 9], decided=False, **DICE))
    out = even("Ada", "Bob")[1]
    assert "Left out: 2 that nobody has won.\n" in out
    assert "\nNo handicap needed; zero lies within the interval.\n" in out
    assert out.endswith("That is uncertain: with 30 rounds or more the intervals become narrower.\n")


@pytest.mark.usefixtures("few_simulated")
def test_rounds_that_show_next_to_nothing_are_told_as_such(journal, even):
    journal.write(*rounds(journal, [24, -20] * 3, **DICE))
    lines = even("Ada", "Bob")[1].splitlines()
    assert lines[2].endswith("(less than 0.125 to more than 8).")
    assert lines[-3:] == [
        "Perhaps no handicap is needed: the rounds do not show that one of the two is faster.",
        "That is uncertain: with 30 rounds or more the intervals become narrower.",
        "The intervals are too narrow: bots reach no larger margin than that at an end of them.",
    ]


def test_what_no_handicap_makes_even_is_told(journal, even):
    journal.write(*rounds(journal, [7] * 30, **DICE, real_dice=True))
    lines = even("Ada", "Bob", "--rounds", "100")[1].splitlines()
    assert lines[-1] == "Most even with: Ada, extra dice: 2; zero lies outside the interval."


@pytest.mark.usefixtures("few_simulated")
def test_the_filters_of_rounds_select_what_is_used(journal, even):
    journal.write(*rounds(journal, [1, 2, 0, -1, 1], **DICE), *rounds(journal, [1] * 9))
    assert json.loads(even("Ada", "Bob", "--game", "dice", "--json")[1])["rounds"] == 5
    assert even("Ada", "Bob", "--game", "dice", "--to", "2026-11-19")[0] == USAGE


@pytest.mark.usefixtures("few_simulated")
def test_the_pro_variant_is_played_as_it_was(journal, even):
    chosen = {"preset": "table_default", "pro": "any_lower"}
    journal.write(*rounds(journal, [2, -2] * 3), *rounds(journal, [2, -2] * 4, ("Ada", "Cem"), chosen=chosen))
    off, pro = (json.loads(even("Ada", name, "--json")[1]) for name in ("Bob", "Cem"))
    assert [told["pro"] for told in (off, pro)] == ["", "any_lower"]
    none = [next(one for one in told["handicaps"] if not one["player"]) for told in (off, pro)]
    assert none[0]["margin"] != none[1]["margin"]


@pytest.mark.usefixtures("few_simulated")
def test_the_same_seed_gives_the_same_output_and_another_seed_another(journal, even):
    journal.write(*rounds(journal, [1, 2, 0, -1, 1, 4], **DICE))
    out = even("Ada", "Bob")[1]
    assert even("Ada", "Bob")[1] == out
    assert even("Ada", "Bob", "--seed", "2")[1] != out


@pytest.mark.usefixtures("few_simulated")
def test_names_from_right_to_left_leave_their_figures_in_their_place(journal, even):
    journal.write(*rounds(journal, [1, 2, 0, -1, 1, 4], names=("דנה", "Otto"), **DICE))
    _, told, _ = even("דנה", "Otto")
    assert "\u2068דנה\u2069's points minus Otto's" in told
    assert "\u2068דנה\u2069 ahead" in " ".join(told.split())
    assert "\u2068" not in even("דנה", "Otto", "--json")[1]


@pytest.mark.usefixtures("few_simulated")
def test_names_reach_the_terminal_as_they_may(journal, even):
    journal.write(*rounds(journal, [1, 2, 0, -1, 1, 4], names=("A\x1b[31m", "[bold]B"), **DICE))
    for form in ((), ("--json",), ("--csv",)):
        status, out, _ = even("A\x1b[31m", "[bold]B", *form)
        assert (status, "\x1b" in out) == (0, False)
        assert "[bold]B" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("Ada", "Cem"), "'Cem' is not a player: kiosk scores players lists them"),
        (("Ada", "ADA"), "'Ada' and 'ADA' are the same player: name two"),
        (("Ada", "Dora"), "Ada and Dora have played no rounds at the same table that match: at least 5 are needed"),
        (
            ("Ada", "Bob"),
            "Ada and Bob have 4 rounds of dice, university_games_2013: at least 5 are needed, of one game",
        ),
        (("Ada", "Eve"), "Ada is 99.0 points a round ahead, and bots at 8 times the speed only "),
        (("Ada", "Flo"), "'chess' is not an installed game (installed: cards, dice"),
        (("Ada", "Gus"), "most rounds of the two are of lost, which is not installed: choose an --edition"),
        (
            ("Ada", "Bob", "--period", "today", "--to", "2026-11-19"),
            "--period and --from or --to: give one or the other",
        ),
    ],
)
@pytest.mark.usefixtures("few_simulated")
def test_what_cannot_be_answered_is_told_in_one_line(arguments, said, journal, even):
    journal.write(
        *rounds(journal, [1] * 4, **DICE),
        *rounds(journal, [1], ("Ada", "Bob"), decided=False, **DICE),
        *rounds(journal, [1], ("Dora", "Bob")),
        *rounds(journal, [99] * 5, ("Ada", "Eve"), **DICE),
        *rounds(journal, [1] * 5, ("Ada", "Flo"), game="chess"),
        *rounds(journal, [1] * 5, ("Ada", "Gus"), chosen={"preset": "lost"}),
    )
    status, out, err = even(*arguments)
    assert (status, out, err.count("\n")) == (USAGE, "", 1)
    assert err.startswith(said)


def test_too_few_rounds_tell_why_others_are_left_out(journal, even):
    journal.write(*rounds(journal, [1] * 2), *rounds(journal, [1] * 3, decided=False))
    assert even("Ada", "Bob")[2].endswith("; left out: 3 that nobody has won\n")
