"""The four strengths against each other, and tables that play for an hour: the table's own bots, in virtual time."""

from __future__ import annotations

import itertools
import math

import pytest
from msgspec.structs import replace

from kiosk.bots.strength import MASTER, STEADY, STRENGTHS
from tests.benchmarks.strengths import GAMES, Played, main, rounds_between, win_shares
from tests.rig.bot_rounds import StuckError

FEW, MANY = 40, 80
"""Numbers of rounds: in few of them a large difference is seen."""
SURE = 3.3
"""Standard deviations: equal bots would differ by this much in one of two thousand such tests."""


def lead(game, bots, rounds):
    """Return by how many standard deviations one of two wins more rounds than the other; between equals: around 0."""
    leads = [
        one - other for one, other in (played.points for played in itertools.islice(rounds_between(game, bots), rounds))
    ]
    won, lost = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    return (won - lost) / math.sqrt(won + lost)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("weaker", "stronger"), [("gentle", "quick"), ("steady", "master")])
def test_each_strength_beats_the_one_two_below_it(game, weaker, stronger):
    assert lead(game, [STRENGTHS[stronger], STRENGTHS[weaker]], FEW) > SURE


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("weaker", "stronger"), list(itertools.pairwise(STRENGTHS)))
def test_each_strength_beats_the_one_below_it(game, weaker, stronger):
    assert lead(game, [STRENGTHS[stronger], STRENGTHS[weaker]], MANY) > SURE


@pytest.mark.parametrize("rounds", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_equals_win_equally_wherever_they_sit(game, rounds):
    assert abs(lead(game, [STEADY, STEADY], rounds)) < SURE


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param("cards", 12, marks=pytest.mark.slow),
        pytest.param("dice", 4, marks=pytest.mark.slow),
        pytest.param("dice", 12, marks=pytest.mark.slow),
    ],
)
def test_a_table_of_bots_of_all_strengths_plays_for_an_hour(game, seats):
    bots = list(itertools.islice(itertools.cycle(STRENGTHS.values()), seats))
    played_s, rounds = 0.0, 0
    for played in rounds_between(game, bots):  # which fails if a round gets stuck
        played_s, rounds = played_s + played.lasted_s, rounds + 1
        if played_s >= 3600:
            break
    assert rounds >= 120, "some rounds took far longer than people need"


def test_a_round_that_nobody_ends_is_told():
    absent = replace(MASTER, look=(3_600_000, 0))
    with pytest.raises(StuckError, match="after GO"):
        next(rounds_between("cards", [absent, absent]))


def test_who_ties_for_first_shares_the_round():
    rounds = [Played((3, 3, 1), "stop", 20), Played((0, 4, 1), "stop", 20)]
    assert win_shares(rounds) == [0.25, 0.75, 0.0]


def test_the_measures_are_printed(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["strengths", "--game", "dice", "--bots", "gentle,master", "--rounds", "20"])
    main()
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in printed[1:3]] == [["gentle", "wins"], ["master", "wins"]]
    assert printed[0].startswith("dice, 20 rounds")
    assert printed[-1] == "ended by stop: 20"
