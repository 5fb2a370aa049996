"""A match from its rounds (RULES.md 1H, C14, C15; kiosk/referee/README.md, "The result")."""

from __future__ import annotations

import pytest

from kiosk.game.cards.rules import CardRules, MatchEnd, MatchEndKind, MatchTie
from kiosk.game.match import Match, Outcome, outcome


def match(kind: MatchEndKind, seats: int = 3, tie: MatchTie = MatchTie.SHARED, **parts: int) -> Match:
    return Match(CardRules(match_end=MatchEnd(kind, **parts), match_tie=tie), seats)


def test_totals_add_up_and_the_curve_is_kept() -> None:
    game = match(MatchEndKind.FIXED_ROUNDS, n=3)
    game.add_round([10, -4, 0], 60_000)
    game.add_round([1, 20, -20], 30_000)
    assert game.totals == [11, 16, -20]
    assert game.history == [(10, -4, 0), (11, 16, -20)]
    assert (game.round_no, game.lasted_ms) == (2, 90_000)


def test_a_single_round_is_a_match() -> None:
    game = match(MatchEndKind.SINGLE_ROUND)
    assert not game.ended
    game.add_round([1, 2, 0], 1)
    assert game.ended
    assert game.winners == (1,)


def test_a_match_of_n_rounds_ends_after_the_nth() -> None:
    game = match(MatchEndKind.FIXED_ROUNDS, n=2)
    game.add_round([5, 0, 0], 1)
    assert (game.ended, game.winners) == (False, ())
    game.add_round([-10, 0, 1], 1)
    assert (game.ended, game.winners) == (True, (2,))


def test_the_highest_of_those_beyond_the_target_wins() -> None:
    game = match(MatchEndKind.TARGET, points=99)
    game.add_round([98, 98, 98], 1)
    assert not game.ended
    game.add_round([3, 6, 0], 1)
    assert game.totals == [101, 104, 98]
    assert (game.ended, game.winners) == (True, (1,))


def test_reaching_the_target_exactly_is_enough() -> None:
    game = match(MatchEndKind.TARGET, points=99)
    game.add_round([99, 0, 0], 1)
    assert game.ended


@pytest.mark.parametrize(("lasted", "ended"), [(119_999, False), (120_000, True)])
def test_a_match_by_time_ends_with_the_round_in_which_the_time_is_up(lasted: int, ended: bool) -> None:
    game = match(MatchEndKind.TIME, minutes=2)
    game.add_round([1, 0, 0], 60_000)
    assert not game.ended
    game.add_round([1, 0, 0], lasted - 60_000)
    assert game.ended is ended


def test_equal_totals_share_the_win() -> None:
    game = match(MatchEndKind.SINGLE_ROUND)
    game.add_round([7, 3, 7], 1)
    assert (game.ended, game.winners, game.tiebreak) == (True, (0, 2), ())


def test_or_they_play_an_extra_round_among_themselves() -> None:
    game = match(MatchEndKind.FIXED_ROUNDS, tie=MatchTie.EXTRA_ROUND, n=1)
    game.add_round([7, 3, 7], 1)
    assert (game.ended, game.winners, game.tiebreak) == (False, (), (0, 2))
    game.add_round([2, 0, 2], 1)
    assert (game.ended, game.tiebreak) == (False, (0, 2))
    game.add_round([1, 0, 2], 1)
    assert (game.ended, game.winners, game.tiebreak) == (True, (2,), ())


def test_who_plays_an_extra_round_wins_it_whatever_it_costs_and_whatever_the_others_have() -> None:
    game = match(MatchEndKind.TARGET, tie=MatchTie.EXTRA_ROUND, points=50)
    game.add_round([50, 49, 50], 1)
    assert game.tiebreak == (0, 2)
    game.add_round([-6, 0, -4], 1)
    assert game.totals == [44, 49, 46]
    assert (game.ended, game.winners) == (True, (2,))


def test_who_leaves_in_an_extra_round_leaves_the_win_to_the_other() -> None:
    game = match(MatchEndKind.FIXED_ROUNDS, tie=MatchTie.EXTRA_ROUND, n=1)
    game.add_round([7, 6, 7], 1)
    game.departed.add(2)
    game.add_round([-9, 0, 5], 1)
    assert (game.ended, game.winners) == (True, (0,))


