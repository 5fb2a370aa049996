"""Stop: right, false, and one that waits for its own seat's touch (kiosk/README.md, "Decisions")."""

from __future__ import annotations

import pytest

from hardware.api import Button, milliseconds
from kiosk import protocol as msg
from kiosk.game.refusals import RoundEnd
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State

LAST_CARD = "r3 | row b9 b8 b7 b6 b5 stack r4 hand g5 g6 g7 | row y9 y8 y7 y6 y5 stack r4 hand g5 g6 g7"
"""Both can lay the last card of their stack."""
EMPTY = "r3 | row b9 b8 b7 b6 b5 hand g5 g6 g7 | row r4 y8 y7 y6 y5 stack b4 hand g5 g6 g7"
"""Seat 1 may call, seat 2 can lay r4."""


@pytest.fixture
def two(table):
    table.start(1, 2)
    table.pass_time(2000)
    return table


def ended(table):
    end = table.round.ended
    return None if end is None else (end.by, table.play_.roster.number(end.seat))


def test_a_right_stop_ends_the_round_and_stands_on_the_table(two):
    two.lay(EMPTY)
    two.tap_button(1)
    two.settle()
    assert two.state is State.STOPPED
    assert ended(two) == (RoundEnd.STOP, 1)
    shown = two.snapshot()
    assert (shown.state, shown.caller, shown.ended_by) == ("stopped", 1, "stop")
    assert (two.lamp(1), two.lamp(2)) == ("winner", "off") or two.lamp(1) == "heard"


def test_a_false_stop_locks_the_seat_for_two_seconds_and_nobody_else(two):
    two.lay(LAST_CARD)
    two.tap_button(1)
    two.pass_time(129)
    assert two.verdicts(1) == []
    two.pass_time(2)
    assert two.verdicts(1) == ["stack_not_empty"]
    two.pass_time(160)
    assert two.lamp(1) == "locked"
    two.flip(1)
    two.flip(2)
    two.settle()
    assert two.verdicts(1) == ["stack_not_empty", "locked"]
    assert two.verdicts(2) == []
    two.pass_time(1800)
    assert two.lamp(1) == "beat_1"
    two.flip(1)
    two.settle()
    assert two.verdicts(1) == []


def test_a_stop_waits_for_its_own_seats_touch_that_began_before_it(two):
    two.lay(LAST_CARD)
    two.hold(1, "stack", ago=10)
    two.press(1)
    two.pass_time(30)
    assert two.round.ended is None
    two.play(1, "stack")
    two.settle()
    assert ended(two) == (RoundEnd.STOP, 1)
    assert two.verdicts(1) == []


def test_a_touch_that_began_early_but_was_told_late_saves_the_stop(two):
    """A drag is reported when the finger has moved, perhaps after the Stop and others' moves: its beginning counts."""
    two.lay(LAST_CARD)
    two.press(1)
    two.pass_time(20)
    two.flip(2)
    two.pass_time(30)
    two.hold(1, "stack", ago=60)
    two.play(1, "stack")
    two.settle()
    assert ended(two) == (RoundEnd.STOP, 1)
    assert two.session.table.reports == [], "a Hold that tells of the past is not late"


def test_a_stop_whose_touch_began_after_it_is_false(two):
    two.lay(LAST_CARD)
    two.press(1)
    two.pass_time(10)
    two.hold(1, "stack")
    two.pass_time(20)
    two.play(1, "stack")
    two.pass_time(200)
    assert two.round.ended is None
    assert two.verdicts(1) == ["stack_not_empty", "locked"], "the touch comes to a seat that is already locked"


def test_a_commit_at_the_end_of_the_80_ms_counts_although_it_is_judged_later(two):
    two.lay(LAST_CARD)
    two.hold(1, "stack", ago=5)
    two.press(1)
    two.pass_time(85)
    two.play(1, "stack", ago=6)
    two.settle()
    assert ended(two) == (RoundEnd.STOP, 1)


def test_a_commit_after_the_80_ms_does_not_save_a_stop(two):
    two.lay(LAST_CARD)
    two.hold(1, "stack", ago=5)
    two.press(1)
    two.pass_time(81)
    two.play(1, "stack")
    two.settle()
    assert two.round.ended is None
    assert two.verdicts(1)[0] == "stack_not_empty"


