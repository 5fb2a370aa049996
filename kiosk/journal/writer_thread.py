"""The thread that writes the journal: it alone touches the disk, so that nobody who plays ever waits for it.

It takes all records that wait, writes them in one transaction, and says ``Durable`` when the disk has them.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kiosk.faults.fault import Fault
from kiosk.journal.file import size
from kiosk.journal.pruning import Keep
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import BARRIERS, AnyRecord, RoundStarted
from kiosk.journal.status import JournalFault
from kiosk.journal.writer import Report, Writer

__all__ = ["Flusher", "JournalHealth", "Keep"]

log = logging.getLogger(__name__)

GATHER_S: Final = 0.2
"""So long a record may wait for others to share its commit with; a barrier does not wait."""

MANY: Final = 200
"""So many records do not wait for others either."""

LATE_S: Final = 5.0
"""A commit that takes longer is told in the log while it lasts."""

CLOSE_S: Final = 10.0
"""So long ``close`` waits for the disk."""


@dataclass(frozen=True, slots=True)
class JournalHealth:
    """How the journal is. ``file``: written now; ``backlog``: records that are not durable; ``slowest_s``: commit."""

    file: Path | None
    bytes: int
    backlog: int
    slowest_s: float
    fault: Fault | None


class Flusher:
    """Writes the journal in ``folder`` and reports by ``put`` (from its thread) what is durable and what has failed.

    ``keep``: how much is kept of old rounds. ``wall``: the time of day, a label. Only what is given to ``write`` is
    counted in ``Durable``. An ordinary thread: start it before the caller enters real time. Raises JournalError if
    another table writes its journal there.
    """

    def __init__(
        self, folder: Path, put: Callable[[Report], None], keep: Keep, wall: Callable[[], float] = time.time
    ) -> None:
        self._put = put
        self._wall = wall
        self._folder = folder
        self._writer = Writer(folder, put, keep)
        self._news = threading.Condition()
        self._queue: deque[tuple[float, AnyRecord]] = deque()
        self._earlier: RoundLog | None = None
        self._given = 0
        self._begun = False
        self._urgent = self._closing = self._stirred = False
        self.turns = 0
        """How often the thread has come round: it lives as long as this grows when it is stirred. For any thread."""
        self._commit_since: float | None = None
        self._late = False
        self._ended: Fault | None = None
        self._thread = threading.Thread(target=self._run, name="flusher", daemon=True)
        self._thread.start()

    def go_on(self, log: RoundLog) -> None:
        """Before the first ``write``: what follows belongs to ``log``, of which no record is given again."""
        with self._news:
            self._earlier, self._begun = log, True

    def write(self, records: Sequence[AnyRecord]) -> None:
        """Take records to be written; never waits for the disk. The first of all must be a ``RoundStarted``."""
        if not records:
            return
        if not (self._begun or isinstance(records[0], RoundStarted)):
            raise ValueError(f"no round has begun to which {records[0]} belongs")
        wall = self._wall()
        urgent = any(isinstance(record, BARRIERS) for record in records)
        with self._news:
            first = not self._queue
            if self._ended is None:  # nobody would ever take them
                self._queue.extend((wall, record) for record in records)
            self._given += len(records)
            self._begun = True
            urgent |= len(self._queue) >= MANY
            self._urgent |= urgent
            if first or urgent:
                self._news.notify()
        self._watch()

    def health(self) -> JournalHealth:
        """How the journal is; from any thread."""
        writer = self._writer
        path = writer.path
        backlog = self._given - writer.durable
        return JournalHealth(path, size(path) if path else 0, backlog, writer.slowest, self._ended or writer.fault)

    def stir(self) -> None:
        """Have the thread come round once, also where there is nothing to write."""
        with self._news:
            self._stirred = True
            self._news.notify()

    def close(self) -> None:
        """Write what waits and close the file; gives up after ``CLOSE_S``, if the disk hangs."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._thread.join(CLOSE_S)
        if lost := self._given - self._writer.durable:
            log.error("%s: the last %d records of the journal were not saved", self._writer.path or self._folder, lost)

    def _watch(self) -> None:
        """Tell once if a commit takes long: the flusher itself cannot, it waits."""
        since = self._commit_since
        late = since is not None and time.monotonic() - since > LATE_S
        if late and not self._late:
            waiting = self._given - self._writer.durable
            log.warning("%s: the disk is slow, %d records wait for it", self._writer.path or self._folder, waiting)
        self._late = late

    def _run(self) -> None:
        try:
            self._writer.start()
            while not self._flush():
                pass
        except Exception as error:
            log.exception("the journal has ended")
            self._ended = Fault("journal.ended", {"error": repr(error)})
            self._put(JournalFault(self._ended, saving=False))
        finally:
            self._writer.close()

    def _flush(self) -> bool:
        """Take all that waits and write it; whether that was the last."""
        records, earlier, closing = self._take()
        self._commit_since = time.monotonic()
        if earlier is not None:
            self._writer.go_on(earlier)
        self._writer.write(records)
        self._writer.rest(quiet=not self._queue)
        self._commit_since = None
        self.turns += 1
        return closing and not self._queue

    def _take(self) -> tuple[list[tuple[float, AnyRecord]], RoundLog | None, bool]:
        """All that waits, once something does and others had the time to come along, or it is time to try again."""
        due = self._writer.due()
        with self._news:
            patience = None if due == float("inf") else due
            self._news.wait_for(lambda: self._queue or self._closing or self._stirred, patience)
            if self._queue:
                self._news.wait_for(lambda: self._urgent or self._closing, GATHER_S)
            self._stirred = False
            records = list(self._queue)
            self._queue.clear()
            self._urgent = False
            earlier, self._earlier = self._earlier, None
            return records, earlier, self._closing
