"""A session in virtual time: its clock jumps to the next moment at which something is due."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from hardware.api import Instant, milliseconds
from kiosk.journal.records import AnyRecord, BrokenOff, MatchEnded, RoundStarted
from kiosk.protocol.state import State
from kiosk.table.session import Session

__tracebackhide__ = True  # pytest shows the line of the test that has done something wrong

_Seen = TypeVar("_Seen")

START: Final = Instant(1_000_000_000_000)
"""The time of the first start."""
FRAME: Final = milliseconds(16)
"""The time between two frames of a display."""
OFF: Final = milliseconds(5000)
"""How long the power is off after a cut."""
_PATIENCE: Final = 40
"""The number of times that something may be due without time moving, before that counts as an endless loop."""


class VirtualTime(ABC):
    """A clock that only its owner moves: ``now``, in nanoseconds."""

    session: Session

    def __init__(self) -> None:
        self.now = START

    @property
    def state(self) -> State:
        """The state of the table."""
        return self.session.table.state

    @property
    @abstractmethod
    def due(self) -> Instant | None:
        """The next moment at which something is due."""

    @abstractmethod
    def step(self) -> None:
        """Do all that is due now."""

    def pass_until(self, end: Instant, found: Callable[[], _Seen | None]) -> _Seen | None:
        """Let time pass up to ``end``, from one moment at which something is due to the next, until a result comes."""
        turns = 0
        while not (seen := found()):
            due = self.due
            if due is None or due > end:
                return None
            turns = 0 if due > self.now else turns + 1
            if turns > _PATIENCE:
                raise AssertionError(f"the session loops at {self.now} without time moving, in state {self.state}")
            self.jump(due)
        return seen

    def pass_to(self, end: Instant) -> None:
        """Let time pass."""
        self.pass_until(end, lambda: None)
        self.jump(end)

    def jump(self, to: Instant) -> None:
        """Move the clock, never back, and do what is due then."""
        self.now = max(self.now, to)
        self.step()

    @property
    def next_mark(self) -> Instant | None:
        """The time of a display's next mark, if any input waits for one."""
        play = self.session.table.round
        if self.state is not State.PLAY or play is None or play.line.arbiter.next_deadline(self.now) is None:
            return None
        return Instant(self.now + FRAME)


def unfinished(records: Sequence[AnyRecord]) -> Sequence[AnyRecord]:
    """Return the records of the newest round, if its match has neither ended nor been broken off."""
    starts = [place for place, record in enumerate(records) if isinstance(record, RoundStarted)]
    newest = records[starts[-1] :] if starts else ()
    return () if any(isinstance(record, MatchEnded | BrokenOff) for record in newest) else newest