def test_pressing_stop_again_and_again_does_not_put_the_verdict_off(two):
    two.lay(LAST_CARD)
    for _ in range(5):
        two.tap_button(1)
        two.pass_time(60)
    assert two.verdicts(1)[0] == "stack_not_empty"


def test_a_card_let_go_before_a_stop_counts_though_it_arrives_after_it(two):
    two.lay(EMPTY)
    two.press(1)
    two.pass_time(4)
    two.play(2, "row 0", ago=20)
    two.settle()
    assert ended(two) == (RoundEnd.STOP, 1)
    assert two.round.seats[1].centered == 1
    assert two.verdicts(2) == []


def test_a_card_let_go_after_a_stop_comes_back(two):
    two.lay(EMPTY)
    two.press(1, ago=30)
    two.play(2, "row 0", ago=1)
    two.settle()
    assert ended(two) == (RoundEnd.STOP, 1)
    assert two.round.seats[1].centered == 0
    assert two.verdicts(2) == ["round_over"]
    back = [move for move in two.snapshot().moves if move.kind == "back"]
    assert [(move.seat, move.source) for move in back] == [(2, "row 0")]


BOTH_MAY = "- | row r9 r8 r7 r6 r5 hand g5 | row y9 y8 y7 y6 y5 hand g5"


def beaten(table, seat):
    return [(told.reason, told.by, told.margin_ms, told.lot) for told in table.view(seat).ticker]


def test_who_calls_after_another_is_told_by_how_much(two):
    two.lay(BOTH_MAY)
    two.press(1, ago=12)
    two.press(2)
    two.settle()
    assert ended(two) == (RoundEnd.STOP, 1)
    assert (beaten(two, 1), beaten(two, 2)) == ([], [("round_over", 1, 12, False)])


def test_also_a_moment_after_the_round_has_ended_but_once(two):
    two.lay(BOTH_MAY)
    two.press(1)
    two.pass_time(300)
    assert two.snapshot().state == "stopped"
    two.press(2)
    two.pass_time(200)
    two.press(2)
    two.settle()
    assert beaten(two, 2) == [("round_over", 1, 300, False)]


@pytest.mark.parametrize(
    ("gap_ms", "margin_ms"), [(0.3, 0.3), (0.5, 0.5), (1.3, 1.3), (9.96, 9.9), (10.7, 10), (12, 12)]
)
def test_close_callers_are_told_apart(two, gap_ms, margin_ms):
    two.lay(BOTH_MAY)
    two.press(1, ago=gap_ms)
    two.press(2)
    two.settle()
    assert beaten(two, 2) == [("round_over", 1, margin_ms, False)]


def test_who_may_not_call_is_told_nothing_then(two):
    two.lay("- | row r9 r8 r7 r6 r5 hand g5 | row y9 y8 y7 y6 y5 stack y1 hand g5")
    two.press(1)
    two.pass_time(300)
    two.press(2)
    two.settle()
    assert beaten(two, 2) == []


def test_after_a_stop_that_has_waited_for_its_last_card_only_the_caller_is_told(two):
    two.lay("r3 | row b9 b8 b7 b6 b5 stack r4 hand g5 g6 g7 | row y9 y8 y7 y6 y5 hand g5 g6 g7")
    two.hold(1, "stack", ago=10)
    two.press(1)
    two.pass_time(30)
    two.play(1, "stack")
    two.pass_time(300)
    assert ended(two) == (RoundEnd.STOP, 1)
    two.press(2)
    two.settle()
    assert (beaten(two, 1), beaten(two, 2)) == ([], [("round_over", 1, None, False)])


def test_of_two_calls_within_the_uncertainty_the_lot_names_the_caller(session_table):
    callers = set()
    for seed in range(1, 9):
        table = session_table(2, seed=seed)
        table.start(1, 2)
        table.lay("- | row r9 r8 r7 r6 r5 hand g5 | row y9 y8 y7 y6 y5 hand g5")
        table.press(2)
        table.press(1)
        table.settle()
        (_, caller) = ended(table)
        callers.add(caller)
        assert beaten(table, 3 - caller) == [("round_over", caller, None, True)]
    assert callers == {1, 2}


