"""The lamps of the Stop buttons at the pins of a Raspberry Pi."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Final

from hardware import lamps
from hardware.alarm import Alarm
from hardware.api import Instant, LampState, Sink, Wiring, now
from hardware.gpio.pins import Clock, Device, Pin, PinFactory, earliest
from hardware.outbox import Outbox

PWM_HZ: Final = 200
"""Fast enough that no eye sees a lamp flicker, slow enough for PWM made by software."""


class _Lamp(Device):
    """One lamp: lit when its pin is high."""

    def __init__(self, factory: PinFactory, outbox: Outbox, clock: Clock, seat: int, number: int) -> None:
        super().__init__(factory, outbox, clock, seat, number)
        self._pin: Pin | None = None
        self._dimmed = True
        self._shown: float | None = None
        self.showing = (LampState.OFF, Instant(0))  # replaced as a whole: the lamp thread reads it without a lock

    def open(self) -> None:
        """Make the pin an output."""
        with self.guard():
            pin = self.reserve()
            pin.function = "output"
            try:
                pin.frequency = PWM_HZ
            except Exception:  # no PWM here, in the words of whichever library: then full or dark
                self._dimmed = False
            self._pin = pin

    def step(self, present: Instant) -> Instant | None:
        """Light the lamp as its pattern wants it now; when it changes."""
        state, since = self.showing
        level, due = lamps.level(state, since, present)
        self._light(level)
        return due if self._pin is not None else None

    def _light(self, level: float) -> None:
        level = level if self._dimmed else float(level >= 0.5)
        if self._pin is None or level == self._shown:
            return
        pin, self._pin = self._pin, None  # a lamp that fails is left alone from then on
        with self.guard():
            pin.state = level
            self._pin, self._shown = pin, level

    def close(self) -> None:
        """Dark for good; the pin remains an output until the factory closes."""
        self._light(0.0)
        with self.guard():
            self.release()


class GpioLamps:
    """The lamps of all Stop buttons (``hardware.api.Lamps``). Seats without a lamp pin are silently dark.

    A lamp that fails is told to ``sink`` as a DeviceFault and stays as it is. One thread lights all of them; it sleeps
    while all are steady. The factory is the caller's, who closes it last.
    """

    def __init__(self, factory: PinFactory, wiring: Iterable[Wiring], sink: Sink, clock: Clock = now) -> None:
        self._clock = clock
        outbox = Outbox(sink, clock)
        wired = [(seat.seat, seat.lamp_pin) for seat in wiring if seat.lamp_pin is not None]
        self._lamps = {seat: _Lamp(factory, outbox, clock, seat, number) for seat, number in wired}
        for lamp in self._lamps.values():
            lamp.open()
        self._lock = threading.Lock()
        self._alarm = Alarm("lamps", self.step, clock)
        self._alarm.start()

    def show(self, seat: int, state: LampState) -> None:
        """As ``Lamps.show``. Showing the same state again does not restart its pattern."""
        lamp = self._lamps.get(seat)
        if lamp is not None and lamp.showing[0] is not state:
            lamp.showing = (state, self._clock())
            self._alarm.wake()

    def step(self, present: Instant) -> Instant | None:
        """Light every lamp as it should be at ``present``; when to look again. The alarm calls it."""
        with self._lock:
            return earliest(lamp.step(present) for lamp in self._lamps.values())

    def close(self) -> None:
        """As ``Lamps.close``."""
        self._alarm.close()
        for lamp in self._lamps.values():
            lamp.close()
