"""Simulated buttons and lamps on gpiozero's mock pins; all device code is the real code."""

from __future__ import annotations

from collections.abc import Iterable

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.api import Button, ChipLine, Instant, Wiring, now
from hardware.gpio.buttons import GpioButtons
from hardware.gpio.pins import Clock


class SimulatedLines:
    """The lines of an expander (``hardware.gpio.lamps.ExpanderLines``)."""

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


class SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin whose changes may have happened at a given time, or before it was opened."""

    held = False
    """True if a finger holds the button while the pin is opened: then its pull-up does not pull it high."""

    def drive_high(self) -> None:
        """Let the pull-up, or the finger, set the level."""
        if self.held:
            self.held = False
            self._change_state(False)
        else:
            super().drive_high()

    def drive(self, *, high: bool, at: Instant) -> None:
        """Set the level, with ``at`` as the timestamp of the edge; nothing happens if it is set already."""
        if self._change_state(high):
            self._last_change = at / 1e9
            if self._when_changed is not None:
                self._call_when_changed()


class SimulatedPanel(GpioButtons):
    """Buttons at mock pins. Lamps that use its ``factory`` and ``expander`` can be read with ``lamp``."""

    def __init__(self, wiring: Iterable[Wiring], clock: Clock = now) -> None:
        wiring = tuple(wiring)
        self._mock = MockFactory(pin_class=SimulatedPin)
        super().__init__(self._mock, wiring, clock)
        self._button_pins = {(w.seat, Button.STOP): w.stop_pin for w in wiring} | {
            (w.seat, Button.PLAY): w.play_pin for w in wiring
        }
        self._lamp_pins = {w.seat: w.lamp_pin for w in wiring}
        self._expanders: dict[str, SimulatedLines] = {}

    def expander(self, chip: str) -> SimulatedLines:
        """Return the lines of the expander with this label or name; any is accepted."""
        return self._expanders.setdefault(chip, SimulatedLines())

    def drive(self, seat: int, button: Button, pressed: bool, at: Instant | None = None) -> None:
        """Pull the button's pin low, as a finger would, or release it; ignored if there is no such button.

        ``at``: the timestamp of the edge, by default now.
        """
        number = self._button_pins.get((seat, button))
        if number is None:
            return
        pin = self._mock.pin(number)
        if at is None:
            (pin.drive_low if pressed else pin.drive_high)()
        else:
            pin.drive(high=not pressed, at=at)

    def hold(self, seat: int, button: Button) -> None:
        """Have the button be held already when its pin is opened."""
        number = self._button_pins.get((seat, button))
        if number is not None:
            self._mock.pin(number).held = True

    def has(self, seat: int, button: Button) -> bool:
        """Return whether there is such a button."""
        return self._button_pins.get((seat, button)) is not None

    def lamp(self, seat: int) -> float:
        """Return the brightness of the seat's lamp, 0 to 1; 0 if there is none."""
        pin = self._lamp_pins.get(seat)
        if isinstance(pin, ChipLine):
            return float(self.expander(pin.chip).high.get(pin.line, False))
        return 0.0 if pin is None else float(self._mock.pin(pin).state)
