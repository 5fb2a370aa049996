"""The journal's real flusher in a process of its own, on a watched disk.

    with Writer(disk, tmp_path) as writer:
        outcome = writer.run(Job(str(folder), records, batches=(1, 3, 3)))

The child answers a job with all reports of its flusher; each ``Durable`` is in the disk's trace too. Jobs
come one after the other, each with a flusher of its own, so that thousands of them need one process.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import msgspec

from kiosk.faults.fault import english
from kiosk.journal import writer as journal_writer
from kiosk.journal import writer_thread as journal_flusher
from kiosk.journal.health import Durable, JournalFault, JournalHealthy
from kiosk.journal.reader import unfinished
from kiosk.journal.records import AnyRecord
from kiosk.journal.writer_thread import Flusher, Keep
from tests.rig import ENDS_WITH_US
from tests.rig.disk import Kind, WatchedDisk, acknowledge
from tests.rig.reading import read_folder

LIMIT: Final = 60.0
"""Seconds until all records must be durable, or never will be."""

_POLL: Final = 0.0005

_LENGTH: Final = struct.Struct("=I")


class Fault(msgspec.Struct, frozen=True):
    """A fault of the ``index``-th call of the kind from the job's beginning (``WatchedDisk.fail``); up to ``last``."""

    kind: int
    index: int
    error: int = 0
    delay: float = 0.0
    last: int | None = None
    kept: int | None = None


class Job(msgspec.Struct, frozen=True):
    """A flusher's job in ``folder``.

    ``batches``: the numbers of records written at a time; after each it is waited until they are durable, except after
    a negative number. ``go_on``: the folder has some of these records: the missing ones are written. ``weak``: texts in
    SQLite statements with replacements, to show their purpose. ``settles``: the job ends only when everything is
    durable; otherwise also at a fault. ``limits``: constants of ``kiosk.journal.writer`` with other values, to test
    large files with small ones.
    """

    folder: str
    records: Sequence[AnyRecord]
    batches: tuple[int, ...]
    go_on: bool = False
    weak: dict[str, str] = {}
    fault: Fault | None = None
    megabytes: int = 100
    settles: bool = True
    limits: dict[str, float] = {}


class Report(msgspec.Struct, frozen=True):
    """A ``Durable``, ``JournalFault`` or ``JournalHealthy``, by its name."""

    what: str
    count: int = 0
    message: str = ""
    saving: bool = True


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a job.

    ``durable``: the number of the job's records that are; ``slowest``: seconds of the slowest ``write``; ``calls``: of
    each kind; ``hit``: calls that met the fault; ``logged``: warnings and worse; ``failure``: the raised exception.
    """

    reports: tuple[Report, ...]
    durable: int
    slowest: float
    calls: tuple[int, ...]
    hit: int
    logged: tuple[str, ...] = ()
    failure: str = ""

    @property
    def messages(self) -> list[str]:
        """The texts of all faults."""
        return [report.message for report in self.reports if report.what == JournalFault.__name__]


class Writer:
    """The writer's process, on ``disk``; ``folder``: for its output."""

    def __init__(self, disk: WatchedDisk, folder: Path) -> None:
        self._errors = (folder / "writer.log").open("wb+")
        self._child = subprocess.Popen(
            [*ENDS_WITH_US, sys.executable, "-m", __name__, str(disk.control)],
            env=os.environ | disk.environment,
            cwd=Path(__file__).parents[3],  # the parent of the tests' package
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )

    def run(self, job: Job) -> Outcome:
        """Do ``job``. AssertionError, with the child's last output, if it ends instead."""
        assert self._child.stdin
        assert self._child.stdout
        body = msgspec.msgpack.encode(job)
        self._child.stdin.write(_LENGTH.pack(len(body)) + body)
        self._child.stdin.flush()
        head = self._child.stdout.read(_LENGTH.size)
        assert head, f"the writer has ended with {self._child.wait()}:\n{self.errors()}"
        return msgspec.msgpack.decode(self._child.stdout.read(_LENGTH.unpack(head)[0]), type=Outcome)

    def errors(self) -> str:
        """Return the child's standard error."""
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace")[-4000:]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._child.stdin
        assert self._child.stdout
        self._child.stdin.close()
        self._child.stdout.close()
        try:
            self._child.wait(LIMIT)
        finally:
            self._child.kill()
            self._errors.close()


# ---------------------------------------------------------------- the child


