"""A tap on bare felt sits down, unless it has done so for nobody."""

from __future__ import annotations

import pytest

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.felt_taps import WITHIN, FeltTaps


def tap_felt(table, seat=2):
    table.say(msg.PressButton(SeatNumber(seat), "play", table.now, "en", felt=True))


def sits_for_nobody(table):
    tap_felt(table)
    assert table.view(2).state == "taken"
    table.wait_for(lambda: table.state is State.ATTRACT, 60_000)


@pytest.fixture
def empty(session_table):
    return session_table(4)


def test_a_tap_on_felt_sits_down_while_the_table_invites_and_never_in_a_lobby(empty):
    tap_felt(empty)
    assert (empty.state, empty.view(2).state) == (State.LOBBY, "taken")
    tap_felt(empty)
    tap_felt(empty, seat=3)
    assert [empty.view(seat).state for seat in (2, 3)] == ["taken", "free"]


def test_two_seats_for_nobody_within_an_hour_end_it_and_the_staff_are_told(empty):
    sits_for_nobody(empty)
    assert empty.session.table.faults == ()
    sits_for_nobody(empty)
    assert empty.session.table.faults == (msg.NamedFault("felt", msg.Fault("touch.felt")),)
    assert empty.snapshot().notice is None
    tap_felt(empty)
    assert empty.state is State.ATTRACT
    empty.say(msg.PressButton(SeatNumber(2), "play", empty.now, "en"))
    assert empty.view(2).state == "taken", "an invitation is touched as before"


def test_taps_in_one_moment_are_still_for_nobody(empty):
    """A panel that feels what is not there feels several at once; the table hears the second in its lobby."""
    for _ in range(2):
        tap_felt(empty)
        tap_felt(empty)
        empty.wait_for(lambda: empty.state is State.ATTRACT, 60_000)
    assert not empty.session.table.people.felt_taps.works


def test_seats_for_nobody_are_forgotten_after_an_hour():
    taps = FeltTaps()
    for hours in range(4):
        assert not taps.in_vain(Instant(hours * WITHIN))
    assert taps.works
    assert taps.in_vain(Instant(4 * WITHIN - 1))
    assert not taps.works
    assert not taps.in_vain(Instant(4 * WITHIN)), "it is told once"


def by_touch(table):
    table.say(msg.Touch(SeatNumber(2), table.now))


def by_button(table):
    table.tap_button(2)


@pytest.mark.parametrize("touched", [by_touch, by_button])
def test_a_seat_that_somebody_has_touched_was_for_somebody(empty, touched):
    for _ in range(3):
        tap_felt(empty)
        touched(empty)
        empty.session.leave(empty.seat(2))
        assert empty.state is State.ATTRACT
    for _ in range(3):
        tap_felt(empty)
        by_touch(empty)
        empty.wait_for(lambda: empty.state is State.ATTRACT, 60_000)
    assert empty.session.table.people.felt_taps.works


def test_who_sat_down_at_an_invitation_and_went_away_is_not_counted(empty):
    for _ in range(3):
        empty.say(msg.PressButton(SeatNumber(2), "play", empty.now, "en"))
        empty.wait_for(lambda: empty.state is State.ATTRACT, 60_000)
    assert empty.session.table.people.felt_taps.works
