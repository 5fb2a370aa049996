"""A session in virtual time: its clock jumps to the next moment at which something is due.

``VirtualKiosk`` joins the rest of a kiosk to its session; to ``VirtualSession`` tests and the gallery give the inputs.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from hardware.api import Button, ButtonEdge, Duration, Instant, milliseconds
from hardware.gpio.pins import earliest
from kiosk import protocol as msg
from kiosk.journal.health import Durable
from kiosk.journal.records import AnyRecord, BrokenOff, MatchEnded, RoundStarted
from kiosk.protocol.state import State
from kiosk.table.inputs import DisplayJoined, FromDisplay, Input, TimePassed
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings

__tracebackhide__ = True  # pytest shows the line of the test that has done something wrong

_Seen = TypeVar("_Seen")

START: Final = Instant(1_000_000_000_000)
"""The time of the first start."""
FRAME: Final = milliseconds(16)
"""The time between two frames of a display."""
DISPLAY: Final = "display 1"
"""The name of the only display."""
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
    def catch_up(self) -> None:
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
        self.catch_up()

    @property
    def next_mark(self) -> Instant | None:
        """The time of a display's next mark, if any input waits for one."""
        play = self.session.table.round
        if self.state is not State.PLAY or play is None or play.arbiter.next_deadline(self.now) is None:
            return None
        return Instant(self.now + FRAME)


class VirtualSession(VirtualTime):
    """A session with its only clock; an input counts at once. ``talks``: a display is there and sends its marks.

    ``names``: those of matches and rounds; without them nothing is ``written``. ``disk``: and is on the disk at once.
    """

    def __init__(
        self, settings: TableSettings, seeds: Iterator[int], names: Iterator[str] | None = None, *, talks: bool = True
    ) -> None:
        super().__init__()
        self.written: list[AnyRecord] = []
        self.disk = True
        self.talks = talks
        self._seeds = seeds
        self._names = names
        self._numbers = itertools.count(1)
        self._before = 0  # the number of records written by an earlier session
        self.session = Session(settings, seeds, self.now, names, strict=True)
        if talks:
            self.join()

    # ------------------------------------------------------------ what is seen

    def snapshot(self) -> msg.Snapshot:
        """Return what a display would be shown now."""
        return self.session.snapshot(next(self._numbers))

    def handled(self) -> None:
        """Be told that an input is handled, and that all that it has written is kept."""

    # ------------------------------------------------------------ time and input

    @property
    def due(self) -> Instant | None:
        """See ``VirtualTime``."""
        return earliest((self.session.next_deadline(), self.next_mark if self.talks else None))

    def catch_up(self) -> None:
        """See ``VirtualTime``. After a mark all is done that is due, as after TimePassed."""
        if self.talks and self.state is State.PLAY:
            self.say(msg.Mark(self.now))
        else:
            self.put(TimePassed())

    def put(self, input_: Input) -> None:
        """Hand an input to the session, and report what it writes as kept."""
        self.session.handle(input_, self.now)
        fresh = self.session.table.log.take()
        self.written += fresh
        if fresh and self.disk:
            self.keep()
        else:
            self.handled()

    def keep(self) -> None:
        """Report all records as written to the disk."""
        self.put(Durable(len(self.written) - self._before))

    def join(self) -> None:
        """Have the display come."""
        self.put(DisplayJoined(DISPLAY))

    def cut_power(self, *, lose: int = 0, off: Duration = OFF, display: bool = True) -> None:
        """Cut the power, lose the latest ``lose`` records, and start again after ``off``."""
        del self.written[len(self.written) - lose :]
        self._before = len(self.written)
        self.now = Instant(self.now + off)
        self.session = Session(self.session.table.settings, self._seeds, self.now, self._names, strict=True)
        if records := unfinished(self.written):
            self.session.recover(records)
        if display:
            self.join()
        self.put(TimePassed())

    # ------------------------------------------------------------ people. ``ago``: ms from the stamp to now

    def at(self, ago: float) -> Instant:
        """Return the time of so many milliseconds ago."""
        return Instant(self.now - milliseconds(ago))

    def say(self, message: msg.ToTable) -> None:
        """Send a message as the display would."""
        self.put(FromDisplay(DISPLAY, message))

    def edge(self, seat: int, button: Button, *, pressed: bool, ago: float = 0) -> None:
        """Close or open the contact of a button."""
        self.put(ButtonEdge(seat, button, pressed, self.at(ago)))

    def tap_button(self, seat: int, button: Button = Button.STOP, ago: float = 0) -> None:
        """Press and release a button."""
        for pressed in (True, False):
            self.edge(seat, button, pressed=pressed, ago=ago)


def unfinished(records: Sequence[AnyRecord]) -> Sequence[AnyRecord]:
    """Return the records of the newest round, if its match has neither ended nor been broken off."""
    starts = [place for place, record in enumerate(records) if isinstance(record, RoundStarted)]
    newest = records[starts[-1] :] if starts else ()
    return () if any(isinstance(record, MatchEnded | BrokenOff) for record in newest) else newest
