"""A pause: asked for by more than half, and nothing is lost by it."""

from __future__ import annotations

import pytest

from kiosk.table.way import State

QUIET = "r3 | row r4 b8 b7 b6 b5 stack b1 hand g5 g6 g7 | row y9 y8 y7 y6 y5 stack y1 hand g5"


@pytest.fixture
def two(table):
    table.start(1, 2)
    table.pass_time(2000)
    return table


def pause(table, *seats):
    for seat in seats:
        table.choose(seat, "pause", "")


def resume(table, *seats):
    table.pass_time(1000)
    for seat in seats:
        table.tap_button(seat)
    assert table.state is State.COUNTDOWN
    table.wait_for(lambda: table.state is State.PLAY, 3001)


@pytest.mark.parametrize(("people", "needed"), [((1,), 1), ((1, 2), 2), ((1, 2, 3), 2), ((1, 2, 3, 4), 3)])
def test_more_than_half_of_the_people_pause(table, people, needed):
    table.start(*people, bots=len(people) == 1)
    for number, seat in enumerate(people[:needed], 1):
        assert table.state is State.PLAY
        pause(table, seat)
        assert (table.state is State.PAUSED) == (number == needed)
    assert table.snapshot().pause_by == people[needed - 1]


def test_a_wish_that_the_others_do_not_share_in_time_is_forgotten(two):
    pause(two, 1)
    assert two.view(1).wants_pause
    two.pass_time(10_001)
    assert not two.view(1).wants_pause
    pause(two, 2)
    assert two.state is State.PLAY


def test_all_must_press_to_go_on_and_there_is_a_countdown(two):
    pause(two, 1, 2)
    two.pass_time(1000)
    two.tap_button(1)
    assert two.state is State.PAUSED
    two.tap_button(2)
    assert two.state is State.COUNTDOWN


def test_nothing_moves_in_a_pause_and_no_card_is_lost(table):
    table.start(1, bots=True)
    table.pass_time(8000)
    table.hold(1, "row 0")
    table.play(1, "row 0")
    pause(table, 1)
    before = table.text
    assert table.view(1).held is None
    table.pass_time(60_000)
    table.flip(1)
    table.play(1, "row 0")
    assert table.text == before
    resume(table, 1)
    assert table.text == before
    table.wait_for(lambda: table.text != before, 5000)


def test_the_stop_that_comes_by_itself_keeps_its_time_over_a_pause(two):
    two.lay("- | row b9 hand g5 | row y9 stack y1 hand g5")
    two.pass_time(1000)
    pause(two, 1, 2)
    stood_at = (two.now - two.play_.start) // 1_000_000
    two.pass_time(50_000)
    resume(two, 1, 2)
    assert (two.now - two.play_.start) // 1_000_000 == stood_at
    two.wait_for(lambda: two.state is State.STOPPED, 5000)
    assert two.round.ended.at == 5000


def test_cooldowns_keep_their_time_over_a_pause(two):
    two.lay(QUIET)
    two.flip(1)
    two.settle()
    pause(two, 1, 2)
    two.pass_time(5000)
    resume(two, 1, 2)
    two.flip(1)
    two.settle()
    assert two.verdicts(1) == ["locked"]
    two.pass_time(300)
    two.flip(1)
    two.settle()
    assert two.verdicts(1) == ["locked"]


def test_who_leaves_in_a_pause_does_not_make_the_rounds_time_run(virtual_table):
    table = virtual_table(3)
    table.start(1, 2, 3)
    table.pass_time(2000)
    table.lay("- | row b9 hand g5 | row y9 stack y1 hand g5 | row y9 stack y1 hand g5")
    table.pass_time(1000)
    pause(table, 1, 2)
    stood_at = (table.now - table.play_.start) // 1_000_000
    table.pass_time(30_000)
    table.leave(3)
    assert table.round.ended is None
    assert table.round.at == stood_at
    resume(table, 1, 2)
    assert table.round.ended is None


def test_a_round_that_ends_in_a_pause_because_somebody_left_is_told_at_once(two):
    pause(two, 1, 2)
    two.pass_time(1000)
    two.leave(2)
    assert two.state is State.STOPPED
    assert two.snapshot().ended_by == "left"
    assert two.snapshot().pause_by is None


def test_a_touch_in_the_countdown_after_a_pause_is_a_false_start(two):
    two.lay(QUIET)
    pause(two, 1, 2)
    two.pass_time(1000)
    for seat in (1, 2):
        two.tap_button(seat)
    two.flip(1)
    two.wait_for(lambda: two.state is State.PLAY, 3001)
    two.pass_time(100)
    two.flip(1)
    two.settle()
    assert two.verdicts(1) == ["locked", "locked"]
    assert two.round.seats[0].discard == []


def test_a_touch_from_within_the_pause_that_comes_after_it_is_not_judged(two):
    two.lay(QUIET)
    pause(two, 1, 2)
    two.pass_time(1000)
    resume(two, 1, 2)
    two.play(1, "row 0", ago=1)
    two.settle()
    assert two.verdicts(1) == ["locked"]
    assert two.round.seats[0].centered == 0


def test_bots_pause_too(table):
    table.start(1, bots=True)
    table.pass_time(5000)
    pause(table, 1)
    moves = [move.id for move in table.snapshot().moves]
    table.pass_time(100_000)
    assert [move.id for move in table.snapshot().moves] == moves


def test_a_pause_that_nobody_ends_ends_by_itself(two):
    pause(two, 1, 2)
    two.wait_for(lambda: two.state is State.ATTRACT, 120_001)
