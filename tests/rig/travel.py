"""A runner in virtual time: the real one, with a clock that jumps to the next event.

    travel = Travel(START, crowd)
    Runner(session, travel, NoLamps(), travel, travel.clock).run()     # until the crowd goes home

There is no real waiting: a day takes minutes. Reports of other threads (the journal's writer) come when they come;
while the table waits for them, the clock stands still.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Final, Protocol

from hardware.api import Duration, Instant, LampState
from kiosk import protocol as msg
from kiosk.table.inputs import FromDisplay, Input

LIMIT_S: Final = 60.0
"""Real seconds that another thread may take."""
_PATIENCE: Final = 1000
"""Calls without an event while time does not move: more mean that the session loops."""
_NS: Final = 1_000_000_000


class Crowd(Protocol):
    """The people at the table."""

    def see(self, snapshot: msg.Snapshot) -> None:
        """Receive the table's newest snapshot."""

    def due(self) -> Instant | None:
        """Return when one of them acts next; None: they wait for the table."""

    def act(self, now: Instant) -> Input | None:
        """Return the action of that moment; None: they go home, and the table is ended."""

    def marks(self) -> str | None:
        """Return the display that always promises that no older touch will follow; None: there is none."""


class NoLamps:
    """A table without lamps."""

    def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
        """Light nothing."""

    def close(self) -> None:
        """Do nothing."""


class Travel:
    """Inbox, clock and audience of a runner."""

    def __init__(self, start: Instant, crowd: Crowd, overhear: Callable[[Input | None], None] = lambda _: None) -> None:
        self.calls = 0
        """The number of inputs and deadlines so far."""
        self._now = start
        self._crowd = crowd
        self._overhear = overhear
        self._real: queue.SimpleQueue[Input | None] = queue.SimpleQueue()
        self._saving = ""
        self._playing = False
        self._marked = start
        self._still = 0

    def clock(self) -> Instant:
        """Return the virtual time."""
        return self._now

    def show(self, snapshot: msg.Snapshot) -> None:
        """Take the newest snapshot."""
        self._saving, self._playing = snapshot.saving, snapshot.state == "play"
        self._crowd.see(snapshot)

    def put(self, input_: Input | None) -> None:
        """Put an input, from any thread; ``overhear`` receives it first, in that thread."""
        self._overhear(input_)
        self._real.put(input_)

    def qsize(self) -> int:
        """Return the number of inputs from other threads."""
        return self._real.qsize()

    def get_nowait(self) -> Input | None:
        """Return an input from another thread; ``queue.Empty`` if there is none."""
        return self._real.get_nowait()

    def get(self, timeout: float | None = None) -> Input | None:
        """Return the next input; ``queue.Empty`` when the time that the runner would wait has passed instead."""
        self.calls += 1
        if self._saving == "waiting":
            return self._real.get(timeout=LIMIT_S)
        if self._real.qsize():
            return self._real.get_nowait()
        due = self._crowd.due()
        wake = None if timeout is None else Instant(self._now + round(timeout * _NS))
        if due is not None and (wake is None or due <= wake):
            self._pass(due)
            return self._crowd.act(self._now)
        if wake is None:
            return self._real.get(timeout=LIMIT_S)
        self._pass(wake)
        display = self._crowd.marks()
        if self._playing and display is not None and self._marked < self._now:
            self._marked = self._now
            return FromDisplay(display, msg.Mark(self._now))
        raise queue.Empty

    def _pass(self, to: Instant) -> None:
        moved = Duration(to - self._now)
        self._now = max(self._now, to)
        self._still = self._still + 1 if moved <= 0 else 0
        if self._still > _PATIENCE:
            raise AssertionError(f"the table loops: {self._still} calls at {self._now} without time moving")
