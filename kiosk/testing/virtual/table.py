"""A table in virtual time: the real parts, joined in memory, and one clock that only the test moves."""

from __future__ import annotations

import itertools
import json
import queue
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

from hardware.api import Button, Instant, LampState, milliseconds
from hardware.fault_filter import FaultFilter
from hardware.gpio.lamps import heard
from hardware.simulated.panel import SimulatedPanel
from kiosk import protocol as msg
from kiosk.journal.records import AnyRecord, BrokenOff, MatchEnded, RoundStarted
from kiosk.journal.status import Durable
from kiosk.table.inputs import DisplayJoined, FromDisplay, Input, TimePassed
from kiosk.table.session import Session
from kiosk.table.snapshots import welcome
from kiosk.table.state import State
from kiosk.table_process.runner import Runner
from kiosk.table_process.simulated_players import SimulatedPlayers
from kiosk.table_process.table_settings import seeds, table_settings
from kiosk.testing.places import point_of, touch_time
from kiosk.testing.plain import plain, plain_record
from kiosk.testing.positions import laid
from kiosk.testing.table import DrivenTable
from kiosk.testing.virtual.boards import VirtualBoards
from kiosk.testing.virtual.display import FRAME, VirtualDisplay

_Seen = TypeVar("_Seen")

_START: Final = Instant(1_000_000_000_000)
_LIMIT_S: Final = 300.0
"""How long anything is waited for, in seconds of virtual time."""
_PATIENCE: Final = 1000
"""The number of turns that the table may take without time moving, before that counts as an endless loop."""
_DISPLAY: Final = "display 1"
_OFF: Final = milliseconds(5000)
"""How long the power is off."""


