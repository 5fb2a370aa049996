"""``countdown``, ``play`` and ``stopped``: a round from its deal to its end. Pure."""

from __future__ import annotations

from typing import Final

from hardware.api import Button, ButtonEdge, Duration, Instant, LampState, TrayReading, TrayState
from kiosk import protocol as msg
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import Resumed
from kiosk.protocol.state import SeatState, State
from kiosk.table.inputs import RoundInput
from kiosk.table.lesson import FirstRoundHints
from kiosk.table.match import MatchPlay
from kiosk.table.people import Seat, newest_first
from kiosk.table.round_records import round_started
from kiosk.table.settings import BUTTONS, TRAYS, Patience
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table

_BEATS: Final = {3: LampState.BEAT_3, 2: LampState.BEAT_2, 1: LampState.BEAT_1}
"""The lamp of a seat with so many pieces left."""


class Countdown(TableState):
    """The 3-2-1 before a new round, or before a paused one goes on."""

    name = State.COUNTDOWN

    def enter(self) -> None:
        """Deal, unless the countdown ends a pause."""
        match = self.table.match
        if match is None or self.table.paused_at is not None:
            self.table.begin_state(self.table.settings.times.countdown)
        else:
            self._deal(match)

    def _deal(self, match: MatchPlay) -> None:
        """Deal a new round. Latecomers must wait until an extra round is over."""
        table = self.table
        for seat in table.people:
            if seat.joining and not match.tiebreak:
                self._seat_latecomer(seat, match)
        players = table.people.players()
        usual = (None, match.game.usual_handicap)  # what a seat chose under other rules may be usual here
        match.handicaps = {seat.number: seat.handicap for seat in players if seat.handicap not in usual}
        match.cooldowns = {seat.number: seat.cooldown for seat in players if seat.cooldown and not match.real_dice}
        match.names |= {seat.number: seat.name for seat in players}
        table.names = newest_first([*(seat.name for seat in table.people), *table.names])
        table.begin_state(table.settings.times.countdown)
        table.listen(match.start_round(Instant(table.now + table.settings.times.countdown)))
        if match.log.on:
            self._write_down(match)

    def _write_down(self, match: MatchPlay) -> None:
        table = self.table
        chosen, origin = table.choices.chosen, table.settings.origin
        match.log.add(round_started(match, table.people, chosen, table.now, round_=next(table.ids), origin=origin))
        for seat in table.people:
            if seat.joining:  # they wait during an extra round, and must not be lost by a power cut in it
                table.note(seat, "joining")
                table.note(seat, "panel")

    def _seat_latecomer(self, seat: Seat, match: MatchPlay) -> None:
        """Seat a latecomer in the place of a bot with its score, or with the start score."""
        match.join(seat.number)
        seat.joining = seat.bot = False
        seat.state = SeatState.PLAYING
        self.table.people.alive(seat, self.table.now)

    def press(self, seat: Seat) -> None:
        """Let a latecomer join."""
        self.table.join_late(seat)

    def move(self, seat: Seat, source: str, message: RoundInput) -> None:
        """Refuse a false start."""
        play, go = self.table.round, self.table.deadline
        if play is not None and go is not None:
            play.false_start(seat.number, go)
            play.refuse(seat.number, message, Reason.LOCKED, self.table.now, source, self.table.paused_at)

    def journal_failed(self) -> None:
        """Pause, so that everybody is informed before they play."""
        self.session.pause("journal")

    def due(self) -> None:
        """GO."""
        self.session.go(State.PLAY)


