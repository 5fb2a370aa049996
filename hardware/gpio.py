"""Buttons and lamps at the pins of a Raspberry Pi, through gpiozero's pin interface and whatever pin factory is given.

gpiozero's ``Button`` is not used: it loses the edge's stamp and costs a thread each. ``Pin.when_changed`` is public and
carries the stamp: seconds of CLOCK_MONOTONIC as a float, for every local factory and for the mock one. lgpio's come
from the kernel's interrupt handler (nanoseconds, divided by gpiozero; a float keeps them to better than 0.1 us for
25 years of uptime); the mock's are taken when the pin is driven; the other local ones' when Python hears of the edge.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

from hardware import lamps
from hardware.alarm import Alarm
from hardware.api import (
    Button,
    ButtonEdge,
    DeviceFault,
    DeviceHealthy,
    Duration,
    Instant,
    LampState,
    Sink,
    Wiring,
    milliseconds,
    now,
)
from hardware.debounce import Debouncer, Edge
from hardware.outbox import Outbox

DELIVERY_DELAY: Final = milliseconds(2)
"""From edge to callback at most, as a rule: lgpio holds every event for 0.5 ms, p99 is 0.74 ms."""

STUCK_AFTER: Final = milliseconds(10_000)
"""Nobody holds a button for so long: it is jammed, or its wires touch."""

PLAUSIBLE: Final = milliseconds(60_000)
"""A stamp farther than this from now is of another clock."""

PWM_HZ: Final = 200
"""Fast enough that no eye sees a lamp flicker, slow enough for PWM made by software."""

Clock = Callable[[], Instant]


class Pin(Protocol):
    """What is used of ``gpiozero.Pin``."""

    function: str
    edges: str
    state: float
    frequency: float | None
    when_changed: Callable[[float, int], None] | None

    def input_with_pull(self, pull: str) -> None:
        """Make it an input with a pull resistor, ``up`` or ``down``."""


class PinFactory(Protocol):
    """What is used of ``gpiozero.Factory``."""

    def pin(self, name: int) -> Pin:
        """The pin with this BCM number; the same one each time."""

    def reserve_pins(self, requester: object, *names: int) -> None:
        """Raise if another requester holds one of the pins, else hold them. Keeps weak references."""

    def release_pins(self, reserver: object, *names: int) -> None:
        """End a reservation."""

    def close(self) -> None:
        """Free all pins."""


class _Device:
    """Something at one pin. What goes wrong with it is told, by its name, and goes no further."""

    def __init__(
        self, factory: PinFactory, outbox: Outbox, clock: Clock, seat: int, number: int, button: Button | None = None
    ) -> None:
        self._factory = factory
        self._outbox = outbox
        self._clock = clock
        self._seat = seat
        self._number = number
        self._button = button
        self._name = f"seat {seat} {f'{button.value} button' if button else 'lamp'}"

    def __repr__(self) -> str:
        return self._name  # gpiozero names it so to whoever wants the same pin

    def _conflicts_with(self, other: object) -> bool:
        """Gpiozero asks this before a pin is reserved twice."""
        return other is not self

    def _reserve(self) -> Pin:
        """Its pin, which nobody else uses."""
        self._factory.reserve_pins(self, self._number)
        return self._factory.pin(self._number)

    def _release(self) -> None:
        self._factory.release_pins(self, self._number)

    def _failed(self, message: str) -> None:
        self._outbox.fault(DeviceFault(self._name, message, self._clock(), self._seat, self._button))

    @contextlib.contextmanager
    def _guard(self) -> Iterator[None]:
        """Whatever is raised inside becomes a fault; every library under gpiozero raises exceptions of its own."""
        try:
            yield
        except Exception as error:
            reason = str(error) or type(error).__name__
            mend = "check its wiring, that no other program uses the pin and that this one may, or choose another pin"
            self._failed(f"GPIO {self._number} does not work ({reason}): {mend}")


class _ButtonLine(_Device):
    """One button: to ground when pressed, pulled up otherwise."""

    def __init__(
        self,
        factory: PinFactory,
        outbox: Outbox,
        clock: Clock,
        wake: Callable[[], None],
        seat: int,
        button: Button,
        number: int,
    ) -> None:
        super().__init__(factory, outbox, clock, seat, number, button)
        self._what = button
        self._wake = wake
        self._pin: Pin | None = None
        self._debouncer = Debouncer()
        self._stuck_since: Instant | None = None  # the hold that was told as stuck
        self._lock = threading.Lock()  # between the callback's thread and the alarm's

    def open(self) -> None:
        """Begin to deliver."""
        with self._guard():
            pin = self._reserve()
            pin.input_with_pull("up")
            # Both edges, although a press is the falling one: hardware.debounce says what the rising edge is for.
            pin.edges = "both"
            with self._lock:  # an edge that comes at once waits until the level is known
                pin.when_changed = self._changed  # a weak reference: the panel keeps this line alive
                self._pin = pin
                if not pin.state:
                    self._debouncer = Debouncer(held_since=self._clock())

    def close(self) -> None:
        """Stop delivering."""
        with self._guard():
            if self._pin is not None:
                self._pin.when_changed = None
            self._release()

    def _changed(self, ticks: float, state: int) -> None:
        """The pin's callback: it only enqueues, and never raises (``Outbox`` says why)."""
        with self._guard():
            at = self._stamp(ticks)
            with self._lock:
                self._tell(self._debouncer.edge(not state, at))
            self._wake()

    def _stamp(self, ticks: float) -> Instant:
        present = self._clock()
        at = Instant(round(ticks * 1e9))
        if abs(present - at) > PLAUSIBLE:
            self._failed("its stamps are of another clock, so arrival counts: use lgpio and a kernel from 5.10 on")
            return present
        return min(at, present)

    def step(self, present: Instant) -> Instant | None:
        """Tell a release that has lasted, and a button that is stuck; when to look again."""
        with self._lock:
            # Edges that happened just now may still be on their way: look at the past that is complete.
            self._tell(self._debouncer.poll(Instant(present - DELIVERY_DELAY)))
            held, release = self._debouncer.held_since, self._debouncer.release_due
            if held is not None and held != self._stuck_since and present - held >= STUCK_AFTER:
                self._stuck_since = held
                self._failed("it has been held down for 10 s: free it, or check its wires for a short circuit")
            if release is not None:
                return Instant(release + DELIVERY_DELAY)
            return None if held is None or held == self._stuck_since else Instant(held + STUCK_AFTER)

    def _tell(self, edges: Iterable[Edge]) -> None:
        for edge in edges:
            self._outbox.send(ButtonEdge(self._seat, self._what, edge.pressed, edge.at))
        if self._stuck_since is not None and self._debouncer.held_since != self._stuck_since:
            self._stuck_since = None
            self._outbox.healthy(DeviceHealthy(self._name, self._clock(), self._seat, self._button))


