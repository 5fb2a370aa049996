"""A recording is delivered again at its moments, by any clock."""

from __future__ import annotations

import queue

from hardware.api import Button, ButtonEdge, DeviceFault, Fault, HardwareInput, Instant, milliseconds, now
from hardware.gpio.debounce import QUIET
from tests.rig.recorded import RecordedButtons

START = Instant(5_000_000_000)
PRESS = ButtonEdge(1, Button.STOP, True, START)
RELEASE = ButtonEdge(1, Button.STOP, False, Instant(START + milliseconds(10)))
LATER = ButtonEdge(2, Button.PLAY, True, Instant(START + milliseconds(15)))
FAULT = DeviceFault("seat 2 stop button", Fault("button.clock"), Instant(START + milliseconds(12)), 2)


def test_presses_are_told_at_their_stamps_and_releases_when_they_have_lasted() -> None:
    got: list[HardwareInput] = []
    panel = RecordedButtons([RELEASE, LATER, PRESS, FAULT], lambda: Instant(0))
    panel.start(got.append)
    told: dict[int, list[HardwareInput]] = {}
    due = panel.step(Instant(0))
    while due is not None:
        got.clear()
        moment, due = due, panel.step(due)
        told[moment] = list(got)
    panel.close()
    assert told == {PRESS.at: [PRESS], FAULT.at: [FAULT], LATER.at: [LATER], RELEASE.at + QUIET: [RELEASE]}


def test_another_evening_is_replayed_by_a_clock_that_shows_its_time() -> None:
    got: queue.Queue[HardwareInput] = queue.Queue()
    began = now()
    panel = RecordedButtons([PRESS, RELEASE, LATER], lambda: Instant(START + now() - began))
    panel.start(got.put)
    assert [got.get(timeout=10) for _item in range(3)] == [PRESS, LATER, RELEASE]
    assert now() - began >= RELEASE.at + QUIET - START
    panel.close()


def test_a_sink_that_fails_loses_one_input_and_no_more() -> None:
    got: list[HardwareInput] = []

    def sink(item: HardwareInput) -> None:
        if item is PRESS:
            raise RuntimeError("full")
        got.append(item)

    panel = RecordedButtons([PRESS, LATER], lambda: Instant(0))
    panel.start(sink)
    panel.step(LATER.at)
    panel.close()
    assert [type(item) for item in got] == [DeviceFault, ButtonEdge]


def test_what_is_left_at_close_is_not_told() -> None:
    got: list[HardwareInput] = []
    panel = RecordedButtons([PRESS, LATER], lambda: Instant(0))
    panel.start(got.append)
    panel.step(PRESS.at)
    panel.close()
    panel.step(LATER.at)
    assert got == [PRESS]
