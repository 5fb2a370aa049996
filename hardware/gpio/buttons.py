"""The table's buttons at the pins of a Raspberry Pi."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from hardware.api import Button, ButtonEdge, DeviceHealthy, Duration, Fault, Instant, Sink, Wiring, milliseconds, now
from hardware.fault_filter import FaultFilter, Outbox
from hardware.gpio.debounce import FASTEST, Debouncer, Edge
from hardware.gpio.pins import Clock, GpioPin, PinDevice, PinFactory, earliest
from hardware.timer_thread import TimerThread

DELIVERY_DELAY: Final = milliseconds(2)
"""Usual maximum delay from edge to callback; p99 is 0.5 ms."""

STUCK_AFTER: Final = milliseconds(10_000)
"""Time after which a held button counts as stuck: it is jammed, or short-circuited."""

PLAUSIBLE: Final = milliseconds(60_000)
"""Maximum distance of a timestamp from now; a larger distance means that the timestamp comes from another clock."""

_STUCK: Final = Fault("button.stuck", {"seconds": STUCK_AFTER // 1_000_000_000})
_FLAPS: Final = Fault("button.flaps", {"fastest": FASTEST})


class _ButtonLine(PinDevice):
    """One button, active low with a pull-up."""

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
        super().__init__(outbox, clock, seat, f"GPIO {number}", button)
        self._factory = factory
        self._number = number
        self._what = button
        self._wake = wake
        self._pin: GpioPin | None = None
        self._debouncer = Debouncer()
        self._stuck_since: Instant | None = None  # the hold that counts as stuck
        self._trouble: Fault | None = None  # reported
        self._lock = threading.Lock()  # shared by the callback's thread and the alarm's

    def open(self) -> None:
        """Begin delivery."""
        with self.guard():
            self._factory.reserve_pins(self, self._number)
            pin = self._factory.pin(self._number)
            pin.input_with_pull("up")
            # Both edges, although a press is the falling one: hardware.gpio.debounce needs the rising ones too.
            pin.edges = "both"
            with self._lock:  # an edge that arrives now has to wait until the initial level is known
                pin.when_changed = self._changed  # a weak reference: the panel keeps this line alive
                self._pin = pin
                if not pin.state:
                    self._debouncer = Debouncer(held_since=self._clock())

    def close(self) -> None:
        """Stop delivery."""
        with self.guard():
            if self._pin is not None:
                self._pin.when_changed = None
            self._factory.release_pins(self, self._number)

    def _changed(self, ticks: float, state: int) -> None:
        """Pass an edge on, as the pin's callback. Takes microseconds and never raises (see ``Outbox``)."""
        try:
            at = self._stamp(ticks)
            with self._lock:
                self._tell(self._debouncer.edge(not state, at))
            self._wake()
        except Exception as error:  # not guard(): entering and leaving it would delay every press
            self.failed_by(error)

    def _stamp(self, ticks: float) -> Instant:
        present = self._clock()
        at = Instant(round(ticks * 1e9))
        if abs(present - at) > PLAUSIBLE:
            self.failed(Fault("button.clock"))
            return present
        return min(at, present)

    def step(self, present: Instant) -> Instant | None:
        """Report a release or a trouble that is due; return the time of the next step."""
        with self._lock:
            # Very recent edges may not have been delivered yet: poll only up to the watermark.
            edges = self._debouncer.poll(Instant(present - DELIVERY_DELAY))
            held = self._debouncer.held_since
            if held is not None and present - held >= STUCK_AFTER:
                self._stuck_since = held
            self._tell(edges)
            polls = earliest((self._debouncer.release_due, self._debouncer.calm_due))
            if polls is not None:
                return Instant(polls + DELIVERY_DELAY)
            return None if held is None or held == self._stuck_since else Instant(held + STUCK_AFTER)

    def _tell(self, edges: Iterable[Edge]) -> None:
        for edge in edges:
            self._outbox.send(ButtonEdge(self._seat, self._what, edge.pressed, edge.at))
        if self._stuck_since != self._debouncer.held_since:
            self._stuck_since = None
        trouble = _STUCK if self._stuck_since is not None else _FLAPS if self._debouncer.flaps else None
        if trouble != self._trouble:
            self._trouble = trouble
            if trouble is None:
                self._outbox.send(DeviceHealthy(self._name, self._clock(), self._seat, self._button))
            else:
                self.failed(trouble)


class GpioButtons:
    """All buttons of the table (``hardware.api.ButtonPanel``). Seats without pins are left out.

    The factory belongs to the caller, who closes it last.
    """

    delivery_delay: Duration = DELIVERY_DELAY

    def __init__(self, factory: PinFactory, wiring: Iterable[Wiring], clock: Clock = now) -> None:
        self.factory = factory
        self._clock = clock
        self._buttons = tuple(wired(wiring))
        self._lines: list[_ButtonLine] = []
        self._alarm = TimerThread("buttons", self.step, clock)

    def start(self, sink: Sink) -> None:
        """See ``ButtonPanel.start``. Call it once."""
        self.deliver(FaultFilter(sink, self._clock))

    def deliver(self, outbox: Outbox) -> None:
        """Start without a fault filter: the caller, or the table behind it, filters repeated faults."""
        self.open(outbox, self._alarm.wake)
        self._alarm.start()

    def open(self, outbox: Outbox, wake: Callable[[], None]) -> None:
        """Open all pins without a thread: the caller calls ``step`` when it is due, and soon after each ``wake``."""
        self._lines = [_ButtonLine(self.factory, outbox, self._clock, wake, *button) for button in self._buttons]
        for line in self._lines:
            line.open()

    def step(self, present: Instant) -> Instant | None:
        """Report releases and troubles due by ``present``; return the time of the next step. For the alarm."""
        return earliest(line.step(present) for line in self._lines)

    def close(self) -> None:
        """Stop delivery and free all pins."""
        self._alarm.close()
        for line in self._lines:
            line.close()


def wired(wiring: Iterable[Wiring]) -> Iterator[tuple[int, Button, int]]:
    """Yield all wired buttons: seat, button, BCM number."""
    for seat in wiring:
        for button, number in ((Button.STOP, seat.stop_pin), (Button.PLAY, seat.play_pin)):
            if number is not None:
                yield seat.seat, button, number
