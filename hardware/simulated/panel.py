"""Simulated buttons and lamps on gpiozero's mock pins; all device code is the real code."""

from __future__ import annotations

from collections.abc import Iterable

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.api import Button, ChipLine, Wiring, now
from hardware.gpio.buttons import GpioButtons
from hardware.gpio.pins import Clock


class SimulatedLines:
    """The lines of an expander (``hardware.gpio.lamp_lines.Lines``)."""

    def __init__(self) -> None:
        self.high: dict[int, bool] = {}

    def claim(self, line: int) -> None:
        """Make ``line`` an output, low."""
        self.high[line] = False

    def write(self, line: int, high: bool) -> None:
        """Set the level of ``line``."""
        self.high[line] = high

    def close(self) -> None:
        """Free all lines."""
        self.high.clear()


class SimulatedPanel(GpioButtons):
    """Buttons at mock pins. Lamps that use its ``factory`` and ``expander`` can be read with ``lamp``."""

    def __init__(self, wiring: Iterable[Wiring], clock: Clock = now) -> None:
        wiring = tuple(wiring)
        self._mock = MockFactory(pin_class=MockPWMPin)
        super().__init__(self._mock, wiring, clock)
        self._button_pins = {(w.seat, Button.STOP): w.stop_pin for w in wiring} | {
            (w.seat, Button.PLAY): w.play_pin for w in wiring
        }
        self._lamp_pins = {w.seat: w.lamp_pin for w in wiring}
        self._expanders: dict[str, SimulatedLines] = {}

    def expander(self, chip: str) -> SimulatedLines:
        """Return the lines of the expander with this label or name; any is accepted."""
        return self._expanders.setdefault(chip, SimulatedLines())

    def drive(self, seat: int, button: Button, pressed: bool) -> None:
        """Pull the button's pin low, as a finger would, or release it; ignored if there is no such button."""
        number = self._button_pins.get((seat, button))
        if number is not None:
            pin = self._mock.pin(number)
            (pin.drive_low if pressed else pin.drive_high)()

    def lamp(self, seat: int) -> float:
        """Return the brightness of the seat's lamp, 0 to 1; 0 if there is none."""
        pin = self._lamp_pins.get(seat)
        if isinstance(pin, ChipLine):
            return float(self.expander(pin.chip).high.get(pin.line, False))
        return 0.0 if pin is None else float(self._mock.pin(pin).state)