class _Log(logging.Handler):
    """The log as an operator would read it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())

    def take(self) -> tuple[str, ...]:
        texts, self.texts = tuple(self.texts), []
        return texts


class _Desk:
    """The receiver of a flusher's reports."""

    def __init__(self, folder: Path, before: int) -> None:
        self.reports: list[Report] = []
        self._folder = folder
        self._before = before
        self._durable = 0
        self._unsaved = False
        self._news = threading.Condition()

    @property
    def durable(self) -> int:
        return self._before + self._durable

    def put(self, report: Durable | JournalFault | JournalHealthy) -> None:
        with self._news:
            if isinstance(report, Durable):
                self._durable = report.count
                acknowledge(self._folder, b"%d" % self.durable)
                self.reports.append(Report("Durable", count=report.count))
            elif isinstance(report, JournalFault):
                self._unsaved = not report.saving
                self.reports.append(Report("JournalFault", message=english(report.fault), saving=report.saving))
            else:
                self._unsaved = False
                self.reports.append(Report("JournalHealthy"))
            self._news.notify_all()

    def wait(self, durable: int, *, settles: bool) -> None:
        with self._news:
            self._news.wait_for(lambda: self.durable >= durable or (self._unsaved and not settles), LIMIT)


def _weakened(weak: dict[str, str]) -> Any:
    """Return a ``sqlite3.connect`` that replaces texts in statements."""

    def instead(text: str) -> str:
        for said, other in weak.items():
            text = text.replace(said, other)
        return text

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
            return super().execute(instead(sql), *rest)

    def connect(address: str, *rest: Any, **options: Any) -> sqlite3.Connection:
        return _CONNECT(instead(address), *rest, factory=Connection, **options)

    return connect if weak else _CONNECT


_CONNECT: Final = sqlite3.connect


def _wait_for_quiet(flusher: Flusher) -> None:
    """Wait until it rests after a commit: the same calls in every run."""
    while flusher._commit_since is not None:
        time.sleep(_POLL)


def _do(job: Job, disk: WatchedDisk, log: _Log) -> Outcome:
    folder = Path(job.folder)
    sqlite3.connect = _weakened(job.weak)
    for name, number in job.limits.items():
        setattr(journal_writer, name, number)
    before = sum(len(log.entries) for log in read_folder(folder).rounds) if job.go_on else 0
    desk = _Desk(folder, before)
    calls = [disk.calls(kind) for kind in Kind]
    hit, slowest = disk.hit, 0.0
    if fault := job.fault:
        first = calls[fault.kind] + fault.index
        last = None if fault.last is None else calls[fault.kind] + fault.last
        disk.fail(Kind(fault.kind), first, last, error=fault.error, delay=fault.delay, kept=fault.kept)
    flusher = Flusher(folder, desk.put, Keep(days=400, megabytes=job.megabytes))
    running = unfinished(folder) if job.go_on else None
    if running is not None:
        flusher.go_on(running)
    done = before
    for size in job.batches:
        batch = job.records[done : done + abs(size)]
        begun = time.monotonic()
        flusher.write(batch)
        slowest = max(slowest, time.monotonic() - begun)
        done += len(batch)
        if size > 0:
            desk.wait(done, settles=job.settles)
            _wait_for_quiet(flusher)
    desk.wait(done, settles=job.settles)
    flusher.close()
    disk.clear()
    counted = tuple(disk.calls(kind) - first for kind, first in zip(Kind, calls, strict=True))
    return Outcome(tuple(desk.reports), desk.durable, slowest, counted, disk.hit - hit, log.take())


def main() -> None:
    """Do the jobs from standard input."""
    disk = WatchedDisk.joined(Path(sys.argv[1]))
    vars(journal_flusher)["GATHER_S"] = 0.0  # no concurrent writes here: nothing to wait for
    logging.getLogger().addHandler(log := _Log())
    while head := sys.stdin.buffer.read(_LENGTH.size):
        job = msgspec.msgpack.decode(sys.stdin.buffer.read(_LENGTH.unpack(head)[0]), type=Job)
        try:
            outcome = _do(job, disk, log)
        except Exception as error:  # reported to the test
            outcome = Outcome((), 0, 0.0, (), 0, log.take(), f"{type(error).__name__}: {error}")
        body = msgspec.msgpack.encode(outcome)
        sys.stdout.buffer.write(_LENGTH.pack(len(body)) + body)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
