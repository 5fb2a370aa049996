"""The lamps of the Stop buttons: each shows its pattern at its output.

An output is a pin of the header, which can be dimmed, or a line of an expander, which is on or off. Expanders are
additional GPIO chips, whose lines the kernel offers like those of the header.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from hardware.api import ButtonEdge, ChipLine, HardwareInput, Instant, Lamps, LampState, Sink, Wiring, now
from hardware.fault_filter import Outbox
from hardware.gpio import lamp_patterns
from hardware.gpio.chips import Chip, find_chip
from hardware.gpio.pins import Clock, GpioPin, PinDevice, PinFactory, earliest
from hardware.timer_thread import TimerThread


class _Lamp(PinDevice):
    """One lamp and the state that it shows."""

    def __init__(self, light: LampOutput, outbox: Outbox, clock: Clock, seat: int) -> None:
        super().__init__(outbox, clock, seat, light.where)
        self._light = light
        self._works = False
        self._shown: float | None = None
        self.showing = (LampState.OFF, Instant(0))  # replaced as a whole: the lamp thread reads it without a lock

    def open(self) -> None:
        """Reserve the lamp's pin."""
        with self.guard():
            self._light.open(self)
            self._works = True

    def step(self, present: Instant) -> Instant | None:
        """Set the brightness that the pattern requires now; return the time of the next change."""
        state, since = self.showing
        level, due = lamp_patterns.level(state, since, present, dims=self._light.dims)
        self._show(level)
        return due if self._works else None

    def _show(self, level: float) -> None:
        if not self._works or level == self._shown:
            return
        self._works = False  # a lamp that has failed is not used again
        with self.guard():
            self._light.show(level)
            self._works, self._shown = True, level

    def close(self) -> None:
        """Turn the lamp off and release its pin."""
        self._show(0.0)
        with self.guard():
            self._light.close(self)


class GpioLamps:
    """The lamps of all Stop buttons (``hardware.api.Lamps``). Seats without a lamp pin are ignored.

    A lamp that fails is reported to ``sink`` as a DeviceFault and not changed again. One thread drives all lamps; it
    sleeps while all are steady. ``factory`` has the header's pins, ``open_chip`` returns the lines of an expander, the
    same object for the same chip; both belong to the caller, who closes them last.
    """

    def __init__(
        self,
        factory: PinFactory,
        open_chip: Callable[[str], ExpanderLines],
        wiring: Iterable[Wiring],
        sink: Sink,
        clock: Clock = now,
    ) -> None:
        self._clock = clock
        outbox = Outbox(sink, clock)
        self._lamps: dict[int, _Lamp] = {}
        for seat, pin in ((seat.seat, seat.lamp_pin) for seat in wiring):
            if pin is not None:
                light = LineLight(open_chip, pin) if isinstance(pin, ChipLine) else PinLight(factory, pin)
                self._lamps[seat] = _Lamp(light, outbox, clock, seat)
        for lamp in self._lamps.values():
            lamp.open()
        self._lock = threading.Lock()
        self._alarm = TimerThread("lamps", self.step, clock)
        self._alarm.start()

    def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
        """See ``Lamps.show``. Showing the same state again does not restart its pattern."""
        lamp = self._lamps.get(seat)
        if lamp is None:
            return
        shown, began = lamp.showing
        if shown is not state or since not in (None, began):
            lamp.showing = (state, self._clock() if since is None else since)
            self._alarm.wake()

    def step(self, present: Instant) -> Instant | None:
        """Update every lamp for ``present``; return the time of the next change. For the alarm."""
        with self._lock:
            return earliest(lamp.step(present) for lamp in self._lamps.values())

    def close(self) -> None:
        """See ``Lamps.close``."""
        self._alarm.close()
        for lamp in self._lamps.values():
            lamp.close()


def heard(lamps: Lamps, sink: Sink, clock: Clock = now) -> Sink:
    """Wrap ``sink`` so that each press first sets its seat's lamp to HEARD, and carries the time of that."""

    def hear(item: HardwareInput) -> None:
        if isinstance(item, ButtonEdge) and item.pressed:
            lamps.show(item.seat, LampState.HEARD)
            item = ButtonEdge(item.seat, item.button, item.pressed, item.at, clock())
        sink(item)

    return hear


PWM_HZ: Final = 200
"""PWM frequency: fast enough not to flicker visibly, slow enough for software."""