def test_a_seat_that_has_left_never_wins_but_its_total_reaches_the_target() -> None:
    game = match(MatchEndKind.TARGET, points=50)
    game.add_round([49, 20, 20], 1)
    game.leave(0)
    game.add_round([1, 5, 3], 1)
    assert (game.ended, game.winners) == (True, (1,))
    assert game.totals[0] == 50


def test_an_extra_round_is_off_when_all_but_one_of_its_seats_have_left() -> None:
    game = match(MatchEndKind.SINGLE_ROUND, tie=MatchTie.EXTRA_ROUND)
    game.add_round([7, 3, 7], 1)
    game.leave(1)
    assert game.tiebreak == (0, 2)
    game.leave(2)
    assert (game.ended, game.winners, game.tiebreak) == (True, (0,), ())


def test_leaving_a_match_that_is_over_changes_nothing() -> None:
    game = match(MatchEndKind.SINGLE_ROUND)
    game.add_round([7, 3, 1], 1)
    game.leave(0)
    assert game.winners == (0,)


def test_a_latecomer_begins_at_zero() -> None:
    game = match(MatchEndKind.FIXED_ROUNDS, n=2)
    game.add_round([7, 3, 1], 1)
    assert game.join() == 3
    game.add_round([0, 0, 0, 9], 1)
    assert game.totals == [7, 3, 1, 9]
    assert game.history == [(7, 3, 1, 0), (7, 3, 1, 9)]
    assert game.winners == (3,)


def test_nobody_joins_an_extra_round_or_a_match_that_is_over() -> None:
    extra = match(MatchEndKind.SINGLE_ROUND, tie=MatchTie.EXTRA_ROUND)
    extra.add_round([7, 3, 7], 1)
    with pytest.raises(ValueError, match="extra round"):
        extra.join()
    over = match(MatchEndKind.SINGLE_ROUND)
    over.add_round([7, 3, 1], 1)
    with pytest.raises(ValueError, match="over"):
        over.join()
    with pytest.raises(ValueError, match="over"):
        over.add_round([0, 0, 0], 1)


def test_scores_are_one_a_seat() -> None:
    with pytest.raises(ValueError, match="zip"):
        match(MatchEndKind.SINGLE_ROUND).add_round([1, 2], 1)


def test_the_referee_s_own_example_is_not_over_at_94_of_99() -> None:
    rules = CardRules(match_end=MatchEnd(MatchEndKind.TARGET, points=99))
    assert outcome(rules, [94, 10], round_no=1, lasted_ms=70) == Outcome()
    assert outcome(rules, [99, 10], round_no=1, lasted_ms=70) == Outcome(ended=True, winners=(0,))


def test_when_everybody_has_left_nobody_wins() -> None:
    rules = CardRules(match_end=MatchEnd(MatchEndKind.SINGLE_ROUND))
    assert outcome(rules, [3, 4], round_no=1, lasted_ms=0, departed={0, 1}) == Outcome(ended=True)


def test_a_match_that_is_taken_up_goes_on_from_its_totals() -> None:
    rules = CardRules(match_end=MatchEnd(MatchEndKind.FIXED_ROUNDS, n=3))
    game = Match.taken_up(rules, 3, [[10, -4, 0], [11, 16, -20]], 90_000, {2}, [])
    assert (game.totals, game.round_no, game.lasted_ms, game.ended) == ([11, 16, -20], 2, 90_000, False)
    game.add_round([0, 0, 99], 1)
    assert game.history == [(10, -4, 0), (11, 16, -20), (11, 16, 79)]
    assert (game.ended, game.winners) == (True, (1,)), "who has left does not win"


def test_a_match_that_is_taken_up_before_its_first_round_begins_with_nothing() -> None:
    game = Match.taken_up(CardRules(), 2, [], 0, (), [])
    assert (game.totals, game.history, game.round_no) == ([0, 0], [], 0)


def test_an_extra_round_is_taken_up_as_one() -> None:
    rules = CardRules(match_end=MatchEnd(MatchEndKind.FIXED_ROUNDS, n=1), match_tie=MatchTie.EXTRA_ROUND)
    game = Match.taken_up(rules, 3, [[9, 9, 20]], 1, {2}, [0, 1])
    assert (game.ended, game.tiebreak) == (False, (0, 1))
    game.add_round([1, 2, 0], 1)
    assert (game.ended, game.winners) == (True, (1,))
