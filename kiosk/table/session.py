"""The session: takes the input of displays and hardware, follows its deadlines, and changes from state to state. Pure.

``handle`` takes an input and the time, ``next_deadline`` returns when to call again with ``TimePassed``. The session
has no clock and no thread, and draws its randomness from the seeds that it is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from hardware.api import Button, ButtonEdge, DeviceFault, DeviceHealthy, Duration, Fault, Instant, TrayReading
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.journal.health import Durable, JournalFault, JournalHealthy
from kiosk.journal.records import AnyRecord
from kiosk.journal.records import Paused as RoundPaused
from kiosk.protocol.state import State
from kiosk.table import transitions
from kiosk.table.choices import Choices
from kiosk.table.games.game import table_game
from kiosk.table.inputs import (
    DisplayGone,
    DisplayJoined,
    Doors,
    FromDisplay,
    HallBest,
    Input,
    KnownNames,
    NewDay,
    Night,
    PictureFailed,
    RoundInput,
    TimePassed,
)
from kiosk.table.journal_feed import NO_ANSWER
from kiosk.table.people import Seat
from kiosk.table.seating import Size
from kiosk.table.settings import BUTTONS, TableSettings
from kiosk.table.snapshots import draw
from kiosk.table.states.attract import Attract, Closed
from kiosk.table.states.base import TableState
from kiosk.table.states.lobby import Lobby
from kiosk.table.states.playing import Countdown, Playing, Stopped
from kiosk.table.states.results import MatchResults, Replay, RoundResults
from kiosk.table.states.service import Service
from kiosk.table.states.standing import PausedRound, Recovery, paused, recovery
from kiosk.table.table import Table


class Session:
    """The session of a table: the table and its current state. ``seeds`` and ``ids`` as for ``Table``.

    An unlisted transition (``table.transitions``) is told as a fault, and taken; ``strict``: it is an error, for tests.
    """

    def __init__(
        self,
        settings: TableSettings,
        seeds: Iterator[int],
        now: Instant,
        ids: Iterator[str] | None = None,
        *,
        strict: bool = False,
    ) -> None:
        self._strict = strict
        self._unlisted: set[tuple[State, State]] = set()  # transitions that have been told as faults
        self.table = table = Table(settings, seeds, now, ids)
        self.replay = Replay(table, self)
        self.service = Service(table, self)
        states: tuple[TableState, ...] = (
            Attract(table, self),
            Closed(table, self),
            Lobby(table, self),
            Countdown(table, self),
            Playing(table, self),
            Stopped(table, self),
            PausedRound(table, self, State.PAUSED, paused),
            PausedRound(table, self, State.RECOVERY, recovery),
            RoundResults(table, self, self.replay),
            MatchResults(table, self),
            self.replay,
            self.service,
        )
        self._states = {state.name: state for state in states}
        self._below: TableState | None = None
        self._left_below: Duration | None = None  # what was left of the time of the state below
        self._lamps_due: Instant | None = None
        self.current: TableState = self._states[State.ATTRACT]
        """The current state of the table."""
        self.current.enter()

    def recover(self, records: Sequence[AnyRecord]) -> None:
        """Take up the unfinished match whose latest round is in ``records``, before any input."""
        Recovery(self.table, self).recover(records)

    # ------------------------------------------------------------ its doors

    def handle(self, input_: Input, now: Instant, *, more: bool = False) -> None:
        """Take one input at the time ``now``, which never decreases.

        ``more``: True if another input that has already arrived follows at once. Nothing is judged before that one has
        been taken, because it may be older.
        """
        self.table.now = max(now, self.table.now)
        self._leave_what_is_over()  # deadlines come before input
        self._take(input_)
        if not more:
            self._advance()

    def next_deadline(self) -> Instant | None:
        """Return when to call ``handle`` with ``TimePassed`` at the latest; None if only input changes anything."""
        table = self.table
        deadlines = [table.deadline, table.barrier.until, self.current.next_deadline(), self._lamps_due]
        deadlines += table.people.deadlines(self.current.patience())
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def snapshot(self, number: int) -> msg.Snapshot:
        """Return everything visible at the table now; ``number`` grows with every snapshot."""
        return self.current.picture(draw(self.table, number, self.current))

    # ------------------------------------------------------------ from state to state

    def go(self, state: State) -> None:
        """Leave the current state, and the state below it if there is one, and enter this one."""
        self.current.leave()
        if self._below is not None:
            self._below.leave()
            self._below = None
        self._enter(state)

    def show_over(self, state: State) -> None:
        """Enter this state on top of the current one, which is not left and comes back (``back``).

        Until then its time stands still.
        """
        deadline = self.table.deadline
        self._below = self.current
        self._left_below = None if deadline is None else Duration(deadline - self.table.now)
        self._enter(state)

    def back(self, at_least: Duration = Duration(0)) -> None:
        """Leave a state that is shown on top of another one: the one below is current again.

        It lasts for what was left of its time, and ``at_least`` for this long.
        """
        below, left = self._below, self._left_below
        if below is not None:
            self.current.leave()
            self._below = None
            self._become(below)
            self.table.deadline = None if left is None else Instant(self.table.now + max(left, at_least))
            below.back()

    def _enter(self, state: State) -> None:
        self._become(self._states[state])
        self.current.enter()

    def _become(self, state: TableState) -> None:
        """Make a state the current one. A transition that is not listed is told once: somebody has to look into it."""
        here, there = self.table.state, state.name
        if not transitions.is_listed(here, there):
            if self._strict:
                raise transitions.UnlistedTransition(f"{here} to {there}: list it in kiosk/table/transitions.py")
            if (here, there) not in self._unlisted:
                self._unlisted.add((here, there))
                fault = Fault("states.unlisted", {"here": here.value, "there": there.value})
                self.table.device(DeviceFault("states", fault, self.table.now))
        self.current, self.table.state = state, there

    def end_match(self, why: str = "all_left") -> None:
        """Go to ``attract`` or, outside the opening hours, ``closed``. ``why``: ``journal.records.BrokenOff``."""
        self.table.break_off(why)
        self.go(State.CLOSED if self.table.closed else State.ATTRACT)

    def without_game(self, name: str, fault: DeviceFault) -> None:
        """Go on without a game that has failed and is no longer registered: its match ends, others go on.

        Nothing of the game is called.
        """
        table = self.table
        table.device(fault)
        if name in table.games():
            table.break_off("game_failed")
            table.match = None
            self.service.leave()
            table.settings = replace(table.settings, game=registry.playable(table.settings.game))
            table.choices = Choices(table.settings)
            self._below = None
            self._enter(State.CLOSED if table.closed else State.ATTRACT)

    def pause(self, why: str, by: Seat | None = None) -> None:
        """Pause the round, in play or before GO. ``why``: ``journal.records.Paused``."""
        table, match, play = self.table, self.table.match, self.table.round
        if match is None or play is None:
            return
        for seat in table.people:
            seat.asks_pause = None
        play.freeze()
        if table.paused_at is None:
            table.paused_at = max(table.now, play.start)
        table.pause_by = None if by is None else by.number
        match.log.add(RoundPaused(table.round_time(), why, table.pause_by))
        self.go(State.PAUSED)

    def show_round_result(self) -> None:
        """Go to the round's result once the journal has its scores."""
        self.table.when_kept(self.table.counted, lambda: self.go(State.ROUND_RESULT))

    # ------------------------------------------------------------ people

    def press(self, seat: Seat) -> None:
        """Handle a press that is not a move in a round: sit down, be ready, continue, play again.

        At a seat for which there is no room it does nothing.
        """
        if self.table.may_sit(seat):
            self.current.press(seat)

    def leave(self, seat: Seat, *, to_bot: bool = False) -> None:
        """Remove somebody who gets up, or has gone; ``to_bot``: a bot takes over the seat."""
        self.table.get_up(seat, to_bot=to_bot)
        self.current.seat_left()

    # ------------------------------------------------------------ input

    def _take(self, input_: Input) -> None:
        match input_:
            case FromDisplay(display=display, message=message):
                self._message(display, message)
            case ButtonEdge():
                self._edge(input_)
            case TrayReading():
                self._read(input_)
            case DeviceFault() | DeviceHealthy():
                self._device(input_)
            case Durable() | JournalFault() | JournalHealthy():
                self._kept(input_)
            case DisplayJoined(display=display):
                self._display_joined(display)
            case DisplayGone(display=display):
                self._display_gone(display)
            case Doors():
                self._doors(input_)
            case NewDay() | KnownNames() | HallBest():
                self.table.know(input_)
            case Night(quiet=quiet):
                self.table.quiet, self.table.changed = quiet, True
            case PictureFailed() | TimePassed():
                pass  # the fence of games takes the one; all inputs let time pass
            case _:
                self.service.served(input_)

    def _message(self, display: str, message: msg.ToTable) -> None:
        match message:
            case msg.Mark(at=at, wait=wait):
                self.current.mark(display, Instant(at), Duration(wait))
            case msg.WindowSize(width=width, height=height):
                if display in self.table.displays:
                    self._resize(display, (width, height))
            case msg.ProposeOption(key=key, value=value):
                self.current.propose(None, key, value)
                self.table.changed = True
            case msg.DriveReplay(do="close"):
                self.replay.look_away()
            case msg.OpenService() | msg.ServicePin() | msg.ServiceTap():
                if display in self.table.displays:
                    self.service.serve(message)
            case (
                msg.Hello()
                | msg.DriveReplay()
                | msg.DrivePin()
                | msg.DrivePins()
                | msg.DriveBoard()
                | msg.AskHealth()
                | msg.AskHands()
                | msg.DisplayHealth()
            ):
                pass  # handled elsewhere
            case _:
                seat = self.table.people.get(message.seat)
                if seat is not None:
                    self._message_of_seat(seat, display, message)

    def _message_of_seat(self, seat: Seat, display: str, message: _OfSeat) -> None:
        table, felt = self.table, isinstance(message, msg.PressButton) and message.felt
        if felt and not (table.state is State.ATTRACT and table.people.felt_taps.works):
            return  # no sign of life: panels that feel touches where nobody is feel several at once
        table.changed = table.changed or seat.asked
        table.people.alive(seat, table.now)
        if isinstance(message, msg.Touch):  # no more than a sign of life: a snapshot for every touch would delay moves
            return
        moves = self._is_move(seat) and not isinstance(message, msg.ChooseOption | msg.LeaveSeat | msg.LookAgain)
        table.changed = table.changed or not moves  # of a move nothing is seen until it is judged (``play_on``)
        match message:
            case msg.ChooseOption(key=key, value=value):
                if not table.choose_own(seat, key, value):
                    self.current.choose(seat, key, value)
            case msg.LeaveSeat():
                self.leave(seat)
            case msg.LookAgain(race=race):
                self.replay.look_again(race)
            case msg.PressButton(button=button) if not (self._is_move(seat) or self._is_practised(seat, button)):
                if table.may_sit(seat) and (table.state is State.ATTRACT or not seat.human):
                    table.read_in(seat, message.language)  # the language of the touched invitation
                self.press(seat)
                seat.untouched = message.felt and seat.human
            case _:
                self._move(seat, display, message)

    def _is_move(self, seat: Seat) -> bool:
        """Return whether a press of this seat's buttons is a move in the round."""
        return self.table.state is State.PLAY and seat.plays

    def _is_practised(self, seat: Seat, button: str) -> bool:
        """Return whether an on-screen Stop is a move outside a round; anything else there means "ready"."""
        return button == Button.STOP and self.current.claims(seat, Button.STOP)

    def _move(self, seat: Seat, source: str, message: RoundInput) -> None:
        """Pass an input to the round, unless the seat is a bot's or only watches, or the piece is another game's."""
        match = self.table.match
        if match is None:
            self.current.practise(seat, message)
            return
        if match.round is None or seat not in self.table.in_round():
            return
        if not isinstance(message, msg.WithPiece) or table_game(match.game.name).understands(message):
            self.current.move(seat, source, message)

    def _edge(self, edge: ButtonEdge) -> None:
        table = self.table
        seat = table.people.get(edge.seat)
        if seat is None:
            return
        self.service.served_edge(edge)
        (seat.down.add if edge.pressed else seat.down.discard)(edge.button)
        if not edge.pressed:
            if table.round is not None:
                table.round.button_up(seat.number, edge)
            return
        table.changed = True
        seat.heard += 1
        seat.heard_at = table.now
        table.people.alive(seat, table.now)
        if self._is_move(seat) or self.current.claims(seat, edge.button):
            self._move(seat, BUTTONS, edge)
        elif edge.button not in seat.faulty_buttons:  # a contact that closes by itself seats nobody
            self.press(seat)

    def _device(self, report: DeviceFault | DeviceHealthy) -> None:
        self.table.device(report)
        seat = None if report.seat is None else self.table.people.get(report.seat)
        if seat is not None and seat.faulty_buttons:
            self.current.button_failed(seat)

    def _read(self, reading: TrayReading) -> None:
        number = SeatNumber(reading.seat)
        if number in self.table.trays:
            self.table.changed = True
            self.current.read_tray(number, reading)

    def _doors(self, doors: Doors) -> None:
        """Apply a change of the opening hours: ``attract`` becomes ``closed`` or the other way round.

        In any other state the table goes on.
        """
        table = self.table
        table.doors, table.changed = doors, True
        if table.state is (State.ATTRACT if table.closed else State.CLOSED):
            self.end_match()

    # ------------------------------------------------------------ displays

    def _display_joined(self, display: str) -> None:
        table = self.table
        table.displays.add(display)
        self.current.display_joined()
        if table.round is not None:
            table.round.arbiter.add_source(display, table.settings.display)

    def _display_gone(self, display: str) -> None:
        table = self.table
        if display not in table.displays:
            return  # a display without touch input
        table.displays.remove(display)
        table.seating.windows.pop(display, None)
        table.changed = True
        if table.round is not None:
            table.round.display_gone(display)

    def _resize(self, display: str, window: Size) -> None:
        """Take the window size of a display. People keep their seats, but others may no longer have room."""
        self.table.changed = True
        self.table.seating.windows[display] = window
        self.current.resized()

    # ------------------------------------------------------------ the journal

    def _kept(self, report: Durable | JournalFault | JournalHealthy) -> None:
        """Take a report of the journal's writer: records are on the disk, the disk fails, it works again.

        A failure pauses a running round, so that everybody is informed. While it lasts it does not pause it again.
        """
        table = self.table
        knew = not table.log.saving
        if table.barrier.take(report):
            table.changed = True
        saves = isinstance(report, JournalFault) and (report.saving or not knew)
        if saves and table.match is not None and table.match.log.on:
            self.current.journal_failed()
        table.barrier.go_on()

    # ------------------------------------------------------------ time

    def _leave_what_is_over(self) -> None:
        """Stop waiting for the disk after its timeout, and leave a state whose deadline has passed."""
        table = self.table
        if table.barrier.is_overdue(table.now):
            self._kept(JournalFault(NO_ANSWER, saving=False))
            table.barrier.gave_up = True
        if table.deadline is not None and table.now >= table.deadline:
            table.deadline = None
            self.current.due()

    def _advance(self) -> None:
        table = self.table
        self.current.advance()
        self._leave_what_is_over()
        if table.people.drop_pauses(table.now):
            table.changed = True
        self.current.attend()
        if table.has_ended():
            self.current.round_ended()
        if self._lamps_due is not None and table.now >= self._lamps_due:
            table.changed = True
        self._lamps_due = self._next_lamp_change()

    def _next_lamp_change(self) -> Instant | None:
        """Return when the next lamp changes by itself: "heard" passes, a lock ends."""
        table = self.table
        now, heard = table.now, table.settings.times.heard
        changes = [Instant(seat.heard_at + heard) for seat in table.people]
        changes += self.current.locks()
        return min((at for at in changes if at > now), default=None)


_OfSeat: TypeAlias = RoundInput | msg.Touch | msg.LeaveSeat | msg.ChooseOption | msg.LookAgain
