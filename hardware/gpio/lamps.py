"""The lamps of the Stop buttons: each shows its pattern, wherever it is connected."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from hardware.api import ButtonEdge, ChipLine, HardwareInput, Instant, Lamps, LampState, Sink, Wiring, now
from hardware.fault_filter import Outbox
from hardware.gpio import lamp_patterns
from hardware.gpio.lamp_lines import ExpanderLines, LampOutput, LineLight, PinLight
from hardware.gpio.pins import Clock, PinDevice, PinFactory, earliest
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
