"""The parts of a kiosk, joined in memory, with one clock that only the caller moves."""

from __future__ import annotations

import itertools
import queue
from collections.abc import Sequence
from random import Random
from typing import Final

from hardware.api import Button, Duration, Instant, LampState, milliseconds
from hardware.fault_filter import FaultFilter
from hardware.gpio.lamps import heard
from hardware.gpio.pins import earliest
from hardware.simulated.panel import SimulatedPanel
from kiosk import protocol as msg
from kiosk.config.schema import Settings
from kiosk.display.input.scripted_fingers import Waypoint
from kiosk.journal.health import Durable
from kiosk.journal.records import AnyRecord
from kiosk.protocol.display import LONGEST_TOUCH_S
from kiosk.protocol.state import State
from kiosk.table.inputs import DisplayGone, DisplayJoined, FromDisplay, Input, TimePassed
from kiosk.table.session import Session
from kiosk.table.snapshots import welcome
from kiosk.table_process.runner import Audiences, Runner
from kiosk.table_process.simulated_players import SimulatedPlayers
from kiosk.table_process.table_settings import seeds, table_settings
from kiosk.testing.virtual.boards import VirtualBoards
from kiosk.testing.virtual.display import VirtualDisplay
from kiosk.testing.virtual.session import FRAME, VirtualTime, unfinished

__tracebackhide__ = True  # pytest shows the line of the test that has done something wrong

_RESTARTS: Final = milliseconds(1000)
"""The time from the death of a display to the next one's first picture."""
_TURNS: Final = 1000
"""The number of turns in which what is due at one moment must be done."""


