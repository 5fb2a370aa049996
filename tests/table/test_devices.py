"""Devices that fail, and displays that come and go, while the table plays on."""

from __future__ import annotations

import pytest

from hardware.api import Button, DeviceFault, DeviceHealthy, Fault
from kiosk import protocol as msg
from kiosk.table.inputs import DisplayGone, DisplayJoined

STUCK = Fault("button.stuck", {"seconds": 10})
DARK = Fault("pin.unusable", {"where": "GPIO 6", "error": "Input/output error"})


@pytest.fixture
def two(table):
    table.start(1, 2)
    table.pass_time(2000)
    return table


def test_a_stuck_stop_button_is_told_to_its_seat_which_gets_the_one_on_the_screen(table):
    table.put(DeviceFault("seat 2 stop button", STUCK, table.now, 2, Button.STOP))
    assert (table.view(2).fault, table.view(2).screen_stop, table.lamp(2)) == (msg.Fault.of(STUCK), True, "fault")
    assert not table.view(1).screen_stop
    table.put(DeviceHealthy("seat 2 stop button", table.now, 2, Button.STOP))
    assert (table.view(2).fault, table.view(2).screen_stop) == (None, False)


def test_another_device_that_is_well_again_does_not_heal_the_stop_button(table):
    table.put(DeviceFault("seat 2 stop button", STUCK, table.now, 2, Button.STOP))
    table.put(DeviceFault("seat 2 lamp", DARK, table.now, 2))
    table.put(DeviceHealthy("seat 2 lamp", table.now, 2))
    assert table.view(2).screen_stop


def test_a_dark_lamp_is_no_reason_for_a_stop_on_the_screen(table):
    table.put(DeviceFault("seat 2 lamp", DARK, table.now, 2))
    assert table.view(2).fault == msg.Fault.of(DARK)
    assert not table.view(2).screen_stop


def test_a_lost_dice_board_is_the_operators_matter_and_takes_no_lamp_from_its_seat(table):
    fault = DeviceFault("dice board LDR-SEAT-2", Fault("board.silent"), table.now, 2, tray=True)
    table.put(fault)
    assert (table.view(2).fault, table.lamp(2)) == (None, "chase")
    assert table.session.table.faults == (msg.NamedFault("dice board LDR-SEAT-2", msg.Fault("board.silent"), seat=2),)
    table.put(DeviceHealthy("dice board LDR-SEAT-2", table.now, 2))
    assert table.session.table.faults == ()
    assert table.session.table.reports == [
        "dice board LDR-SEAT-2: it does not answer: check its cable, or pull it out and put it in again",
        "dice board LDR-SEAT-2: works again",
    ]


def test_a_seat_without_a_stop_button_always_has_one_on_the_screen(session_table):
    table = session_table(2, screen_stop=frozenset({2}))
    assert [view.screen_stop for view in table.snapshot().seats] == [False, True]


def test_a_fault_of_the_whole_table_is_told_until_it_is_over(table):
    table.put(DeviceFault("input queue", Fault("input.lost", {"error": "KeyError"}), table.now))
    assert table.snapshot().notice == msg.Fault("input.lost", {"error": "KeyError"})
    table.put(DeviceHealthy("input queue", table.now))
    assert table.snapshot().notice is None


def test_a_display_that_goes_in_mid_drag_holds_nothing_and_another_one_plays_on(two):
    two.lay("r3 | row r4 b8 b7 b6 b5 stack b1 hand g5 | row y9 y8 y7 y6 y5 stack y1 hand g5")
    two.hold(1, "row 0")
    two.settle()
    assert two.view(1).held == "row 0"
    two.talks = False
    two.put(DisplayGone("display 1", two.now))
    assert two.view(1).held is None
    before = two.text
    two.pass_time(1000)
    assert two.text == before
    two.put(DisplayJoined("display 2"))
    from_new = msg.PlayCard(1, "row 0", (), two.now)
    two.put(two.from_display("display 2", from_new))
    two.settle()
    assert two.round.seats[0].centered == 1


def test_a_display_that_only_looked_on_takes_nothing_with_it(two):
    two.hold(1, "row 0")
    two.settle()
    two.put(DisplayGone("display 9", two.now))
    assert two.view(1).held == "row 0"


def test_what_a_display_that_is_gone_had_sent_still_counts(two):
    two.lay("r3 | row r4 b8 b7 b6 b5 stack b1 hand g5 | row y9 y8 y7 y6 y5 stack y1 hand g5")
    two.play(1, "row 0")
    two.put(DisplayGone("display 1", two.now))
    two.talks = False
    two.settle()
    assert two.round.seats[0].centered == 1


def test_who_is_ready_by_a_stuck_button_alone_is_waited_for(table):
    table.tap_button(1)
    table.tap_button(2)
    table.tap_button(1)
    table.press(2)
    soon = table.session.table.deadline
    assert [table.view(seat).state for seat in (1, 2)] == ["ready", "ready"]
    table.put(DeviceFault("seat 2 stop button", STUCK, table.now, 2, Button.STOP))
    assert [table.view(seat).state for seat in (1, 2)] == ["ready", "taken"]
    assert table.session.table.deadline > soon