class Playing(TableState):
    """The running round."""

    name = State.PLAY

    def __init__(self, table: Table, session: Transitions) -> None:
        super().__init__(table, session)
        self._hints = FirstRoundHints()

    def enter(self) -> None:
        """Begin at GO. A paused round goes on where it stopped."""
        table, match = self.table, self.table.match
        stood_since = table.paused_at
        if stood_since is None:
            self._hints = FirstRoundHints()
        else:
            self._hints.restart()
        if stood_since is not None and match is not None:
            match.shift(Duration(table.now - stood_since), table.now)
        table.begin_state(None)
        if stood_since is not None and match is not None:
            match.log.add(Resumed(table.round_time()))
        if table.log.saving:
            table.barrier.fault = None  # everybody has read it, and the disk keeps records again
        for tray in table.trays.values():
            tray.restart()
        stood = table.now - table.stood_since
        for seat in table.people.players():
            # Silence counts only in play, summed over all rounds: many rounds are shorter than the time allowed.
            seat.active_at = Instant(min(table.now, seat.active_at + stood))

    def leave(self) -> None:
        """Note the time from which silence does not count."""
        self.table.stood_since = self.table.now

    # ------------------------------------------------------------ inputs

    def press(self, seat: Seat) -> None:
        """Let a latecomer join."""
        self.table.join_late(seat)

    def move(self, seat: Seat, source: str, message: RoundInput) -> None:
        """Queue the input in the round."""
        if self.table.round is not None and (source in self.table.displays or source == BUTTONS):
            self.table.round.take(source, seat.number, message)

    def read_tray(self, number: SeatNumber, reading: TrayReading) -> None:
        """Queue the reading in the round."""
        play = self.table.round
        if play is None or play.roster.index(number) is None:
            super().read_tray(number, reading)
            return
        if reading.state is not TrayState.LOST:
            self.table.people.alive(self.table.people.seats[number], self.table.now)
        play.take(TRAYS, number, reading)

    def mark(self, display: str, at: Instant, wait: Duration) -> None:
        """Pass the display's mark to the arbiter: older input can be judged."""
        if self.table.round is not None and display in self.table.displays:
            self.table.round.arbiter.mark(display, at, wait)

    def choose(self, seat: Seat, key: str, value: str) -> None:
        """Handle a request for a pause."""
        if key == "pause":
            self._ask_pause(seat)

    def _ask_pause(self, seat: Seat) -> None:
        """Request a pause for a seat; it begins when more than half of the people request it."""
        players = self.table.in_round()
        if seat not in players:
            return
        seat.asks_pause, self.table.changed = self.table.now, True
        if 2 * sum(other.asks_pause is not None for other in players) > len(players):
            self.session.pause("asked", seat)

    def journal_failed(self) -> None:
        """Pause the round, so that everybody is informed."""
        self.session.pause("journal")

    # ------------------------------------------------------------ time

    def advance(self) -> None:
        """Judge every input whose place is certain, let the bots move, and take requests for a pause from buttons."""
        table = self.table
        for seat in table.play_on():
            self._ask_pause(seat)
        play = table.round
        if play is not None and play.round.ended is None:
            learners = [seat.number for seat in table.in_round() if seat.new]
            for fitting in self._hints.take(play, learners, table.now):
                table.record.move("glow", seat=fitting.seat, source=fitting.source, card=fitting.piece)
                table.changed = True

    def attend(self) -> None:
        """Ask the silent players; those who do not answer leave."""
        table = self.table
        for seat in table.watchers():
            table.people.alive(seat, table.now)  # those who only watch are not asked
        for seat in self.ask_silent(self.patience()):
            self.session.leave(seat, to_bot=table.settings.idle_to_bot)

    def next_deadline(self) -> Instant | None:
        """Return when the next bot moves, a piece glows, or something is due in the round."""
        match, play = self.table.match, self.table.round
        if match is None or play is None or play.round.ended is not None:
            return None
        due = (match.next_deadline(self.table.now), self._hints.next_deadline())
        return min((at for at in due if at is not None), default=None)

    def patience(self) -> Patience:
        """Return the patience with silent players."""
        return self.table.settings.times.idle

    # ------------------------------------------------------------ what is shown

    def locks(self) -> list[Instant]:
        """Return the ends of the locks that lamps show."""
        return [] if self.table.round is None else self.table.round.locks()

    def lamp(self, seat: Seat) -> LampState:
        """Return whether the seat is locked, may call Stop, or has only a few pieces left.

        While another seat may call no lamp beats here: it would ask for a Stop that is false.
        """
        match, play = self.table.match, self.table.round
        index = None if play is None else play.roster.index(seat.number)
        if match is None or play is None or index is None or not seat.plays or not play.round.seated(index):
            return LampState.OFF
        until = play.locked_until(seat.number)
        if until is not None and until > self.table.now:
            return LampState.LOCKED
        if play.round.may_stop(index):
            return LampState.MAY_STOP
        beat = _BEATS.get(match.game.pieces(play.moves, index)[1])
        if beat is None or any(play.round.may_stop(other) for other in range(len(play.round.seats))):
            return LampState.OFF
        return beat


class Stopped(TableState):
    """The round after its end."""

    name = State.STOPPED

    def enter(self) -> None:
        """Begin; the round has been counted."""
        self.table.end_first_rounds()
        self.table.begin_state(self.table.settings.times.stopped)

    def press(self, seat: Seat) -> None:
        """Let a latecomer join."""
        self.table.join_late(seat)

    def claims(self, seat: Seat, button: Button) -> bool:
        """Return whether it is a call that comes too late: who was faster is told."""
        play = self.table.round
        return button is Button.STOP and seat.plays and play is not None and play.may_be_beaten(seat.number)

    def move(self, seat: Seat, source: str, message: RoundInput) -> None:
        """Refuse a move that comes too late."""
        play = self.table.round
        if play is None:
            return
        if isinstance(message, ButtonEdge | msg.PressButton):
            play.refuse_call(seat.number, message, source)
        else:
            play.refuse(seat.number, message, Reason.ROUND_OVER, self.table.now, source)

    def due(self) -> None:
        """Go on to the scores."""
        self.session.show_round_result()

    def lamp(self, seat: Seat) -> LampState:
        """Light the lamp of the seat that called Stop; a wave goes from there round the table."""
        caller = None if self.table.round is None else self.table.round.caller
        if caller is None:
            return LampState.OFF
        return LampState.WINNER if caller == seat.number else LampState.WAVE
