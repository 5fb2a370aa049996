"""Presses of simulated buttons at given times, to within a microsecond. It loads no gpiozero, as each table has it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from hardware.api import Button, Duration, Instant, milliseconds, now
from hardware.timer_thread import TimerThread

log = logging.getLogger(__name__)

TOGETHER: Final[Duration] = milliseconds(1)
"""Edges that are no further apart come in one go, so that no other thread gets between them."""


class TimedEdge(NamedTuple):
    """A change of a button. ``seat`` counts from 1; ``after``: nanoseconds from the beginning of its script."""

    seat: int
    button: Button
    pressed: bool
    after: int


class TimedPresses:
    """A thread that moves simulated pins as scripts say, stamped with the times in the script.

    ``drive`` moves a pin: seat, button, pressed, timestamp. An edge is driven when its time has come, never before: it
    is late by the time that a thread needs to wake up, as real edges are, but its stamp is exact.
    """

    def __init__(self, drive: Callable[[int, Button, bool, Instant], None], clock: Callable[[], Instant] = now) -> None:
        self._drive = drive
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: list[tuple[Instant, Instant, TimedEdge]] = []  # when it is driven, its stamp
        self._alarm = TimerThread("simulated presses", self.step, clock)
        self._alarm.start()

    def play(self, edges: Iterable[TimedEdge], began: Instant | None = None) -> None:
        """Begin a script at that time, by default now; others that are under way go on."""
        began = self._clock() if began is None else began
        with self._lock:
            for group in _together(edges):
                due = Instant(began + group[-1].after)
                self._waiting += [(due, Instant(began + edge.after), edge) for edge in group]
            self._waiting.sort(key=lambda one: one[:2])
        self._alarm.wake()

    def step(self, present: Instant) -> Instant | None:
        """Drive what is due; return the time of the next step. For the thread."""
        with self._lock:
            due = [one for one in self._waiting if one[0] <= present]
            self._waiting = self._waiting[len(due) :]
            following = self._waiting[0][0] if self._waiting else None
        for _, at, edge in due:
            try:
                self._drive(edge.seat, edge.button, edge.pressed, at)
            except Exception:  # the thread serves every later script
                log.exception("%s could not be driven", edge)
        return following

    def close(self) -> None:
        """End the thread; what is not due yet is dropped."""
        self._alarm.close()


def _together(edges: Iterable[TimedEdge]) -> list[list[TimedEdge]]:
    """Return the edges in groups that come in one go, oldest first."""
    groups: list[list[TimedEdge]] = []
    for edge in sorted(edges, key=lambda edge: edge.after):
        if groups and edge.after - groups[-1][0].after <= TOGETHER:
            groups[-1].append(edge)
        else:
            groups.append([edge])
    return groups
