"""What the journal's writer reports, and waiting for it: what is final is shown when it is on the disk. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from hardware.api import Instant
from kiosk.journal.status import Durable, JournalFault, JournalHealthy
from kiosk.protocol import Fault, english
from kiosk.table.journal_feed import Log

NO_ANSWER: Final = Fault("journal.no_answer")


class _Wait(NamedTuple):
    """For the record of this ``number`` to be kept, and what comes then; no longer than ``until``."""

    number: int
    then: Callable[[], None]
    until: Instant


class JournalBarrier:
    """The state of the journal as the table knows it, and at most one step that waits for the disk.

    ``reports``: lines for the operator are added there.
    """

    def __init__(self, log: Log, reports: list[str]) -> None:
        self._log = log
        self._reports = reports
        self._wait: _Wait | None = None
        self.gave_up = False
        """The disk has not answered for long."""
        self.fault: Fault | None = None
        """The fault of the journal."""

    @property
    def waits(self) -> bool:
        """Whether something waits for the disk: until then nobody's press goes on."""
        return self._wait is not None

    @property
    def until(self) -> Instant | None:
        """When the disk is no longer waited for; None: nothing waits."""
        return None if self._wait is None else self._wait.until

    @property
    def saving(self) -> str:
        """``protocol.Snapshot.saving``."""
        if self._wait is not None:
            return "waiting"
        return "" if self._log.saving else "unsaved"

    def drop(self) -> None:
        """Nothing waits any more: another state has begun."""
        self._wait = None

    def when_kept(self, number: int, then: Callable[[], None], until: Instant) -> None:
        """Call ``then`` when the record of this number is kept, or the disk has given no answer ``until`` then."""
        if self._log.covers(number):
            then()
        else:
            self._wait = _Wait(number, then, until)

    def is_overdue(self, now: Instant) -> bool:
        """Return whether the disk has been waited for long enough."""
        return self._wait is not None and now >= self._wait.until

    def take(self, report: Durable | JournalFault | JournalHealthy) -> bool:
        """Take in a report of the journal's writer; whether it changes what is shown."""
        self.gave_up = self.gave_up and isinstance(report, Durable)
        match report:
            case Durable(count=count):
                self._log.durable = max(self._log.durable, count)
                if not (self.gave_up and self._log.caught_up):
                    return False
                return self.take(JournalHealthy())  # it was slow, no more
            case JournalFault(fault=fault, saving=saving):
                self._log.saving, self.fault = saving, fault
                self._reports.append(f"journal: {english(fault)}")
            case JournalHealthy():
                self._log.saving, self.fault = True, None
                self._reports.append("journal: keeps everything again")
        return True

    def go_on(self) -> None:
        """Take the step that waits, if the disk has what it waits for or keeps nothing."""
        if self._wait is not None and self._log.covers(self._wait.number):
            self._wait.then()
