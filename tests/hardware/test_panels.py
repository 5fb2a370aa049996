"""What every button panel promises (``hardware.api.ButtonPanel``), at every kind of pin."""

from __future__ import annotations

import gc
import random
from typing import TYPE_CHECKING

import pytest

from hardware.api import Button, ButtonEdge, DeviceFault, DeviceHealthy, HardwareInput, Instant, milliseconds

if TYPE_CHECKING:
    from conftest import Rig

STOP, PLAY = Button.STOP, Button.PLAY


def presses(inputs: list[HardwareInput]) -> list[ButtonEdge]:
    return [item for item in inputs if isinstance(item, ButtonEdge) and item.pressed]


def test_a_press_is_told_at_once_with_the_stamp_of_its_edge(rig: Rig) -> None:
    rig.start()
    at = rig.drive(3, STOP, True)
    assert rig.got == [ButtonEdge(3, STOP, True, at)]


def test_a_release_is_told_when_it_has_lasted_with_the_stamp_of_its_beginning(rig: Rig) -> None:
    rig.start()
    rig.drive(3, PLAY, True)
    rig.clock.forward(300)
    released = rig.drive(3, PLAY, False)
    rig.wait(20)
    assert len(rig.got) == 1  # an edge of the last moments may still be on its way
    rig.wait(2)
    assert rig.got[1:] == [ButtonEdge(3, PLAY, False, released)]


def test_a_chattering_button_is_pressed_once(rig: Rig) -> None:
    rig.start()
    first = rig.clock.at
    for pressed in [True, False] * 12 + [True]:
        rig.drive(1, STOP, pressed)
        rig.wait(2)
    assert rig.got == [ButtonEdge(1, STOP, True, first)]


def test_taps_of_5_ms_are_not_lost(rig: Rig) -> None:
    rig.start()
    stamps = []
    for _tap in range(5):
        stamps.append(rig.drive(1, PLAY, True))
        rig.clock.forward(5)
        rig.drive(1, PLAY, False)
        rig.clock.forward(25)
    assert [press.at for press in presses(rig.got)] == stamps


@pytest.mark.parametrize("seed", range(5))
def test_twelve_presses_delivered_in_any_order_keep_their_stamps(rig: Rig, seed: int) -> None:
    rig.start()
    stamps = {seat: Instant(rig.clock.at + seat * 50_000) for seat in range(1, 13)}
    rig.clock.forward(2)
    order = random.Random(seed).sample(sorted(stamps), 12)  # noqa: S311  # not a secret
    for seat in order:
        rig.pin(seat, STOP).when_changed(stamps[seat] / 1e9, 0)
    told = presses(rig.got)
    assert [press.seat for press in told] == order
    assert all(abs(press.at - stamps[press.seat]) < 1000 for press in told)  # a float's worth
    assert [press.seat for press in sorted(told, key=lambda press: press.at)] == list(range(1, 13))


def test_no_press_comes_later_than_the_watermark_says(rig: Rig) -> None:
    rig.start()
    assert rig.panel.delivery_delay <= milliseconds(5)
    at = rig.drive(12, STOP, True)
    assert presses(rig.got)[0].at == at >= rig.clock.at - rig.panel.delivery_delay


def test_the_buttons_work_after_a_garbage_collection(rig: Rig) -> None:
    rig.start()
    gc.collect()
    rig.drive(5, PLAY, True)
    assert len(presses(rig.got)) == 1


def test_an_exception_in_the_sink_does_not_end_delivery(rig: Rig) -> None:
    def sink(item: HardwareInput) -> None:
        if isinstance(item, ButtonEdge) and item.seat == 1:
            raise RuntimeError("full")
        rig.got.append(item)

    rig.start(sink)
    rig.drive(1, STOP, True)
    rig.drive(1, PLAY, True)
    at = rig.drive(2, STOP, True)
    fault, press = rig.got
    assert isinstance(fault, DeviceFault)
    assert "RuntimeError" in fault.message
    assert press == ButtonEdge(2, STOP, True, at)


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
    assert "another clock" in fault.message
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


def test_a_button_held_for_ten_seconds_is_stuck_until_it_is_let_go(rig: Rig) -> None:
    rig.start()
    rig.drive(2, STOP, True)
    rig.wait(9_999)
    assert len(rig.got) == 1
    rig.wait(1)
    rig.wait(60_000)
    (fault,) = rig.got[1:]
    assert isinstance(fault, DeviceFault)
    assert (fault.seat, fault.button) == (2, STOP)
    assert "held down for 10 s" in fault.message
    released = rig.drive(2, STOP, False)
    healthy_at = rig.wait(22)
    assert rig.got[2:] == [
        ButtonEdge(2, STOP, False, released),
        DeviceHealthy(fault.device, healthy_at, 2, STOP),
    ]


def test_a_button_that_gets_stuck_again_is_told_again(rig: Rig) -> None:
    rig.start()
    for _time in range(2):
        rig.drive(2, PLAY, True)
        rig.wait(10_000)
        rig.drive(2, PLAY, False)
        rig.wait(22)
    assert [type(item) for item in rig.got] == [ButtonEdge, DeviceFault, ButtonEdge, DeviceHealthy] * 2


def test_after_close_nothing_is_delivered_and_the_pins_are_free(rig: Rig) -> None:
    rig.start()
    rig.panel.close()
    rig.drive(1, STOP, True)
    assert rig.got == []
    other = Holder()
    rig.panel.factory.reserve_pins(other, 2, 3)  # raises if they are not


class Holder:
    """Another user of a pin."""

    def _conflicts_with(self, other: object) -> bool:
        return True


def test_a_pin_that_is_taken_is_told_and_the_others_go_on(rig: Rig) -> None:
    other = Holder()
    rig.panel.factory.reserve_pins(other, 6)
    rig.start()
    (fault,) = rig.got
    assert isinstance(fault, DeviceFault)
    assert (fault.seat, fault.button) == (3, STOP)
    assert "already in use" in fault.message
    assert "choose another pin" in fault.message
    at = rig.drive(3, PLAY, True)
    assert rig.got[1:] == [ButtonEdge(3, PLAY, True, at)]
