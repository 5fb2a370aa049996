"""``round_result``, ``match_result``: scores, until all have pressed or time is over; ``replay``: a race. Pure."""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct, structs
from msgspec.structs import replace

from hardware.api import Duration, Instant, LampState, milliseconds
from kiosk import protocol as msg
from kiosk.protocol.state import SeatState, State
from kiosk.table.best_scores import is_usual, scores_of
from kiosk.table.journal_feed import JournalFeed
from kiosk.table.people import SWITCHES, Seat
from kiosk.table.replay_player import SLOWEST, ReplayPlayer
from kiosk.table.rerun import Different
from kiosk.table.round_records import match_ended
from kiosk.table.settings import seconds
from kiosk.table.snapshots import draw
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table
from kiosk.table.verdicts import NEAR_TIE


class RoundResults(TableState):
    """The round's scores."""

    name = State.ROUND_RESULT

    def __init__(self, table: Table, session: Transitions, replay: Replay) -> None:
        super().__init__(table, session)
        self._replay = replay
        self._seen_again: Instant | None = None
        """When the closest race is shown again by itself; None: it is not."""

    def enter(self) -> None:
        """Begin; the journal has the scores."""
        table = self.table
        table.begin_state(table.settings.times.round_result)
        self._seen_again = Instant(table.now + table.settings.times.seen_again)

    def back(self) -> None:
        """Come back from a replay or the staff's menu.

        The press that ended a replay does not count here; earlier presses to go on still do.
        """
        self._seen_again = None
        self.table.changed, self.table.shown_since = True, self.table.now
        if self.table.all_confirmed():
            self._go_on()

    def press(self, seat: Seat) -> None:
        """Go on when everybody has pressed; from the first press on nothing is begun that would hold people up."""
        if self.table.confirm(seat):
            self._go_on()
        elif seat.confirmed:
            self._seen_again = None

    def advance(self) -> None:
        """Show the closest race again, once, if it is time."""
        if self._seen_again is not None and self.table.now >= self._seen_again:
            self._seen_again = None
            self._replay.show_closest()

    def next_deadline(self) -> Instant | None:
        """Return when a race is shown again."""
        return self._seen_again

    def seat_left(self) -> None:
        """Go on if the others waited for this seat."""
        super().seat_left()
        if self.table.state is State.ROUND_RESULT and self.table.all_confirmed():
            self._go_on()

    def due(self) -> None:
        """Go on."""
        self._go_on()

    def _go_on(self) -> None:
        """Go to the next round, or to the match's result once the journal has it."""
        table, match = self.table, self.table.match
        if match is None or table.barrier.waits:
            return
        if not match.ended:
            self.session.go(State.COUNTDOWN)
            return
        result = match.match_result()
        number = match.log.add(match_ended(match, result))
        match.log = JournalFeed()  # the match is over

        def show() -> None:
            match.result = result
            table.tally.add(table.people, result.winners)
            if is_usual(table.choices.chosen, table.settings):
                table.best.add(match.game.name, scores_of(result.lines, match.names))
            self.session.go(State.MATCH_RESULT)

        table.when_kept(number, show)

    def lamp(self, seat: Seat) -> LampState:
        """Show the winners, and the seats whose press is waited for."""
        return result_lamp(self, seat)


class MatchResults(TableState):
    """The match's result."""

    name = State.MATCH_RESULT

    def enter(self) -> None:
        """Begin; the journal has the result."""
        self.table.begin_state(self.table.settings.times.match_result)

    def back(self) -> None:
        """Come back from the staff's menu."""
        self.table.changed, self.table.shown_since = True, self.table.now

    def press(self, seat: Seat) -> None:
        """Handle a press: this seat is ready for another match; the others, latecomers included, are asked."""
        table = self.table
        if not table.is_settled():
            return
        if table.closed:
            self.session.end_match()
            return
        here = [other for other in table.people if other.human or other.joining]
        table.match = None
        for other in table.people:
            if other not in here:
                table.people.free(other)
            else:
                other.state = SeatState.TAKEN
                other.bot = other.joining = False
                table.people.alive(other, table.now)
        table.people.seat(seat, SeatState.READY, table.now)
        self.session.go(State.LOBBY)

    def due(self) -> None:
        """End the match: nobody wants another one."""
        self.session.end_match()

    def lamp(self, seat: Seat) -> LampState:
        """Let the winners' dance, and show the seats whose press is waited for."""
        shown = result_lamp(self, seat)
        return LampState.DANCE if shown is LampState.WINNER else shown


def result_lamp(state: TableState, seat: Seat) -> LampState:
    """Return the lamp of a seat in a result: winner, or its press is waited for."""
    match = state.table.match
    if match is None or match.result is None:
        return LampState.OFF
    if seat.number in match.result.winners:
        return LampState.WINNER
    return LampState.OFF if seat.confirmed else LampState.READY


class Excerpt(Struct, frozen=True):
    """The part of the round that is shown, before and after the decision of a race, and its speed."""

    before: Duration
    after: Duration
    speed: float


