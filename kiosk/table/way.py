"""The way through: attract, ready, countdown, play, stopped, results, pause, and back to attract. Pure.

Each state, what a press in it means, when it goes on by itself, and what leads from one to the next (TABLE_UX.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from hardware.api import Duration, Instant
from kiosk.seats import Roster, SeatNumber
from kiosk.table.choices import Choices
from kiosk.table.games.game import Game
from kiosk.table.match_play import MatchPlay
from kiosk.table.people import People
from kiosk.table.play import RoundPlay
from kiosk.table.record import Record
from kiosk.table.seat import Seat, SeatState
from kiosk.table.seating import MARK, NO_ROOM, Seating, Size
from kiosk.table.settings import TableSettings
from kiosk.table.shows import Shows
from kiosk.table.state import State
from kiosk.table.tray import Tray

_BETWEEN_MATCHES: Final = frozenset({State.ATTRACT, State.READY, State.MATCH_RESULT})


class Way:
    """Where the table is on the way, with whom. ``seeds`` yields a fresh seed at every ``next``."""

    def __init__(self, settings: TableSettings, seeds: Iterator[int], now: Instant) -> None:
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
        self.match: MatchPlay | None = None
        self.pause_by: SeatNumber | None = None
        self.changed = True
        """Something may have changed that can be seen: whoever shows it sets it back."""
        self.now = now
        """The time of the last input."""
        self._seeds = seeds
        self._shows = Shows(self.people.seats, self.seating)
        self._paused_at: Instant | None = None
        self._stood_since = now
        self._entered = now
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

    def in_round(self) -> list[Seat]:
        """Seats with a person who plays in the round on the table: while others play an extra round, not the rest."""
        watching = self.match.watching if self.match is not None else frozenset()
        return [seat for seat in self.people.players() if seat.number not in watching]

    @property
    def real_dice(self) -> bool:
        """Whether the match is one of real dice; in the lobby, whether it would be."""
        if self.match is not None:
            return self.match.real_dice
        return self.choices.real_dice(len(self.people.here()), len(self.throwers()))

    def throwers(self) -> list[Seat]:
        """Seats with a person and a dice-reader board that works."""
        return [seat for seat in self.people.here() if seat.number in self.trays and self.trays[seat.number].works]

    # ------------------------------------------------------------ what comes from outside

    def press(self, seat: Seat) -> None:
        """A press at a seat that it has no move in a round for: sit down, be ready, go on, again.

        At a seat for which there is no room it does nothing.
        """
        if self.may_sit(seat):
            self._on_press[self.state](seat)

    def change_state(self) -> None:
        """Leave a state whose time is over."""
        if self.deadline is not None and self.now >= self.deadline:
            self.deadline = None
            self._on_deadline[self.state]()

    def stop_table(self) -> None:
        """A round that has ended, by a call or because somebody left, stops the table."""
        play = self.round
        if play is None or play.round.ended is None:
            return
        if self.state in {State.COUNTDOWN, State.PLAY, State.PAUSED}:
            self._enter(State.STOPPED, self.settings.times.stopped)
        elif self.state is State.ATTRACT and self.deadline is None:
            self.deadline = Instant(self.now + self.settings.times.stopped)

    # ------------------------------------------------------------ room

    def may_sit(self, seat: Seat) -> bool:
        """Whether somebody sits here, or there is room for somebody beside the others."""
        return self.seating.may_join(seat.number, self._company(), self.choices.kind)

    def rooms(self) -> dict[SeatNumber, str]:
        """``messages.SeatView.room`` of each seat."""
        company, game, everybody = self._company(), self.choices.kind, len(self.people.seats)
        barred = {number for number in self.people.seats if not self.seating.may_join(number, company, game)}
        shown = set(self.people.seats)
        if self.state is State.ATTRACT and self.match is not None:
            playing = self.match.roster.numbers
            shown = self.seating.filled(playing, self.match.game.name, everybody, players=len(playing))
        elif self.state is State.READY:
            shown = self.seating.filled(company, game, everybody, but=barred)
        return {
            number: NO_ROOM if number in barred else "" if number in shown else MARK for number in self.people.seats
        }

    def resize(self, display: str, window: Size) -> None:
        """A display has told how large its window is. Whoever sits stays; where nobody sits there may be less room."""
        self.changed = True
        self.seating.windows[display] = window
        if self.state is State.ATTRACT and self.match is not None:
            if self._shows.players(self.match.game) != list(self.match.roster.numbers):
                self._show(self.match.game)
        elif self.state is State.READY:
            self._rethink_start()

    def _company(self) -> set[SeatNumber]:
        """The seats beside which a newcomer would sit."""
        return self.people.company(in_match=self.state not in _BETWEEN_MATCHES)

    # ------------------------------------------------------------ lobby

    def _open_lobby(self, seat: Seat) -> None:
        """The first touch: somebody sits down."""
        self.match = None
        self.choices = Choices(self.settings)
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
        ready = self.people.ready()
        return bool(ready) and len(ready) + len(self._bots_beside(ready)) >= 2

    def _rethink_start(self) -> None:
        """Start at once when every seat is ready that can be; give the others some time when enough are."""
        if not self.people.here():
            self._attract()
        elif not self._enough():
            self.deadline = None
        elif all(seat.state is SeatState.READY or not self.may_sit(seat) for seat in self.people):
            self._start_match()
        elif self.deadline is None:
            self.deadline = Instant(self.now + self.settings.times.ready)

    def choose(self, seat: Seat, key: str, value: str) -> None:
        """A choice in a panel: the seat's own at any time, the match's and a handicap in the lobby.

        What is no choice changes nothing.
        """
        if key == "language" and value in self.settings.languages:
            seat.language = value
        elif key == "mirrored" and value in {"true", "false"}:
            seat.mirrored = value == "true"
        elif key == "pause" and self.state is State.PLAY:
            self.wish_pause(seat)
        elif self.state is State.READY and seat.human and key == "handicap":
            self._handicap(seat, value)
        elif self.state is State.READY and seat.human:
            before = self.choices.game().name
            self.choices.choose(key, value)
            if self.choices.game().name != before:
                for other in self.people:
                    other.handicap = None  # it meant something else
            self._rethink_start()

    def _handicap(self, seat: Seat, value: str) -> None:
        """The seat's own stack size (E22) or extra dice (N15), until it leaves; the edition's own is none."""
        game = self.choices.game()
        if value in map(str, game.handicaps):
            seat.handicap = None if int(value) == game.usual_handicap else int(value)

    def players(self) -> int:
        """How many would play if the match began now, bots included."""
        here = self.people.here()
        return len(here) + len(self._bots_beside(here))

    def _bots_beside(self, people: Iterable[Seat]) -> set[SeatNumber]:
        """The seats that bots would take: up to as many players as the game is made for, so far as there is room.

        More people than that may play all the same (Q15).
        """
        taken = {seat.number for seat in people}
        if not self.choices.bots:
            return set()
        return self.seating.filled(taken, self.choices.kind, self.choices.game().most_seats) - taken

    def _latecomer(self, seat: Seat) -> None:
        """Somebody sits down in mid-match: plays from the next round on."""
        if not seat.plays:
            seat.joining = True
            self.people.alive(seat, self.now)

    def leave(self, seat: Seat, *, to_bot: bool = False) -> None:
        """Somebody gets up, or has gone; ``to_bot``: a bot plays on in that place."""
        self.changed = True
        was_playing = seat.plays and self.match is not None
        if was_playing and self.match is not None and to_bot:
            seat.bot, seat.asked, seat.handicap = True, False, None
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
                self.press(other)
        elif self.state in {State.ROUND_RESULT, State.PAUSED} and self._all_confirmed():
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
        """Nobody is here: the bots play, a round of either game in turn, so that strangers see both."""
        self._enter(State.ATTRACT, None)
        self.people.clear()
        self.choices = Choices(self.settings)
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

    def _start_match(self) -> None:
        """Those who are ready play; bots take the other seats, if they may."""
        ready = self.people.ready()
        beside = self._bots_beside(ready)
        for seat in self.people:
            if seat not in ready:
                self.people.free(seat)
                seat.bot = seat.number in beside
            if seat in ready or seat.bot:
                seat.state = SeatState.PLAYING
        numbers = [seat.number for seat in self.people if seat.state is SeatState.PLAYING]
        bots = [seat.number for seat in self.people if seat.bot]
        self.match = self._new_match(self.choices.game(), numbers, bots, real_dice=self.real_dice)
        self._deal(self.match)

    def _deal(self, match: MatchPlay) -> None:
        """Cards out, 3-2-1. Latecomers wait until an extra round is over."""
        for seat in self.people:
            if seat.joining and not match.tiebreak:
                self._seat_latecomer(seat, match)
        match.handicaps = {seat.number: seat.handicap for seat in self.people if seat.plays and seat.handicap}
        self._enter(State.COUNTDOWN, self.settings.times.countdown)
        self._listen(match.start_round(Instant(self.now + self.settings.times.countdown)))

    def _seat_latecomer(self, seat: Seat, match: MatchPlay) -> None:
        """A latecomer takes over a bot's place and score, or joins with the start score."""
        match.join(seat.number)
        seat.joining = seat.bot = False
        seat.state = SeatState.PLAYING
        self.people.alive(seat, self.now)

    def _go(self) -> None:
        """GO. A round that was paused goes on where it stood."""
        if self._paused_at is not None and self.match is not None:
            self.match.shift(Duration(self.now - self._paused_at), self.now)
        self._enter(State.PLAY, None)
        for tray in self.trays.values():
            tray.restart()
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
            self.match.result = self.match.match_result()
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
            if self._all_confirmed():
                self._go_on()

    def _all_confirmed(self) -> bool:
        """Whether all who are asked have pressed to go on: after a round everybody, in a pause those in the round."""
        asked = self.in_round() if self.state is State.PAUSED else self.people.players()
        return bool(asked) and all(seat.confirmed for seat in asked)

    def _again(self, seat: Seat) -> None:
        """One press after the match: this seat is ready for another, the others are asked, latecomers among them."""
        if not self._settled():
            return
        here = [other for other in self.people if other.human or other.joining]
        self.match = None
        self._enter(State.READY, None)
        for other in self.people:
            if other not in here:
                self.people.free(other)
            else:
                other.state = SeatState.TAKEN
                other.bot = other.joining = False
                self.people.alive(other, self.now)
        seat.state = SeatState.READY
        self.people.alive(seat, self.now)
        self._rethink_start()

    def wish_pause(self, seat: Seat) -> None:
        """A seat asks for a pause; it begins when more than half of the people ask."""
        players = self.in_round()
        if seat not in players:
            return
        seat.pause_wish, self.changed = self.now, True
        if 2 * sum(other.pause_wish is not None for other in players) > len(players):
            for other in players:
                other.pause_wish = None
            if self.round is not None:
                self.round.freeze()
            self.pause_by, self._paused_at = seat.number, self.now
            self._enter(State.PAUSED, self.settings.times.pause)
