"""The way through: attract, ready, countdown, play, stopped, results, pause, and back to attract. Pure.

``handle`` takes an input and the time, ``next_deadline`` tells when to call again with ``TimePassed``. The session
has no clock and no thread, and draws its randomness from the seeds that it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum

from hardware.api import ButtonEdge, DeviceFault, DeviceHealthy, Duration, Instant
from kiosk import messages as msg
from kiosk.game.reasons import Reason
from kiosk.game.rules import PRESETS, CardRules
from kiosk.seats import Roster, SeatNumber
from kiosk.table.choices import Choices
from kiosk.table.inputs import DisplayGone, DisplayJoined, FromDisplay, Input, RoundInput
from kiosk.table.match_play import MatchPlay
from kiosk.table.people import People
from kiosk.table.play import RoundPlay
from kiosk.table.record import Record
from kiosk.table.seat import Seat, SeatState
from kiosk.table.settings import BUTTONS, TableSettings


class State(StrEnum):
    """Where the table is on the way through."""

    ATTRACT = "attract"
    READY = "ready"
    COUNTDOWN = "countdown"
    PLAY = "play"
    STOPPED = "stopped"
    ROUND_RESULT = "round_result"
    MATCH_RESULT = "match_result"
    PAUSED = "paused"


class Session:
    """The table's state of play. ``seeds`` yields a fresh seed at every ``next``."""

    def __init__(self, settings: TableSettings, seeds: Iterator[int], now: Instant) -> None:
        self.settings = settings
        self.state = State.ATTRACT
        self.deadline: Instant | None = None
        """When this state goes on by itself; None: it waits for people, or for the cards."""
        self.people = People(settings)
        self.choices = Choices.default(settings)
        self.record = Record()
        self.match: MatchPlay | None = None
        self.pause_by: SeatNumber | None = None
        self.reports: list[str] = []
        """What the operator should know: whoever logs it clears it."""
        self.changed = True
        """Something may have changed that can be seen: whoever shows it sets it back."""
        self.now = now
        self._seeds = seeds
        self._paused_at: Instant | None = None
        self._lamps_due: Instant | None = None
        self._stood_since = now
        self._entered = now
        self._faults: dict[str, str] = {}
        self._displays: set[str] = set()
        self._on_press: dict[State, Callable[[Seat], None]] = {
            State.ATTRACT: self._open_lobby,
            State.READY: self._take_or_ready,
            State.COUNTDOWN: self._latecomer,
            State.PLAY: self._latecomer,
            State.STOPPED: self._latecomer,
            State.ROUND_RESULT: self._confirm,
            State.MATCH_RESULT: self._again,
            State.PAUSED: self._confirm,
        }
        self._on_deadline: dict[State, Callable[[], None]] = {
            State.ATTRACT: self._attract,
            State.READY: self._start_match,
            State.COUNTDOWN: self._go,
            State.STOPPED: self._show_round_result,
            State.ROUND_RESULT: self._go_on,
            State.MATCH_RESULT: self._attract,
            State.PAUSED: self._attract,
        }
        self._attract()

    @property
    def round(self) -> RoundPlay | None:
        """The round on the table, running or just ended."""
        return self.match.round if self.match is not None else None

    @property
    def notice(self) -> str | None:
        """What is wrong with a device of the whole table, in words."""
        return next(iter(self._faults.values()), None)

    # ------------------------------------------------------------ the two doors

    def handle(self, input_: Input, now: Instant) -> None:
        """Take in one input at the time ``now``, which never decreases."""
        self.now = max(now, self.now)
        self._change_state()  # what is due comes before what comes in
        match input_:
            case FromDisplay(display=display, message=msg.Mark(at=at)):
                if self.round is not None and self.state is State.PLAY and display in self._displays:
                    self.round.arbiter.mark(display, Instant(at))
            case FromDisplay(display=display, message=message):
                self._message(display, message)
            case ButtonEdge():
                self._edge(input_)
            case DeviceFault() | DeviceHealthy():
                self._device(input_)
            case DisplayJoined(display=display):
                self._displays.add(display)
                if self.round is not None:
                    self.round.arbiter.add_source(display, self.settings.display)
            case DisplayGone(display=display):
                self._display_gone(display)
            case _:
                pass
        self._advance()

    def next_deadline(self) -> Instant | None:
        """When ``handle`` is to be called with ``TimePassed`` at the latest; None: only input changes anything."""
        deadlines: list[Instant | None] = [self.deadline, *self.people.deadlines(self._patience())]
        if self.state in _PLAYING and self.match is not None:
            deadlines.append(self.match.next_deadline(self.now))
        deadlines.append(self._lamps_due)
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    # ------------------------------------------------------------ input

    def _message(self, display: str, message: msg.ToTable) -> None:
        seat = None if isinstance(message, msg.Hello | msg.DrivePin | msg.Mark) else self.people.get(message.seat)
        if seat is None or isinstance(message, msg.Hello | msg.DrivePin | msg.Mark):
            return
        self.changed = True
        self.people.alive(seat, self.now)
        if isinstance(message, msg.ChooseOption):
            self._choose(seat, message.key, message.value)
        elif isinstance(message, msg.LeaveSeat):
            self._leave(seat)
        elif isinstance(message, msg.PressButton) and (self.state is not State.PLAY or not seat.plays):
            self._on_press[self.state](seat)
        else:
            self._round_input(seat, display, message)

    def _edge(self, edge: ButtonEdge) -> None:
        seat = self.people.get(edge.seat)
        if seat is None:
            return
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
            self._on_press[self.state](seat)

    def _round_input(self, seat: Seat, source: str, message: RoundInput) -> None:
        """Into the running round's line. Before GO it is a false start, after the end it comes back."""
        play = self.round
        if play is None or not seat.plays:
            return  # nobody lends a bot a hand
        if self.state is State.PLAY and (source in self._displays or source == BUTTONS):
            play.take(source, seat.number, message)
        elif self.state is State.COUNTDOWN and self.deadline is not None:
            play.false_start(seat.number, self.deadline)
            play.refuse(seat.number, message, Reason.LOCKED, self.now)
        elif self.state is State.STOPPED:
            play.refuse(seat.number, message, Reason.ROUND_OVER, self.now)

    def _device(self, report: DeviceFault | DeviceHealthy) -> None:
        self.changed = True
        if report.seat is not None:
            self.people.device(report)
        elif isinstance(report, DeviceFault):
            self._faults[report.device] = report.message
        else:
            self._faults.pop(report.device, None)

    def _display_gone(self, display: str) -> None:
        if display not in self._displays:
            return  # it only looked on
        self._displays.remove(display)
        self.changed = True
        if self.round is not None:
            self.round.display_gone(display)

    # ------------------------------------------------------------ time

    def _advance(self) -> None:
        """Let everything happen that is due."""
        if self.state in _PLAYING and self.match is not None:
            self._play_on(self.match)
        self._change_state()
        if self.people.forget_wishes(self.now):
            self.changed = True
        if self.state is State.PLAY:
            asked = [seat.asked for seat in self.people]
            for seat in self.people.ask_silent(self.now):
                self._leave(seat, to_bot=self.settings.idle_to_bot)
            self.changed = self.changed or asked != [seat.asked for seat in self.people]
        elif self.state is State.READY:
            for seat in self.people.gone_from_lobby(self.now):
                self._leave(seat)
        self._stop_table()
        if self._lamps_due is not None and self.now >= self._lamps_due:
            self.changed = True
        lamps_due = (self._lamp_changes(seat) for seat in self.people)
        self._lamps_due = min((due for due in lamps_due if due is not None), default=None)

    def _change_state(self) -> None:
        """Leave a state whose time is over."""
        if self.deadline is not None and self.now >= self.deadline:
            self.deadline = None
            self._on_deadline[self.state]()

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
        self.reports += play.take_reports()
        for number in play.take_pause_wishes():
            self._wish_pause(self.people.seats[number])

    def _stop_table(self) -> None:
        """A round that has ended, by a call or because somebody left, stops the table."""
        play = self.round
        if play is None or play.round.ended is None:
            return
        if self.state in {State.COUNTDOWN, State.PLAY, State.PAUSED}:
            self._enter(State.STOPPED, self.settings.times.stopped)
        elif self.state is State.ATTRACT and self.deadline is None:
            self.deadline = Instant(self.now + self.settings.times.stopped)

    def _lamp_changes(self, seat: Seat) -> Instant | None:
        """When what this seat's lamp says changes by itself: "heard" passes, a lock ends."""
        heard_until = Instant(seat.heard_at + self.settings.times.heard)
        until = [heard_until] if self.now < heard_until else []
        if self.round is not None and self.state is State.PLAY:
            locked_until = self.round.locked_until(seat.number)
            until += [locked_until] if locked_until is not None and self.now < locked_until else []
        return min(until, default=None)

    # ------------------------------------------------------------ lobby

    def _open_lobby(self, seat: Seat) -> None:
        """The first touch: somebody sits down."""
        self.match = None
        self.choices = Choices.default(self.settings)
        self._enter(State.READY, None)
        self._take_or_ready(seat)

    def _take_or_ready(self, seat: Seat) -> None:
        """First press: take the seat. Second: ready. Third: start now, if everybody is ready."""
        self.people.alive(seat, self.now)
        if seat.state is SeatState.READY:
            if self.people.all_ready() and self._enough():
                self._start_match()
            return
        seat.state = SeatState.READY if seat.state is SeatState.TAKEN else SeatState.TAKEN
        self._rethink_start()

    def _enough(self) -> bool:
        return len(self.people.ready()) >= (1 if self.choices.bots else 2)

    def _rethink_start(self) -> None:
        """Start at once when every seat is ready; give the others some time when enough are."""
        if not self.people.here():
            self._attract()
        elif len(self.people.ready()) == len(self.people.seats):
            self._start_match()
        elif not self._enough():
            self.deadline = None
        elif self.deadline is None:
            self.deadline = Instant(self.now + self.settings.times.ready)

    def _choose(self, seat: Seat, key: str, value: str) -> None:
        """A choice in a panel: the seat's own at any time, the match's in the lobby.

        What is no choice changes nothing.
        """
        if key == "language" and value in self.settings.languages:
            seat.language = value
        elif key == "mirrored" and value in {"true", "false"}:
            seat.mirrored = value == "true"
        elif key == "pause" and self.state is State.PLAY:
            self._wish_pause(seat)
        elif self.state is State.READY and seat.human:
            self.choices.choose(key, value)
            self._rethink_start()

    def _latecomer(self, seat: Seat) -> None:
        """Somebody sits down in mid-match: plays from the next round on."""
        if not seat.plays:
            seat.joining = True
            self.people.alive(seat, self.now)

    def _leave(self, seat: Seat, *, to_bot: bool = False) -> None:
        self.changed = True
        was_playing = seat.plays and self.match is not None
        if was_playing and self.match is not None and to_bot:
            seat.bot, seat.asked = True, False
            self.match.seat_bot(seat.number, self.now)
        else:
            if was_playing and self.match is not None:
                self.match.leave(seat.number, self._paused_at or self.now)
            keeps_bot = seat.bot
            self.people.free(seat)
            seat.state = SeatState.LEFT if was_playing else SeatState.PLAYING if keeps_bot else SeatState.FREE
            seat.bot = keeps_bot
        if self.state is State.READY:
            self._rethink_start()
        elif not self.people.here() and self.state is not State.ATTRACT:
            waiting = [other for other in self.people if other.joining]
            self._attract()
            for other in waiting:  # the table is theirs now
                self._on_press[self.state](other)
        elif self.state in {State.ROUND_RESULT, State.PAUSED} and self.people.all_confirmed():
            self._go_on()

    # ------------------------------------------------------------ states

    def _enter(self, state: State, lasts: Duration | None) -> None:
        if self.state is State.PLAY:
            self._stood_since = self.now
        self.state = state
        self.changed = True
        self._entered = self.now
        if state not in {State.PAUSED, State.COUNTDOWN}:
            self.pause_by = self._paused_at = None
        self.deadline = None if lasts is None else Instant(self.now + lasts)
        for seat in self.people:
            seat.confirmed = False

    def _attract(self) -> None:
        """Nobody is here: the bots play."""
        self._enter(State.ATTRACT, None)
        self.people.clear()
        self.choices = Choices.default(self.settings)
        everywhere = list(self.people.seats)
        self.match = self._new_match(PRESETS["table_default"].rules, everywhere, bots=everywhere)
        self._listen(self.match.start_round(self.now))

    def _new_match(self, rules: CardRules, numbers: list[SeatNumber], bots: list[SeatNumber]) -> MatchPlay:
        match = MatchPlay(rules, Roster(numbers), self.record, self.settings.sources(), self._seeds.__next__)
        for number in bots:
            match.seat_bot(number, self.now)
        return match

    def _listen(self, play: RoundPlay) -> None:
        for display in self._displays:
            play.arbiter.add_source(display, self.settings.display)

    def _start_match(self) -> None:
        """Those who are ready play; bots take the other seats, if they may."""
        ready = self.people.ready()
        for seat in self.people:
            if seat not in ready:
                self.people.free(seat)
                seat.bot = self.choices.bots
            if seat in ready or seat.bot:
                seat.state = SeatState.PLAYING
        numbers = [seat.number for seat in self.people if seat.state is SeatState.PLAYING]
        self.match = self._new_match(self.choices.rules(), numbers, [seat.number for seat in self.people if seat.bot])
        self._deal(self.match)

    def _deal(self, match: MatchPlay) -> None:
        """Cards out, 3-2-1."""
        for seat in self.people:
            if seat.joining:
                self._seat_latecomer(seat, match)
        self._enter(State.COUNTDOWN, self.settings.times.countdown)
        self._listen(match.start_round(Instant(self.now + self.settings.times.countdown)))

    def _seat_latecomer(self, seat: Seat, match: MatchPlay) -> None:
        """A latecomer takes over a bot's place and score, or joins with none."""
        match.join(seat.number)
        seat.joining = seat.bot = False
        seat.state = SeatState.PLAYING
        self.people.alive(seat, self.now)

    def _go(self) -> None:
        """GO. A round that was paused goes on where it stood."""
        if self._paused_at is not None and self.match is not None:
            self.match.shift(Duration(self.now - self._paused_at), self.now)
        self._enter(State.PLAY, None)
        stood = self.now - self._stood_since
        for seat in self.people.players():
            # Silence is counted in play alone, over all rounds: many last less than what is borne of it.
            seat.active_at = Instant(min(self.now, seat.active_at + stood))

    def _show_round_result(self) -> None:
        if self.match is not None:
            self.match.finish_round()
            self._enter(State.ROUND_RESULT, self.settings.times.round_result)

    def _go_on(self) -> None:
        """From a round's result to the next round or to the match's; from a pause back into the round."""
        if self.match is None:
            return
        if self.state is State.PAUSED:
            self._enter(State.COUNTDOWN, self.settings.times.countdown)
        elif self.match.ended:
            self.match.finish_match()
            self._enter(State.MATCH_RESULT, self.settings.times.match_result)
        else:
            self._deal(self.match)

    def _settled(self) -> bool:
        """A result has stood long enough that a press means it, and is not a Stop that came too late."""
        return self.now - self._entered >= self.settings.times.settle

    def _confirm(self, seat: Seat) -> None:
        if not seat.plays:
            self._latecomer(seat)
        elif self._settled():
            seat.confirmed = True
            if self.people.all_confirmed():
                self._go_on()

    def _again(self, seat: Seat) -> None:
        """One press after the match: this seat is ready for another, the others are asked."""
        if not self._settled():
            return
        here = self.people.here()
        self.match = None
        self._enter(State.READY, None)
        for other in self.people:
            if other not in here:
                self.people.free(other)
            elif other is not seat:
                other.state = SeatState.TAKEN
                self.people.alive(other, self.now)
        seat.state = SeatState.READY
        self.people.alive(seat, self.now)
        self._rethink_start()

    def _wish_pause(self, seat: Seat) -> None:
        """A seat asks for a pause; it begins when more than half of the people ask."""
        if not seat.plays:
            return
        seat.pause_wish, self.changed = self.now, True
        players = self.people.players()
        if 2 * sum(other.pause_wish is not None for other in players) > len(players):
            for other in players:
                other.pause_wish = None
            if self.round is not None:
                self.round.freeze()
            self.pause_by, self._paused_at = seat.number, self.now
            self._enter(State.PAUSED, self.settings.times.pause)


_PLAYING = frozenset({State.ATTRACT, State.PLAY})
