"""The outbox: nothing raises into a device, and a fault is told once."""

from __future__ import annotations

import pytest

from hardware.api import Button, ButtonEdge, DeviceFault, DeviceHealthy, HardwareInput, Instant
from hardware.fault_filter import Outbox

EDGE = ButtonEdge(1, Button.STOP, True, Instant(7))
FAULT = DeviceFault("lamp", "is broken", Instant(7), 1)


def clock() -> Instant:
    return Instant(9)


def test_a_fault_is_told_once_until_the_device_is_healthy() -> None:
    got: list[HardwareInput] = []
    outbox = Outbox(got.append, clock)
    healthy = DeviceHealthy("lamp", Instant(8), 1)
    outbox.fault(FAULT)
    outbox.fault(FAULT)
    outbox.healthy(healthy)
    outbox.fault(FAULT)
    assert got == [FAULT, healthy, FAULT]


def test_a_device_that_had_no_fault_is_not_told_to_be_healthy() -> None:
    got: list[HardwareInput] = []
    outbox = Outbox(got.append, clock)
    outbox.fault(FAULT)
    outbox.healthy(DeviceHealthy("another lamp", Instant(8)))
    assert got == [FAULT]


def test_a_sink_that_fails_is_a_fault_told_once_with_what_to_do(caplog: pytest.LogCaptureFixture) -> None:
    got: list[HardwareInput] = []

    def sink(item: HardwareInput) -> None:
        if isinstance(item, ButtonEdge):
            raise KeyError(item.seat)
        got.append(item)

    outbox = Outbox(sink, clock)
    outbox.send(EDGE)
    outbox.send(EDGE)
    assert got == [DeviceFault("input queue", "an input was lost (KeyError): report it, with the log", Instant(9))]
    assert [record.exc_info is not None for record in caplog.records] == [True, True]


def test_a_sink_that_always_fails_raises_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def sink(item: HardwareInput) -> None:
        raise ValueError(item)

    outbox = Outbox(sink, clock)
    outbox.send(EDGE)
    outbox.fault(FAULT)
    assert len(caplog.records) == 3  # the edge, the fault about it, the other fault
