"""The flusher, the thread that writes the journal. Only it touches the disk, so that play never waits for it.

It takes all queued records, writes them in one transaction, and reports ``Durable`` when they are on the disk.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from kiosk.faults.fault import Fault
from kiosk.journal.file import size
from kiosk.journal.health import JournalFault
from kiosk.journal.pruning import Keep
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import BARRIERS, AnyRecord, RoundStarted
from kiosk.journal.writer import Report, Writer
from kiosk.system.boot import boot_id

__all__ = ["Flusher", "JournalHealth", "Keep"]

log = logging.getLogger(__name__)

GATHER_S: Final = 0.2
"""Longest time that a record waits for others to share its commit; a barrier does not wait."""

MANY: Final = 200
"""With this many records in the queue, they are written at once too."""

LATE_S: Final = 5.0
"""A commit that takes longer is logged while it lasts."""

CLOSE_S: Final = 10.0
"""Timeout of ``close``."""


class JournalHealth(Struct, frozen=True):
    """Health of the journal. ``file``: the current one; ``backlog``: records not durable; ``slowest_s``: commit."""

    file: Path | None
    bytes: int
    backlog: int
    slowest_s: float
    fault: Fault | None


class Flusher:
    """The thread that writes the journal in ``folder``. It reports what is durable and what has failed by ``put``.

    ``put`` is called from the flusher's thread. ``keep``: how much of old rounds to keep. ``wall``: the wall clock, for
    labels; ``boot``: the identity of this start of the machine; ``grown``: see ``Writer``. ``Durable`` counts only
    records passed to ``write``. An ordinary thread: start it before the caller enters real-time scheduling. Raises
    JournalError if another table writes its journal there.
    """

    def __init__(
        self,
        folder: Path,
        put: Callable[[Report], None],
        keep: Keep,
        wall: Callable[[], float] = time.time,
        boot: Callable[[], str] = boot_id,
        grown: Callable[[], object] = lambda: None,
    ) -> None:
        self._put = put
        self._wall = wall
        self._folder = folder
        self._writer = Writer(folder, put, keep, boot, grown)
        self._news = threading.Condition()
        self._queue: deque[tuple[float, AnyRecord]] = deque()
        self._earlier: RoundLog | None = None
        self._given = 0
        self._begun = False
        self._urgent = self._closing = self._stirred = False
        self.turns = 0
        """Number of the thread's loops: the thread is alive if this grows after ``stir``. Safe from any thread."""
        self._commit_since: float | None = None
        self._late = False
        self._ended: Fault | None = None
        self._thread = threading.Thread(target=self._run, name="flusher", daemon=True)
        self._thread.start()

    def go_on(self, log: RoundLog) -> None:
        """Continue the round ``log``, whose records are not passed again. Call it before the first ``write``."""
        with self._news:
            self._earlier, self._begun = log, True

    def write(self, records: Sequence[AnyRecord]) -> None:
        """Queue records; never waits for the disk. The very first must be a ``RoundStarted``."""
        if not records:
            return
        if not (self._begun or isinstance(records[0], RoundStarted)):
            raise ValueError(f"no round has begun to which {records[0]} belongs")
        wall = self._wall()
        urgent = any(isinstance(record, BARRIERS) for record in records)
        with self._news:
            first = not self._queue
            if self._ended is None:  # otherwise the queue would only grow
                self._queue.extend((wall, record) for record in records)
            self._given += len(records)
            self._begun = True
            urgent |= len(self._queue) >= MANY
            self._urgent |= urgent
            if first or urgent:
                self._news.notify()
        self._watch()

    def health(self) -> JournalHealth:
        """Return the journal's health. Safe from any thread."""
        writer = self._writer
        path = writer.path
        backlog = self._given - writer.durable
        return JournalHealth(path, size(path) if path else 0, backlog, writer.slowest, self._ended or writer.fault)

    def stir(self) -> None:
        """Wake the thread for one loop, even if there is nothing to write."""
        with self._news:
            self._stirred = True
            self._news.notify()

    def close(self) -> None:
        """Write all queued records and close the file; gives up after ``CLOSE_S`` if the disk hangs."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._thread.join(CLOSE_S)
        if lost := self._given - self._writer.durable:
            log.error("%s: the last %d records of the journal were not saved", self._writer.path or self._folder, lost)

    def _watch(self) -> None:
        """Log once if a commit takes long; the flusher cannot do it itself while it is blocked."""
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
        """Write all queued records; return True when closing and the queue is empty."""
        records, earlier, closing = self._take()
        self._commit_since = time.monotonic()
        if earlier is not None:
            self._writer.go_on(earlier)
        self._writer.write(records)
        self._writer.rest(quiet=not self._queue)
        self._writer.let_names_go(self._wall())
        self._commit_since = None
        self.turns += 1
        return closing and not self._queue

    def _take(self) -> tuple[list[tuple[float, AnyRecord]], RoundLog | None, bool]:
        """Wait for records and return them, after the time to gather more; also return when a retry is due."""
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
