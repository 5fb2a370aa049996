"""A disk that fails at any call, fills up or is slow: no acknowledged record is lost, nobody waits, all is reported."""

from __future__ import annotations

import errno
import itertools
import logging
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from kiosk.journal.folder import files
from kiosk.journal.reader import read_journal
from kiosk.journal.records import AnyRecord
from tests.rig.disk import Entry, Kind, WatchedDisk, What
from tests.rig.disk.journals import by_round, wrongs
from tests.rig.disk.rounds import match_records
from tests.rig.disk.writer import Fault, Job, Outcome, Writer
from tests.rig.reading import read_folder

pytestmark = [pytest.mark.disk, pytest.mark.process]

log = logging.getLogger(__name__)

ERRORS: Final = (errno.ENOSPC, errno.EIO, errno.EROFS)

SLOW: Final = 1.5
"""Delay of a call, s."""

AT_ONCE: Final = 0.3
"""Longest time for ``write`` on a busy machine, s, however slow the disk is."""

KIND_OF: Final = {
    What.WRITTEN: Kind.WRITE,
    What.TRUNCATED: Kind.WRITE,
    What.SYNCED: Kind.SYNC,
    What.CREATED: Kind.NAME,
    What.UNLINKED: Kind.NAME,
    What.RENAMED: Kind.NAME,
    What.MADE_FOLDER: Kind.NAME,
}


class Work(NamedTuple):
    """The records to write, and the sizes of the batches."""

    records: Sequence[AnyRecord]
    batches: tuple[int, ...]

    def job(self, folder: Path, fault: Fault | None = None, **more: object) -> Job:
        return Job(str(folder), self.records, self.batches, fault=fault, **more)  # type: ignore[arg-type]


SHORT: Final = Work(match_records(3, 2, 10), (1, 6, 4, 5) * 4)
LONG: Final = Work(match_records(4, 2), (1, 4, 3, 12) * 25)
"""Two whole rounds of twelve seats."""


class Rig:
    """A writer on a watched disk, and new folders on it."""

    def __init__(self, root: Path, *, traces: bool = False) -> None:
        (root / "disk").mkdir()
        self.disk = WatchedDisk(root / "control", root / "disk", traces=traces)
        self.writer = Writer(self.disk, root)
        self.folders = (root / "disk" / str(number) for number in itertools.count())


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    rig = Rig(tmp_path_factory.mktemp("faults"))
    with rig.writer:
        yield rig


@pytest.fixture
def folder(rig: Rig) -> Path:
    return next(rig.folders)


def calls_of(work: Work, root: Path) -> dict[Kind, list[str]]:
    """Return descriptions of all calls by kind that the work makes on a disk without faults."""
    rig = Rig(root, traces=True)
    with rig.writer as writer:
        outcome = writer.run(work.job(next(rig.folders)))
    calls: dict[Kind, list[str]] = {kind: [] for kind in Kind}
    before: Entry | None = None
    for entry in rig.disk.trace():
        if entry.what in KIND_OF:
            calls[KIND_OF[entry.what]].append(_words(entry, before))
            before = entry
    assert tuple(len(calls[kind]) for kind in Kind) == outcome.calls
    return calls


def _words(entry: Entry, before: Entry | None) -> str:
    by_sqlite = before is not None and before.path.endswith("-wal") and before.what == What.SYNCED
    return f"{entry.what.name} {Path(entry.path).name}{' by SQLite' if by_sqlite else ''}"


def harmless(call: str) -> bool:
    """Return whether SQLite ignores a failure of this call: its last deletion, and a sync that we repeat."""
    return call.startswith("UNLINKED journal-") or (call.startswith("SYNCED") and call.endswith("by SQLite"))


def wrong_after(outcome: Outcome, job: Job) -> list[str]:
    """Return descriptions of everything that is wrong after a fault."""
    found = [outcome.failure] if outcome.failure else []
    if not outcome.hit:
        found.append("the fault was never met")
    if outcome.durable != len(job.records):
        found.append(f"{outcome.durable} durable of {len(job.records)}")
    if [report.count for report in outcome.reports if report.what == "Durable"][-1:] != [len(job.records)]:
        found.append("the end was never reported")
    if outcome.slowest > AT_ONCE:
        found.append(f"write() took {outcome.slowest:.1f} s")
    found += wrongs(read_folder(Path(job.folder)), job.records, outcome.durable)
    newest = read_journal(files(Path(job.folder))[-1]).rounds[-1]
    if newest.records != tuple(by_round(job.records)[-1]):
        found.append(f"the newest file has only {len(newest.entries)} records of the round")
    return found


def sweep(rig: Rig, work: Work, calls: dict[Kind, list[str]], kind: Kind, **fault: object) -> tuple[list[str], int]:
    """Let each call of the kind fail once; return everything that went wrong, and the number of reported faults."""
    wrong: list[str] = []
    told = 0
    begun = time.monotonic()
    for index, call in enumerate(calls[kind], 1):
        job = work.job(next(rig.folders), Fault(kind, index, **fault))  # type: ignore[arg-type]
        outcome = rig.writer.run(job)
        found = wrong_after(outcome, job)
        told += bool(outcome.messages or outcome.logged)
        if not (outcome.messages or outcome.logged or harmless(call)) and fault.get("kept") is None:
            found.append("nobody was told")
        wrong += [f"{kind.name} {index} ({call}): {text}" for text in found]
    many = len(calls[kind]), kind.name, fault, told, len(wrong), time.monotonic() - begun
    log.info("%d calls %s, each once %s: %d told, %d wrong (%.0f s)", *many)
    return wrong, told


