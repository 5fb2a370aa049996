"""The results of a round and of a match (kiosk/display/README.md, RULES.md 1G, 1H)."""

from __future__ import annotations

import pytest

from kiosk.protocol.state import State

CALL = "- | row b9 b8 b7 b6 b5 hand g5 | row y9 y8 y7 y6 y5 stack y1 hand g5"
"""Seat 1 may call."""


@pytest.fixture
def two(table):
    table.start(1, 2)
    table.pass_time(2000)
    return table


def end_round(table, seat=1):
    """Let the first of two call Stop."""
    table.lay(CALL)
    table.tap_button(seat)
    table.wait_for(lambda: table.state is State.STOPPED, 200)


def test_a_round_is_counted_and_the_next_one_begins(two):
    end_round(two)
    assert two.state is State.STOPPED
    two.wait_for(lambda: two.state is State.ROUND_RESULT, 2_501)
    result = two.snapshot().result
    assert (result.by, result.caller, result.round_no) == ("stop", 1, 1)
    assert [(line.seat, line.stack_left, line.points, line.total, line.won) for line in result.lines] == [
        (1, 0, 0, 0, True),
        (2, 1, -2, -2, False),
    ]
    assert (result.history, result.winners) == (((0, -2),), (1,))
    two.wait_for(lambda: two.state is State.COUNTDOWN, 20_001)
    assert two.snapshot().round_no == 2


def test_when_all_have_pressed_the_result_goes_on_at_once(two):
    end_round(two)
    two.wait_for(lambda: two.state is State.ROUND_RESULT, 2_501)
    two.pass_time(1000)
    two.tap_button(1)
    assert two.view(1).confirmed
    assert two.state is State.ROUND_RESULT
    two.tap_button(2)
    assert two.state is State.COUNTDOWN


def test_a_stop_that_comes_too_late_does_not_skip_the_result(two):
    end_round(two)
    two.wait_for(lambda: two.state is State.ROUND_RESULT, 2_501)
    two.tap_button(1)
    two.tap_button(2)
    assert two.state is State.ROUND_RESULT
    assert not two.view(1).confirmed


def test_a_match_ends_after_its_rounds_with_winners_totals_and_awards(table):
    table.start(1, 2, length="single_round")
    table.pass_time(3_000)
    table.lay("r3 r3 | row r4 b8 b7 b6 b5 hand g5 | row r4 y8 y7 y6 y5 stack y9 y1 hand g5")
    table.play(1, "row 0")
    table.settle()
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    result = table.snapshot().result
    assert result.winners == (1,)
    assert [award.seat for award in result.awards] == [1, 2]
    assert [line.total for line in result.lines] == [1, -4]
    assert table.lamp(1) == "dance"


def test_who_left_is_not_among_the_winners_even_with_the_most_points(session_table):
    table = session_table(3)
    table.start(1, 2, 3)
    table.pass_time(1000)
    table.lay("- | row b9 hand g5 centered 9 | row y9 stack y1 hand g5 | row y9 stack y1 y2 hand g5")
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 3_000)
    table.leave(1)
    table.leave(2)
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 30_000)
    result = table.snapshot().result
    assert result.winners == (3,)
    assert [(line.left, line.won) for line in result.lines] == [(True, False), (True, False), (False, True)]


def test_again_with_one_press_asks_the_others(table):
    table.start(1, 2, length="single_round")
    end_round(table)
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    table.pass_time(1000)
    table.tap_button(2)
    assert table.state is State.LOBBY
    assert [view.state for view in table.snapshot().seats] == ["taken", "ready", "free", "free"]


def test_a_match_result_that_nobody_claims_ends_by_itself(table):
    table.start(1, 2, length="single_round")
    end_round(table)
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    table.wait_for(lambda: table.state is State.ATTRACT, 45_001)