class LampOutput(Protocol):
    """The output of one lamp. All methods raise the exceptions of the underlying library."""

    where: str
    """Its name for people: ``GPIO 5`` or ``mcp23017:3``."""
    dims: bool
    """True if it can be dimmed; valid once it is open."""

    def open(self, lamp: object) -> None:
        """Reserve the output for ``lamp``, dark."""

    def show(self, level: float) -> None:
        """Set the brightness, 0 to 1."""

    def close(self, lamp: object) -> None:
        """Release the output."""


class ExpanderLines(Protocol):
    """The lines of an expander, as outputs. They are on or off only, because each change is a transfer on its bus."""

    def claim(self, line: int) -> None:
        """Make ``line`` an output, low; raises if it is in use or does not exist."""

    def write(self, line: int, high: bool) -> None:
        """Set the level of ``line``."""

    def close(self) -> None:
        """Free all lines."""


class PinLight:
    """A lamp at a pin of the header."""

    def __init__(self, factory: PinFactory, number: int) -> None:
        self.where = f"GPIO {number}"
        self.dims = True
        self._pulses = False
        self._factory = factory
        self._number = number
        self._pin: GpioPin | None = None

    def open(self, lamp: object) -> None:
        """See ``LampOutput.open``; the factory refuses a pin that another device has."""
        self._factory.reserve_pins(lamp, self._number)
        pin = self._factory.pin(self._number)
        pin.function = "output"
        try:
            pin.frequency = PWM_HZ
            pin.frequency = None
        except Exception:  # no PWM; the exception's type depends on the library
            self.dims = False
        self._pin = pin

    def show(self, level: float) -> None:
        """See ``LampOutput.show``. A steady level uses no PWM, which would wake a thread 200 times a second."""
        if self._pin is None:
            return
        pulses = 0 < level < 1
        if pulses != self._pulses:
            self._pin.frequency = PWM_HZ if pulses else None
            self._pulses = pulses
        self._pin.state = level

    def close(self, lamp: object) -> None:
        """See ``LampOutput.close``; the pin remains an output until the factory closes."""
        self._factory.release_pins(lamp, self._number)


class LineLight:
    """A lamp at a line of an expander, which ``open_chip`` opens."""

    dims = False

    def __init__(self, open_chip: Callable[[str], ExpanderLines], line: ChipLine) -> None:
        self.where = str(line)
        self._open_chip = open_chip
        self._line = line
        self._lines: ExpanderLines | None = None

    def open(self, _lamp: object) -> None:
        """See ``LampOutput.open``; raises HardwareError without such a chip."""
        lines = self._open_chip(self._line.chip)
        lines.claim(self._line.line)
        self._lines = lines

    def show(self, level: float) -> None:
        """Switch the lamp on from a level of 0.5 (``LampOutput.show``)."""
        if self._lines is not None:
            self._lines.write(self._line.line, level >= 0.5)

    def close(self, _lamp: object) -> None:
        """Do nothing: the owner of the chip frees it as a whole."""


CONSUMER: Final = "ligretto-kiosk lamp"


class Expanders:
    """A cache of the expanders in use: called with a chip's label or name in /dev, it returns that chip's lines."""

    def __init__(self) -> None:
        self._opened: dict[str, ExpanderLines] = {}

    def __call__(self, chip: str) -> ExpanderLines:
        """Return the lines of ``chip``. Raises HardwareError if no chip has that name, or several do."""
        if chip not in self._opened:
            self._opened[chip] = _ExpanderLines(find_chip((chip,)))
        return self._opened[chip]

    def close(self) -> None:
        """Free the lines of all expanders."""
        for lines in self._opened.values():
            with contextlib.suppress(Exception):  # a chip that is gone has no lines to free
                lines.close()
        self._opened.clear()


class _ExpanderLines:
    """The lines of one expander, through libgpiod (``hardware.gpio.lamps.ExpanderLines``)."""

    def __init__(self, chip: Chip) -> None:
        import gpiod  # noqa: PLC0415  an optional dependency, needed only for expanders

        self._chip = chip
        self._opened = gpiod.Chip(chip.path)
        self._output = gpiod.LineSettings(direction=gpiod.line.Direction.OUTPUT)
        self._low, self._high = gpiod.line.Value.INACTIVE, gpiod.line.Value.ACTIVE
        self._requests: dict[int, gpiod.LineRequest] = {}

    def claim(self, line: int) -> None:
        """Make ``line`` an output, low."""
        self._chip.check(line)
        self._requests[line] = self._opened.request_lines({line: self._output}, CONSUMER)

    def write(self, line: int, high: bool) -> None:
        """Set the level of ``line``."""
        self._requests[line].set_value(line, self._high if high else self._low)

    def close(self) -> None:
        """Free all lines."""
        for request in self._requests.values():
            request.release()
        self._opened.close()
