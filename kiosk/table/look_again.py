"""From a round's result back to a race: "who was first?" is shown once more, slowly, to everybody. Pure.

Nothing of it is recorded and nothing of the match is touched: a cut comes back to the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hardware.api import Duration, Instant, milliseconds
from kiosk import protocol as msg
from kiosk.table.recovery import Recovery
from kiosk.table.replay_player import SLOWEST, Replayer
from kiosk.table.rerun import Different
from kiosk.table.settings import TableSettings, seconds
from kiosk.table.state import State

BEFORE: Final = milliseconds(1500)
AFTER: Final = milliseconds(1000)
"""So much of the round is shown around the moment in which the race was decided."""

REST: Final = seconds(5)
"""So long the result stands at least when it is back."""


class LookAgain(Recovery):
    """The way, with a look back at a race. ``seeds`` and ``ids`` as for ``Rounds``."""

    def __init__(
        self, settings: TableSettings, seeds: Iterator[int], now: Instant, ids: Iterator[str] | None = None
    ) -> None:
        super().__init__(settings, seeds, now, ids)
        self.again: Replayer | None = None
        """What is shown instead of the result."""
        self.race: msg.RaceView | None = None
        """The race that is looked at."""
        self._rest = Duration(0)  # of the result's time
        self._on_press[State.REPLAY] = lambda _: self.look_away()
        self._on_deadline[State.REPLAY] = self.look_away

    def look_again(self, number: int) -> None:
        """Show the race of this number in the result (``messages.RaceView.id``); where there is none, nothing."""
        result = self.match.result if self.match is not None else None
        races = result.races if result is not None and self.state is State.ROUND_RESULT else ()
        race = next((race for race in races if race.id == number), None)
        if race is None or self.deadline is None or not self.log.round:
            return
        try:
            again = Replayer(self.log.round, replace(self.settings, boards=frozenset()), self.now, self.record)
        except Different as error:
            self.reports.append(f"the round cannot be shown again: {error}")
            return
        decided = milliseconds(race.at_ms)
        begin, end = max(0, decided - BEFORE), min(decided + AFTER, again.length)
        again.seek(begin, self.now)
        again.speed = SLOWEST
        again.play(self.now)
        self.again, self.race, self._rest = again, race, Duration(self.deadline - self.now)
        self.state, self.changed = State.REPLAY, True
        self.deadline = Instant(self.now + round((end - begin) / SLOWEST))

    def look_away(self) -> None:
        """Back to the result; who had pressed to go on has pressed."""
        if self.again is None:
            return
        self.again = self.race = None
        self.state, self.changed = State.ROUND_RESULT, True
        self.deadline = Instant(self.now + max(self._rest, REST))
        self._entered = self.now  # the press that led here is no other
        if self._all_confirmed():
            self._go_on()

    def _enter(self, state: State, lasts: Duration | None) -> None:
        self.again = self.race = None
        super()._enter(state, lasts)
