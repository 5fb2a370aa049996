"""``replay``: "who was first?" is shown once more from a round's result, slowly, to everybody. Pure.

Nothing of it is recorded and nothing of the match is touched: a cut comes back to the result.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from msgspec import structs

from hardware.api import Duration, Instant, milliseconds
from kiosk import protocol as msg
from kiosk.table.people import Seat
from kiosk.table.replay_player import SLOWEST, Replayer
from kiosk.table.rerun import Different
from kiosk.table.settings import seconds
from kiosk.table.snapshots import draw
from kiosk.table.state import State
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table

BEFORE: Final = milliseconds(1500)
AFTER: Final = milliseconds(1000)
"""So much of the round is shown around the moment in which the race was decided."""

REST: Final = seconds(5)
"""So long the result stands at least when it is back."""

_OF_PEOPLE: Final = ("language", "mirrored", "name", "heard", "fault", "screen_stop", "lamp", "confirmed", "joining")
"""What a seat's view tells of who sits there now, and not of the round."""


class Replay(TableState):
    """A race, shown over the round's result."""

    name = State.REPLAY

    def __init__(self, table: Table, session: Transitions) -> None:
        super().__init__(table, session)
        self.again: Replayer | None = None
        """What is shown instead of the result."""
        self.race: msg.RaceView | None = None
        """The race that is looked at."""
        self._rest = Duration(0)  # of the result's time

    def look_again(self, number: int) -> None:
        """Show the race of this number in the result (``protocol.RaceView.id``); where there is none, nothing."""
        table = self.table
        result = table.match.result if table.match is not None else None
        races = result.races if result is not None and table.state is State.ROUND_RESULT else ()
        race = next((race for race in races if race.id == number), None)
        if race is None or table.deadline is None or not table.log.round:
            return
        try:
            again = Replayer(table.log.round, replace(table.settings, boards=frozenset()), table.now, table.record)
        except Different as error:
            table.reports.append(f"the round cannot be shown again: {error}")
            return
        decided = milliseconds(race.at_ms)
        begin, end = max(0, decided - BEFORE), min(decided + AFTER, again.length)
        again.seek(begin, table.now)
        again.speed = SLOWEST
        again.play(table.now)
        self.again, self.race, self._rest = again, race, Duration(table.deadline - table.now)
        self.session.show_over(State.REPLAY)
        table.deadline = Instant(table.now + round((end - begin) / SLOWEST))

    def look_away(self) -> None:
        """Back to the result."""
        if self.again is not None:
            self.table.deadline = Instant(self.table.now + max(self._rest, REST))
            self.session.back()

    # ------------------------------------------------------------ as a state

    def enter(self) -> None:
        """Over the result, which keeps who has pressed."""
        self.table.changed = True

    def leave(self) -> None:
        """The race is forgotten."""
        self.again = self.race = None

    def press(self, seat: Seat) -> None:
        """Back to the result."""
        self.look_away()

    def due(self) -> None:
        """Back to the result."""
        self.look_away()

    def advance(self) -> None:
        """The picture runs."""
        if self.again is not None:
            self.again.advance(self.table.now)
            self.table.changed = True

    def next_deadline(self) -> Instant | None:
        """Of the picture."""
        return None if self.again is None else self.again.next_deadline()

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """The race as it was, for the people who sit there now."""
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
            replay=self.again.view(self.race),
        )