ASKED: Final = Excerpt(milliseconds(1500), milliseconds(1000), SLOWEST)
"""Of a race that somebody wants to see again."""
BY_ITSELF: Final = Excerpt(milliseconds(700), milliseconds(300), 0.5)
"""Of the closest race, which is shown once."""
CLOSE_MS: Final = NEAR_TIE / milliseconds(1)
"""A race is shown by itself up to this margin."""

REST: Final = seconds(5)
"""The minimum time for which the result is shown afterwards."""

_OF_PEOPLE: Final = (
    *("language", *SWITCHES, "name", "guest", "character"),
    *("heard", "fault", "screen_stop", "lamp", "confirmed", "joining"),
)
"""The fields of a seat's view that belong to the people there now, not to the round."""


class Replay(TableState):
    """The replay of a race, shown on top of the round's result."""

    name = State.REPLAY

    def __init__(self, table: Table, session: Transitions) -> None:
        super().__init__(table, session)
        self.again: ReplayPlayer | None = None
        """The running replay."""
        self.race: msg.RaceView | None = None
        """The race that is shown."""
        self._ends: Instant | None = None
        """The end of the result below, which a race that is shown by itself does not put off; None: it was asked for.
        """

    def look_again(self, number: int) -> None:
        """Show the race of this number in the result (``protocol.RaceView.id``); without such a race do nothing."""
        race = next((race for race in self._races() if race.id == number), None)
        if race is not None:
            self._show(race, ASKED)

    def show_closest(self) -> None:
        """Show the closest race by itself, if it was close enough and a person was in it."""
        table, rest = self.table, self.table.deadline
        people = {seat.number for seat in table.people.players()}
        close = (race for race in self._races() if race.lot or (race.margin_ms or math.inf) < CLOSE_MS)
        race = next((race for race in close if not people.isdisjoint({race.first, race.second})), None)
        if race is not None and rest is not None and self._show(race, BY_ITSELF):
            self._ends = rest
            if table.deadline is not None:
                table.deadline = min(table.deadline, rest)

    def _races(self) -> tuple[msg.RaceView, ...]:
        """Return the races of the result that is shown, the closest first."""
        table = self.table
        result = table.match.result if table.match is not None and table.state is State.ROUND_RESULT else None
        return result.races if result is not None else ()

    def _show(self, race: msg.RaceView, part: Excerpt) -> bool:
        """Begin; return False if the round cannot be replayed."""
        table = self.table
        if table.deadline is None or not table.log.round:
            return False
        try:
            again = ReplayPlayer(table.log.round, replace(table.settings, boards=frozenset()), table.now, table.record)
        except Different as error:
            table.reports.append(f"the round cannot be replayed: {error}")
            return False
        decided = milliseconds(race.at_ms)
        begin, end = max(0, decided - part.before), min(decided + part.after, again.length)
        again.seek(begin, table.now)
        again.speed = part.speed
        again.play(table.now)
        self.again, self.race, self._ends = again, race, None
        self.session.show_over(State.REPLAY)
        table.deadline = Instant(table.now + round((end - begin) / part.speed))
        return True

    def look_away(self) -> None:
        """Go back to the result."""
        if self.again is None:
            return
        table, ends, since = self.table, self._ends, self.table.shown_since
        self.session.back(at_least=Duration(0) if ends is not None else REST)
        if ends is not None and table.state is State.ROUND_RESULT:  # it has gone on meanwhile
            table.deadline, table.shown_since = ends, since

    # ------------------------------------------------------------ as a state

    def enter(self) -> None:
        """Begin on top of the result, which keeps the presses to go on."""
        self.table.changed = True

    def leave(self) -> None:
        """Forget the race."""
        self.again = self.race = self._ends = None

    def press(self, seat: Seat) -> None:
        """Go back to the result; from a race that is shown by itself once everybody has pressed to go on."""
        if self._ends is None or self.table.confirm(seat):
            self.look_away()

    def seat_left(self) -> None:
        """Go back if the others waited for this seat."""
        super().seat_left()
        if self._ends is not None and self.table.all_confirmed():
            self.look_away()

    def due(self) -> None:
        """Go back to the result."""
        self.look_away()

    def advance(self) -> None:
        """Advance the replay."""
        if self.again is not None:
            self.again.advance(self.table.now)
            self.table.changed = True

    def next_deadline(self) -> Instant | None:
        """Return the deadline of the replay."""
        return None if self.again is None else self.again.next_deadline()

    def lamp(self, seat: Seat) -> LampState:
        """Show what the result shows while presses to go on count."""
        return LampState.OFF if self._ends is None else result_lamp(self, seat)

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """Return the round as it was, for the people who sit there now."""
        if self.again is None:
            return drawn
        then = self.again.show_times(draw(self.again.stage, drawn.id), self.table.now)
        seats = tuple(
            structs.replace(view, **{field: getattr(now, field) for field in _OF_PEOPLE})
            for view, now in zip(then.seats, drawn.seats, strict=True)
        )
        return structs.replace(
            then,
            seats=seats,
            notice=drawn.notice,
            simulated=drawn.simulated,
            house=drawn.house,
            languages=drawn.languages,
            replay=self.again.view(self.race, by_itself=self._ends is not None),
        )
