"""The pin process's reports: passed on, and corrected when that process is lost."""

from __future__ import annotations

import pytest

from hardware.api import Button, ButtonEdge, DeviceFault, DeviceHealthy, Fault, HardwareInput, Instant, Wiring
from hardware.pin_process.client import DEVICE, PinNews
from kiosk.faults.fault import english

STOP, PLAY = Button.STOP, Button.PLAY
LATER = Instant(9)
DARK = Fault("pin.unusable", {"where": "GPIO 6", "error": "Input/output error"})
ENDED = Fault("pins.ended", {"how": "exit status 1"})


class Told:
    """The view of a table of two seats, and the content of its sink."""

    def __init__(self) -> None:
        self.got: list[HardwareInput] = []
        self.news = PinNews(self.got.append, [Wiring(1, 4, 5), Wiring(2, 6)], lambda: LATER)

    def take(self, *items: HardwareInput) -> None:
        for item in items:
            self.news.take(item)
        self.got.clear()


@pytest.fixture
def told() -> Told:
    return Told()


def edge(seat: int, button: Button, pressed: bool) -> ButtonEdge:
    return ButtonEdge(seat, button, pressed, Instant(7))


def test_everything_is_handed_on_as_it_is(told: Told) -> None:
    fault = DeviceFault("seat 1 lamp", DARK, Instant(7), 1)
    healthy = DeviceHealthy("seat 1 lamp", Instant(8), 1)
    items = [edge(1, STOP, True), fault, edge(1, STOP, False), healthy]
    for item in items:
        told.news.take(item)
    assert told.got == items


def test_a_lost_process_is_a_fault_and_what_was_pressed_is_let_go(told: Told) -> None:
    told.take(edge(1, STOP, True), edge(1, PLAY, True), edge(2, STOP, True), edge(1, PLAY, False))
    told.news.lost(Fault("pins.ended", {"how": "SIGKILL"}))
    fault, *releases = told.got
    assert isinstance(fault, DeviceFault)
    assert (fault.device, fault.seat) == (DEVICE, None)
    assert english(fault.fault).startswith("it has ended (SIGKILL): no button is heard")
    assert releases == [edge(1, STOP, False), edge(2, STOP, False)], "nobody knows for how long: no pause is asked for"


def test_what_was_let_go_is_not_let_go_again_at_the_next_loss(told: Told) -> None:
    told.take(edge(1, STOP, True))
    told.news.lost(ENDED)
    told.news.found()
    told.got.clear()
    told.news.lost(ENDED)
    assert [type(item) for item in told.got] == [DeviceFault]


def test_a_process_that_cannot_be_started_again_costs_every_button_and_is_told_once(told: Told) -> None:
    told.news.lost(ENDED)
    told.got.clear()
    for _time in range(2):
        told.news.missing(Fault("chip.none"))
    assert {(item.seat, item.button) for item in told.got if isinstance(item, DeviceFault)} == {
        (1, STOP),
        (1, PLAY),
        (2, STOP),
    }
    assert len(told.got) == 3


def test_with_a_new_process_all_faults_are_over_until_it_tells_them_anew(told: Told) -> None:
    broken = DeviceFault("seat 2 lamp", DARK, Instant(7), 2)
    told.take(broken)
    told.news.lost(ENDED)
    told.news.missing(Fault("chip.none"))
    told.got.clear()
    told.news.found()
    assert all(isinstance(item, DeviceHealthy) for item in told.got)
    assert {item.device for item in told.got if isinstance(item, DeviceHealthy)} == {
        "seat 2 lamp",
        DEVICE,
        "seat 1 stop button",
        "seat 1 play button",
        "seat 2 stop button",
    }
    told.got.clear()
    told.news.take(broken)
    assert told.got == [broken]


def test_a_device_that_was_healthy_before_the_loss_is_not_told_so_again(told: Told) -> None:
    told.take(DeviceFault("seat 2 lamp", DARK, Instant(7), 2), DeviceHealthy("seat 2 lamp", Instant(8), 2))
    told.news.lost(ENDED)
    told.got.clear()
    told.news.found()
    assert told.got == [DeviceHealthy(DEVICE, LATER)]
