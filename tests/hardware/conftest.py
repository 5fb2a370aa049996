"""A clock that the tests move, and panels at mock pins that keep it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.api import Button, HardwareInput, Instant, Wiring
from hardware.gpio.buttons import GpioButtons
from hardware.simulated.panel import SimulatedPanel

TWELVE = tuple(Wiring(seat, 2 * seat, 2 * seat + 1) for seat in range(1, 13))
"""Twelve seats with both buttons: GPIO 2 to 25."""


class Clock:
    """CLOCK_MONOTONIC, standing still until a test moves it."""

    def __init__(self) -> None:
        self.at = Instant(5_000_000_000_000)

    def __call__(self) -> Instant:
        return self.at

    def forward(self, ms: float) -> Instant:
        self.at = Instant(self.at + round(ms * 1_000_000))
        return self.at


class IntegerPin(MockPin):
    """A pin that reports levels like libgpiod: 0 and 1."""

    def _call_when_changed(self) -> None:
        super(MockPin, self)._call_when_changed(self._last_change, int(self._state))


class Rig:
    """A panel of any kind, the fingers at its pins and its reports."""

    def __init__(self, kind: str, clock: Clock) -> None:
        self.clock = clock
        self.got: list[HardwareInput] = []
        if kind == "simulated":
            self.panel: GpioButtons = SimulatedPanel(TWELVE, clock)
        else:
            self.panel = GpioButtons(
                MockFactory(pin_class={"gpio": MockPin, "libgpiod": IntegerPin}[kind]), TWELVE, clock
            )

    def start(self, sink: Callable[[HardwareInput], None] | None = None) -> None:
        self.panel.start(sink or self.got.append)

    def pin(self, seat: int, button: Button) -> MockPin:
        return self.panel.factory.pin(2 * seat + (button is Button.PLAY))

    def drive(self, seat: int, button: Button, pressed: bool) -> Instant:
        if isinstance(self.panel, SimulatedPanel):
            self.panel.drive(seat, button, pressed)
        else:
            pin = self.pin(seat, button)
            (pin.drive_low if pressed else pin.drive_high)()
        return self.clock.at

    def wait(self, ms: float) -> Instant:
        """Let time pass, and do the work of the alarm's thread at its end."""
        self.clock.forward(ms)
        self.panel.step(self.clock.at)
        return self.clock.at


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: clock.at / 1e9)
    return clock


@pytest.fixture(params=["simulated", "gpio", "libgpiod"])
def rig(request: pytest.FixtureRequest, clock: Clock) -> Iterator[Rig]:
    rig = Rig(request.param, clock)
    yield rig
    rig.panel.close()