class GpioButtons:
    """All buttons of the table (``hardware.api.ButtonPanel``). Seats without pins are left out.

    The factory is the caller's, who closes it last.
    """

    delivery_delay: Duration = DELIVERY_DELAY

    def __init__(self, factory: PinFactory, wiring: Iterable[Wiring], clock: Clock = now) -> None:
        self.factory = factory
        self._clock = clock
        self._buttons = tuple(_buttons(wiring))
        self._lines: list[_ButtonLine] = []
        self._alarm = Alarm("buttons", self.step, clock)

    def start(self, sink: Sink) -> None:
        """As ``ButtonPanel.start``. Once."""
        outbox = Outbox(sink, self._clock)
        wake = self._alarm.wake
        self._lines = [_ButtonLine(self.factory, outbox, self._clock, wake, *button) for button in self._buttons]
        for line in self._lines:
            line.open()
        self._alarm.start()

    def step(self, present: Instant) -> Instant | None:
        """What time alone tells by ``present`` (releases, stuck buttons); when to look again. The alarm calls it."""
        return _earliest(line.step(present) for line in self._lines)

    def close(self) -> None:
        """End delivery and free all pins at once: with lgpio, closing one line can silence the others."""
        self._alarm.close()
        for line in self._lines:
            line.close()


def _buttons(wiring: Iterable[Wiring]) -> Iterator[tuple[int, Button, int]]:
    for seat in wiring:
        for button, number in ((Button.STOP, seat.stop_pin), (Button.PLAY, seat.play_pin)):
            if number is not None:
                yield seat.seat, button, number


def _earliest(instants: Iterable[Instant | None]) -> Instant | None:
    return min((instant for instant in instants if instant is not None), default=None)


class _Lamp(_Device):
    """One lamp: lit when its pin is high."""

    def __init__(self, factory: PinFactory, outbox: Outbox, clock: Clock, seat: int, number: int) -> None:
        super().__init__(factory, outbox, clock, seat, number)
        self._pin: Pin | None = None
        self._dimmed = True
        self._shown: float | None = None
        self.showing = (LampState.OFF, Instant(0))  # replaced as a whole: the lamp thread reads it without a lock

    def open(self) -> None:
        """Make the pin an output."""
        with self._guard():
            pin = self._reserve()
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
        with self._guard():
            pin.state = level
            self._pin, self._shown = pin, level

    def close(self) -> None:
        """Dark for good; the pin remains an output until the factory closes."""
        self._light(0.0)
        with self._guard():
            self._release()


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
            return _earliest(lamp.step(present) for lamp in self._lamps.values())

    def close(self) -> None:
        """As ``Lamps.close``."""
        self._alarm.close()
        for lamp in self._lamps.values():
            lamp.close()
