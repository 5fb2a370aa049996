"""``replay``: "who was first?" is replayed slowly, for everybody, from a round's result. Pure.

Nothing of it is recorded and the match is not touched: after a power cut the result is shown.
"""

from __future__ import annotations

from typing import Final

from msgspec import structs
from msgspec.structs import replace

from hardware.api import Instant, milliseconds
from kiosk import protocol as msg
from kiosk.table.people import SWITCHES, Seat
from kiosk.table.replay_player import SLOWEST, ReplayPlayer
from kiosk.table.rerun import Different
from kiosk.table.settings import seconds
from kiosk.table.snapshots import draw
from kiosk.table.state import State
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table

BEFORE: Final = milliseconds(1500)
AFTER: Final = milliseconds(1000)
"""The part of the round that is shown before and after the decision of the race."""

REST: Final = seconds(5)
"""The minimum time for which the result is shown afterwards."""

_OF_PEOPLE: Final = (*("language", *SWITCHES, "name", "heard", "fault", "screen_stop", "lamp", "confirmed", "joining"),)
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
