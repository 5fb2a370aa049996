"""The table's state of play: takes in what displays and hardware say, and lets time do its work. Pure.

``handle`` takes an input and the time, ``next_deadline`` tells when to call again with ``TimePassed``. The session
has no clock and no thread, and draws its randomness from the seeds that it is given.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.api import ButtonEdge, DeviceFault, DeviceHealthy, Duration, Instant, TrayReading, TrayState
from kiosk import protocol as msg
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber
from kiosk.journal.status import Durable, JournalFault, JournalHealthy
from kiosk.table.inputs import DisplayGone, DisplayJoined, Doors, FromDisplay, Input, RoundInput
from kiosk.table.match import MatchPlay
from kiosk.table.people import Seat
from kiosk.table.service_requests import Carried, Changed, Failed, Found, Gated
from kiosk.table.serving import OfService, Serving
from kiosk.table.settings import BUTTONS, TRAYS, TableSettings
from kiosk.table.state import State


class Session(Serving):
    """The way through, and the two doors that lead to it. ``seeds`` and ``ids`` as for ``Rounds``."""

    def __init__(
        self, settings: TableSettings, seeds: Iterator[int], now: Instant, ids: Iterator[str] | None = None
    ) -> None:
        super().__init__(settings, seeds, now, ids)
        self._lamps_due: Instant | None = None

    # ------------------------------------------------------------ the two doors

    def handle(self, input_: Input, now: Instant, *, more: bool = False) -> None:
        """Take in one input at the time ``now``, which never decreases.

        ``more``: another one that was there by then follows at once, and nothing is judged before it: it may be older.
        """
        self.now = max(now, self.now)
        self.change_state()  # what is due comes before what comes in
        self._take(input_)
        if not more:
            self._advance()

    def next_deadline(self) -> Instant | None:
        """When ``handle`` is to be called with ``TimePassed`` at the latest; None: only input changes anything."""
        deadlines: list[Instant | None] = [self.deadline, self.waits_until, *self.people.deadlines(self._patience())]
        if self.state in _PLAYING and self.match is not None:
            deadlines.append(self.match.next_deadline(self.now))
        if self.again is not None:
            deadlines.append(self.again.next_deadline())
        if self.menu is not None:
            deadlines.append(self.menu.turns_at)
        deadlines.append(self._lamps_due)
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

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
                self.device(input_)
            case Durable() | JournalFault() | JournalHealthy():
                self.kept(input_)
            case DisplayJoined(display=display):
                self._displays.add(display)
                self.seen()
                if self.round is not None:
                    self.round.arbiter.add_source(display, self.settings.display)
            case DisplayGone(display=display):
                self._display_gone(display)
            case Doors(open=are_open):
                self.doors(are_open=are_open)
            case Gated() | Changed() | Found() | Carried() | Failed():
                self.served(input_)

    def _mark(self, display: str, at: Instant) -> None:
        if self.round is not None and self.state is State.PLAY and display in self._displays:
            self.round.arbiter.mark(display, at)

    def _message(self, display: str, message: msg.ToTable) -> None:
        if isinstance(message, msg.Mark):
            self._mark(display, Instant(message.at))
            return
        if isinstance(message, msg.WindowSize) and display in self._displays:
            self.resize(display, (message.width, message.height))
        if isinstance(message, msg.DriveReplay) and message.do == "close":
            self.look_away()
        if isinstance(message, OfService):
            if display in self._displays:
                self.serve(message)
            return
        if isinstance(message, _OF_NO_SEAT) or (seat := self.people.get(message.seat)) is None:
            return
        self.changed = True
        self.people.alive(seat, self.now)
        if isinstance(message, msg.ChooseOption):
            self.choose(seat, message.key, message.value)
        elif isinstance(message, msg.LeaveSeat):
            self.leave(seat)
        elif isinstance(message, msg.LookAgain):
            self.look_again(message.race)
        elif isinstance(message, msg.PressButton) and (self.state is not State.PLAY or not seat.plays):
            if self.may_sit(seat):
                self._greet(seat, message.language)
            self.press(seat)
        else:
            self._round_input(seat, display, message)

    def _greet(self, seat: Seat, language: str | None) -> None:
        """Who sits down at an invitation reads its language."""
        if self.state is State.ATTRACT or not seat.human:
            self.read_in(seat, language)

    def _edge(self, edge: ButtonEdge) -> None:
        seat = self.people.get(edge.seat)
        if seat is None:
            return
        self.served_edge(edge)
        if not edge.pressed:
            if self.round is not None:
                self.round.button_up(seat.number, edge)
            return
        self.changed = True
        seat.heard += 1
        seat.heard_at = self.now
        self.people.alive(seat, self.now)
        if self.state is State.PLAY and seat.plays:
            self._round_input(seat, BUTTONS, edge)
        else:
            self.press(seat)

    def _read(self, reading: TrayReading) -> None:
        """In a round it has its place in the line; else the tray is only followed."""
        number = SeatNumber(reading.seat)
        tray, play = self.trays.get(number), self.round
        if tray is None:
            return
        self.changed = True
        if self.state is not State.PLAY or play is None or play.roster.index(number) is None:
            tray.take(reading)
            return
        if reading.state is not TrayState.LOST:
            self.people.alive(self.people.seats[number], self.now)
        play.take(TRAYS, number, reading)

    def _round_input(self, seat: Seat, source: str, message: RoundInput) -> None:
        """Into the running round's line. Before GO it is a false start, after the end it comes back."""
        play = self.round
        if play is None or seat not in self.in_round():
            return  # nobody lends a bot a hand; who only looks on does nothing wrong
        if self.state is State.PLAY and (source in self._displays or source == BUTTONS):
            play.take(source, seat.number, message)
        elif self.state is State.COUNTDOWN and self.deadline is not None:
            play.false_start(seat.number, self.deadline)
            play.refuse(seat.number, message, Reason.LOCKED, self.now, self._paused_at)
        elif self.state is State.STOPPED:
            play.refuse(seat.number, message, Reason.ROUND_OVER, self.now)

    def _display_gone(self, display: str) -> None:
        if display not in self._displays:
            return  # it only looked on
        self._displays.remove(display)
        self.seating.windows.pop(display, None)
        self.changed = True
        if self.round is not None:
            self.round.display_gone(display)

    # ------------------------------------------------------------ time

    def _advance(self) -> None:
        """Let everything happen that is due."""
        if self.again is not None:
            self.again.advance(self.now)
            self.changed = True
        if self.state in _PLAYING and self.match is not None:
            self._play_on(self.match)
        self.change_state()
        if self.menu is not None and self.menu.advance(self.now):
            self.changed = True
        if self.people.drop_pauses(self.now):
            self.changed = True
        if self.state is State.PLAY:
            asked = [seat.asked for seat in self.people]
            for seat in self.people.players():
                if seat not in self.in_round():
                    self.people.alive(seat, self.now)  # whoever looks on may do so in peace
            for seat in self.people.ask_silent(self.now):
                self.leave(seat, to_bot=self.settings.idle_to_bot)
            self.changed = self.changed or asked != [seat.asked for seat in self.people]
        elif self.state is State.READY:
            for seat in self.people.gone_from_lobby(self.now):
                self.leave(seat)
        self.stop_table()
        if self._lamps_due is not None and self.now >= self._lamps_due:
            self.changed = True
        lamps_due = (self._lamp_changes(seat) for seat in self.people)
        self._lamps_due = min((due for due in lamps_due if due is not None), default=None)

    def _patience(self) -> Duration | None:
        """How long silence of a seat is borne in this state."""
        times = self.settings.times
        return {State.PLAY: times.idle_ask, State.READY: times.lobby}.get(self.state)

    def _play_on(self, match: MatchPlay) -> None:
        play = match.round
        if play is None:
            return
        before = play.version
        match.advance(self.now)
        self.changed = self.changed or play.version != before
        self.reports += play.arbiter.take_reports()
        for number in play.take_pauses():
            self.ask_pause(self.people.seats[number])

    def _lamp_changes(self, seat: Seat) -> Instant | None:
        """When what this seat's lamp says changes by itself: "heard" passes, a lock ends."""
        heard_until = Instant(seat.heard_at + self.settings.times.heard)
        until = [heard_until] if self.now < heard_until else []
        if self.round is not None and self.state is State.PLAY:
            locked_until = self.round.locked_until(seat.number)
            until += [locked_until] if locked_until is not None and self.now < locked_until else []
        return min(until, default=None)


_OF_NO_SEAT = (
    msg.Hello | msg.DrivePin | msg.DriveBoard | msg.DriveReplay | msg.WindowSize | msg.AskHealth | msg.DisplayHealth
)
_PLAYING = frozenset({State.ATTRACT, State.PLAY})