@pytest.fixture(scope="module")
def short_calls(tmp_path_factory: pytest.TempPathFactory) -> dict[Kind, list[str]]:
    return calls_of(SHORT, tmp_path_factory.mktemp("short"))


@pytest.fixture(scope="module")
def long_calls(tmp_path_factory: pytest.TempPathFactory) -> dict[Kind, list[str]]:
    return calls_of(LONG, tmp_path_factory.mktemp("long"))


ONE_BY_ONE: Final = [
    pytest.param(kind, error, id=f"{kind.name}-{errno.errorcode[error]}")
    for kind in Kind
    for place, error in enumerate(ERRORS)
    if kind == place
]
"""Each kind of call with one of the errors; slow: with each, in two rounds."""


@pytest.mark.parametrize(("kind", "error"), ONE_BY_ONE)
def test_any_call_may_fail_once(rig: Rig, short_calls: dict[Kind, list[str]], kind: Kind, error: int) -> None:
    wrong, told = sweep(rig, SHORT, short_calls, kind, error=error)
    assert wrong == []
    assert told > 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("kind", Kind)
def test_any_call_of_two_rounds_may_fail_once(
    rig: Rig, long_calls: dict[Kind, list[str]], kind: Kind, error: int
) -> None:
    wrong, _ = sweep(rig, LONG, long_calls, kind, error=error)
    assert wrong == []


@pytest.mark.parametrize("kept", [100, pytest.param(0, marks=pytest.mark.slow)])
def test_any_write_may_be_cut_short(rig: Rig, short_calls: dict[Kind, list[str]], kept: int) -> None:
    wrong, _ = sweep(rig, SHORT, short_calls, Kind.WRITE, kept=kept)
    assert wrong == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", [Kind.WRITE, Kind.SYNC])
def test_any_call_may_take_its_time(rig: Rig, short_calls: dict[Kind, list[str]], kind: Kind) -> None:
    wrong, _ = sweep(rig, SHORT, short_calls, kind, delay=SLOW)
    assert wrong == []


def touched_again(trace: Iterable[Entry]) -> list[str]:
    """Return descriptions of accesses to a journal's file or log after a sync of either had failed."""
    failed: set[str] = set()
    again: list[str] = []
    for one in trace:
        name = one.path.removesuffix("-wal")
        if one.what == What.UNLINKED:
            failed.discard(one.path)  # a new file of that name is a different one
        elif one.what == What.SYNC_FAILED and name.endswith(".sqlite"):
            failed.add(name)
        elif name in failed and one.what in (What.WRITTEN, What.TRUNCATED, What.SYNCED, What.RENAMED):
            again.append(_words(one, None))
    return again


def test_a_file_whose_sync_has_failed_is_never_written_again(
    short_calls: dict[Kind, list[str]], tmp_path: Path
) -> None:
    rig = Rig(tmp_path, traces=True)
    with rig.writer as writer:
        for index in range(1, len(short_calls[Kind.SYNC]) + 1):
            writer.run(SHORT.job(next(rig.folders), Fault(Kind.SYNC, index, error=errno.EIO)))
    trace = list(rig.disk.trace())
    assert sum(one.what == What.SYNC_FAILED for one in trace) == len(short_calls[Kind.SYNC])
    assert touched_again(trace) == []


def test_nobody_waits_for_a_slow_disk_and_it_is_told(rig: Rig, folder: Path) -> None:
    job = SHORT.job(folder, Fault(Kind.SYNC, 8, delay=SLOW))
    outcome = rig.writer.run(job)
    assert wrong_after(outcome, job) == []
    assert outcome.messages == []
    took = [float(seconds) for text in outcome.logged for seconds in re.findall(r"the disk took (\d+\.\d) s", text)]
    assert took
    assert min(took) >= SLOW, "on a busy machine longer"


def full(rig: Rig, folder: Path, calls: int) -> tuple[Outcome, list[AnyRecord]]:
    """Write two old files, then a match during which ``calls`` writes find the disk full; return outcome and match."""
    old, running = match_records(1, 1, 10) + match_records(2, 1, 10), match_records(3, 1, 10)
    limits = {"FILE_BYTES": 1.0, "AGAIN_S": 0.01}
    rig.writer.run(Job(str(folder), old, (len(old),), limits=limits))
    assert len(files(folder)) == 2
    fault = Fault(Kind.WRITE, 30, error=errno.ENOSPC, last=29 + calls)
    job = Job(str(folder), old + running, (4, 4, 4, 4), go_on=True, fault=fault, limits=limits)
    outcome = rig.writer.run(job)
    assert outcome.hit == calls
    assert outcome.durable == len(job.records)
    assert read_folder(folder).rounds[-1].records == tuple(running)
    return outcome, running


def test_on_a_full_disk_old_rounds_make_room_for_the_one_that_runs(rig: Rig, folder: Path) -> None:
    outcome, running = full(rig, folder, calls=2)
    (fault,) = [report for report in outcome.reports if report.what == "JournalFault"]
    assert fault.saving
    assert "full" in fault.message
    assert files(folder)[0].name == "journal-000002.sqlite"
    assert read_journal(files(folder)[-1]).rounds[0].records == tuple(running)


def test_what_cannot_be_saved_at_all_is_kept_until_it_can(rig: Rig, folder: Path) -> None:
    outcome, running = full(rig, folder, calls=40)
    told = [(report.what, report.saving) for report in outcome.reports if report.what != "Durable"]
    assert told == [("JournalFault", False), ("JournalHealthy", True)]
    assert read_journal(files(folder)[-1]).rounds[0].records == tuple(running)
