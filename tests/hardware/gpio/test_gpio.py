"""Pins that are dead or held from the start, and the lamps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from hardware.api import (
    Button,
    ButtonEdge,
    ChipLine,
    DeviceFault,
    DeviceHealthy,
    Fault,
    HardwareError,
    HardwareInput,
    LampState,
    Wiring,
)
from hardware.gpio.buttons import GpioButtons
from hardware.gpio.chips import ELSEWHERE
from hardware.gpio.lamps import PWM_HZ, ExpanderLines, GpioLamps
from hardware.simulated.panel import SimulatedLines
from kiosk.faults.fault import english

if TYPE_CHECKING:
    from tests.hardware.conftest import Clock

TWO = (Wiring(1, 4, 5, 6), Wiring(2, 7, 8, 9), Wiring(3))


def no_expander(chip: str) -> ExpanderLines:
    raise HardwareError(Fault("chip.missing", {"wanted": chip, "found": Fault("chip.none"), "fix": ELSEWHERE}))


@pytest.fixture
def got() -> list[HardwareInput]:
    return []


@pytest.fixture
def buttons(clock: Clock, got: list[HardwareInput]) -> Iterator[Callable[[Any], GpioButtons]]:
    made: list[GpioButtons] = []

    def make(factory: Any) -> GpioButtons:
        panel = GpioButtons(factory, TWO, clock)
        made.append(panel)
        panel.start(got.append)
        return panel

    yield make
    for panel in made:
        panel.close()


@pytest.fixture
def lamps(clock: Clock, got: list[HardwareInput]) -> Iterator[Callable[[Any], GpioLamps]]:
    made: list[GpioLamps] = []

    def make(factory: Any) -> GpioLamps:
        made.append(GpioLamps(factory, no_expander, TWO, got.append, clock))
        return made[-1]

    yield make
    for panel in made:
        panel.close()


class DeadPin(MockPin):
    """A pin whose library refuses."""

    def _set_edges(self, value: str) -> None:
        raise OSError(16, "Device or resource busy")


class ShortedPin(MockPin):
    """A button that is held down, or shorted, from the start."""

    shorted = True

    def drive_high(self) -> None:
        if not self.shorted:
            super().drive_high()


class CountingLamp(MockPWMPin):
    """An output that counts its writes."""

    writes = 0

    def _set_state(self, value: float) -> None:
        self.writes += 1
        super()._set_state(value)


class BrokenLamp(MockPWMPin):
    """An output that fails when it is switched on."""

    def _set_state(self, value: float) -> None:
        if value:
            raise OSError(5, "Input/output error")
        super()._set_state(value)


def test_a_dead_pin_is_told_with_its_seat_and_the_others_go_on(
    buttons: Callable[[Any], GpioButtons], got: list[HardwareInput], clock: Clock
) -> None:
    factory = MockFactory()
    factory.pin(4, pin_class=DeadPin)
    buttons(factory)
    (fault,) = got
    assert isinstance(fault, DeviceFault)
    assert (fault.device, fault.seat, fault.button) == ("seat 1 stop button", 1, Button.STOP)
    told = english(fault.fault)
    assert told.startswith("GPIO 4 does not work ([Errno 16] Device or resource busy): check its wiring")
    factory.pin(5).drive_low()
    assert got[1:] == [ButtonEdge(1, Button.PLAY, True, clock.at)]


def test_a_button_held_from_the_start_is_no_press_but_stuck_after_ten_seconds(
    buttons: Callable[[Any], GpioButtons], got: list[HardwareInput], clock: Clock
) -> None:
    factory = MockFactory()
    pin = factory.pin(7, pin_class=ShortedPin)
    panel = buttons(factory)
    panel.step(clock.forward(10_000))
    assert [type(item) for item in got] == [DeviceFault]
    pin.shorted = False
    pin.drive_high()
    panel.step(clock.forward(22))
    pin.drive_low()
    assert [type(item) for item in got] == [DeviceFault, DeviceHealthy, ButtonEdge]
    assert got[2] == ButtonEdge(2, Button.STOP, True, clock.at)


def test_a_lamp_shows_its_state_and_follows_its_pattern(lamps: Callable[[Any], GpioLamps], clock: Clock) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    panel = lamps(factory)
    panel.show(1, LampState.MAY_STOP)
    panel.show(2, LampState.READY)
    seen = []
    for _quarter in range(4):
        panel.step(clock.at)
        seen.append((factory.pin(6).state, factory.pin(9).state))
        clock.forward(250)
    assert seen == [(1.0, 1.0), (0.1, 1.0)] * 2


def test_showing_the_same_state_again_does_not_restart_it(lamps: Callable[[Any], GpioLamps], clock: Clock) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    panel = lamps(factory)
    panel.show(1, LampState.MAY_STOP)
    clock.forward(250)
    panel.show(1, LampState.MAY_STOP)
    panel.step(clock.at)
    assert factory.pin(6).state == pytest.approx(0.1)


def test_the_lamps_sleep_while_all_are_steady(lamps: Callable[[Any], GpioLamps], clock: Clock) -> None:
    panel = lamps(MockFactory(pin_class=MockPWMPin))
    panel.show(1, LampState.READY)
    assert panel.step(clock.at) is None
    panel.show(2, LampState.MAY_STOP)
    assert panel.step(clock.at) == clock.at + 250_000_000


def test_a_pin_is_written_only_when_its_brightness_changes(lamps: Callable[[Any], GpioLamps], clock: Clock) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    pin = factory.pin(6, pin_class=CountingLamp)
    panel = lamps(factory)
    panel.show(1, LampState.READY)
    panel.show(2, LampState.BEAT_1)
    panel.step(clock.at)
    before = pin.writes
    for _step in range(5):
        panel.step(clock.forward(50))
    assert pin.writes == before


def test_a_pin_has_pwm_only_while_its_lamp_is_dimmed(lamps: Callable[[Any], GpioLamps], clock: Clock) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    panel = lamps(factory)
    seen = [factory.pin(6).frequency]
    for state in (LampState.READY, LampState.LOCKED, LampState.OFF):
        panel.show(1, state)
        panel.step(clock.at)
        seen.append(factory.pin(6).frequency)
    assert seen == [None, None, PWM_HZ, None]


def test_lamps_that_beat_wake_their_thread_together(lamps: Callable[[Any], GpioLamps], clock: Clock) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    panel = lamps(factory)
    panel.show(1, LampState.BEAT_1)
    due = panel.step(clock.at)
    clock.forward(7)
    panel.show(2, LampState.BEAT_1)
    assert panel.step(clock.at) == due
    assert factory.pin(6).state == factory.pin(9).state


def test_a_seat_without_a_lamp_is_silently_dark(lamps: Callable[[Any], GpioLamps], got: list[HardwareInput]) -> None:
    panel = lamps(MockFactory(pin_class=MockPWMPin))
    panel.show(3, LampState.READY)
    panel.show(99, LampState.READY)
    assert got == []


def test_without_pwm_a_lamp_is_full_or_dark(
    lamps: Callable[[Any], GpioLamps], got: list[HardwareInput], clock: Clock
) -> None:
    factory = MockFactory(pin_class=MockPin)
    panel = lamps(factory)
    panel.show(1, LampState.LOCKED)
    panel.show(2, LampState.READY)
    panel.step(clock.at)
    assert (factory.pin(6).state, factory.pin(9).state) == (0, 1)
    assert got == []


def test_a_lamp_on_an_expander_is_full_or_dark_beside_one_that_is_dimmed(
    got: list[HardwareInput], clock: Clock
) -> None:
    lines = {"mcp23017": SimulatedLines()}
    wiring = (Wiring(1, lamp_pin=ChipLine("mcp23017", 15)), Wiring(2, lamp_pin=9))
    factory = MockFactory(pin_class=MockPWMPin)
    panel = GpioLamps(factory, lines.__getitem__, wiring, got.append, clock)
    for seat in (1, 2):
        panel.show(seat, LampState.MAY_STOP)
    seen = []
    for _step in range(2):
        panel.step(clock.at)
        seen.append((lines["mcp23017"].high, factory.pin(9).state))
        lines["mcp23017"].high = dict(lines["mcp23017"].high)
        clock.forward(250)
    assert seen == [({15: True}, 1.0), ({15: False}, 0.1)]
    panel.show(1, LampState.READY)
    panel.close()
    assert lines["mcp23017"].high == {15: False}
    assert got == []


def test_without_its_expander_a_lamp_is_dark_and_told_and_the_others_shine(
    got: list[HardwareInput], clock: Clock
) -> None:
    wiring = (Wiring(1, lamp_pin=ChipLine("mcp23017", 15)), Wiring(2, lamp_pin=9))
    factory = MockFactory(pin_class=MockPWMPin)
    panel = GpioLamps(factory, no_expander, wiring, got.append, clock)
    for seat in (1, 2):
        panel.show(seat, LampState.READY)
    panel.step(clock.at)
    panel.close()
    (fault,) = got
    assert isinstance(fault, DeviceFault)
    assert (fault.device, fault.seat) == ("seat 1 lamp", 1)
    assert english(fault.fault).startswith("mcp23017:15 does not work: no GPIO chip mcp23017")


def test_a_lamp_that_fails_is_told_once_and_the_others_shine(
    lamps: Callable[[Any], GpioLamps], got: list[HardwareInput], clock: Clock
) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    factory.pin(6, pin_class=BrokenLamp)
    panel = lamps(factory)
    for seat in (1, 2):
        panel.show(seat, LampState.MAY_STOP)
    for _step in range(5):
        panel.step(clock.forward(250))
    assert factory.pin(9).state == pytest.approx(0.1)
    assert [(item.device, item.seat) for item in got if isinstance(item, DeviceFault)] == [("seat 1 lamp", 1)]


def test_closing_turns_all_lamps_off(lamps: Callable[[Any], GpioLamps], clock: Clock) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    panel = lamps(factory)
    panel.show(1, LampState.READY)
    panel.step(clock.at)
    assert factory.pin(6).state == 1
    panel.close()
    assert factory.pin(6).state == 0


def test_a_lamp_and_a_button_cannot_share_a_pin(
    lamps: Callable[[Any], GpioLamps], got: list[HardwareInput], clock: Clock
) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    panel = GpioButtons(factory, [Wiring(1, 6)], clock)
    panel.start(got.append)
    lamps(factory)
    (fault,) = got
    assert isinstance(fault, DeviceFault)
    assert "GPIO6 is already in use by seat 1 stop button" in english(fault.fault)
    panel.close()
