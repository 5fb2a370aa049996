"""``round_result`` and ``match_result``: scores, until everybody has pressed or the time is over. Pure."""

from __future__ import annotations

from hardware.api import LampState
from kiosk.table.best_scores import is_usual, scores_of
from kiosk.table.journal_feed import JournalFeed
from kiosk.table.people import Seat, SeatState
from kiosk.table.round_records import match_ended
from kiosk.table.state import State
from kiosk.table.states.base import TableState


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
        self.session.go(State.READY)

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
