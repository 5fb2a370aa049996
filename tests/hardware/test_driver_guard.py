"""Drivers of other packages: what they raise is a fault with name, package and reason, and the table goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from hardware.api import (
    Button,
    ButtonEdge,
    DeviceFault,
    Duration,
    Fault,
    HardwareError,
    HardwareInput,
    Instant,
    LampState,
    Sink,
    TrayLamp,
    TrayReading,
    TrayState,
    Wiring,
)
from hardware.driver_guard import GuardedButtons, GuardedDiceReaders, GuardedLamps
from hardware.installed_drivers import DriverContext, Role, installed, names, own_fault
from kiosk.faults.fault import english
from kiosk.testing.contracts.record import until
from tests.hardware.drivers import Point, provide

NOW = Instant(7)


@pytest.fixture
def got() -> list[HardwareInput]:
    return []


@pytest.fixture
def context(got: list[HardwareInput]) -> DriverContext:
    wiring = (Wiring(1, 4), Wiring(3))
    return DriverContext(wiring=wiring, boards={3: "LDR-3"}, options={"at": 5}, sink=got.append, clock=lambda: NOW)


class Own:
    """Buttons, lamps and dice readers that do what a test says."""

    delivery_delay = Duration(5)

    def __init__(self, context: DriverContext) -> None:
        self.context = context
        self.calls: list[Any] = []
        self.closed = 0

    def start(self, sink: Sink) -> None:
        self.sink = sink

    def show(self, *told: Any) -> None:
        self.calls.append(told)

    light = show

    def health(self) -> tuple[()]:
        return ()

    def close(self) -> None:
        self.closed += 1


class Failing(Own):
    def fail(self, *_: Any) -> Any:
        raise RuntimeError("no such wire")

    start = show = light = health = fail


def broken(context: DriverContext) -> Own:
    raise HardwareError(own_fault("no strip at the bus", "plug it in"))


def words(told: list[HardwareInput]) -> set[str]:
    return {english(item.fault) for item in told if isinstance(item, DeviceFault)}


FAILS = (
    "the driver own of ligretto-own 1.0 does not work: {}: repair or update that package, "
    "or remove {} from [hardware] to use ours"
)


def test_the_context_has_seats_boards_options_and_clock(
    monkeypatch: pytest.MonkeyPatch, context: DriverContext
) -> None:
    made: list[Own] = []

    def make(context: DriverContext) -> Own:
        made.append(Own(context))
        return made[-1]

    provide(monkeypatch, Point(Role.BUTTONS, "own", make))
    panel = GuardedButtons("own", context)
    assert panel.words == "own (ligretto-own 1.0)"
    assert panel.delivery_delay == 5
    told = made[0].context
    assert (told.seats, told.boards, told.options, told.clock()) == ((1, 3), {3: "LDR-3"}, {"at": 5}, NOW)


def test_inputs_of_a_driver_pass_and_repeated_faults_do_not(
    monkeypatch: pytest.MonkeyPatch, context: DriverContext, got: list[HardwareInput]
) -> None:
    own = Own(context)
    provide(monkeypatch, Point(Role.BUTTONS, "own", lambda _: own))
    panel = GuardedButtons("own", context)
    panel.start(got.append)
    press = ButtonEdge(1, Button.STOP, pressed=True, at=NOW)
    fault = DeviceFault("wires", own_fault("loose", "fix it"), NOW)
    for item in (press, fault, fault):
        own.sink(item)
    assert got == [press, fault]
    assert words(got) == {"its driver reports: loose: fix it"}
    panel.close()
    assert own.closed == 1


@pytest.mark.parametrize(
    ("loaded", "reason"),
    [
        (ImportError("no module named smbus"), "ImportError: no module named smbus"),
        (lambda: Own, "TypeError: "),
        (broken, "its driver reports: no strip at the bus: plug it in"),
    ],
)
def test_a_driver_that_cannot_be_opened_is_a_fault_of_every_button(
    monkeypatch: pytest.MonkeyPatch, context: DriverContext, got: list[HardwareInput], loaded: Any, reason: str
) -> None:
    provide(monkeypatch, Point(Role.BUTTONS, "own", loaded))
    panel = GuardedButtons("own", context)
    panel.start(got.append)
    panel.close()
    faults = [item for item in got if isinstance(item, DeviceFault)]
    assert [(item.seat, item.button) for item in faults] == [(seat, button) for seat in (1, 3) for button in Button]
    (told,) = words(got)
    assert told.startswith(f"the driver own of ligretto-own 1.0 does not work: {reason}")


def test_buttons_that_do_not_start_are_closed_and_replaced_on_the_screen(
    monkeypatch: pytest.MonkeyPatch, context: DriverContext, got: list[HardwareInput]
) -> None:
    own = Failing(context)
    provide(monkeypatch, Point(Role.BUTTONS, "own", lambda _: own))
    GuardedButtons("own", context).start(got.append)
    assert words(got) == {FAILS.format("RuntimeError: no such wire", "buttons")}
    assert own.closed == 1


def test_lamps_that_raise_are_told_once_and_not_used_again(
    monkeypatch: pytest.MonkeyPatch, context: DriverContext, got: list[HardwareInput]
) -> None:
    own = Failing(context)
    provide(monkeypatch, Point(Role.LAMPS, "own", lambda _: own))
    lamps = GuardedLamps("own", context)
    for seat in range(3):
        lamps.show(seat, LampState.READY)
    until("it is given up", lambda: got)
    lamps.show(1, LampState.READY)
    lamps.close()
    assert got == [
        DeviceFault(
            "lamps",
            Fault(
                "driver.fails",
                {
                    "driver": "own",
                    "package": "ligretto-own 1.0",
                    "error": "RuntimeError: no such wire",
                    "key": Role.LAMPS,
                },
            ),
            NOW,
        )
    ]
    assert own.closed == 1


def test_lamps_that_take_long_delay_nobody_and_are_told_the_latest(
    monkeypatch: pytest.MonkeyPatch, context: DriverContext
) -> None:
    busy, go_on = threading.Event(), threading.Event()

    class Slow(Own):
        def show(self, *told: Any) -> None:
            super().show(*told)
            busy.set()
            go_on.wait()

    own = Slow(context)
    provide(monkeypatch, Point(Role.LAMPS, "own", lambda _: own))
    lamps = GuardedLamps("own", context)
    lamps.show(1, LampState.READY)
    busy.wait()
    for state in (LampState.HEARD, LampState.OFF, LampState.MAY_STOP):
        lamps.show(1, state)
    lamps.show(2, LampState.WINNER, NOW)
    assert len(own.calls) == 1
    go_on.set()
    until("all is shown", lambda: len(own.calls) == 3)
    lamps.close()
    assert own.calls == [(1, LampState.READY, None), (1, LampState.MAY_STOP, None), (2, LampState.WINNER, NOW)]
    assert own.closed == 1
    assert "other lamps" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize(
    "use",
    [
        lambda readers: readers.start(lambda _: None),
        lambda readers: readers.light(3, TrayLamp.READY),
        lambda readers: readers.health(),
    ],
)
def test_dice_readers_that_raise_leave_the_seat_to_the_screen(
    monkeypatch: pytest.MonkeyPatch,
    context: DriverContext,
    got: list[HardwareInput],
    use: Callable[[GuardedDiceReaders], Any],
) -> None:
    provide(monkeypatch, Point(Role.DICE_READERS, "own", Failing))
    readers = GuardedDiceReaders("own", context)
    use(readers)
    lost, fault = got
    assert lost == TrayReading(3, TrayState.LOST, (), NOW)
    assert isinstance(fault, DeviceFault)
    assert (fault.seat, fault.tray) == (3, True)
    (health,) = readers.health()
    assert (health.board, health.seat, health.connected) == ("LDR-3", 3, False)
    assert health.fault == fault.fault


def test_a_driver_is_found_by_its_role_and_name(monkeypatch: pytest.MonkeyPatch) -> None:
    provide(
        monkeypatch, Point(Role.LAMPS, "strip", Own), Point(Role.LAMPS, "bulbs", Own), Point(Role.BUTTONS, "own", Own)
    )
    assert names(Role.LAMPS) == ("bulbs", "strip")
    assert installed(Role.LAMPS, "strip").package == "ligretto-own 1.0"
    with pytest.raises(HardwareError) as absent:
        installed(Role.LAMPS, "own")
    assert english(absent.value.fault) == (
        "the driver own is not installed: install its package, or remove lamps from [hardware] to use ours"
    )


def test_two_packages_with_the_same_driver_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    provide(monkeypatch, Point(Role.LAMPS, "own", Own), Point(Role.LAMPS, "own", Own, "another"))
    with pytest.raises(HardwareError) as twice:
        installed(Role.LAMPS, "own")
    assert english(twice.value.fault) == (
        "the driver own is in several packages (another 1.0, ligretto-own 1.0): uninstall all but one"
    )
