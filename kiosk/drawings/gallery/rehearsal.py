"""A session in virtual time whose snapshots are kept; bots play for its people. For pictures of the table."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hardware.api import Duration, Instant
from kiosk import protocol as msg
from kiosk.bots.game_bots import GameBot
from kiosk.game.seats import SeatNumber
from kiosk.journal.health import JournalFault
from kiosk.protocol.state import State
from kiosk.table.match import MatchPlay
from kiosk.table.settings import Patience, TableSettings, seconds
from kiosk.table.snapshots import welcome
from kiosk.testing.virtual.session import FRAME, VirtualSession

if TYPE_CHECKING:
    from _collections_abc import dict_keys

NAMES: Final = ("", "Søren", "", "Éloïse", "Maximilian W", "", "O'Neill", "")
"""The names that people choose, in the order of their seats: one of the maximum length; empty: a guest."""
_NEVER_ASKED: Final = Patience(seconds(24 * 3600), seconds(24 * 3600))
_ENOUGH: Final = seconds(1800)
"""The virtual time after which a script has failed: what it waits for never comes."""


class Unreachable(RuntimeError):  # noqa: N818  a condition: another seed may bring it
    """A script waits for something that does not come."""


class NoRoom(RuntimeError):  # noqa: N818  a condition: a larger window has the room
    """A script needs people for whom the table has no legible room in this window."""


class _StandIns(dict[SeatNumber, GameBot]):
    """The bots of a match, with those that play for people: all of them move, but only the others are told as bots."""

    def __init__(self, bots: Mapping[SeatNumber, GameBot]) -> None:
        super().__init__(bots)
        self.people: set[SeatNumber] = set()

    def __contains__(self, seat: object) -> bool:
        return seat in self.keys()

    def __iter__(self) -> Iterator[SeatNumber]:
        return iter(self.keys())

    def keys(self) -> dict_keys[SeatNumber, GameBot]:
        return {seat: bot for seat, bot in self.items() if seat not in self.people}.keys()


class Rehearsal(VirtualSession):
    """A session with its only clock. ``shown``: its snapshots since the last ``cut``; ``labels``: named instants.

    The same settings and seed give the same snapshots. Silent people are not asked whether they are still there.
    """

    def __init__(self, settings: TableSettings, window: tuple[int, int], seed: int = 1) -> None:
        self.shown: list[msg.Snapshot] = []
        self.labels: dict[str, Instant] = {}
        self.seats = tuple(plan.seat for plan in settings.seats)
        self._window = window
        times = replace(settings.times, idle=_NEVER_ASKED, lobby=_NEVER_ASKED)
        names = (f"id {number}" for number in itertools.count())
        super().__init__(replace(settings, simulated=True, times=times), itertools.count(1000 * seed), names)

    # ------------------------------------------------------------ what is seen

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

    def handled(self) -> None:
        """Keep a snapshot of what has changed."""
        if self.session.table.changed:
            self.session.table.changed = False
            self.shown.append(self.snapshot())

    # ------------------------------------------------------------ time and input

    @property
    def due(self) -> Instant | None:
        """See ``VirtualTime``. Pictures are not closer than a film shows them, and a round has one in every frame."""
        due = self.session.next_deadline()
        dues = [] if due is None else [max(self.now + FRAME // 4, due)]
        if self.state is State.PLAY:
            dues.append(self.now + FRAME)
        return Instant(min(dues)) if dues else None

    def join(self) -> None:
        """See ``VirtualSession``."""
        super().join()
        self.say(msg.WindowSize(*self._window))

    def wait(self, length_s: float) -> None:
        """Let time pass."""
        self.pass_to(Instant(self.now + seconds(length_s)))

    def until(self, what: Callable[[], object], most: Duration = _ENOUGH) -> None:
        """Let time pass until ``what`` is true, or raise Unreachable."""
        end = Instant(self.now + most)
        if not self.pass_until(end, what):
            self.jump(end)
        if not what():
            raise Unreachable(f"{self.state} after {most / 1e9:.0f} s")

    def until_state(self, state: State) -> None:
        """Let time pass until the table is in this state, and give that instant its name."""
        self.until(lambda: self.state is state)
        self.label(state.value)

    def fail_disk(self, fault: msg.Fault) -> None:
        """Let the journal keep nothing any more."""
        self.put(JournalFault(fault, saving=False))

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
            if self.state is State.LOBBY:
                self.tap_button(seat)

    def play_for(self, seats: Sequence[int]) -> None:
        """Let bots play for these people, who stay people, from GO on. Raises NoRoom if some could not sit down."""
        missing = [seat for seat in seats if self.seats[seat - 1] not in self.match.roster.numbers]
        if missing:
            raise NoRoom(f"no legible room for seats {', '.join(map(str, missing))}")
        bots = self.match.bots
        if not isinstance(bots, _StandIns):
            bots = self.match.bots = _StandIns(bots)
        bots.people |= {self.seats[seat - 1] for seat in seats}
        for seat in seats:
            self.match.seat_bot(self.seats[seat - 1], self.now)
        if self.match.round is not None:
            self.match.wake_bots(self.match.round.start)

    def rest(self, *seats: int) -> None:
        """Take the bots away that play for these people; without ``seats`` all bots."""
        for seat in seats or self.seats:
            self.match.bots.pop(self.seats[seat - 1], None)
