"""Recovery: after a crash or a power cut the match is taken up where its records end.

The round is judged again from its records (``kiosk.table.rerun``), which restores its state and its time. Anything
without a record is lost: carried pieces, requests for a pause, locks for a touch before GO; bots start again. A match
whose records give a different result now is broken off, and reported. Pure.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence

from hardware.api import Instant
from kiosk.game_registry import registry
from kiosk.journal.records import AnyRecord, BrokenOff, Paused, RoundStarted
from kiosk.table.rerun import Different, Rerun
from kiosk.table.state import State
from kiosk.table.states.base import Transitions
from kiosk.table.table import Table


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
        """Continue the match from here."""
        table = self.table
        started, match, play = retrace.started, retrace.match, retrace.play
        table.choices.take_up(started.chosen)
        table.record = match.record
        table.record.moves.clear()  # no animation
        table.match = match
        match.identity, match.log, play.judging.log = started.match, table.log, table.log
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
