"""The pin process, on emulated chips, keeps the contract that panels of others have to keep."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.api import Button, Wiring
from hardware.pin_process import client
from hardware.pin_process.client import PinProcessClient
from hardware.realtime import Realtime
from kiosk.testing.contracts import ReconnectingPanelContract
from kiosk.testing.contracts.record import Arrivals
from tests.rig.gpiochip import EmulatedChips

TWO = (Wiring(1, 4, 5), Wiring(2, 6, 7))


@pytest.mark.gpiochip
@pytest.mark.process
class TestPinProcess(ReconnectingPanelContract):
    @pytest.fixture(autouse=True)
    def chips_of_its_own(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        monkeypatch.setattr(client, "ASK_S", 0.3)
        with EmulatedChips(tmp_path) as self.chips:
            for name, value in self.chips.environment.items():
                monkeypatch.setenv(name, value)
            yield

    def open(self) -> PinProcessClient:
        self.pins = PinProcessClient("libgpiod", TWO, Realtime("it is not what is tested here"))
        return self.pins

    @pytest.mark.slow  # in tests/hardware/gpio the ten seconds pass by a clock of the test's own
    def test_a_button_that_is_held_for_ten_seconds_is_a_fault_until_it_is_released(self, record: Arrivals) -> None:
        super().test_a_button_that_is_held_for_ten_seconds_is_a_fault_until_it_is_released(record)

    def press(self, seat: int, button: Button) -> None:
        self.chips.press(_line(seat, button))

    def release(self, seat: int, button: Button) -> None:
        self.chips.release(_line(seat, button))

    def break_button(self, seat: int, button: Button) -> None:
        self.chips.hold(_line(seat, button))

    def lose_device(self) -> None:
        known = self.chips.folder / "chips"
        self.known = known.read_text()
        known.write_text("")  # it cannot be started again
        os.kill(self.pins.pid, signal.SIGKILL)

    def find_device(self) -> None:
        for seat in TWO:
            self.release(seat.seat, Button.STOP)
        (self.chips.folder / "chips").write_text(self.known)


def _line(seat: int, button: Button) -> int:
    return 2 + 2 * seat + (button is Button.PLAY)