class VirtualKiosk(VirtualTime):
    """A kiosk of these settings; ``seed``: deals the same cards every time."""

    display: VirtualDisplay
    _runner: Runner
    _panel: SimulatedPanel

    def __init__(self, settings: Settings, seed: int) -> None:
        super().__init__()
        self.records: list[AnyRecord] = []
        """All that is in the journal, at once on the disk."""
        self.lamps: dict[int, LampState] = {}
        """What the lamps show, by seat."""
        self._settings = settings
        self._seed = seed
        self._ids = (f"{seed}-{number}" for number in itertools.count(1))
        self._inputs: list[Input] = []
        self._edges: list[tuple[Instant, msg.PinEdge]] = []  # of presses under way
        self._closed: set[tuple[int, Button]] = set()  # the contacts that are closed
        self._panel_due: Instant | None = None
        self._kept = self._durable = 0  # the numbers of records since the power came, written and reported as such
        self._boards = VirtualBoards(settings.dice_boards(), self._clock, Random(seed))  # noqa: S311  simulated
        self.switch_on()

    def switch_on(self) -> None:
        """Begin with what is in the journal, as after a power cut."""
        self._inputs.clear()
        self._panel_due = None
        self._displays, self._is_dark = 0, False  # how many there were; none is there now
        self._players = SimulatedPlayers(self._boards, Random(self._seed))  # noqa: S311  simulated dice
        self._kept = self._durable = 0
        settings = table_settings(self._settings)
        self.session = Session(settings, seeds(self._seed), self.now, self._ids, strict=True)
        if records := unfinished(self.records):
            self.session.recover(records)
        lamps = _Lamps(self.lamps)
        beside = Audiences((self._players, self))
        self._runner = Runner(self.session, queue.SimpleQueue(), lamps, beside, self._clock, self._boards, self)
        self._panel = SimulatedPanel(self._settings.wiring(), self._clock)
        for contact in self._closed:
            self._panel.hold(*contact)
        self._panel.open(FaultFilter(heard(lamps, self._take, self._clock), self._clock), lambda: None)
        self._boards.start(self._take)
        self._start_display()
        self._runner.begin()
        self.catch_up()

    def kill_display(self) -> None:
        """Have the display die with all that its fingers carry, and start the next one a second later."""
        self._take(DisplayGone(self._display_name, self.now))
        self._is_dark = True
        self.pass_to(Instant(self.now + _RESTARTS))
        self._is_dark = False
        self._start_display()
        if self.shown is not None:
            self.display.show(self.shown)
        self.catch_up()

    def _start_display(self) -> None:
        self._displays += 1
        self._take(DisplayJoined(self._display_name))
        size = self._settings.window.width, self._settings.window.height
        self.display = VirtualDisplay(welcome(self.session.table), size, self._clock, self._said)

    @property
    def _display_name(self) -> str:
        return f"display {self._displays}"

    def switch_off(self, time: Duration) -> None:
        """Pass over a time without power: contacts move in it, but nobody sees that."""
        self.now = Instant(self.now + time)
        while self._edges and self._edges[0][0] <= self.now:
            self._note_contact(self._edges.pop(0)[1])

    def _note_contact(self, edge: msg.PinEdge) -> None:
        contact = edge.seat, Button(edge.button)
        (self._closed.add if edge.pressed else self._closed.discard)(contact)

    @property
    def shown(self) -> msg.Snapshot | None:
        """The latest snapshot."""
        return self._runner.shown

    # ------------------------------------------------------------ time

    def settle(self) -> None:
        """Let time pass until no finger is on the screen."""
        limit = Instant(self.now + milliseconds(1000 * LONGEST_TOUCH_S) + 2 * FRAME)
        self.pass_until(limit, lambda: None if self.display.is_touched else True)

    # ------------------------------------------------------------ what hands do

    def press(self, edges: Sequence[msg.PinEdge]) -> None:
        """Move contacts of buttons, now and later. ValueError, with the reason, if there is no such button."""
        missing = next((edge for edge in edges if not self._panel.has(edge.seat, Button(edge.button))), None)
        if missing is not None:
            raise ValueError(f"seat {missing.seat} has no button {missing.button}: see `kiosk config show`")
        self._edges += [(Instant(self.now + edge.after), edge) for edge in edges]
        self._edges.sort(key=lambda one: one[0])
        self.catch_up()

    def touch(self, way: Sequence[tuple[tuple[int, int], Duration]]) -> None:
        """Touch the screen, and return before the lift: points from the window's top left, with their times."""
        height = self.display.size[1]
        self.display.touch([Waypoint(x, height - y, after) for (x, y), after in way])
        self.catch_up()

    def drive_board(self, wish: msg.DriveBoard) -> str:
        """Do something at a simulated board; return why that cannot be done."""
        why_not = self._players.do(wish)
        self.catch_up()
        return why_not

    def lay(self, centre: str, seats: Sequence[str]) -> None:
        """Put pieces on the table (``VirtualTable.lay``)."""
        table = self.session.table
        if table.state is not State.PLAY or table.round is None or table.match is None:
            raise ValueError("pieces can be laid only while a round runs: call start first")
        playing = len(table.round.roster.numbers)
        if len(seats) != playing:
            raise ValueError(f"{playing} seats play, so lay the pieces of {playing} of them, not of {len(seats)}")
        table.round.dealt.moves = table.match.game.laid(centre, seats, table.round.dealt.time(self.now))
        table.changed = True
        self.catch_up()

    # ------------------------------------------------------------ for the runner: a display, and the journal

    def show(self, snapshot: msg.Snapshot) -> None:
        """Show the display the newest snapshot (``runner.Audience``)."""
        if not self._is_dark:
            self.display.show(snapshot)

    def write(self, records: Sequence[AnyRecord]) -> None:
        """Keep records (``runner.Journal``)."""
        self.records += records
        self._kept += len(records)

    # ------------------------------------------------------------ what is due

    def _clock(self) -> Instant:
        return self.now

    def _take(self, input_: Input) -> None:
        self._inputs.append(input_)

    def _said(self, message: msg.ToTable) -> None:
        """Take a message of the display."""
        self._take(FromDisplay(self._display_name, message))

    @property
    def due(self) -> Instant | None:
        """See ``VirtualTime``."""
        asked = self.session.next_deadline(), self._boards.next_step(), None if self._is_dark else self.display.due
        return earliest((*asked, self._panel_due, self._mark, *(at for at, _ in self._edges[:1])))

    def catch_up(self) -> None:
        """See ``VirtualTime``."""
        while self._edges and self._edges[0][0] <= self.now:
            at, edge = self._edges.pop(0)
            self._panel.drive(edge.seat, Button(edge.button), edge.pressed, at)
            self._note_contact(edge)
        self._panel_due = self._panel.step(self.now)
        self._boards.step()
        if not self._is_dark and (self.display.due is not None or self._mark is not None):
            self.display.frame()
        for _ in range(_TURNS):
            came: list[Input] = self._inputs or [TimePassed()]
            self._inputs = []
            self._runner.turn(came, self.now)
            if self._kept > self._durable:
                self._durable = self._kept
                self._take(Durable(self._durable))
            if not self._inputs:
                break

    @property
    def _mark(self) -> Instant | None:
        return None if self._is_dark else self.next_mark


class _Lamps:
    """The lamps (``hardware.api.Lamps``): what they show, by seat."""

    def __init__(self, shown: dict[int, LampState]) -> None:
        self._shown = shown

    def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
        self._shown[seat] = state

    def close(self) -> None:
        self._shown.clear()
