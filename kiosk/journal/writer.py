"""What the flusher does with the records of each commit, and when the disk fails; without any thread.

A file whose write, sync or checkpoint has failed is never touched again: after a failed sync nobody knows what it
holds. The running round is in memory; it is written to a fresh file from its beginning, and goes on there.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from kiosk.faults.fault import Fault, english
from kiosk.journal.disk_errors import FAILURES, disk_fault, is_full, room
from kiosk.journal.file import JournalFile, Row
from kiosk.journal.folder import Folder, numbers, path_of
from kiosk.journal.pruning import MEGABYTE, Keep, Moment, Pruner, moment_of
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import AnyRecord, RoundEnded, RoundStarted
from kiosk.journal.status import Durable, JournalFault, JournalHealthy
from kiosk.journal.versions import encode

log = logging.getLogger(__name__)

Report: TypeAlias = Durable | JournalFault | JournalHealthy

FILE_BYTES: Final = 4 * MEGABYTE
"""A file that has more than this gets no further round."""

LOG_BYTES: Final = 2 * MEGABYTE
"""A write-ahead log that has grown by more than this is checkpointed though a round runs."""

AGAIN_S: Final = 10.0
"""After so long it is tried again to write, when not even a fresh file could be."""

MOST_WAITING: Final = 100_000
"""Records of rounds that are over: with more (35 MB) the oldest are let go, while nothing can be written all day."""

SLOW_S: Final = 1.0
"""A disk that takes longer for a commit is told, once until it is quick again."""


class Writer:
    """The journal in ``folder``. ``put`` takes the reports. Raises FolderTakenError if another table writes there.

    Never raises for what the disk does. Belongs to one thread, but for ``path``, ``fault``, ``slowest``, ``durable``.
    """

    def __init__(self, folder: Path, put: Callable[[Report], None], keep: Keep) -> None:
        self.path: Path | None = None
        """The file that is written now."""
        self.fault: Fault | None = None
        """Why nothing is kept at present."""
        self.slowest = 0.0
        """The longest that the disk has taken, s."""
        self.durable = 0
        """How many of the records given are on the disk."""
        self._where = folder
        self._put = put
        self._pruner = Pruner(folder, keep)
        self._folder: Folder | None = None
        self._file: JournalFile | None = None
        self._newest = 0
        self._spare = 1  # the first file that the running match needs
        self._began: Moment | None = None  # the running round
        self._day: int | None = None  # of the file
        self._match = self._round = ""
        self._kept: list[Row] = []
        self._given = 0
        self._number = 0
        self._again_at = 0.0
        self._checkpoint_at = LOG_BYTES
        self._ended = False
        self._slow = False
        try:
            with self._timed():
                self._claim()
        except OSError as error:
            log.warning("%s", english(disk_fault(error, folder)))

    def start(self) -> None:
        """Tell now what would fail later: a folder that cannot be."""
        if self._folder is None:
            try:
                self._claim()
            except FAILURES as error:
                self._failed(error)

    def go_on(self, log: RoundLog) -> None:
        """What follows belongs to this round of an earlier run: it is written again from its beginning."""
        self._kept = [Row(log.round, entry.number, entry.wall, encode(entry.record)) for entry in log.entries]
        self._round, self._number, self._match = log.round, len(log.entries), log.started.match
        self._began = moment_of(log.entries[0].wall, log.started)
        with contextlib.suppress(OSError):
            self._spare = self._pruner.first_of(self._match, self._newest)

    def write(self, records: Iterable[tuple[float, AnyRecord]]) -> None:
        """Write what has been recorded, each with its wall time, and report what came of it."""
        for group in _by_round(records):
            wall, first = group[0]
            if isinstance(first, RoundStarted):
                self._begin(wall, first)
            rows = [
                Row(self._round, number, wall, encode(record))
                for number, (wall, record) in enumerate(group, self._number)
            ]
            self._number += len(rows)
            self._kept += rows
            self._given += len(rows)
            self._ended |= any(isinstance(record, RoundEnded) for _, record in group)
            if self.fault is None or isinstance(first, RoundStarted):
                self._save(rows)

    def rest(self, *, quiet: bool = True) -> None:
        """After ``write``, and when it is ``due``: try again to write, or move the log to its place if that is time.

        ``quiet``: nothing waits to be written.
        """
        if self.fault is not None:
            if self.due() <= 0:
                self._save([])
        elif self._file is not None and ((self._ended and quiet) or self._file.log_bytes() > self._checkpoint_at):
            self._ended = False
            self._checkpoint(self._file)

    def due(self) -> float:
        """In how many seconds it is to be tried again; infinite if nothing is wrong."""
        return float("inf") if self.fault is None else max(0.0, self._again_at - time.monotonic())

    def close(self) -> None:
        """Close the file and let another table write in the folder. What is not saved is tried a last time."""
        if self.fault is not None and self._kept:
            self._save([])
        if self._file is not None:
            try:
                with self._timed():
                    self._file.close()
            except FAILURES as error:
                log.warning("%s", english(disk_fault(error, self._file.path)))
                self._file.abandon()
        self._file = None
        if self._folder is not None:
            self._folder.close()
            self._folder = None

    def _begin(self, wall: float, record: RoundStarted) -> None:
        """A round begins. What is on the disk of the one before need not be kept in memory any longer."""
        if self.durable == self._given:
            self._kept.clear()
        elif len(self._kept) > MOST_WAITING:
            self._let_go()
        self._round, self._number, self._began = record.round, 0, moment_of(wall, record)
        if record.match != self._match:
            self._match, self._spare = record.match, self._newest + 1  # so far it is in no file

    def _let_go(self) -> None:
        """Forget the oldest rounds that nobody has saved."""
        few = len(self._kept) - MOST_WAITING
        places = (place for place, row in enumerate(self._kept) if place >= few and row.number == 0)
        lost = next(places, len(self._kept))
        del self._kept[:lost]
        log.error("%s: %d records of rounds that are over are lost: there were too many to wait", self._where, lost)

    def _save(self, rows: list[Row]) -> None:
        """Make all that is kept durable, of which ``rows`` are not in the file yet."""
        try:
            with self._timed():
                if self._file is not None and rows[0].number == 0 and self._is_full(self._file):
                    self._file.close()
                    self._file = None
                if self._file is None:
                    self._fresh()
                else:
                    self._file.append(rows)
        except FAILURES as error:
            self._failed(error)
        else:
            self._saved()

    def _is_full(self, file: JournalFile) -> bool:
        """Whether the round that begins is to be in another file: this one is long, or of another day.

        A disk that is nearly full makes it long sooner: what is over can make room only as a file of its own.
        """
        another_day = self._began is not None and self._began.day != self._day
        return another_day or file.bytes() > min(FILE_BYTES, room(self._where))

    def _checkpoint(self, file: JournalFile) -> None:
        try:
            with self._timed():
                file.checkpoint()
        except FAILURES as error:
            self._failed(error)
        else:
            self._checkpoint_at = file.log_bytes() + LOG_BYTES

    @contextlib.contextmanager
    def _timed(self) -> Iterator[None]:
        """What the disk does here is measured, and told if it takes long."""
        started = time.monotonic()
        try:
            yield
        finally:
            seconds = time.monotonic() - started
            slow = seconds > SLOW_S
            if slow and not self._slow:
                where = self.path or self._where
                log.warning("%s: the disk took %.1f s to keep records: it is busy, or worn out", where, seconds)
            self._slow = slow
            self.slowest = max(self.slowest, seconds)

    def _saved(self) -> None:
        """All that was given is durable."""
        if self.fault is not None:
            self.fault = None
            self._put(JournalHealthy())
        self.durable = self._given
        self._spare = min(self._spare, self._newest)
        self._put(Durable(self._given))

    def _failed(self, error: Exception) -> None:
        """Leave the file alone for ever and go on in a fresh one; while the disk is full, old rounds make room."""
        why = disk_fault(error, self._where if self._file is None or self.path is None else self.path)
        if self._file is not None:
            self._file.abandon()
            self._file = None
        while True:
            try:
                self._fresh()
            except FAILURES as again:
                if is_full(again, self._where) and self._made_room():
                    continue
                self._not_saved(disk_fault(again, self._where))
                return
            break
        if self.fault is None:
            self._report(Fault("journal.goes_on", {"why": why, "path": str(self.path)}), saving=True)
        self._saved()

    def _not_saved(self, why: Fault) -> None:
        """Not even a fresh file could be written."""
        self._again_at = time.monotonic() + AGAIN_S
        if self.fault is None:
            self._report(Fault("journal.in_memory", {"why": why, "seconds": round(AGAIN_S)}), saving=False)
        else:
            log.warning("still not saved, %d records in memory: %s", len(self._kept), english(why))
        self.fault = why

    def _report(self, fault: Fault, *, saving: bool) -> None:
        log.error("%s", english(fault))
        self._put(JournalFault(fault, saving))

    def _made_room(self) -> bool:
        try:
            return self._pruner.make_room(self._spare)
        except OSError:
            return False

    def _claim(self) -> Folder:
        """The right to write in the folder, also in another one that is there in its place."""
        if self._folder is not None and not self._folder.is_there():
            self._folder.close()
            self._folder = None
        if self._folder is None:
            self._folder = Folder(self._where)
            self._newest = max(numbers(self._where), default=0)
            self._spare = self._pruner.first_of(self._match, self._newest) if self._match else self._newest
        return self._folder

    def _fresh(self) -> None:
        """Go on in a fresh file that has all that is kept in memory. It counts when its name is durable as well."""
        folder = self._claim()
        number = max(folder.fresh(), self._newest + 1)  # also after one that has just been taken away
        file = JournalFile(path_of(self._where, number))
        try:
            file.append(self._kept)
            folder.sync()
        except FAILURES:
            file.discard()
            raise
        self._file, self.path, self._newest = file, file.path, number
        self._day = None if self._began is None else self._began.day
        self._checkpoint_at = LOG_BYTES
        try:
            self._pruner.prune(self._spare, self._began)
        except OSError as error:
            log.warning("%s: old rounds could not be taken away (%s)", self._where, error.strerror)


def _by_round(records: Iterable[tuple[float, AnyRecord]]) -> Iterator[list[tuple[float, AnyRecord]]]:
    """Cut before every beginning of a round: a commit, and a file, never has the end of one and the next without it."""
    group: list[tuple[float, AnyRecord]] = []
    for line in records:
        if group and isinstance(line[1], RoundStarted):
            yield group
            group = []
        group.append(line)
    if group:
        yield group
