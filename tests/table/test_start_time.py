"""When a match starts: how long those who are ready wait for newcomers and for those in their lesson."""

from __future__ import annotations

import pytest

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from tests.table.conftest import SessionTable


def _starts_after(table: SessionTable) -> float:
    """Return the seconds until the countdown begins."""
    since = table.now
    table.wait_for(lambda: table.state is State.COUNTDOWN, 60_000)
    return (table.now - since) / 1e9


def test_whoever_is_ready_alone_waits_three_seconds(table):
    table.sit_down(1)
    assert _starts_after(table) == 3


def test_three_seconds_after_the_last_one_is_ready(table):
    table.sit_down(1)
    table.tap_button(2)
    table.pass_time(5_000)
    table.tap_button(2)
    assert _starts_after(table) == 3


def test_a_newcomer_is_waited_for_and_adds_five_seconds(table):
    table.sit_down(1)
    table.pass_time(1_000)
    table.tap_button(2)
    assert _starts_after(table) == 19


def test_whoever_sits_silent_for_ten_seconds_is_not_dealt_in(table):
    table.sit_down(1)
    table.tap_button(2)
    _starts_after(table)
    assert table.view(2).bot


def test_a_silent_seat_is_asked_before_it_is_freed_and_any_touch_in_its_tray_answers(table):
    table.tap_button(1)
    table.pass_time(10_000)
    table.tap_button(2)
    table.pass_time(19_000)
    assert not table.view(1).asked
    table.wait_for(lambda: table.view(1).asked, 1_001)
    assert not table.view(2).asked
    table.say(msg.Touch(SeatNumber(1), table.now))
    assert not table.view(1).asked
    table.wait_for(lambda: table.view(2).asked, 10_000)
    table.wait_for(lambda: table.view(2).state == "free", 15_000)
    assert table.view(1).state == "taken"


def test_a_disc_in_the_middle_answers_for_all(table):
    table.tap_button(1)
    table.wait_for(lambda: table.view(1).asked, 30_001)
    table.say(msg.ProposeOption("length", "3", table.now))
    assert not table.view(1).asked


def test_newcomers_add_at_most_fifteen_seconds():
    table = SessionTable(seats=6)
    table.sit_down(1)
    for seat in (2, 3, 4, 5):
        table.tap_button(seat)
    assert _starts_after(table) == 30


def test_whoever_practises_holds_the_start_for_twenty_seconds_and_is_dealt_in(table):
    table.tap_button(2)
    sat = table.now
    table.sit_down(1)
    for _ in range(4):
        table.pass_time(4_500)
        table.hold(2, "row 0")
    table.wait_for(lambda: table.state is State.COUNTDOWN, 60_000)
    assert (table.now - sat) / 1e9 == 20
    assert table.view(2).state == "playing"
    assert not table.view(2).bot


def test_a_lesson_left_alone_holds_the_start_for_ten_seconds_only(table):
    table.tap_button(2)
    table.pass_time(12_000)
    table.sit_down(1)
    table.pass_time(14_000)
    table.hold(2, "row 0")
    assert _starts_after(table) == pytest.approx(1.0)
    assert not table.view(2).bot


def test_without_bots_the_start_waits_until_two_are_there(table):
    table.tap_button(1)
    table.choose(1, "bots", "off")
    table.tap_button(1)
    table.pass_time(20_000)
    assert table.state is State.LOBBY
    table.tap_button(2)
    table.pass_time(10_001)
    assert table.state is State.LOBBY
    assert table.view(2).state == "taken"


def test_with_ready_taken_back_the_others_wait_no_longer_than_before(table):
    table.sit_down(1, 2)
    table.pass_time(1_000)
    table.tap_button(2)
    assert _starts_after(table) == 14


def test_any_touch_in_the_tray_of_a_lesson_holds_the_start(table):
    """Who reads the rules or looks through the languages sends nothing else."""
    table.tap_button(2)
    sat = table.now
    table.sit_down(1)
    for _ in range(4):
        table.pass_time(4_500)
        table.say(msg.Touch(SeatNumber(2), table.now))
    table.wait_for(lambda: table.state is State.COUNTDOWN, 60_000)
    assert (table.now - sat) / 1e9 == 20
    assert not table.view(2).bot


def test_the_told_start_is_put_off_while_somebody_is_busy_with_a_lesson(table):
    table.tap_button(2)
    table.sit_down(1)
    table.pass_time(9_000)
    table.tap_button(3)
    left = []
    for _ in range(6):
        table.pass_time(3_000)
        table.say(msg.Touch(SeatNumber(3), table.now))
        left.append((table.snapshot().deadline - table.now) / 1e9)
    assert left == [10, 10, 10, 8, 5, 2]
