"""The awards at a match's end: who gets what, and that nobody is told anything that is no honour."""

from __future__ import annotations

from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.game.awards import TERMS, Award, AwardKind, awards, kinds_of
from kiosk.game.deeds import Deeds
from kiosk.game.seats import SeatNumber

SEATS = [SeatNumber(number) for number in range(1, 13)]


@pytest.mark.parametrize("game", ["cards", "dice"])
def test_each_game_has_at_least_twelve_kinds(game):
    assert len(kinds_of(game)) >= 12
    assert set(TERMS) | {AwardKind.COMPANY} == set(AwardKind)


def test_what_somebody_is_best_at_is_the_award():
    deeds = {
        SeatNumber(1): Deeds(points=(3,), laid=10, lasted_ms=60_000, false_stops=1),
        SeatNumber(2): Deeds(points=(1,), laid=4, lasted_ms=60_000, races=3, false_stops=1),
    }
    assert awards(deeds, SEATS[:2], "cards", "") == (
        Award(SEATS[0], AwardKind.HANDS, 10),
        Award(SEATS[1], AwardKind.RACES, 3),
    )


def test_two_who_claim_one_kind_get_two_where_one_of_them_has_another():
    """Both have won most races, and only the first has anything else."""
    deeds = {
        SeatNumber(1): Deeds(points=(3,), races=2, stops=1, false_stops=1),
        SeatNumber(2): Deeds(points=(1,), races=2, false_stops=1),
    }
    for match in map(str, range(20)):
        assert [award.kind for award in awards(deeds, SEATS[:2], "cards", match)] == [AwardKind.STOPS, AwardKind.RACES]


def test_whoever_came_for_the_last_round_has_an_award_without_a_figure():
    deeds = {SeatNumber(1): Deeds(points=(3, 9), laid=10, lasted_ms=60_000)}
    assert awards(deeds, SEATS[:2], "cards", "")[1] == Award(SEATS[1], AwardKind.COMPANY, 0)


def test_equals_are_told_apart_by_the_match_and_not_by_their_seats():
    alike = {seat: Deeds(points=(5,), laid=10, lasted_ms=60_000, races=1, first=1, stops=1) for seat in SEATS[:2]}
    found = {awards(alike, SEATS[:2], "cards", str(match))[0].kind for match in range(100)}
    assert found == {AwardKind.HANDS, AwardKind.RACES, AwardKind.FIRST, AwardKind.STOPS, AwardKind.FAIR}


counts = st.integers(0, 4)
deeds = st.builds(
    Deeds,
    points=st.lists(st.integers(-12, 30), min_size=1, max_size=5).map(tuple),
    lasted_ms=st.just(60_000),
    soonest_ms=st.none() | st.integers(300, 3000),
    **{name: counts for name in Deeds.__struct_fields__ if name not in ("points", "lasted_ms", "soonest_ms")},
)


@given(st.lists(deeds, min_size=1, max_size=12), st.integers(0, 4), st.sampled_from(["cards", "dice"]), st.text())
def test_everybody_gets_one_that_is_no_worse_than_the_middle(done, bots, game, match):
    played = dict(zip(SEATS, done, strict=False))
    people = [*played][: max(1, len(played) - bots)]
    found = awards(played, people, game, match)
    assert [award.seat for award in found] == people
    assert found == awards(dict(reversed(played.items())), people[::-1], game, match)
    for award in found:
        if award.kind is AwardKind.COMPANY:
            continue
        terms = TERMS[award.kind]
        figures = [terms.figure(one) for one in played.values()]
        sign = -1 if terms.less_is_more else 1
        merits = [float("-inf") if one is None else sign * one for one in figures]
        assert sign * award.figure >= median(merits)
        assert award.figure >= terms.least
        assert award.figure == terms.figure(played[award.seat])


@given(deeds, deeds, deeds)
def test_rounds_add_up_in_any_grouping(one, two, three):
    assert one.plus(two).plus(three) == one.plus(two.plus(three))
    assert Deeds().plus(one) == one
