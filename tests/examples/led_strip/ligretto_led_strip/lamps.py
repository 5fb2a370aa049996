"""The lamps: the kiosk's patterns, in colours."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from hardware.api import DeviceFault, Instant, LampState, Sink, now
from hardware.gpio.lamp_patterns import level
from hardware.gpio.pins import earliest
from hardware.installed_drivers import own_fault
from hardware.timer_thread import TimerThread
from ligretto_led_strip.strip import Colour, Strip

WHITE: Final[Colour] = (255, 230, 200)
COLOURS: Final[Mapping[LampState, Colour]] = {
    LampState.READY: (40, 255, 60),
    LampState.MAY_STOP: (255, 40, 20),
    LampState.LOCKED: (255, 40, 20),
    LampState.WINNER: (255, 190, 0),
    LampState.DANCE: (255, 190, 0),
    LampState.FAULT: (160, 0, 255),
}
"""The colours of the states that are not white; the strongest channel is always full."""


class StripLamps:
    """The lamps of all seats (``hardware.api.Lamps``), ``each`` LEDs a seat, in the order of ``seats``.

    One thread writes the strip; it sleeps while nothing changes. ``show`` only tells it what to show.
    """

    def __init__(
        self, strip: Strip, seats: Sequence[int], each: int, sink: Sink, clock: Callable[[], Instant] = now
    ) -> None:
        self._strip = strip
        self._each = each
        self._sink = sink
        self._clock = clock
        self._works = True
        self._written: list[Colour] = []
        self._showing = {seat: (LampState.OFF, Instant(0)) for seat in seats}
        self._lock = threading.Lock()
        self._writer = TimerThread("led strip", self.step, clock)
        self._writer.start()

    def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
        """See ``Lamps.show``."""
        if seat not in self._showing:
            return
        shown, began = self._showing[seat]
        if shown is not state or since not in (None, began):
            self._showing[seat] = state, self._clock() if since is None else since
            self._writer.wake()

    def step(self, present: Instant) -> Instant | None:
        """Set the strip to what the patterns say; return the time of the next change."""
        with self._lock:
            told = {seat: (state, *level(state, since, present)) for seat, (state, since) in self._showing.items()}
            self._write([_scaled(COLOURS.get(state, WHITE), bright) for state, bright, _ in told.values()])
            return earliest(due for _, _, due in told.values()) if self._works else None

    def close(self) -> None:
        """See ``Lamps.close``."""
        self._writer.close()
        with self._lock:
            self._write([(0, 0, 0)] * len(self._showing))
            self._works = False
            self._strip.close()

    def _write(self, colours: list[Colour]) -> None:
        if not self._works or colours == self._written:
            return
        try:
            self._strip.write([colour for colour in colours for _ in range(self._each)])
            self._written = colours
        except OSError as error:
            self._works = False
            fault = own_fault(f"the LED strip cannot be written ({error.strerror})", "check its cable, and restart")
            self._sink(DeviceFault("LED strip", fault, self._clock()))


def _scaled(colour: Colour, bright: float) -> Colour:
    red, green, blue = (round(channel * bright) for channel in colour)
    return red, green, blue
