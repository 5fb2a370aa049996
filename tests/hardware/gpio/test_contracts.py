"""Our buttons and lamps at mock pins keep the contracts that those of others have to keep."""

from __future__ import annotations

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.api import Button, ChipLine, Instant, Lamps, Sink, Wiring
from hardware.gpio.lamps import GpioLamps
from hardware.simulated.panel import SimulatedPanel
from kiosk.testing.contracts import ButtonPanelContract, LampsContract
from tests.hardware.conftest import Clock
from tests.hardware.mock_pins import HeldPin, Holder

TWO = (Wiring(1, 4, 5, 6), Wiring(2, 7, 8, 9))
EXPANDED = (Wiring(1, lamp_pin=ChipLine("mcp23017", 3)), Wiring(2, lamp_pin=ChipLine("mcp23017", 4)))


class TestSimulatedPanel(ButtonPanelContract):
    panel_in_use: SimulatedPanel | None = None
    broken: int | None = None
    held: int | None = None

    @pytest.fixture(autouse=True)
    def moved_clock(self, clock: Clock) -> None:
        self.moved = clock

    def clock(self) -> Instant:
        return self.moved()

    def pass_time(self, ms: float) -> None:
        self.moved.forward(ms)
        if self.panel_in_use:
            self.panel_in_use.step(self.moved())

    def open(self) -> SimulatedPanel:
        self.panel_in_use = panel = SimulatedPanel(TWO, self.moved)
        if self.broken:
            self.holder = Holder()
            panel.factory.reserve_pins(self.holder, self.broken)
        if self.held:
            panel.factory.pin(self.held, pin_class=HeldPin)  # type: ignore[call-arg]
        return panel

    def press(self, seat: int, button: Button) -> None:
        if self.panel_in_use:
            self.panel_in_use.drive(seat, button, pressed=True)
        else:
            self.held = _pin(seat, button)

    def release(self, seat: int, button: Button) -> None:
        assert self.panel_in_use
        if self.held:
            self.panel_in_use.factory.pin(self.held).held = False  # type: ignore[attr-defined]
        self.panel_in_use.drive(seat, button, pressed=False)

    def break_button(self, seat: int, button: Button) -> None:
        self.broken = _pin(seat, button)


def _pin(seat: int, button: Button) -> int | None:
    return TWO[seat - 1].stop_pin if button is Button.STOP else TWO[seat - 1].play_pin


class LampPin(MockPWMPin):
    """A pin that can break."""

    broken = False

    def _set_state(self, value: float) -> None:
        if self.broken:
            raise OSError(5, "Input/output error")
        super()._set_state(value)


class TestDimmedLamps(LampsContract):
    lamps_in_use: GpioLamps

    @pytest.fixture(autouse=True)
    def pins(self, clock: Clock) -> None:
        self.moved = clock
        self.factory = MockFactory(pin_class=LampPin)

    def clock(self) -> Instant:
        return self.moved()

    def pass_time(self, ms: float) -> None:
        self.moved.forward(ms)
        self.lamps_in_use.step(self.moved())

    def open(self, sink: Sink) -> Lamps:
        self.lamps_in_use = GpioLamps(self.factory, lambda _: pytest.fail("no expander"), TWO, sink, self.moved)
        return self.lamps_in_use

    def level(self, seat: int) -> float:
        return float(self.factory.pin(TWO[seat - 1].lamp_pin).state)

    def break_lamp(self, seat: int) -> None:
        self.factory.pin(TWO[seat - 1].lamp_pin).broken = True


class ExpanderLines:
    """The lines of an expander, which can break."""

    def __init__(self) -> None:
        self.high: dict[int, bool] = {}
        self.broken: set[int] = set()

    def claim(self, line: int) -> None:
        self.high[line] = False

    def write(self, line: int, high: bool) -> None:
        if line in self.broken:
            raise OSError(121, "Remote I/O error")
        self.high[line] = high

    def close(self) -> None:
        self.high.clear()


class TestLampsOnAnExpander(TestDimmedLamps):
    dims = False

    def open(self, sink: Sink) -> Lamps:
        self.lines = ExpanderLines()
        self.lamps_in_use = GpioLamps(MockFactory(), lambda _: self.lines, EXPANDED, sink, self.moved)
        return self.lamps_in_use

    def level(self, seat: int) -> float:
        return float(self.lines.high[2 + seat])

    def break_lamp(self, seat: int) -> None:
        self.lines.broken.add(2 + seat)


class TestLampsInRealTime(TestDimmedLamps):
    """The same without a clock: what a contract measures is not due to a clock that stands still."""

    @pytest.fixture(autouse=True)
    def pins(self) -> None:
        self.factory = MockFactory(pin_class=LampPin)

    def clock(self) -> Instant:
        return LampsContract.clock(self)

    def pass_time(self, ms: float) -> None:
        LampsContract.pass_time(self, ms)

    def open(self, sink: Sink) -> Lamps:
        return GpioLamps(self.factory, lambda _: pytest.fail("no expander"), TWO, sink)