def test_the_stop_comes_by_itself_after_five_seconds_and_not_before_what_is_on_its_way(two):
    two.lay(EMPTY)
    empty_since = two.round.at
    two.pass_time(3020)
    assert two.state is State.PLAY
    two.wait_for(lambda: two.state is State.STOPPED, 3000)
    assert ended(two) == (RoundEnd.AUTO_STOP, 1)
    assert two.round.ended.at == empty_since + 5000
    assert two.now >= two.play_.dealt.instant(5000) + milliseconds(50)


def test_an_on_screen_stop_is_a_stop(two):
    two.lay(EMPTY)
    two.say(msg.PressButton(SeatNumber(1), "stop", two.now))
    two.settle()
    assert ended(two) == (RoundEnd.STOP, 1)


# ---------------------------------------------------------------- Play, and both together


def test_play_flips_when_nothing_is_held(two):
    two.lay(LAST_CARD)
    two.tap_button(1, Button.PLAY)
    two.settle()
    assert [str(card) for card in two.round.seats[0].discard] == ["g5", "g6", "g7"]


def test_play_plays_the_card_under_the_finger_and_the_finger_plays_nothing_more(two):
    two.lay("r3 | row r4 b8 b7 b6 b5 stack y1 r5 hand g5 | row y9 y8 y7 y6 y5 stack r4 hand g5")
    two.hold(1, "row 0")
    two.pass_time(100)
    assert two.view(1).held == "row 0"
    two.tap_button(1, Button.PLAY)
    two.pass_time(3)
    two.play(1, "row 0")  # the finger lifts before its display is informed: by now r5 lies there, which fits
    two.settle()
    assert two.round.seats[0].centered == 1
    assert two.view(1).held is None
    two.hold(1, "row 0")
    two.play(1, "row 0")
    two.settle()
    assert two.round.seats[0].centered == 2, "the next drag plays again"


@pytest.mark.parametrize("order", [(Button.PLAY, Button.STOP), (Button.STOP, Button.PLAY)])
def test_play_and_stop_held_for_a_second_ask_for_a_pause_on_release_and_are_no_false_stop(two, order):
    two.lay(LAST_CARD)
    for button in order:
        two.press(1, button)
        two.pass_time(60)
    two.pass_time(1200)
    assert not two.view(1).wants_pause, "judged on release"
    two.release(1, order[0])
    assert two.view(1).wants_pause
    two.release(1, order[1])
    two.settle()
    assert two.verdicts(1) == []
    assert two.state is State.PLAY


@pytest.mark.parametrize("order", [(Button.PLAY, Button.STOP), (Button.STOP, Button.PLAY)])
def test_play_and_stop_released_early_are_nothing(two, order):
    two.lay(LAST_CARD)
    for button in order:
        two.press(1, button)
        two.pass_time(60)
    two.pass_time(700)
    for button in order:
        two.release(1, button)
    two.pass_time(3000)
    assert not two.view(1).wants_pause
    assert two.verdicts(1) == []


def test_a_short_press_is_over_before_it_is_judged_and_joins_nothing(two):
    """A press waits in line, its release does not: Stop tapped, then Play, are two presses and no chord."""
    two.talks = False  # the line waits for the display
    two.pass_time(20)
    two.lay(LAST_CARD)
    two.press(1, Button.STOP)
    two.pass_time(25)
    two.release(1, Button.STOP, ago=20)
    two.pass_time(300)
    assert two.verdicts(1) == ["stack_not_empty"]
    two.pass_time(200)
    two.press(1, Button.PLAY)
    two.pass_time(60)
    assert two.verdicts(1) == ["stack_not_empty", "locked"], "the Play button was heard as itself"


def test_a_right_stop_is_right_though_play_is_down(two):
    two.lay(EMPTY)
    two.press(1, Button.PLAY)
    two.pass_time(100)
    two.press(1, Button.STOP)
    two.settle()
    assert ended(two) == (RoundEnd.STOP, 1)
