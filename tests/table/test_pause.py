"""A pause: requested by more than half, and nothing is lost by it."""

from __future__ import annotations

import pytest

from kiosk.protocol.state import State

PIECES = {"cards": "row 0", "dice": "die r4"}
BY_ITSELF_MS = {"cards": 5000, "dice": 3000}
"""The time after which an unrequested Stop comes."""


@pytest.fixture
def two(table, game):
    table.start(1, 2, game=game)
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
def test_more_than_half_of_the_people_pause(table, game, people, needed):
    table.start(*people, game=game, bots=len(people) == 1)
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


def test_nothing_moves_in_a_pause_and_no_piece_is_lost(table, game):
    table.start(1, bots=True, game=game)
    table.pass_time(8000)
    table.hold(1, PIECES[game])
    table.bring(1)
    pause(table, 1)
    before = table.text
    assert table.view(1).held is None
    table.pass_time(60_000)
    table.turn(1)
    table.bring(1)
    assert table.text == before
    assert table.whole()
    resume(table, 1)
    assert table.text == before
    table.wait_for(lambda: table.text != before, 5000)


def test_the_stop_that_comes_by_itself_keeps_its_time_over_a_pause(two):
    two.scene("call")
    two.pass_time(1000)
    pause(two, 1, 2)
    stood_at = (two.now - two.play_.start) // 1_000_000
    two.pass_time(50_000)
    resume(two, 1, 2)
    assert (two.now - two.play_.start) // 1_000_000 == stood_at
    two.wait_for(lambda: two.state is State.STOPPED, 5000)
    assert two.round.ended.at == BY_ITSELF_MS[two.game]


def test_cooldowns_and_rolls_keep_their_time_over_a_pause(two):
    two.scene("race")
    two.turn(1)
    two.settle()
    pause(two, 1, 2)
    two.pass_time(5000)
    resume(two, 1, 2)
    two.turn(1)
    two.settle()
    assert two.verdicts(1) == ["locked"]
    two.pass_time({"cards": 300, "dice": 800}[two.game])
    two.turn(1)
    two.settle()
    assert two.verdicts(1) == []


def test_who_leaves_in_a_pause_does_not_make_the_rounds_time_run(session_table, game):
    table = session_table(3)
    table.start(1, 2, 3, game=game)
    table.pass_time(2000)
    table.scene("call")
    table.pass_time(500)
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
    two.scene("race")
    pause(two, 1, 2)
    two.pass_time(1000)
    for seat in (1, 2):
        two.tap_button(seat)
    two.turn(1)
    two.wait_for(lambda: two.state is State.PLAY, 3001)
    two.pass_time(100)
    two.turn(1)
    two.settle()
    assert two.verdicts(1) == ["locked", "locked"]
    assert not [move for move in two.snapshot().moves if move.kind in ("flip", "roll")]


def test_a_touch_from_within_the_pause_that_comes_after_it_is_not_judged(two):
    two.scene("race")
    pause(two, 1, 2)
    two.pass_time(1000)
    resume(two, 1, 2)
    two.bring(1, ago=1)
    two.settle()
    assert two.verdicts(1) == ["locked"]
    assert two.brought(1) == 0


def test_bots_pause_too(table, game):
    table.start(1, bots=True, game=game)
    table.pass_time(5000)
    pause(table, 1)
    moves = [move.id for move in table.snapshot().moves]
    table.pass_time(100_000)
    assert [move.id for move in table.snapshot().moves] == moves


def test_a_pause_that_nobody_ends_ends_by_itself(two):
    pause(two, 1, 2)
    two.wait_for(lambda: two.state is State.ATTRACT, 120_001)


def test_when_some_end_a_pause_those_who_do_not_press_have_left(table, game):
    table.start(1, 2, 3, game=game)
    table.pass_time(1000)
    pause(table, 1, 2)
    table.pass_time(1000)
    table.tap_button(1)
    table.tap_button(3)
    table.wait_for(lambda: table.state is State.COUNTDOWN, 120_001)
    assert [table.view(seat).state for seat in (1, 2, 3)] == ["playing", "left", "playing"]
