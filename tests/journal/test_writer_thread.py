"""The flusher's thread: nobody waits for the disk, commits are shared, and durability is reported in order."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.faults.fault import english
from kiosk.journal import writer_thread as flusher_module
from kiosk.journal.file import JournalError, JournalFile, JournalRow
from kiosk.journal.folder import FolderTakenError, files
from kiosk.journal.health import Durable
from kiosk.journal.reader import unfinished
from kiosk.journal.records import AnyRecord, Paused
from kiosk.journal.writer import Writer
from kiosk.journal.writer_thread import Flusher
from tests.rig.reading import read_folder

if TYPE_CHECKING:
    from tests.journal.conftest import Records, Reports


class SlowDisk:
    """A disk whose commits wait until they are released; it counts them by their records."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.commits: list[int] = []
        self.busy = threading.Event()
        self._through = threading.Semaphore(0)
        works = JournalFile.append

        def append(file: JournalFile, rows: list[JournalRow]) -> None:
            self.commits.append(len(rows))
            self.busy.set()
            assert self._through.acquire(timeout=20)
            works(file, rows)

        patch.setattr(JournalFile, "append", append)

    def let(self, commits: int) -> None:
        self.busy.clear()
        self._through.release(commits)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> SlowDisk:
    return SlowDisk(monkeypatch)


@pytest.fixture
def flusher(folder: Path, reports: Reports, make: Records) -> Iterator[Flusher]:
    flusher = Flusher(folder, reports, make.keep)
    yield flusher
    flusher.close()


def test_what_is_written_becomes_durable_and_is_read(
    flusher: Flusher, folder: Path, reports: Reports, make: Records
) -> None:
    records = [*make.round(), make.end()]
    for record in records:
        flusher.write([record])
    reports.wait_for_durable(8)
    flusher.close()
    (log,) = read_folder(folder).rounds
    assert list(log.records) == records
    assert reports.faults == []


def test_a_disk_that_hangs_never_holds_up_who_writes(
    disk: SlowDisk, flusher: Flusher, reports: Reports, make: Records
) -> None:
    flusher.write(make.round(moves=0))
    assert disk.busy.wait(20)
    flusher.write(make.moves(500))
    flusher.write([Paused(1, "asked")])  # returns although the previous commit is not finished
    assert flusher.health().backlog == 503
    assert reports.all == []
    disk.let(2)
    reports.wait_for_durable(503)
    assert disk.commits == [2, 501]
    assert flusher.health().backlog == 0


def test_all_that_waits_shares_one_commit_and_durable_counts_only_what_is_committed(
    disk: SlowDisk, flusher: Flusher, reports: Reports, make: Records
) -> None:
    flusher.write(make.round(moves=0))
    assert disk.busy.wait(20)
    for at in range(20):
        flusher.write(make.moves(1, at))
    disk.let(1)
    reports.wait_for_durable(2)
    assert reports.all == [Durable(2)]
    disk.let(1)
    reports.wait_for_durable(22)
    assert disk.commits == [2, 20]


def test_a_barrier_does_not_wait_for_others_to_come_along(
    flusher: Flusher, reports: Reports, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flusher_module, "GATHER_S", 3600)
    flusher.write([make.start(), *make.moves(2)])
    assert reports.all == []
    flusher.write([Paused(3, "asked")])
    reports.wait_for_durable(4)


def test_many_records_do_not_wait_for_others_either(
    flusher: Flusher, reports: Reports, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flusher_module, "GATHER_S", 3600)
    flusher.write([make.start()])
    for at in range(flusher_module.MANY - 1):
        flusher.write(make.moves(1, at))
    reports.wait_for_durable(flusher_module.MANY)


def test_without_a_barrier_records_are_durable_all_the_same(flusher: Flusher, reports: Reports, make: Records) -> None:
    flusher.write([make.start()])
    reports.wait_for_durable(1)
    flusher.write(make.moves(1))
    reports.wait_for_durable(2)


def test_closing_writes_what_waits(folder: Path, reports: Reports, make: Records) -> None:
    flusher = Flusher(folder, reports, make.keep)
    flusher.write([make.start(), *make.moves(100)])
    flusher.close()
    assert len(read_folder(folder).rounds[0].entries) == 101
    assert reports.durable == 101
    assert sorted(part.name for part in folder.iterdir()) == ["journal-000001.sqlite", "journal.lock"]


