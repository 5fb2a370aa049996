"""The fault filter: no exception reaches a device, and a fault is reported once."""

from __future__ import annotations

import pytest

from hardware.api import Button, ButtonEdge, DeviceFault, DeviceHealthy, Fault, HardwareInput, Instant
from hardware.fault_filter import FaultFilter, Outbox

EDGE = ButtonEdge(1, Button.STOP, True, Instant(7))
FAULT = DeviceFault("lamp", Fault("pin.unusable", {"where": "GPIO 6", "error": "broken"}), Instant(7), 1)


def clock() -> Instant:
    return Instant(9)


def test_a_fault_is_told_once_until_the_device_is_healthy() -> None:
    got: list[HardwareInput] = []
    outbox = FaultFilter(got.append, clock)
    healthy = DeviceHealthy("lamp", Instant(8), 1)
    outbox.send(FAULT)
    outbox.send(FAULT)
    outbox.send(healthy)
    outbox.send(FAULT)
    assert got == [FAULT, healthy, FAULT]


def test_a_device_that_had_no_fault_is_not_told_to_be_healthy() -> None:
    got: list[HardwareInput] = []
    outbox = FaultFilter(got.append, clock)
    outbox.send(FAULT)
    outbox.send(DeviceHealthy("another lamp", Instant(8)))
    assert got == [FAULT]


def test_a_sink_that_fails_is_a_fault_told_once_with_what_to_do(caplog: pytest.LogCaptureFixture) -> None:
    got: list[HardwareInput] = []

    def sink(item: HardwareInput) -> None:
        if isinstance(item, ButtonEdge):
            raise KeyError(item.seat)
        got.append(item)

    outbox = FaultFilter(sink, clock)
    outbox.send(EDGE)
    outbox.send(EDGE)
    assert got == [DeviceFault("input queue", Fault("input.lost", {"error": "KeyError"}), Instant(9))]
    assert [record.exc_info is not None for record in caplog.records] == [True, True]


def test_a_sink_that_always_fails_raises_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def sink(item: HardwareInput) -> None:
        raise ValueError(item)

    outbox = FaultFilter(sink, clock)
    outbox.send(EDGE)
    outbox.send(FAULT)
    assert len(caplog.records) == 3  # the edge, the fault about it, the other fault


def test_an_outbox_without_a_memory_tells_everything() -> None:
    got: list[HardwareInput] = []
    outbox = Outbox(got.append, clock)
    items: list[HardwareInput] = [
        FAULT,
        FAULT,
        DeviceHealthy("lamp", Instant(8), 1),
        DeviceHealthy("lamp", Instant(8), 1),
    ]
    for item in items:
        outbox.send(item)
    assert got == items


def test_open_faults_are_the_latest_of_each_device_that_is_not_healthy_again() -> None:
    outbox = FaultFilter(lambda _item: None, clock)
    other = DeviceFault("button", Fault("button.clock"), Instant(7))
    later = DeviceFault("lamp", Fault("lgpio.undimmed"), Instant(8), 1)
    for item in (FAULT, other, later):
        outbox.send(item)
    assert outbox.open() == [later, other]
    outbox.send(DeviceHealthy("lamp", Instant(9), 1))
    assert outbox.open() == [other]
