"""The player of a recorded round: it runs, pauses, and seeks forwards and backwards. Pure.

It decides the records again on a table of its own (``stage``), up to the moment shown. To go back it starts from the
beginning again, for a whole round takes no longer than a frame. The stage has the round's time; ``show_times`` converts
the times of a snapshot into the viewer's clock.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from msgspec import structs

from hardware.api import Instant, milliseconds
from kiosk import protocol as msg
from kiosk.journal.records import AnyRecord, Judged, RoundEnded, RoundStarted, SeatChanged, TurnedAway
from kiosk.protocol.state import State
from kiosk.table.move_feed import MoveFeed
from kiosk.table.rerun import Different, Rerun
from kiosk.table.settings import TableSettings
from kiosk.table.table import Table

SLOWEST: Final = 0.25
FASTEST: Final = 8.0
"""The limits of the speed: seconds of the round per second."""

FRAME: Final = milliseconds(100)
"""Nanoseconds between two snapshots while the picture runs and nothing happens: the time shown goes on."""

_GO: Final = Instant(milliseconds(1000))
"""The round's beginning by the stage's clock: no instant of it is 0, which means "none"."""

_MS: Final = 1_000_000


class ReplayPlayer:
    """The replay of the round in ``records`` (a ``RoundStarted``, then its other records), initially at its beginning.

    ``record``: the source of the moves' ids, so that a display animates each move once. Raises ``Different`` if the
    round cannot be dealt; where a record comes out otherwise than it was recorded, the replay ends.
    """

    def __init__(self, records: Sequence[AnyRecord], settings: TableSettings, now: Instant, record: MoveFeed) -> None:
        started = records[0]
        if not isinstance(started, RoundStarted):
            raise TypeError(f"a round begins with RoundStarted, not with {type(started).__name__}")
        self._started = started
        ended = next((place for place, entry in enumerate(records) if isinstance(entry, RoundEnded)), len(records))
        of_round = records[: ended + 1]  # seats that change during the result are not shown
        self._records = [entry for entry in of_round if isinstance(entry, _SHOWN)]
        self._times = [*itertools.accumulate((max(0, entry.at) for entry in self._records), max)]  # before GO: at GO
        self._settings = settings
        self.stage = Table(settings, itertools.count(started.seed), now)
        self.stage.record = record
        self.length: int = max([0, *(getattr(entry, "at", 0) for entry in of_round)])
        """The length of the round, ns."""
        self.playing = False
        self.speed = 1.0
        self._taken = 0
        self._at = 0
        self._since = (now, 0)  # an instant of the clock, and the moment that was shown then
        self._begin()

    @property
    def at(self) -> int:
        """The moment shown, ns of the round."""
        return self._at

    # ------------------------------------------------------------ time

    def next_deadline(self) -> Instant | None:
        """Return when ``advance`` must be called; None while the picture stands still and shows no running time."""
        if not self.playing:
            return Instant(self._since[0] + FRAME) if self._is_timed() else None
        due = self._times[self._taken] if self._taken < len(self._times) else self.length
        return min(self._clock(due), Instant(self._clock(self._at) + FRAME))

    def advance(self, now: Instant) -> None:
        """Show the moment that is due at ``now``; at the round's end the picture stands still."""
        if not self.playing:
            self._hold(now)
            return
        since, at = self._since
        moment = at + int((now - since) * self.speed)
        self._forward(min(max(self._at, moment), self.length))
        if self._at >= self.length:
            self.pause(now)

    # ------------------------------------------------------------ controls

    def drive(self, control: msg.DriveReplay, now: Instant) -> None:
        """Execute a control; an invalid one changes nothing. ``close`` is handled elsewhere."""
        if not math.isfinite(control.value):
            return
        self.advance(now)
        match control.do:
            case "play":
                self.play(now)
            case "pause":
                self.pause(now)
            case "seek":
                last = control.value >= self.length // _MS  # the length is sent in whole ms
                self.seek(self.length if last else int(control.value * _MS), now)
            case "speed":
                self.speed = min(max(control.value, SLOWEST), FASTEST)
                self._hold(now)
            case "step":
                self.step(now, back=control.value < 0)
            case _:
                pass

    def play(self, now: Instant) -> None:
        """Run; at the end, start again from the beginning."""
        if self._at >= self.length:
            self.seek(0, now)
        self.playing = True
        self._hold(now)

    def pause(self, now: Instant) -> None:
        """Stand still."""
        self.playing = False
        self._hold(now)

    def seek(self, at: int, now: Instant) -> None:
        """Jump to this moment, ns of the round, without animation."""
        at = min(max(at, 0), self.length)
        if at < self._at:
            self._begin()
        self._forward(at)
        self.stage.record.moves.clear()
        self._hold(now)

    def step(self, now: Instant, *, back: bool = False) -> None:
        """Show the next event, or the state before the last one; then stand still."""
        self.playing = False
        if not back:
            self._at = self._times[self._taken] if self._taken < len(self._times) else self.length
            self._take(self._taken + 1)
        elif self._taken:
            wanted = self._taken - 1
            self._begin()
            self._take(wanted)
            self._at = self._times[wanted - 1] if wanted else 0
            self.stage.record.moves.clear()
        self._at = min(self._at, self.length)
        self._tell_time()
        self._hold(now)

    # ------------------------------------------------------------ what is shown

    def view(self, race: msg.RaceView | None = None, title: str = "", *, by_itself: bool = False) -> msg.ReplayView:
        """Return ``protocol.ReplayView`` of the moment shown."""
        return msg.ReplayView(self._at // _MS, self.length // _MS, self.speed, self.playing, race, title, by_itself)

    def show_times(self, snapshot: msg.Snapshot, now: Instant) -> msg.Snapshot:
        """Return the stage's snapshot with its times in the viewer's clock: slow motion makes locks last longer."""
        seats = tuple(
            structs.replace(
                view,
                locked_until=self._shown(view.locked_until),
                flip_locked_until=self._shown(view.flip_locked_until),
                rolling_until=self._shown(view.rolling_until) if self.playing else 0,
                hot_until=self._shown(view.hot_until),
                may_stop_from=self._shown(view.may_stop_from),
                ticker=tuple(
                    structs.replace(verdict, at=self._shown(verdict.at), locked_until=self._shown(verdict.locked_until))
                    for verdict in view.ticker
                ),
            )
            for view in snapshot.seats
        )
        times = {name: self._shown(getattr(snapshot, name)) for name in ("since", "dead_due", "stop_due", "stop_from")}
        return structs.replace(snapshot, now=now, seats=seats, deadline=0, **times)

    # ------------------------------------------------------------ inside

    def _shown(self, instant: int) -> int:
        return self._clock(instant - _GO) if instant else 0

    def _clock(self, at: int) -> Instant:
        """Return when a moment of the round is shown at the current speed, rounded up."""
        since, shown = self._since
        return Instant(since + int((at - shown) / self.speed) + 1)

    def _hold(self, now: Instant) -> None:
        """Count time from here on."""
        self._since = (now, self._at)

    def _begin(self) -> None:
        """Deal the round; the moves' ids go on."""
        stage, started = self.stage, self._started
        stage.record = stage.record.anew()
        self._retrace = Rerun(started, self._settings, _GO, record=stage.record)
        stage.match = self._retrace.match
        stage.choices.take_up(started.chosen)
        stage.people.take_places(started.seats, (), stage.now)
        stage.state, stage.deadline, stage.entered = State.REPLAY, None, _GO
        self._taken = self._at = 0
        self._tell_time()

    def _forward(self, at: int) -> None:
        self._take(bisect_right(self._times, at))
        self._at = min(at, self.length)
        self._tell_time()

    def _tell_time(self) -> None:
        self.stage.now = Instant(_GO + self._at)

    def _take(self, count: int) -> None:
        """Decide the first ``count`` of the shown records, as far as that is not done yet."""
        for entry in self._records[self._taken : count]:
            try:
                self._retrace.take(self._taken, entry)
            except Different:  # reported by the verification of the journal
                self._end_before(self._taken)
                return
            self._taken += 1
            if isinstance(entry, SeatChanged):
                self.stage.people.take_places(self._started.seats, self._records[: self._taken], self.stage.now)
            elif isinstance(entry, TurnedAway):
                self.stage.record.verdict(entry.seat, entry.reason, Instant(_GO + entry.at))

    def _end_before(self, count: int) -> None:
        del self._records[count:], self._times[count:]
        self.length = max([0, *self._times[-1:]])
        self._begin()
        self._take(count)

    def _is_timed(self) -> bool:
        """Return whether a lock runs, or the time until something comes by itself."""
        play, now = self._retrace.play, self.stage.now
        locks = (play.locked_until(number) or 0 for number in play.roster.numbers)
        return play.round.ended is None and (play.round.next_deadline() is not None or any(at > now for at in locks))


_SHOWN: Final = Judged | TurnedAway | SeatChanged
"""The records that change the picture."""