class VirtualTable(DrivenTable):
    """A table whose time passes only in ``advance``, ``touch`` and ``wait_for``; a round takes milliseconds.

    ``config``: a ready-made table (``four_seats``) or a file; ``seed``: deals the same cards every time. The session,
    the debouncer, the firmware of simulated dice boards, the decoder of what they send, layout, screens and gestures
    are the real ones. There is no thread, socket, port or window, so it runs on any computer.
    """

    _session: Session
    _runner: Runner
    _panel: SimulatedPanel
    _display: VirtualDisplay

    def __init__(self, config: str | Path = "four_seats", *, seed: int = 1) -> None:
        super().__init__(config, seed)
        self.now = _START
        """The time, nanoseconds."""
        self._seeds = seeds(seed)
        self._ids = (f"{seed}-{number}" for number in itertools.count(1))
        self._written: list[AnyRecord] = []
        self._lamps: dict[int, LampState] = {}
        self._inputs: list[Input] = []
        self._edges: list[tuple[Instant, msg.PinEdge]] = []
        self._panel_due: Instant | None = None
        self._kept = self._durable = 0  # the numbers of records since the power came, written and reported as such
        self._boards = VirtualBoards(self.settings.dice_boards(), self._clock, Random(seed))  # noqa: S311  simulated
        self._players = SimulatedPlayers(self._boards, Random(seed))  # noqa: S311  simulated dice
        self._told: tuple[msg.Snapshot | None, dict[str, Any]] = None, {}
        self._closed: set[tuple[int, Button]] = set()
        self._start()

    # ------------------------------------------------------------ time

    def advance(self, *, ms: float = 0, seconds: float = 0) -> None:
        """Let so much time pass."""
        end = Instant(self.now + milliseconds(ms + 1000 * seconds))
        self._pass_until(end, lambda: None)
        self._jump(end)

    def wait_for(self, what: str, found: Callable[[dict[str, Any]], _Seen | None], limit_s: float = _LIMIT_S) -> _Seen:
        """See ``DrivenTable.wait_for``; the time is virtual."""
        seen = self._pass_until(Instant(self.now + milliseconds(1000 * limit_s)), lambda: found(self.state))
        if seen is None:
            raise AssertionError(f"{what}: not within {limit_s:g} s\n{self.report()}")
        return seen

    # ------------------------------------------------------------ what eyes see

    @property
    def state(self) -> dict[str, Any]:
        """See ``DrivenTable.state``."""
        shown = self._runner.shown
        if shown is not self._told[0]:
            self._told = shown, plain(shown)
        return self._told[1]

    @property
    def scene(self) -> dict[str, Any]:
        """See ``DrivenTable.scene``."""
        scene: dict[str, Any] = json.loads(self._display.scene())
        return scene

    @property
    def journal(self) -> list[dict[str, Any]]:
        """See ``DrivenTable.journal``: everything is on the disk at once."""
        return [plain_record(record) for record in self._written]

    @property
    def lamps(self) -> dict[int, str]:
        """What each seat's lamp shows (``hardware.api.LampState``), from the very moment of a press on."""
        return {seat: state.value for seat, state in sorted(self._lamps.items())}

    def save_picture(self, file: Path) -> None:
        """See ``DrivenTable.save_picture``; it is painted without a GPU."""
        self._display.picture().save(file)

    # ------------------------------------------------------------ accidents, and what is staged

    def lay(self, centre: str, *seats: str) -> None:
        """Put pieces on the table of a round that runs: those in the centre, then those of each seat that plays.

        Cards: ``lay("r3", "row r4 b8 b7 stack b1 hand g5", ...)``, as ``kiosk.game.notation`` writes them; dice: the
        highest of each colour in the centre, then each tray, ``lay("r3", "r4 b6", ...)``, or ``left``. ValueError says
        what is wrong. The journal does not know of it: the round cannot be taken up after a power cut.
        """
        table = self._session.table
        if table.state is not State.PLAY or table.round is None or table.match is None:
            raise ValueError("pieces can be laid only while a round runs: call start first")
        playing = len(table.round.roster.numbers)
        if len(seats) != playing:
            raise ValueError(f"{playing} seats play, so lay the pieces of {playing} of them, not of {len(seats)}")
        self._note(f"# laid: {' | '.join((centre, *seats))}")
        table.round.dealt.moves = laid(table.match.game.name, table.match.game.rules, centre, seats)
        table.changed = True
        self._step()

    def cut_power(self, *, lose: int = 0) -> None:
        """Cut the power, and switch the table on again after five seconds.

        ``lose``: so many of the last records were not on the disk yet.
        """
        self._note("# the power is cut")
        del self._written[len(self._written) - lose :]
        self._edges.clear()
        self.now = Instant(self.now + _OFF)
        self._start()

    # ------------------------------------------------------------ how it is done

    def _drive_pins(self, edges: tuple[msg.PinEdge, ...]) -> None:
        began = self.now
        self._edges += [(Instant(began + edge.after), edge) for edge in edges]
        self._edges.sort(key=lambda one: one[0])
        self._step()

    def _drive_board(self, wish: msg.DriveBoard) -> None:
        if why_not := self._players.do(wish):
            raise ValueError(why_not)
        self._step()

    def _touch(self, seat: int, places: Sequence[str], nanoseconds: int | None) -> None:
        lasts = touch_time(places, nanoseconds)
        height = self._display.size[1]
        points = [(x, height - y) for x, y in (point_of(self.scene, seat, place) for place in places)]
        lifted: list[bool] = []
        self._display.touch(points, lasts, lambda: lifted.append(True))
        self._pass_until(Instant(self.now + lasts + 2 * FRAME), lambda: lifted or None)

    def _elapsed_ms(self) -> float:
        return (self.now - _START) / 1e6

    def _pass_until(self, end: Instant, found: Callable[[], _Seen | None]) -> _Seen | None:
        """Let time pass up to ``end``, from one moment at which something is due to the next, until a result comes."""
        turns = 0
        while not (seen := found()):
            due = self._next()
            if due is None or due > end:
                return None
            turns = 0 if due > self.now else turns + 1
            if turns > _PATIENCE:
                raise AssertionError(f"the table does not stop to ask for a turn\n{self.report()}")
            self._jump(due)
        return seen

    def _next(self) -> Instant | None:
        """Return the next moment at which something is due."""
        edge = self._edges[0][0] if self._edges else None
        parts = (
            self._session.next_deadline(),
            self._panel_due,
            self._boards.next_step(),
            self._display.due,
            edge,
            self._mark,
        )
        return min((due for due in parts if due is not None), default=None)

    def _jump(self, to: Instant) -> None:
        self.now = max(self.now, to)
        self._step()

    def _step(self) -> None:
        """Do all that is due now."""
        while self._edges and self._edges[0][0] <= self.now:
            at, edge = self._edges.pop(0)
            self._panel.drive(edge.seat, Button(edge.button), edge.pressed, at)
            (self._closed.add if edge.pressed else self._closed.discard)((edge.seat, Button(edge.button)))
        self._panel_due = self._panel.step(self.now)
        self._boards.step()
        if self._display.due is not None or self._mark is not None:
            self._display.frame()
        for _ in range(_PATIENCE):
            came: list[Input] = self._inputs or [TimePassed()]
            self._inputs = []
            self._runner.turn(came, self.now)
            if self._kept > self._durable:
                self._durable = self._kept
                self._inputs.append(Durable(self._durable))
            if not self._inputs:
                break

    # ------------------------------------------------------------ the parts

    def _clock(self) -> Instant:
        return self.now

    def _start(self) -> None:
        """Switch the table on."""
        self._inputs.clear()
        self._panel_due = None
        self._kept = self._durable = 0
        self._session = Session(table_settings(self.settings), self._seeds, self.now, self._ids)
        if unfinished := _unfinished(self._written):
            self._session.recover(unfinished)
        lamps = _Lamps(self._lamps)
        self._runner = Runner(
            self._session, queue.SimpleQueue(), lamps, self._players.beside(self), self._clock, self._boards, self
        )
        self._panel = SimulatedPanel(self.settings.wiring(), self._clock)
        for seat, button in self._closed:
            self._panel.drive(seat, button, True, self.now)
        self._panel.open(FaultFilter(heard(lamps, self._take, self._clock), self._clock), lambda: None)
        self._boards.start(self._take)
        size = self.settings.window.width, self.settings.window.height
        self._take(DisplayJoined(_DISPLAY))
        self._display = VirtualDisplay(welcome(self._session.table), size, self._clock, self._said)
        self._runner.begin()
        self._step()

    def _take(self, input_: Input) -> None:
        self._inputs.append(input_)

    def _said(self, message: msg.ToTable) -> None:
        """Take a message of the display."""
        self._take(FromDisplay(_DISPLAY, message))

    @property
    def _mark(self) -> Instant | None:
        """Return the time of the display's next mark, if any input waits for one."""
        play = self._session.table.round
        if self._session.table.state is not State.PLAY or play is None:
            return None
        waits = play.line.arbiter.next_deadline(self.now) is not None
        return Instant(self.now + FRAME) if waits else None

    # ------------------------------------------------------------ for the runner: a display, and the journal

    def show(self, snapshot: msg.Snapshot) -> None:
        """Show the display the newest snapshot (``runner.Audience``)."""
        self._display.show(snapshot)

    def write(self, records: Sequence[AnyRecord]) -> None:
        """Keep records (``runner.Journal``)."""
        self._written += records
        self._kept += len(records)


class _Lamps:
    """The lamps (``hardware.api.Lamps``): what they show, by seat."""

    def __init__(self, shown: dict[int, LampState]) -> None:
        self._shown = shown

    def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
        self._shown[seat] = state

    def close(self) -> None:
        self._shown.clear()


def _unfinished(records: Sequence[AnyRecord]) -> Sequence[AnyRecord]:
    """Return the records of the newest round, if its match has neither ended nor been broken off."""
    starts = [place for place, record in enumerate(records) if isinstance(record, RoundStarted)]
    newest = records[starts[-1] :] if starts else ()
    return () if any(isinstance(record, MatchEnded | BrokenOff) for record in newest) else newest
