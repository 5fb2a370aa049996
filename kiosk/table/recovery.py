"""After a crash or a cut of power: the match is taken up where its records end, and waits for its players. Pure.

The round is decided once more from its records (``kiosk.table.rerun``) and stands as it stood, its time with it. What
no record tells is gone: what fingers carried, who has asked for a pause, locks for a touch before GO; bots begin anew.
A match whose records come out otherwise now is not guessed at: it is broken off, and told.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence

from hardware.api import Instant
from kiosk.journal.records import AnyRecord, BrokenOff, Paused, RoundStarted, SeatChanged, Sitting
from kiosk.table.people import Seat, SeatState
from kiosk.table.rerun import Different, Retrace
from kiosk.table.state import State
from kiosk.table.way import Way


class Recovery(Way):
    """The way, with its way back in."""

    def recover(self, records: Sequence[AnyRecord]) -> None:
        """Take up the unfinished match whose latest round these ``records`` tell, before anything comes in.

        What the log is told from now on belongs to that round. Whatever goes wrong, the table opens: it would else fall
        over it at every start.
        """
        try:
            retrace = self._retraced(records)
            self.take_places(retrace.started.seats, records)
            self.log.round = [*records]
            self._take_up(retrace)
        except Different as error:
            self._give_up(records, f"it comes out otherwise than it was recorded ({error}); 'kiosk replay' shows it")
        except Exception as error:
            self._give_up(records, f"by a mistake of this program ({error!r}): report it, with the log")
            self.reports.append(traceback.format_exc())
        else:
            if not self.people.here():
                self._attract()

    def _give_up(self, records: Sequence[AnyRecord], why: str) -> None:
        self.match = None
        self._attract()
        self.log.add(BrokenOff(_latest(records), "different"))
        self.reports.append(f"journal: the match that was cut cannot go on: {why}")

    def _retraced(self, records: Sequence[AnyRecord]) -> Retrace:
        started = records[0] if records else None
        if not isinstance(started, RoundStarted):
            raise Different(0, "it is no round's beginning")
        gone = [str(sitting.seat) for sitting in started.seats if sitting.seat not in self.people.seats]
        if gone:
            raise Different(0, f"the configuration no longer has seat {', '.join(gone)}")
        retrace = Retrace(
            started,
            self.settings,
            Instant(self.now - _latest(records)),
            record=self.record.anew(),
            seed=self._seeds.__next__,
            trays=self.trays,
        )
        retrace.take_all(enumerate(records))
        return retrace

    def take_places(self, sittings: Sequence[Sitting], records: Sequence[AnyRecord] = ()) -> None:
        """Everybody where they sat when the round began, and after what has changed since."""
        self.people.clear()
        for sitting in sittings:
            seat = self.people.seats[sitting.seat]
            seat.state = SeatState.LEFT if sitting.gone else SeatState.PLAYING
            self._take_panel(seat, sitting)
            if not sitting.gone:
                seat.bot, seat.handicap = sitting.bot, sitting.handicap
                seat.name = "" if sitting.bot else sitting.name
        for change in records:
            if isinstance(change, SeatChanged) and (changed := self.people.get(change.seat)) is not None:
                match change.change:
                    case "left":
                        self.people.free(changed)
                        changed.state = SeatState.LEFT
                    case "to_bot":
                        changed.bot, changed.handicap, changed.name = True, None, ""
                    case "joining":
                        changed.joining, changed.name = True, change.name
                    case "not_joining":
                        changed.joining, changed.name = False, ""
                        changed.language, changed.mirrored = self.settings.language, False
                    case "panel":
                        self._take_panel(changed, change)
                    case _:
                        pass
        for seat in self.people:
            self.people.alive(seat, self.now)

    def _take_panel(self, seat: Seat, told: Sitting | SeatChanged) -> None:
        seat.mirrored = told.mirrored
        if told.language in self.settings.languages:
            seat.language = told.language

    def seen(self) -> None:
        """A display is there: what was cut can be seen, and its players have their time from the first one on."""
        if self.state is State.RECOVERY and self.deadline is not None:
            self.deadline = min(self.deadline, Instant(self.now + self.settings.times.recovery))
            self.changed = True

    def _take_up(self, retrace: Retrace) -> None:
        """The match goes on from here."""
        started, match, play = retrace.started, retrace.match, retrace.play
        self.choices.take_up(started.chosen)
        self.record = match.record
        self.record.moves.clear()  # nothing of it moves now
        self.match = match
        match.identity, match.log, play.log = started.match, self.log, self.log
        match.names = {sitting.seat: sitting.name for sitting in started.seats} | dict.fromkeys(match.bots, "")
        if play.round.ended is None:
            self._paused_at = self.now
            match.log.add(Paused(retrace.at, "recovery"))
            for index, number in enumerate(match.roster.numbers):
                if number in match.gone and play.round.seated(index):
                    play.leave(number, self.now)  # it was cut before the core was told
            match.wake_bots(self.now)
        if play.round.ended is not None and match.result is None:
            self._count(match, play)
        self._enter(State.RECOVERY, self.settings.times.recovery_unseen)


def _latest(records: Sequence[AnyRecord]) -> int:
    """How far the round has come by its records, ns."""
    return max((getattr(record, "at", 0) for record in records), default=0)
