"""``round_result``, ``match_result``: scores, until all have pressed or time is over; ``replay``: a race. Pure."""

from __future__ import annotations

from typing import Final

from msgspec import structs
from msgspec.structs import replace

from hardware.api import Instant, LampState, milliseconds
from kiosk import protocol as msg
from kiosk.protocol.state import State
from kiosk.table.best_scores import is_usual, scores_of
from kiosk.table.journal_feed import JournalFeed
from kiosk.table.people import SWITCHES, Seat, SeatState
from kiosk.table.replay_player import SLOWEST, ReplayPlayer
from kiosk.table.rerun import Different
from kiosk.table.round_records import match_ended
from kiosk.table.settings import seconds
from kiosk.table.snapshots import draw
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table


class RoundResults(TableState):
    """The round's scores."""

    name = State.ROUND_RESULT

    def enter(self) -> None:
        """Begin; the journal has the scores."""
        self.table.begin_state(self.table.settings.times.round_result)

    def back(self) -> None:
        """Come back from a replay or the staff's menu.

        The press that ended a replay does not count here; earlier presses to go on still do.
        """
        self.table.changed, self.table.shown_since = True, self.table.now
        if self.table.all_confirmed():
            self._go_on()

    def press(self, seat: Seat) -> None:
        """Go on when everybody has pressed."""
        if self.table.confirm(seat):
            self._go_on()

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
        seat.state = SeatState.READY
        table.people.alive(seat, table.now)
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


BEFORE: Final = milliseconds(1500)
AFTER: Final = milliseconds(1000)
"""The part of the round that is shown before and after the decision of the race."""

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

    def look_again(self, number: int) -> None:
        """Show the race of this number in the result (``protocol.RaceView.id``); without such a race do nothing."""
        table = self.table
        result = table.match.result if table.match is not None else None
        races = result.races if result is not None and table.state is State.ROUND_RESULT else ()
        race = next((race for race in races if race.id == number), None)
        if race is None or table.deadline is None or not table.log.round:
            return
        try:
            again = ReplayPlayer(table.log.round, replace(table.settings, boards=frozenset()), table.now, table.record)
        except Different as error:
            table.reports.append(f"the round cannot be replayed: {error}")
            return
        decided = milliseconds(race.at_ms)
        begin, end = max(0, decided - BEFORE), min(decided + AFTER, again.length)
        again.seek(begin, table.now)
        again.speed = SLOWEST
        again.play(table.now)
        self.again, self.race = again, race
        self.session.show_over(State.REPLAY)
        table.deadline = Instant(table.now + round((end - begin) / SLOWEST))

    def look_away(self) -> None:
        """Go back to the result."""
        if self.again is not None:
            self.session.back(at_least=REST)

    # ------------------------------------------------------------ as a state

    def enter(self) -> None:
        """Begin on top of the result, which keeps the presses to go on."""
        self.table.changed = True

    def leave(self) -> None:
        """Forget the race."""
        self.again = self.race = None

    def press(self, seat: Seat) -> None:
        """Go back to the result."""
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
            replay=self.again.view(self.race),
        )
