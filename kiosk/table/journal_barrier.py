"""A write barrier: final results are shown only when the journal's writer has reported them on the disk. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from hardware.api import Instant
from kiosk.journal.status import Durable, JournalFault, JournalHealthy
from kiosk.protocol import Fault, english
from kiosk.table.journal_feed import JournalFeed

NO_ANSWER: Final = Fault("journal.no_answer")


class _Wait(NamedTuple):
    """A step that waits for the record of this ``number`` to reach the disk, at most ``until`` an instant."""

    number: int
    then: Callable[[], None]
    until: Instant


class JournalBarrier:
    """The state of the journal as reported to the table, and at most one step that waits for the disk.

    ``reports``: the list that receives lines for the operator.
    """

    def __init__(self, log: JournalFeed, reports: list[str]) -> None:
        self._log = log
        self._reports = reports
        self._wait: _Wait | None = None
        self.gave_up = False
        """True if the last wait for the disk timed out."""
        self.fault: Fault | None = None
        """The fault of the journal."""

    @property
    def waits(self) -> bool:
        """True if a step waits for the disk: until then a press does not go on."""
        return self._wait is not None

    @property
    def until(self) -> Instant | None:
        """The end of the wait for the disk; None if nothing waits."""
        return None if self._wait is None else self._wait.until

    @property
    def saving(self) -> str:
        """``protocol.Snapshot.saving``."""
        if self._wait is not None:
            return "waiting"
        return "" if self._log.saving else "unsaved"

    def drop(self) -> None:
        """Cancel the waiting step: another state has begun."""
        self._wait = None

    def when_kept(self, number: int, then: Callable[[], None], until: Instant) -> None:
        """Call ``then`` once the record of this number is on the disk, or at ``until`` if the disk has not answered."""
        if self._log.covers(number):
            then()
        else:
            self._wait = _Wait(number, then, until)

    def is_overdue(self, now: Instant) -> bool:
        """Return whether the wait for the disk has timed out."""
        return self._wait is not None and now >= self._wait.until

    def take(self, report: Durable | JournalFault | JournalHealthy) -> bool:
        """Take a report of the journal's writer; return whether it changes anything shown."""
        self.gave_up = self.gave_up and isinstance(report, Durable)
        match report:
            case Durable(count=count):
                self._log.durable = max(self._log.durable, count)
                if not (self.gave_up and self._log.caught_up):
                    return False
                return self.take(JournalHealthy())  # it was only slow, and has caught up
            case JournalFault(fault=fault, saving=saving):
                self._log.saving, self.fault = saving, fault
                self._reports.append(f"journal: {english(fault)}")
            case JournalHealthy():
                self._log.saving, self.fault = True, None
                self._reports.append("journal: works again")
        return True

    def go_on(self) -> None:
        """Run the waiting step, if its record is on the disk or the disk keeps nothing."""
        if self._wait is not None and self._log.covers(self._wait.number):
            self._wait.then()
