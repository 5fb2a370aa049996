"""A table without wires: gpiozero's mock pins, driven by whoever plays the finger. All device code is the real code."""

from __future__ import annotations

from collections.abc import Iterable

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.api import Button, Wiring, now
from hardware.gpio.buttons import GpioButtons
from hardware.gpio.pins import Clock


class SimulatedPanel(GpioButtons):
    """The buttons at mock pins. ``factory`` holds those pins: lamps given the same one can be read here."""

    def __init__(self, wiring: Iterable[Wiring], clock: Clock = now) -> None:
        wiring = tuple(wiring)
        self._mock = MockFactory(pin_class=MockPWMPin)
        super().__init__(self._mock, wiring, clock)
        self._button_pins = {(w.seat, Button.STOP): w.stop_pin for w in wiring} | {
            (w.seat, Button.PLAY): w.play_pin for w in wiring
        }
        self._lamp_pins = {w.seat: w.lamp_pin for w in wiring}

    def drive(self, seat: int, button: Button, pressed: bool) -> None:
        """Pull the button's pin low, as a finger would, or let it go; nothing happens where there is no such button."""
        number = self._button_pins.get((seat, button))
        if number is not None:
            pin = self._mock.pin(number)
            (pin.drive_low if pressed else pin.drive_high)()

    def lamp(self, seat: int) -> float:
        """The brightness of the seat's lamp, 0 to 1; 0 where there is none."""
        number = self._lamp_pins.get(seat)
        return 0.0 if number is None else float(self._mock.pin(number).state)
