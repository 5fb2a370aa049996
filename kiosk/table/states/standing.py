"""``paused`` and ``recovery``: the round is paused until its players press. Pure.

Recovery: after a crash or a power cut the match is taken up where its records end.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence

from msgspec import Struct, structs

from hardware.api import Duration, Instant, LampState
from kiosk import protocol as msg
from kiosk.game_registry import registry
from kiosk.journal.records import AnyRecord, BrokenOff, Paused, RoundStarted
from kiosk.protocol.state import State
from kiosk.table.people import Seat
from kiosk.table.rerun import Different, Rerun
from kiosk.table.settings import Times
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table


class PauseReason(Struct, frozen=True):
    """The reason for a pause, and its timeout.

    ``lasts``: the timeout. ``once_seen``: the timeout from the first display on. ``broken_off``:
    ``journal.records.BrokenOff``, if nobody presses in that time.
    """

    lasts: Duration
    broken_off: str
    once_seen: Duration | None = None


def paused(times: Times) -> PauseReason:
    """Return the reason of a pause asked for by most, or caused by the journal (``Session.pause``)."""
    return PauseReason(times.pause, "pause")


def recovery(times: Times) -> PauseReason:
    """Return the reason of a match that was cut and taken up (``states.recovery``); maybe no display shows it yet."""
    return PauseReason(times.recovery_unseen, "nobody_came", once_seen=times.recovery)


class PausedRound(TableState):
    """A paused round, as the state ``name``. ``reason``: returns the reason by the current timeouts."""

    def __init__(self, table: Table, session: Transitions, name: State, reason: Callable[[Times], PauseReason]) -> None:
        super().__init__(table, session)
        self.name = name
        self._of = reason

    @property
    def _reason(self) -> PauseReason:
        return self._of(self.table.settings.times)

    def enter(self) -> None:
        """Wait for everybody."""
        self.table.begin_state(self._reason.lasts)

    def back(self) -> None:
        """Come back from the staff's menu."""
        self.table.changed, self.table.shown_since = True, self.table.now

    def press(self, seat: Seat) -> None:
        """Go on when everybody has pressed."""
        if self.table.confirm(seat):
            self._go_on()

    def seat_left(self) -> None:
        """Go on if the others waited for this seat."""
        super().seat_left()
        if self.table.state is self.name and self.table.all_confirmed():
            self._go_on()

    def display_joined(self) -> None:
        """Shorten the timeout of a round that was cut: its players can see it from the first display on."""
        table, once_seen = self.table, self._reason.once_seen
        if once_seen is not None and table.deadline is not None:
            table.deadline = min(table.deadline, Instant(table.now + once_seen))
            table.changed = True

    def due(self) -> None:
        """Go on without those who have not pressed; if nobody has, break the match off."""
        called = self.table.called()
        missing = [seat for seat in called if not seat.confirmed]
        if len(missing) == len(called):
            self.session.end_match(self._reason.broken_off)
            return
        for seat in missing:
            self.session.leave(seat)

    def _go_on(self) -> None:
        """Go back into the round, or on to its result if it had ended."""
        match = self.table.match
        if match is None or self.table.barrier.waits:
            return
        if match.result is None:
            self.session.go(State.COUNTDOWN)
        else:
            self.session.show_round_result()

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """Return the snapshot with the seats whose press is waited for."""
        return structs.replace(drawn, called=tuple(seat.number for seat in self.table.called()))

    def lamp(self, seat: Seat) -> LampState:
        """Return whether the seat's press is waited for."""
        return LampState.OFF if seat.confirmed else LampState.READY


class Recovery:
    """The recovery of an interrupted match on ``table``; ``session`` changes to the state ``recovery``."""

    def __init__(self, table: Table, session: Transitions) -> None:
        self.table = table
        self.session = session

    def recover(self, records: Sequence[AnyRecord]) -> None:
        """Take up the unfinished match whose latest round is in ``records``, before any input.

        New records are added to that round. Errors are only reported: otherwise the table would crash at every start.
        """
        table = self.table
        try:
            retrace = self._retraced(records)
            table.people.take_places(retrace.started.seats, records, table.now)
            table.log.round = [*records]
            self._take_up(retrace)
        except Different as error:
            self._give_up(records, f"it comes out otherwise than recorded ({error}); 'kiosk replay' shows it")
        except BaseException as error:
            if not isinstance(error, Exception) and registry.is_ours(_game(records)):
                raise  # the process is told to end; a game of another package may raise anything
            self._give_up(records, f"an error in this program ({error!r}): report it, with the log")
            table.reports.append(traceback.format_exc())
        else:
            if not table.people.here():
                self.session.end_match()

    def _give_up(self, records: Sequence[AnyRecord], why: str) -> None:
        self.table.match = None
        self.session.end_match()
        self.table.log.add(BrokenOff(_latest(records), "different"))
        self.table.reports.append(f"journal: the interrupted match cannot be continued: {why}")

    def _retraced(self, records: Sequence[AnyRecord]) -> Rerun:
        table = self.table
        started = records[0] if records else None
        if not isinstance(started, RoundStarted):
            raise Different(0, "its first record is not a round's start")
        if started.game not in registry.names():
            raise Different(0, f"the game {started.game} is not installed, or it is left out")
        gone = [str(sitting.seat) for sitting in started.seats if sitting.seat not in table.people.seats]
        if gone:
            raise Different(0, f"the configuration no longer has seat {', '.join(gone)}")
        retrace = Rerun(
            started,
            table.settings,
            Instant(table.now - _latest(records)),
            record=table.record.anew(),
            seed=table.seeds.__next__,
            trays=table.trays,
        )
        retrace.take_all(enumerate(records))
        return retrace

    def _take_up(self, retrace: Rerun) -> None:
        table = self.table
        started, match, play = retrace.started, retrace.match, retrace.play
        table.choices.take_up(started.chosen)
        table.record = match.record
        table.record.moves.clear()  # no animation
        table.match = match
        match.log = play.judging.log = table.log
        match.names = {sitting.seat: sitting.name for sitting in started.seats} | dict.fromkeys(match.bots, "")
        if play.round.ended is None:
            table.paused_at = table.now
            match.log.add(Paused(retrace.at, "recovery"))
            for index, number in enumerate(match.roster.numbers):
                if number in match.gone and play.round.seated(index):
                    play.leave(number, table.now)  # the seat had left, but the core's command was not recorded
            match.wake_bots(table.now)
        if play.round.ended is not None and match.result is None:
            table.count_round()
        if match.result is not None:
            table.end_first_rounds()
        self.session.go(State.RECOVERY)


def _game(records: Sequence[AnyRecord]) -> str:
    """Return the name of the round's game."""
    return next((record.game for record in records if isinstance(record, RoundStarted)), "")


def _latest(records: Sequence[AnyRecord]) -> int:
    """Return the time that the round had reached according to its records, ns."""
    return max((getattr(record, "at", 0) for record in records), default=0)
