"""The end of a match: after its rounds, at its points, by time; with one winner or several (RULES.md 1H)."""

from __future__ import annotations

import pytest

from kiosk.protocol.state import State


def end_round(table, position):
    table.lay(position)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 20_000)


def go_on(table):
    table.wait_for(lambda: table.state is not State.ROUND_RESULT, 20_001)
    if table.state is State.COUNTDOWN:
        table.wait_for(lambda: table.state is State.PLAY, 3_001)


def won_by_one(points):
    """Give seat 1 ``points`` points, and seat 2 minus two."""
    return f"- | row b9 hand g5 centered {points} | row y9 stack y1 hand g5"


def test_a_match_to_points_goes_on_until_they_are_reached(table):
    table.start(1, 2, length="points 50")
    shown = table.snapshot()
    assert (shown.target, shown.rounds, shown.minutes_left) == (50, 0, None)
    end_round(table, won_by_one(30))
    go_on(table)
    assert (table.state, table.snapshot().round_no) == (State.PLAY, 2)
    end_round(table, won_by_one(30))
    go_on(table)
    assert table.state is State.MATCH_RESULT
    result = table.snapshot().result
    assert ([line.total for line in result.lines], result.winners) == ([60, -4], (1,))


def test_a_match_by_time_ends_with_the_round_in_which_it_is_up(table):
    table.start(1, 2, length="minutes 10")
    assert (table.snapshot().target, table.snapshot().rounds, table.snapshot().minutes_left) == (0, 0, 10)
    play_for(table, minutes=6.5)
    assert table.snapshot().minutes_left == 4
    go_on(table)
    assert (table.state, table.snapshot().minutes_left) == (State.PLAY, 4)
    play_for(table, minutes=3.5)
    assert table.snapshot().minutes_left == 0
    go_on(table)
    assert table.state is State.MATCH_RESULT


def play_for(table, minutes):
    """Play the round for ``minutes``, with signs of life; then all agree to end it."""
    table.lay("- | row b9 hand g5 y3 y4 stack b8 | row y9 stack y1 hand g5 y3 y4")
    told = table.snapshot().minutes_left
    for _ in range(round(minutes * 2)):
        table.flip(1)
        table.flip(2)
        table.pass_time(30_000)
    assert table.state is State.PLAY
    assert table.snapshot().minutes_left == told, "told when a round begins: no clock runs while hands are quick"
    table.vote(1)
    table.vote(2)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 3_000)


def test_only_play_counts_for_a_match_by_time(table):
    table.start(1, 2, length="minutes 10")
    end_round(table, won_by_one(30))
    played = table.match.match.lasted_ms
    table.pass_time(15_000)
    go_on(table)
    table.choose(1, "pause", "")
    table.choose(2, "pause", "")
    assert table.state is State.PAUSED
    table.pass_time(100_000)
    table.tap_button(1)
    table.tap_button(2)
    table.wait_for(lambda: table.state is State.PLAY, 3_001)
    table.pass_time(1000)
    end_round(table, won_by_one(30))
    assert table.match.match.lasted_ms - played < 10_000


def test_equal_totals_share_the_win_and_the_others_come_after_them(session_table):
    table = session_table(3)
    table.start(1, 2, 3, length="single_round")
    end_round(table, "- | row b9 hand g5 centered 9 | row y9 hand g5 stack y1 | row b9 hand r5 centered 9")
    go_on(table)
    result = table.snapshot().result
    assert result.winners == (1, 3)
    assert [line.won for line in result.lines] == [True, False, True]
    assert [table.lamp(seat) for seat in (1, 2, 3)] == ["dance", "ready", "dance"]


@pytest.mark.parametrize(("preset", "shuffles"), [("nordic_is", True), ("schmidt_2017_fr", False)])
def test_what_will_come_of_a_dead_order_is_told_before_it_comes(table, preset, shuffles):
    """Two cards of the hand never come up: depending on the edition all shuffle, or the round ends (RULES.md C16)."""
    table.start(1, 2, preset=preset)
    hidden = "r1 | row b9 b8 b7 b6 b5 stack b4 hand r2 g7 g8 | row y9 y8 y7 y6 y5 stack y4 hand g7 g8 g9"
    table.lay(hidden)
    table.pass_time(1000)
    shown = table.snapshot()
    assert (shown.dead, shown.dead_shuffles) == ("dead_by_order", shuffles)
    assert shown.dead_due > table.now
    table.pass_time(12_000)
    if shuffles:
        assert "shuffle" in [move.kind for move in table.snapshot().moves]
        assert table.state is State.PLAY
    else:
        assert (table.state, table.snapshot().ended_by) == (State.STOPPED, "dead_by_order")
