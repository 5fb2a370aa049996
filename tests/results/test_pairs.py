"""The rounds of two players: grouped, with a margin each, and left out for a reason."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kiosk.results import players, queries
from kiosk.results.pairs import PairGroup, pair_rounds
from kiosk.results.ranked import ResultFilter
from tests.results.conftest import NOON

ALL = ResultFilter()
CARDS = PairGroup("cards", "table_default", "", real_dice=False)


@pytest.fixture
def pairs(store):
    """Return a function that reads the rounds of Ada and Bob."""

    def read(wanted=ALL, names=("Ada", "Bob")):
        with store.reading() as session:
            return pair_rounds(session, wanted, *(players.find(session, name) for name in names))

    return read


def ada(points=5, **told):
    return {"name": "Ada", "points": points, **told}


def bob(points=3, **told):
    return {"name": "Bob", "points": points, **told}


def test_margins_are_those_of_the_first_over_the_second_wherever_they_sat(journal, played, pairs):
    played(journal.round(ada(), bob()), journal.round({"bot": True}, bob(9), ada(2)), journal.round(ada(), {}))
    (found,) = pairs()
    assert found.group == CARDS
    assert found.margins == [(2, 2), (3, -7)]
    assert pairs(names=("Bob", "Ada"))[0].margins == [(2, -2), (3, 7)]


def test_groups_are_those_that_one_handicap_fits_the_largest_first(journal, played, pairs):
    dice = {"game": "dice", "chosen": {"preset": "wuerfel_schmidt"}}
    pro = {"chosen": {"preset": "table_default", "pro": "any_lower"}}
    rounds = [
        journal.round(ada(), bob(), **told) for told in ({}, {}, dice, dice, dice, {**dice, "real_dice": True}, pro)
    ]
    played(*rounds, journal.round(ada(), bob(), touch="tap"))
    assert [(found.group, len(found.margins)) for found in pairs()] == [
        (CARDS, 3),
        (PairGroup("dice", "wuerfel_schmidt", "", real_dice=False), 3),
        (CARDS._replace(pro="any_lower"), 1),
        (PairGroup("dice", "wuerfel_schmidt", "", real_dice=True), 1),
    ]
    assert [len(found.margins) for found in pairs(ResultFilter(game="dice"))] == [3, 1]
    assert pairs(ResultFilter(last=journal.round().at.date() - timedelta(days=1))) == []


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("undecided", {"decided": False}),
        ("house_rules", {"chosen": {"preset": "table_default", "house row_size": "4"}}),
        ("extra", {"tied": (1, 2)}),
        ("gone", {"one": {"gone": True}}),
        ("gone", {"other": {"gone": True}}),
        ("handicaps", {"one": {"handicap": 12}}),
        ("handicaps", {"other": {"cooldown": -500}}),
        ("on_screen", {"other": {"on_screen": True}, "real_dice": True}),
    ],
)
def test_a_round_that_does_not_show_how_they_play_is_left_out(why, told, journal, played, pairs):
    one, other = told.pop("one", {}), told.pop("other", {})
    played(journal.round(ada(**one), bob(**other), {"handicap": 5, "gone": True}, **told))
    (found,) = pairs()
    assert (found.margins, found.left_out) == ([], {why: 1})


def test_a_voided_round_is_left_out_until_it_counts_again(journal, played, pairs, store):
    played(journal.round(ada(), bob(), id="one"))
    for reason, margins, left_out in (("the cat", [], {"voided": 1}), (None, [(2, 2)], {})):
        store.write(lambda session, reason=reason: queries.void(session, "one", reason, "me", NOON))
        (found,) = pairs()
        assert (found.margins, found.left_out) == (margins, left_out)


def test_whatever_the_others_have_leaves_no_round_out(journal, played, pairs):
    played(journal.round(ada(on_screen=True), bob(), {"handicap": 5, "cooldown": 9, "gone": True}))
    (found,) = pairs()
    assert (found.margins, found.left_out) == ([(3, 2)], {})