def test_closing_gives_up_on_a_disk_that_hangs_and_tells_what_is_lost(
    disk: SlowDisk,
    folder: Path,
    reports: Reports,
    make: Records,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(flusher_module, "CLOSE_S", 0)
    flusher = Flusher(folder, reports, make.keep)
    flusher.write(make.round())
    flusher.close()
    assert "the last 7 records of the journal were not saved" in caplog.text
    disk.let(1)
    monkeypatch.setattr(flusher_module, "CLOSE_S", 20)
    flusher.close()
    assert reports.durable == 7


def test_a_commit_that_takes_long_is_told_while_it_lasts(
    disk: SlowDisk,
    flusher: Flusher,
    reports: Reports,
    make: Records,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    flusher.write(make.round(moves=0))
    assert disk.busy.wait(20)
    monkeypatch.setattr(flusher_module, "LATE_S", 0)
    flusher.write(make.moves(1))
    flusher.write(make.moves(1, 1))
    assert caplog.text.count("the disk is slow") == 1
    assert "4 records wait" in caplog.text or "3 records wait" in caplog.text
    disk.let(2)
    reports.wait_for_durable(4)


def test_nothing_is_on_the_disk_before_something_is_played(flusher: Flusher, folder: Path) -> None:
    assert files(folder) == []
    assert flusher.health().file is None


def test_a_record_without_a_round_is_a_mistake_of_the_caller(flusher: Flusher, make: Records) -> None:
    with pytest.raises(ValueError, match="no round has begun"):
        flusher.write(make.moves(1))


def test_a_round_taken_up_again_is_whole_in_the_fresh_file_and_counts_from_its_new_records(
    folder: Path, reports: Reports, make: Records
) -> None:
    first = Flusher(folder, make.reports(), make.keep)
    first.write([make.start(), *make.moves(3)])
    first.close()
    log = unfinished(folder)
    assert log is not None
    second = Flusher(folder, reports, make.keep)
    second.go_on(log)
    second.write(make.round()[4:])
    reports.wait_for_durable(3)
    second.close()
    assert reports.durable == 3
    assert read_folder(folder).rounds[0].records == tuple(make.round())


def test_a_second_table_is_refused(flusher: Flusher, folder: Path, make: Records) -> None:
    with pytest.raises(FolderTakenError, match="another table") as error:
        Flusher(folder, make.reports(), make.keep)
    assert isinstance(error.value, JournalError)


def test_health_tells_the_file_its_bytes_and_the_slowest_commit(
    flusher: Flusher, folder: Path, reports: Reports, make: Records
) -> None:
    flusher.write(make.round())
    reports.wait_for_durable(7)
    health = flusher.health()
    assert health.file == files(folder)[0]
    assert health.bytes > 4096
    assert 0 < health.slowest_s < 20
    assert health.fault is None


def test_a_mistake_in_the_flusher_itself_is_told(
    flusher: Flusher, reports: Reports, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Writer, "write", lambda *_: 1 / 0)
    flusher.write(make.round())
    fault = reports.wait_for_fault()
    assert not fault.saving
    assert "a mistake of this program" in english(fault.fault)
    assert flusher.health().fault == fault.fault
    more = make.moves(3)
    held = [sys.getrefcount(record) for record in more]
    flusher.write(more)
    assert flusher.health().backlog == 10
    assert [sys.getrefcount(record) for record in more] == held, "it keeps what nobody will write"


def test_a_full_disk_is_told_and_the_round_goes_on_when_there_is_room(
    flusher: Flusher, folder: Path, reports: Reports, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.journal.writer.AGAIN_S", 0.0)
    works, full = JournalFile.append, threading.Event()
    full.set()

    def append(file: JournalFile, rows: list[JournalRow]) -> None:
        if full.is_set():
            raise OSError(28, "No space left on device")
        works(file, rows)

    monkeypatch.setattr(JournalFile, "append", append)
    flusher.write(make.round())
    assert not reports.wait_for_fault().saving
    full.clear()
    reports.wait_for_durable(7)
    assert reports.healthy
    assert len(read_folder(folder).rounds[0].entries) == 7


batches = st.lists(st.integers(1, 4), min_size=1, max_size=12)


@settings(max_examples=15)
@given(batches)
def test_however_records_come_they_are_read_in_their_order_while_it_runs_and_after(
    make: Records, tmp_path_factory: pytest.TempPathFactory, batches: list[int]
) -> None:
    folder, reports = tmp_path_factory.mktemp("journal"), make.reports()
    flusher = Flusher(folder, reports, make.keep)
    given: list[AnyRecord] = [make.start()]
    flusher.write(given)
    for count in batches:
        more = make.moves(count, len(given))
        given += more
        flusher.write(more)
        acknowledged = reports.durable
        read = [record for log in read_folder(folder).rounds for record in log.records]
        assert read == given[: len(read)]
        assert len(read) >= acknowledged
    flusher.close()
    assert read_folder(folder).problems == ()
    assert [record for log in read_folder(folder).rounds for record in log.records] == given
