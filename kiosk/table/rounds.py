"""The way through a match: countdown, play, stopped, results, pause, recovery, and what bots show meanwhile. Pure.

Each state, when it goes on by itself, and what leads from one to the next (TABLE_UX.md); what happens is told to the
journal. What is final is shown when it is kept: scores wait until the record of the round's end is on the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from hardware.api import Duration, Instant
from kiosk.game.seats import Roster, SeatNumber
from kiosk.journal.records import BrokenOff, Paused, Resumed
from kiosk.journal.status import Durable, JournalFault, JournalHealthy
from kiosk.protocol import RoundResult
from kiosk.table.choices import Choices
from kiosk.table.games.game import Game
from kiosk.table.journal_feed import Log
from kiosk.table.match import MatchPlay
from kiosk.table.move_feed import Record
from kiosk.table.people import People, Seat, SeatState, newest_first
from kiosk.table.round import RoundPlay
from kiosk.table.round_records import match_ended, round_ended, round_started, seat_changed
from kiosk.table.seating import Seating
from kiosk.table.settings import TableSettings
from kiosk.table.shows import Shows
from kiosk.table.state import State
from kiosk.table.tray import Tray

_STANDS: Final = frozenset({State.PAUSED, State.RECOVERY})
"""The round stands still until its players press."""

_UNDER_WAY: Final = _STANDS | {State.COUNTDOWN, State.PLAY}

NO_ANSWER: Final = (
    "the disk has not answered for long: the scores are shown although they may not be kept; "
    "end what else writes there, or keep the journal on another disk"
)


class _Wait(NamedTuple):
    """For the record of this ``number`` to be kept, and what comes then; no longer than ``until``."""

    number: int
    then: Callable[[], None]
    until: Instant


class Rounds:
    """A table and its rounds. ``seeds`` yields a fresh seed at every ``next``.

    ``ids`` yields names for rounds and matches, unique for ever; without them nothing is told to a journal, and nobody
    waits for one.
    """

    def __init__(
        self, settings: TableSettings, seeds: Iterator[int], now: Instant, ids: Iterator[str] | None = None
    ) -> None:
        self.settings = settings
        self.state = State.ATTRACT
        self.deadline: Instant | None = None
        """When this state goes on by itself; None: it waits for people, or for the cards."""
        self.people = People(settings)
        self.seating = Seating(settings.seats, settings.legible)
        self.choices = Choices(settings)
        self.trays = {plan.seat: Tray() for plan in settings.seats if plan.seat in settings.boards}
        """Of the seats with a dice-reader board."""
        self.record = Record()
        self.log = Log(on=ids is not None)
        """What the journal is told."""
        self.journal_fault: str | None = None
        """What is wrong with the journal, in words."""
        self.match: MatchPlay | None = None
        self.pause_by: SeatNumber | None = None
        self.house = settings.house
        """How picture and sound are to be now."""
        self.closed = False
        """It is outside the opening hours: who plays, plays on; nobody else begins."""
        self.changed = True
        """Something may have changed that can be seen: whoever shows it sets it back."""
        self.now = now
        """The time of the last input."""
        self.reports: list[str] = []
        """What the operator should know: whoever logs it clears it."""
        self.names = newest_first(settings.names)
        """Names that were chosen lately, newest first."""
        self._seeds = seeds
        self._ids = ids if ids is not None else iter(())
        self._shows = Shows(self.people.seats, self.seating)
        self._paused_at: Instant | None = None
        self._stood_since = now
        self._entered = now
        self._counted = 0  # the record of the round's end, by its number in the log
        self._waits: _Wait | None = None
        self._gave_up = False  # the disk has not answered for long
        self._displays: set[str] = set()
        self._on_press, self._on_deadline = self._presses(), self._deadlines()
        self._attract()

    def _presses(self) -> dict[State, Callable[[Seat], None]]:
        """What a press means that is no move, by state."""
        latecomers = dict.fromkeys((State.COUNTDOWN, State.PLAY, State.STOPPED), self._latecomer)
        confirmed = dict.fromkeys((State.ROUND_RESULT, State.PAUSED, State.RECOVERY), self._confirm)
        return {**latecomers, **confirmed, State.CLOSED: lambda _: None}

    def _deadlines(self) -> dict[State, Callable[[], None]]:
        """How a state goes on by itself."""
        return {
            State.ATTRACT: self._attract,
            State.COUNTDOWN: self._go,
            State.STOPPED: self._show_round_result,
            State.ROUND_RESULT: self._go_on,
            State.MATCH_RESULT: self._attract,
        }

    @property
    def round(self) -> RoundPlay | None:
        """The round on the table, running or just ended."""
        return self.match.round if self.match is not None else None

    @property
    def saving(self) -> str:
        """``messages.Snapshot.saving``."""
        if self._waits is not None:
            return "waiting"
        return "" if self.log.saving else "unsaved"

    @property
    def waits_until(self) -> Instant | None:
        """When the disk is no longer waited for; None: it is not now."""
        return None if self._waits is None else self._waits.until

    def in_round(self) -> list[Seat]:
        """Seats with a person who plays in the round on the table: while others play an extra round, not the rest."""
        watching = self.match.watching if self.match is not None else frozenset()
        return [seat for seat in self.people.players() if seat.number not in watching]

    # ------------------------------------------------------------ time

    def change_state(self) -> None:
        """Leave a state whose time is over."""
        if self._waits is not None and self.now >= self._waits.until:
            self.kept(JournalFault(NO_ANSWER, saving=False))
            self._gave_up = True
        if self.deadline is not None and self.now >= self.deadline:
            self.deadline = None
            self._on_deadline[self.state]()

    def stop_table(self) -> None:
        """A round that has ended, by a call or because somebody left, is counted and stops the table."""
        match, play = self.match, self.round
        if match is None or play is None or play.round.ended is None or match.result is not None:
            return
        if self.state in _UNDER_WAY:
            self._count(match, play)
            self._enter(State.STOPPED, self.settings.times.stopped)
        elif self.state is State.ATTRACT and self.deadline is None:
            self.deadline = Instant(self.now + self.settings.times.stopped)

    def _round_time(self) -> int:
        """How far the round on the table has come, ns from its GO without its pauses."""
        if self.round is None:
            return 0
        return max(0, (self.now if self._paused_at is None else self._paused_at) - self.round.start)

    # ------------------------------------------------------------ the journal

    def kept(self, report: Durable | JournalFault | JournalHealthy) -> None:
        """What the journal's writer tells: so much is on the disk, the disk fails, it works again.

        When it fails, a round that runs stands still, so that everybody hears of it; but who knows may play on.
        """
        knew = not self.log.saving
        self._gave_up = self._gave_up and isinstance(report, Durable)
        match report:
            case Durable(count=count):
                self.log.durable = max(self.log.durable, count)
                if self._gave_up and self.log.caught_up:
                    self.kept(JournalHealthy())  # it was slow, no more
            case JournalFault(message=message, saving=saving):
                self.log.saving, self.journal_fault, self.changed = saving, message, True
                self.reports.append(f"journal: {message}")
                kept = self.match is not None and self.match.log.on
                if kept and self.state in {State.COUNTDOWN, State.PLAY} and (saving or not knew):
                    self._pause("journal")
            case JournalHealthy():
                self.log.saving, self.journal_fault, self.changed = True, None, True
                self.reports.append("journal: keeps everything again")
        if self._waits is not None and self.log.covers(self._waits.number):
            self._waits.then()

    def _when_kept(self, number: int, then: Callable[[], None]) -> None:
        """Go on when the record of this number is kept, or the disk gives no answer; until then nobody's press does."""
        if self.log.covers(number):
            then()
        else:
            self._waits, self.changed = _Wait(number, then, Instant(self.now + self.settings.times.disk)), True

    def _break_off(self, why: str) -> None:
        """The match that is being kept, if one is, ends here."""
        if self.match is not None:
            self.match.log.add(BrokenOff(self._round_time(), why))

    def _note(self, seat: Seat, change: str) -> None:
        if self.match is not None:
            self.match.log.add(seat_changed(seat, change, self._round_time()))

    # ------------------------------------------------------------ nobody is here

    def _attract(self, why: str = "all_left") -> None:
        """Nobody is here: the bots play, a round of either game in turn, so that strangers see both.

        Outside the opening hours nobody does. ``why`` a match that was not over ends (``journal.records.BrokenOff``).
        """
        self._break_off(why)
        self._enter(State.CLOSED if self.closed else State.ATTRACT, None)
        self.people.clear()
        self.choices = Choices(self.settings)
        if self.closed:
            self.match = None
        else:
            self._show(self._shows.next_game())

    def _show(self, game: Game[Any]) -> None:
        """A round of bots."""
        playing = self._shows.players(game)
        self.match = self._new_match(game, playing, bots=playing)
        self._listen(self.match.start_round(self.now))

    def _new_match(
        self, game: Game[Any], numbers: list[SeatNumber], bots: list[SeatNumber], *, real_dice: bool = False
    ) -> MatchPlay:
        sources, strength = self.settings.sources(), self.choices.strength
        seed = self._seeds.__next__
        match = MatchPlay(game, Roster(numbers), self.record, sources, seed, strength, self.trays, real_dice)
        for number in bots:
            match.seat_bot(number, self.now)
        return match

    def _listen(self, play: RoundPlay) -> None:
        for display in self._displays:
            play.arbiter.add_source(display, self.settings.display)

    # ------------------------------------------------------------ states

    def _enter(self, state: State, lasts: Duration | None) -> None:
        if self.state is State.PLAY:
            self._stood_since = self.now
        self.state = state
        self.changed = True
        self._entered = self.now
        self._waits = None
        if state not in {*_STANDS, State.COUNTDOWN}:
            self.pause_by = self._paused_at = None
        self.deadline = None if lasts is None else Instant(self.now + lasts)
        for seat in self.people:
            seat.confirmed = False

    def _begin_match(self, match: MatchPlay) -> None:
        """The first round of a match that people play."""
        self.match = match
        match.log = self.log
        match.identity = next(self._ids, "")
        self._deal(match)

    def _deal(self, match: MatchPlay) -> None:
        """Cards out, 3-2-1. Latecomers wait until an extra round is over."""
        for seat in self.people:
            if seat.joining and not match.tiebreak:
                self._seat_latecomer(seat, match)
        match.handicaps = {seat.number: seat.handicap for seat in self.people if seat.plays and seat.handicap}
        match.names |= {seat.number: seat.name for seat in self.people if seat.plays}
        self.names = newest_first([*(seat.name for seat in self.people), *self.names])
        self._enter(State.COUNTDOWN, self.settings.times.countdown)
        self._listen(match.start_round(Instant(self.now + self.settings.times.countdown)))
        if match.log.on:
            chosen, origin = self.choices.chosen, self.settings.origin
            match.log.add(round_started(match, self.people, chosen, self.now, round_=next(self._ids), origin=origin))
            for seat in self.people:
                if seat.joining:  # they wait until an extra round is over, and through a cut in it
                    self._note(seat, "joining")
                    self._note(seat, "panel")

    def _seat_latecomer(self, seat: Seat, match: MatchPlay) -> None:
        """A latecomer takes over a bot's place and score, or joins with the start score."""
        match.join(seat.number)
        seat.joining = seat.bot = False
        seat.state = SeatState.PLAYING
        self.people.alive(seat, self.now)

    def _latecomer(self, seat: Seat) -> None:
        """Somebody sits down in mid-match: plays from the next round on."""
        if not seat.plays:
            if not seat.joining:
                self._note(seat, "joining")
            seat.joining = True
            self.people.alive(seat, self.now)

    def _go(self) -> None:
        """GO. A round that stood still goes on where it stood."""
        again = self._paused_at
        if again is not None and self.match is not None:
            self.match.shift(Duration(self.now - again), self.now)
        self._enter(State.PLAY, None)
        if again is not None and self.match is not None:
            self.match.log.add(Resumed(self._round_time()))
        if self.log.saving:
            self.journal_fault = None  # they have read it, and all that they play is kept
        for tray in self.trays.values():
            tray.restart()
        stood = self.now - self._stood_since
        for seat in self.people.players():
            # Silence is counted in play alone, over all rounds: many last less than what is borne of it.
            seat.active_at = Instant(min(self.now, seat.active_at + stood))

    # ------------------------------------------------------------ results

    def _count(self, match: MatchPlay, play: RoundPlay) -> None:
        """The round's scores stand from now on; they are shown when the journal has them."""
        result = match.finish_round()
        if match.log.on:
            self._counted = match.log.add(round_ended(match, play, result))

    def _show_round_result(self) -> None:
        lasts = self.settings.times.round_result
        self._when_kept(self._counted, lambda: self._enter(State.ROUND_RESULT, lasts))

    def _show_match_result(self, match: MatchPlay, result: RoundResult) -> None:
        match.result = result
        self._enter(State.MATCH_RESULT, self.settings.times.match_result)

    def _go_on(self) -> None:
        """From a round's result to the next round or to the match's; back into a round that stands."""
        match = self.match
        if match is None or self._waits is not None:
            return
        if self.state in _STANDS and match.result is None:
            self._enter(State.COUNTDOWN, self.settings.times.countdown)
        elif self.state in _STANDS:
            self._show_round_result()
        elif match.ended:
            result = match.match_result()
            number = match.log.add(match_ended(match, result))
            match.log = Log()  # it is over
            self._when_kept(number, lambda: self._show_match_result(match, result))
        else:
            self._deal(match)

    def _settled(self) -> bool:
        """A result has stood long enough that a press means it, and is not a Stop that came too late."""
        return self.now - self._entered >= self.settings.times.settle

    def _confirm(self, seat: Seat) -> None:
        if not seat.plays:
            self._latecomer(seat)
        elif self._settled():
            seat.confirmed = True
            if self._all_confirmed():
                self._go_on()

    def called(self) -> list[Seat]:
        """Whose press is waited for to go on: after a round everybody, where one stands still those who play in it.

        That may be bots alone, in an extra round: then everybody who looks on.
        """
        stands = self.state in _STANDS and self.match is not None and self.match.result is None
        return (self.in_round() if stands else []) or self.people.players()

    def _all_confirmed(self) -> bool:
        called = self.called()
        return bool(called) and all(seat.confirmed for seat in called)

    # ------------------------------------------------------------ pause

    def ask_pause(self, seat: Seat) -> None:
        """A seat asks for a pause; it begins when more than half of the people ask."""
        players = self.in_round()
        if seat not in players:
            return
        seat.asks_pause, self.changed = self.now, True
        if 2 * sum(other.asks_pause is not None for other in players) > len(players):
            self._pause("asked", seat)

    def _pause(self, why: str, by: Seat | None = None) -> None:
        """The round stands still, in play or before GO. ``why``: ``journal.records.Paused``."""
        match, play = self.match, self.round
        if match is None or play is None:
            return
        for seat in self.people:
            seat.asks_pause = None
        play.freeze()
        if self._paused_at is None:
            self._paused_at = max(self.now, play.start)
        self.pause_by = None if by is None else by.number
        match.log.add(Paused(self._round_time(), why, self.pause_by))
        self._enter(State.PAUSED, self.settings.times.pause)
