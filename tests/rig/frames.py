"""Kivy's frames in a time of the test's own: nothing waits, and whatever a display has scheduled comes when it is due.

Import this module only where Kivy runs.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any, Final, Self

from kivy.clock import Clock, ClockBase
from kivy.context import Context
from kivy.core.window import Window

_LATE: Final = 1e-6
"""Seconds by which a frame comes after its instant, so that what is due at that very instant is not a rounding late."""


class Frames:
    """A clock in place of Kivy's while this is entered; ``now``: nanoseconds, the clock of the snapshots.

    It starts without any events, so that tables of earlier tests do nothing.
    """

    def __init__(self, now: int) -> None:
        assert Window is not None, "a window schedules its own work, which has to be on Kivy's own clock"
        self._clock = _Clock()
        self._clock.now = now
        self._context = Context()
        self._context["Clock"] = self._clock

    def __enter__(self) -> Self:
        self._context.push()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._context.pop()

    @property
    def now(self) -> int:
        """The instant."""
        return self._clock.now

    @now.setter
    def now(self, now: int) -> None:
        self._clock.now = now

    def pass_ms(self, ms: float = 0.0) -> None:
        """Let so many milliseconds pass, and run a frame: Kivy's events, in time or before the drawing."""
        self._clock.now += round(ms * 1e6)
        Clock.tick()
        Clock.tick_draw()

    @property
    def waiting(self) -> list[Any]:
        """The owners of all events to come."""
        return [getattr(event.get_callback(), "__self__", None) for event in Clock.get_events()]


class _Clock(ClockBase):  # type: ignore[misc]  # Kivy has no types
    """Kivy's clock, but what it would sleep until its next frame is over at once."""

    now = 0
    _slept = 0.0

    def time(self) -> float:
        return self.now / 1e9 + self._slept + _LATE

    def usleep(self, microseconds: float) -> None:
        self._slept += microseconds / 1e6
