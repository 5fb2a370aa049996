"""The flusher's work without its thread: commits, file changes and recovery from disk failures.

A file whose write, sync or checkpoint has failed is never touched again: after a failed sync its content is unknown.
The running round is kept in memory; it is written to a fresh file from its beginning and continues there.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from kiosk.faults.fault import Fault, english
from kiosk.journal.file import JournalFile, JournalRow
from kiosk.journal.folder import Folder, numbers, path_of
from kiosk.journal.health import FAILURES, Durable, JournalFault, JournalHealthy, disk_fault, is_full, room
from kiosk.journal.pruning import MEGABYTE, Keep, Pruner, RoundBegin, day_of, moment_of
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import AnyRecord, BrokenOff, MatchEnded, RoundEnded, RoundStarted, encode
from kiosk.system.boot import boot_id

log = logging.getLogger(__name__)

Report: TypeAlias = Durable | JournalFault | JournalHealthy

FILE_BYTES: Final = 4 * MEGABYTE
"""A file larger than this gets no further round."""

LOG_BYTES: Final = 2 * MEGABYTE
"""A write-ahead log that has grown by more than this is checkpointed even during a round."""

AGAIN_S: Final = 10.0
"""Retry interval when even a fresh file could not be written."""

NAMES_S: Final = 60.0
"""Interval at which files are looked for whose names have to go."""

MOST_WAITING: Final = 100_000
"""Most records kept in memory while nothing can be written (35 MB). Beyond, the oldest finished rounds are dropped."""

SLOW_S: Final = 1.0
"""A commit that takes longer is logged, but not again until the disk has been quick once."""


class Writer:
    """Writer of the journal in ``folder``. ``put`` takes the reports.

    ``grown`` is called when a round, or a match, is over and durable. Raises FolderTakenError if another table writes
    there, but nothing because of disk errors. Use it from one thread; only ``path``, ``fault``, ``slowest`` and
    ``durable`` may be read from others.
    """

    def __init__(
        self,
        folder: Path,
        put: Callable[[Report], None],
        keep: Keep,
        boot: Callable[[], str] = boot_id,
        grown: Callable[[], object] = lambda: None,
    ) -> None:
        self.path: Path | None = None
        """The current file."""
        self.fault: Fault | None = None
        """The reason why nothing is saved at present."""
        self.slowest = 0.0
        """Duration of the slowest commit, s."""
        self.durable = 0
        """Number of records on the disk, of those passed to ``write``."""
        self._where = folder
        self._put = put
        self._keep = keep
        self._boot = boot
        self._grown = grown
        self._names_at = float("-inf")
        self._pruner = Pruner(folder, keep)
        self._folder: Folder | None = None
        self._file: JournalFile | None = None
        self._newest = 0
        self._spare = 1  # the first file that the running match needs
        self._began: RoundBegin | None = None  # the running round
        self._since: RoundBegin | None = None  # the first round of the file
        self._over = True  # no match runs
        self._match = self._round = ""
        self._kept: list[JournalRow] = []
        self._given = 0
        self._number = 0
        self._again_at = 0.0
        self._checkpoint_at = LOG_BYTES
        self._ended = self._grew = False
        self._slow = False
        try:
            with self._timed():
                self._claim()
        except OSError as error:
            log.warning("%s", english(disk_fault(error, folder)))

    def start(self) -> None:
        """Claim the folder, so that an unusable one is reported now and not at the first write."""
        if self._folder is None:
            try:
                self._claim()
            except FAILURES as error:
                self._failed(error)

    def go_on(self, log: RoundLog) -> None:
        """Continue this round of an earlier run: it is written again from its beginning."""
        self._kept = [JournalRow(log.round, entry.number, entry.wall, encode(entry.record)) for entry in log.entries]
        self._round, self._number, self._match = log.round, len(log.entries), log.started.match
        self._began = moment_of(log.entries[0].wall, log.started)
        self._over = False
        with contextlib.suppress(OSError):
            self._spare = self._pruner.first_of(self._match, self._newest)

    def write(self, records: Iterable[tuple[float, AnyRecord]]) -> None:
        """Write the records, each with its wall time, and report the outcome."""
        for group in _by_round(records):
            wall, first = group[0]
            if isinstance(first, RoundStarted):
                self._begin(wall, first)
            rows = [
                JournalRow(self._round, number, wall, encode(record))
                for number, (wall, record) in enumerate(group, self._number)
            ]
            self._number += len(rows)
            self._kept += rows
            self._given += len(rows)
            ended = any(isinstance(record, RoundEnded) for _, record in group)
            over = any(isinstance(record, MatchEnded | BrokenOff) for _, record in group)
            self._ended |= ended
            self._over |= over
            self._grew |= ended or over
            if self.fault is None or isinstance(first, RoundStarted):
                self._save(rows)

    def rest(self, *, quiet: bool = True) -> None:
        """Retry a failed write, or checkpoint the log if it is time. Call it after ``write`` and when it is ``due``.

        ``quiet``: True if nothing waits to be written.
        """
        if self.fault is not None:
            if self.due() <= 0:
                self._save([])
        elif self._file is not None and ((self._ended and quiet) or self._file.log_bytes() > self._checkpoint_at):
            self._ended = False
            self._checkpoint(self._file)
        if self._grew and self.fault is None:  # after the checkpoint, which whoever reads the file would delay
            self._grew = False
            self._grown()

    def let_names_go(self, wall: float) -> None:
        """Delete what the store has read of another day or boot, if names are kept for a day only; call it at any time.

        The files of a running match stay until it is over; the one that is being written is closed for it. ``wall``:
        the time. The match of an earlier run is known from ``go_on``, which has to come first.
        """
        if self._keep.names or self.fault is not None or time.monotonic() < self._names_at:
            return
        self._names_at = time.monotonic() + NAMES_S
        now = RoundBegin(day_of(wall), self._boot(), 0)
        if self._over and not now.is_with(self._since):
            self._put_away()
        spare = self._spare if not self._over else self._newest + (self._file is None)
        try:
            self._pruner.prune(spare, now)
        except OSError as error:
            log.warning("%s: rounds with names could not be deleted (%s)", self._where, error.strerror)

    def due(self) -> float:
        """Return the seconds until the next retry; infinity if nothing is wrong."""
        return float("inf") if self.fault is None else max(0.0, self._again_at - time.monotonic())

    def close(self) -> None:
        """Close the file and release the folder. Unsaved records are tried a last time."""
        if self.fault is not None and self._kept:
            self._save([])
        self._put_away()
        if self._folder is not None:
            self._folder.close()
            self._folder = None

    def _put_away(self) -> None:
        """Close the file; the next round begins a fresh one."""
        if self._file is not None:
            try:
                with self._timed():
                    self._file.close()
            except FAILURES as error:
                log.warning("%s", english(disk_fault(error, self._file.path)))
                self._file.abandon()
        self._file = None

    def _begin(self, wall: float, record: RoundStarted) -> None:
        """Begin a round. Records of the previous one that are on the disk are dropped from memory."""
        if self.durable == self._given:
            self._kept.clear()
        elif len(self._kept) > MOST_WAITING:
            self._let_go()
        self._round, self._number, self._began = record.round, 0, moment_of(wall, record)
        self._over = False
        if record.match != self._match:
            self._match, self._spare = record.match, self._newest + 1  # no file has it yet

    def _let_go(self) -> None:
        """Drop the oldest unsaved rounds."""
        few = len(self._kept) - MOST_WAITING
        places = (place for place, row in enumerate(self._kept) if place >= few and row.number == 0)
        lost = next(places, len(self._kept))
        del self._kept[:lost]
        log.error("%s: %d records of rounds that are over are lost: there were too many to wait", self._where, lost)

    def _save(self, rows: list[JournalRow]) -> None:
        """Make all kept rows durable; ``rows`` are those not in the file yet."""
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
        """Return whether a new round needs a new file: this one is too large, or from another day.

        On a nearly full disk the limit is lower: finished rounds can be deleted only as whole files.
        """
        another_day = self._began is not None and (self._since is None or self._began.day != self._since.day)
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
        """Measure the time of a disk operation, and log a slow one."""
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
        """Report that all records are durable."""
        if self.fault is not None:
            self.fault = None
            self._put(JournalHealthy())
        self.durable = self._given
        self._spare = min(self._spare, self._newest)
        self._put(Durable(self._given))

    def _failed(self, error: Exception) -> None:
        """Abandon the file and go on in a fresh one; while the disk is full, delete old rounds."""
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
        """Report that even a fresh file could not be written, and schedule a retry."""
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
        """Return the locked folder; lock it again if it was replaced by another."""
        if self._folder is not None and not self._folder.is_there():
            self._folder.close()
            self._folder = None
        if self._folder is None:
            self._folder = Folder(self._where)
            self._newest = max(numbers(self._where), default=0)
            self._spare = self._pruner.first_of(self._match, self._newest) if self._match else self._newest
        return self._folder

    def _fresh(self) -> None:
        """Write all rows kept in memory to a fresh file, which becomes current once its name is durable as well."""
        folder = self._claim()
        number = max(folder.fresh(), self._newest + 1)  # also after one that was just deleted
        file = JournalFile(path_of(self._where, number))
        try:
            file.append(self._kept)
            folder.sync()
        except FAILURES:
            file.discard()
            raise
        self._file, self.path, self._newest = file, file.path, number
        self._since = self._began
        self._checkpoint_at = LOG_BYTES
        try:
            self._pruner.prune(self._spare, self._began)
        except OSError as error:
            log.warning("%s: old rounds could not be deleted (%s)", self._where, error.strerror)


def _by_round(records: Iterable[tuple[float, AnyRecord]]) -> Iterator[list[tuple[float, AnyRecord]]]:
    """Split the records before each start of a round, so that every commit belongs to a single round."""
    group: list[tuple[float, AnyRecord]] = []
    for line in records:
        if group and isinstance(line[1], RoundStarted):
            yield group
            group = []
        group.append(line)
    if group:
        yield group
