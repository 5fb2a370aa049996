"""Promises of buttons at gpiozero's pins beyond the contract (``test_button_sources``), at every kind of mock pin."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from hardware.api import Button, ButtonEdge, DeviceFault, DeviceHealthy, HardwareInput
from kiosk.faults.fault import english
from tests.hardware.mock_pins import Holder

if TYPE_CHECKING:
    from tests.hardware.conftest import Rig

STOP, PLAY = Button.STOP, Button.PLAY


def presses(inputs: list[HardwareInput]) -> list[ButtonEdge]:
    return [item for item in inputs if isinstance(item, ButtonEdge) and item.pressed]


def test_the_buttons_work_after_a_garbage_collection(rig: Rig) -> None:
    rig.start()
    gc.collect(1)  # whatever is as young as the panel, and not thousands of tests
    rig.drive(5, PLAY, True)
    assert len(presses(rig.got)) == 1


def test_an_exception_in_the_callback_is_a_fault_told_once_and_the_next_edge_is_heard(rig: Rig) -> None:
    rig.start()
    callback = rig.pin(4, STOP).when_changed
    callback("no number", 0)
    callback("no number", 0)
    at = rig.drive(4, STOP, True)
    fault, press = rig.got
    assert isinstance(fault, DeviceFault)
    assert (fault.seat, fault.button) == (4, STOP)
    assert press == ButtonEdge(4, STOP, True, at)


def test_stamps_of_another_clock_are_told_and_arrival_counts(rig: Rig) -> None:
    rig.start()
    rig.pin(1, STOP).when_changed(1.7e9, 0)
    fault, press = rig.got
    assert isinstance(fault, DeviceFault)
    assert "another clock" in english(fault.fault)
    assert press == ButtonEdge(1, STOP, True, rig.clock.at)


def test_no_stamp_lies_in_the_future(rig: Rig) -> None:
    rig.start()
    rig.pin(1, STOP).when_changed((rig.clock.at + 1_000_000) / 1e9, 0)
    assert rig.got == [ButtonEdge(1, STOP, True, rig.clock.at)]


def test_a_stuck_button_that_is_let_go_and_pressed_at_once_is_healthy(rig: Rig) -> None:
    rig.start()
    rig.drive(2, STOP, True)
    rig.wait(10_000)
    rig.drive(2, STOP, False)
    rig.clock.forward(20)
    rig.drive(2, STOP, True)
    assert [type(item) for item in rig.got] == [ButtonEdge, DeviceFault, ButtonEdge, ButtonEdge, DeviceHealthy]


def test_a_button_that_gets_stuck_again_is_told_again(rig: Rig) -> None:
    rig.start()
    for _time in range(2):
        rig.drive(2, PLAY, True)
        rig.wait(10_000)
        rig.drive(2, PLAY, False)
        rig.wait(22)
    assert [type(item) for item in rig.got] == [ButtonEdge, DeviceFault, ButtonEdge, DeviceHealthy] * 2


def test_a_button_that_presses_itself_is_a_fault_of_its_seat_until_it_stops(rig: Rig) -> None:
    rig.start()
    for _time in range(100):
        rig.drive(2, STOP, True)
        rig.wait(20)
        rig.drive(2, STOP, False)
        rig.wait(40)
    heard = len(presses(rig.got))
    assert heard < 40
    (fault,) = (item for item in rig.got if not isinstance(item, ButtonEdge))
    assert isinstance(fault, DeviceFault)
    assert (fault.seat, fault.button) == (2, STOP)
    assert english(fault.fault).startswith("it presses itself, more than 5 times a second, and is ignored until it st")
    assert sum(isinstance(item, ButtonEdge) for item in rig.got) == 2 * heard  # none stays pressed
    rig.drive(3, STOP, True)
    assert rig.got[-1] == ButtonEdge(3, STOP, True, rig.clock.at)  # other buttons go on
    rig.wait(2_000)
    assert [type(item) for item in rig.got[2 * heard + 1 :]] == [ButtonEdge, DeviceHealthy]
    rig.drive(2, STOP, True)
    assert rig.got[-1] == ButtonEdge(2, STOP, True, rig.clock.at)


def test_a_button_that_presses_itself_and_then_sticks_is_told_as_stuck_and_healthy_once(rig: Rig) -> None:
    rig.start()
    for _time in range(100):
        rig.drive(2, PLAY, True)
        rig.wait(20)
        rig.drive(2, PLAY, False)
        rig.wait(40)
    rig.drive(2, PLAY, True)
    rig.wait(10_000)
    rig.drive(2, PLAY, False)
    rig.wait(22)
    told = [item for item in rig.got if not isinstance(item, ButtonEdge)]
    assert [item.fault.code if isinstance(item, DeviceFault) else "healthy" for item in told] == [
        *("button.flaps", "button.stuck", "healthy"),
    ]


def test_after_close_nothing_is_delivered_and_the_pins_are_free(rig: Rig) -> None:
    rig.start()
    rig.panel.close()
    rig.drive(1, STOP, True)
    assert rig.got == []
    other = Holder()
    rig.panel.factory.reserve_pins(other, 2, 3)  # raises if they are not
