"""A session in virtual time, whose snapshots are kept; bots play for its people. For pictures of the table. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from hardware.api import Button, ButtonEdge, Duration, Instant, milliseconds
from kiosk import protocol as msg
from kiosk.journal.health import Durable, JournalFault
from kiosk.protocol.state import State
from kiosk.table.inputs import DisplayJoined, FromDisplay, Input, TimePassed
from kiosk.table.match import MatchPlay
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings, seconds
from kiosk.table.snapshots import welcome

START: Final = Instant(1_000_000_000_000)
DISPLAY: Final = "display"
_FRAME: Final = milliseconds(16)
_LONG: Final = seconds(24 * 3600)
_ENOUGH: Final = seconds(1800)
"""The virtual time after which a script has failed: what it waits for never comes."""


class Unreachable(RuntimeError):  # noqa: N818  a condition: another seed may bring it
    """A script waits for something that does not come."""


class Rehearsal:
    """A session with its only clock. ``shown``: its snapshots since the last ``cut``; ``labels``: named instants.

    The same settings and seed give the same snapshots. Silent people are not asked whether they are still there.
    """

    def __init__(self, settings: TableSettings, window: tuple[int, int], seed: int = 1) -> None:
        times = replace(settings.times, idle_ask=_LONG, idle_leave=_LONG, lobby=_LONG)
        self.settings = replace(settings, simulated=True, times=times)
        self.now = START
        self.shown: list[msg.Snapshot] = []
        self.labels: dict[str, Instant] = {}
        self.seats = tuple(plan.seat for plan in settings.seats)
        self._seeds = itertools.count(1000 * seed)
        self._names = (f"id {number}" for number in itertools.count())
        self._numbers = itertools.count(1)
        self._written = 0
        self.session = Session(self.settings, self._seeds, START, self._names, strict=True)
        self._window = window
        self._join()
        self._keep()

    # ------------------------------------------------------------ what is seen

    @property
    def state(self) -> State:
        """The state of the table."""
        return self.session.table.state

    @property
    def last(self) -> msg.Snapshot:
        """The latest snapshot."""
        return self.shown[-1]

    @property
    def match(self) -> MatchPlay:
        """The match on the table. Raises Unreachable if there is none."""
        match = self.session.table.match
        if match is None:
            raise Unreachable("there is no match")
        return match

    def welcome(self) -> msg.Welcome:
        """Return the table's layout."""
        return welcome(self.session.table)

    def view(self, seat: int) -> msg.SeatView:
        """Return a seat as it is shown now."""
        return next(view for view in self.last.seats if view.seat == seat)

    def label(self, name: str) -> None:
        """Give this instant a name, unless another one has it."""
        self.labels.setdefault(name, self.now)

    def cut(self) -> None:
        """Drop the snapshots before the current one."""
        del self.shown[:-1]

    # ------------------------------------------------------------ time and input

    def put(self, input_: Input) -> None:
        """Hand an input to the session."""
        self.session.handle(input_, self.now)
        fresh = self.session.table.log.take()
        self._written += len(fresh)
        if fresh:
            self.put(Durable(self._written))
        elif self.session.table.changed:
            self._keep()

    def say(self, message: msg.ToTable) -> None:
        """Send a message as a display would."""
        self.put(FromDisplay(DISPLAY, message))

    def press(self, seat: int, button: Button = Button.STOP, *, ago: float = 0) -> None:
        """Press and release a button ``ago`` milliseconds ago."""
        for pressed in (True, False):
            self.put(ButtonEdge(seat, button, pressed, Instant(self.now - milliseconds(ago))))

    def wait(self, length_s: float) -> None:
        """Let time pass."""
        end = Instant(self.now + seconds(length_s))
        self._pass(end, lambda: False)

    def until(self, what: Callable[[], object], most: Duration = _ENOUGH) -> None:
        """Let time pass until ``what`` is true, or raise Unreachable."""
        self._pass(Instant(self.now + most), what)
        if not what():
            raise Unreachable(f"{self.state} after {most / 1e9:.0f} s")

    def until_state(self, state: State) -> None:
        """Let time pass until the table is in this state, and give that instant its name."""
        self.until(lambda: self.state is state)
        self.label(state.value)

    def lose_power(self) -> None:
        """Start the table again from its records, as after a power cut."""
        records = [*self.session.table.log.round]
        self._written = 0
        self.now = Instant(self.now + seconds(5))
        self.session = Session(self.settings, self._seeds, self.now, self._names, strict=True)
        self.session.recover(records)
        self._join()
        self.put(TimePassed())

    def fail_disk(self, fault: msg.Fault) -> None:
        """Let the journal keep nothing any more."""
        self.put(JournalFault(fault, saving=False))

    def _join(self) -> None:
        self.put(DisplayJoined(DISPLAY))
        self.say(msg.WindowSize(*self._window))

    def _pass(self, end: Instant, what: Callable[[], object]) -> None:
        while self.now < end and not what():
            due = self.session.next_deadline()
            step = Instant(max(self.now + _FRAME // 4, end if due is None else due))
            if self.state is State.PLAY:
                step = Instant(min(step, self.now + _FRAME))
            self.now = Instant(min(end, step))
            if self.state is State.PLAY:
                self.say(msg.Mark(self.now))
            else:
                self.put(TimePassed())

    def _keep(self) -> None:
        self.session.table.changed = False
        self.shown.append(self.session.snapshot(next(self._numbers)))

    # ------------------------------------------------------------ people

    def sit(self, seats: Sequence[int], language: str) -> None:
        """Seat people, each with a touch on the invitation."""
        for seat in seats:
            self.say(msg.PressButton(self.seats[seat - 1], "play", self.now, language))

    def choose(self, seat: int, **values: str) -> None:
        """Choose for the match, or for the seat itself."""
        for key, value in values.items():
            self.say(msg.ChooseOption(self.seats[seat - 1], key, value, self.now))

    def ready(self, seats: Sequence[int]) -> None:
        """Have these seats say that they are ready."""
        for seat in seats:
            if self.state is State.READY:
                self.press(seat)

    def play_for(self, seats: Sequence[int]) -> None:
        """Let bots play for these people, who stay people, from GO on."""
        for seat in seats:
            self.match.seat_bot(self.seats[seat - 1], self.now)
        if self.match.round is not None:
            self.match.wake_bots(self.match.round.start)

    def rest(self, *seats: int) -> None:
        """Take the bots away that play for these people; without ``seats`` all bots."""
        for seat in seats or self.seats:
            self.match.bots.pop(self.seats[seat - 1], None)
