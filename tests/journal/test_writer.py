"""Disk failures: nothing is lost from memory, a failed file is left alone, and all faults are reported."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.faults.fault import english
from kiosk.journal import import_mark
from kiosk.journal import writer as writer_module
from kiosk.journal.file import JournalFile, JournalRow, size
from kiosk.journal.folder import files, numbers
from kiosk.journal.health import Durable, JournalHealthy
from kiosk.journal.pruning import Keep
from kiosk.journal.reader import read_journal, unfinished
from kiosk.journal.records import AnyRecord, Paused
from kiosk.journal.writer import AGAIN_S, Writer
from tests.rig.reading import read_folder

if TYPE_CHECKING:
    from tests.journal.conftest import Records, Reports


class Table:
    """A writer with a controlled clock and a disk whose failures are planned."""

    def __init__(self, folder: Path, reports: Reports, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.reports, self.patch = folder, reports, patch
        self.now, self.wall = 0.0, 1000.0
        patch.setattr(writer_module.time, "monotonic", lambda: self.now)
        self.writer = self.again()

    def again(self) -> Writer:
        self.writer = Writer(self.folder, self.reports, Keep(30, 200))
        self.writer.start()
        return self.writer

    def write(self, *records: AnyRecord) -> None:
        self.writer.write([(self.wall, record) for record in records])
        self.writer.rest()

    def fails(self, where: type, method: str, *errors: Exception | None) -> None:
        """Let the next calls of the method raise these errors, or succeed (None); the last entry repeats for ever."""
        works = where.__dict__[method]
        planned = list(errors)

        def planned_failure(*args: object) -> object:
            error = planned.pop(0) if len(planned) > 1 else planned[0]
            if error is not None:
                raise error
            return works(*args)

        self.patch.setattr(where, method, planned_failure)

    def log_bytes(self) -> int:
        """Return the size of the write-ahead log of the current file."""
        assert self.writer.path is not None
        return size(self.writer.path, ("-wal",))


@pytest.fixture
def table(folder: Path, reports: Reports, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    table = Table(folder, reports, monkeypatch)
    yield table
    table.writer.close()


def sqlite_error(code: int, text: str = "disk I/O error") -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


FULL = sqlite_error(sqlite3.SQLITE_FULL, "database or disk is full")
WORN = sqlite_error(sqlite3.SQLITE_IOERR_FSYNC)


@pytest.mark.parametrize("error", [FULL, WORN, OSError(errno.EROFS, os.strerror(errno.EROFS))], ids=repr)
@pytest.mark.parametrize("method", ["append", "checkpoint"])
def test_after_a_failure_the_whole_round_is_in_a_fresh_file_and_nothing_is_lost(
    table: Table, make: Records, error: Exception, method: str
) -> None:
    table.write(make.start(), *make.moves(3))
    (old,) = files(table.folder)
    before = old.read_bytes(), old.with_name(f"{old.name}-wal").read_bytes()
    table.fails(JournalFile, method, error, None)
    table.write(*make.round()[4:])
    (fault,) = table.reports.faults
    assert fault.saving
    assert str(old) in english(fault.fault)
    assert "goes on in" in english(fault.fault)
    assert table.reports.durable == 7
    assert read_journal(files(table.folder)[1]).rounds[0].records == tuple(make.round())
    assert read_folder(table.folder).problems == ()
    if method == "append":
        assert (old.read_bytes(), old.with_name(f"{old.name}-wal").read_bytes()) == before


MENDS = {
    "full": (FULL, "make room on the disk"),
    "worn": (WORN, "replace the disk"),
    "read-only": (OSError(errno.EROFS, "x"), "may be worn out, replace it; or mount it for writing"),
    "not allowed": (PermissionError(errno.EACCES, "x"), "let the user that the table runs as write"),
    "busy": (sqlite_error(sqlite3.SQLITE_BUSY_SNAPSHOT), "end the other program"),
}


@pytest.mark.parametrize("cause", MENDS)
def test_every_failure_names_its_mend(table: Table, make: Records, cause: str) -> None:
    error, mend = MENDS[cause]
    table.write(make.start())
    table.fails(JournalFile, "append", error, None)
    table.write(*make.moves(1))
    assert mend in english(table.reports.faults[0].fault)


def test_a_file_that_failed_is_never_written_again(table: Table, make: Records) -> None:
    table.write(make.start(), *make.moves(3))
    (failed,) = files(table.folder)
    left = [failed.with_name(failed.name + part).read_bytes() for part in ("", "-wal")]
    table.fails(JournalFile, "append", WORN, None)
    table.write(*make.moves(1, 3))
    assert table.writer.path == files(table.folder)[1]
    table.write(*make.round()[4:])
    table.writer.close()
    assert [failed.with_name(failed.name + part).read_bytes() for part in ("", "-wal")] == left


def test_without_any_file_the_round_waits_in_memory_and_is_tried_again_after_ten_seconds(
    table: Table, make: Records
) -> None:
    table.write(make.start(), *make.moves(3))
    works = JournalFile.append
    table.fails(JournalFile, "append", WORN)
    table.write(*make.moves(1, 3))
    (fault,) = table.reports.faults
    assert not fault.saving
    assert "in memory alone" in english(fault.fault)
    assert table.writer.fault is not None
    table.write(*make.moves(3, 4))
    table.now += AGAIN_S - 1
    table.writer.rest()
    assert table.reports.durable == 4
    assert table.writer.due() == 1
    table.patch.setattr(JournalFile, "append", works)
    table.now += 1
    table.writer.rest()
    assert table.reports.all[-2:] == [JournalHealthy(), Durable(8)]
    assert len(read_folder(table.folder).rounds[0].entries) == 8
    assert len(numbers(table.folder)) == 2
    assert table.writer.due() == float("inf")


def test_a_round_that_begins_tries_again_at_once_and_the_one_before_is_kept_too(table: Table, make: Records) -> None:
    table.write(make.start(), *make.moves(2))
    works = JournalFile.append
    table.fails(JournalFile, "append", WORN)
    table.write(*make.round()[3:])
    table.write(*make.round("second"))
    assert len(table.reports.faults) == 1
    table.patch.setattr(JournalFile, "append", works)
    table.write(*make.round("third"))
    assert table.reports.durable == 21
    assert [len(log.entries) for log in read_folder(table.folder).rounds] == [7, 7, 7]


def test_a_disk_that_takes_nothing_all_day_does_not_fill_the_memory_and_the_running_round_is_kept(
    table: Table, make: Records, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(writer_module, "MOST_WAITING", 15)
    works = JournalFile.append
    table.fails(JournalFile, "append", WORN)
    for number in range(6):
        table.write(*make.round(f"round {number}"))
    assert "7 records of rounds that are over are lost" in caplog.text
    table.write(make.start("long"), *make.moves(100))
    table.patch.setattr(JournalFile, "append", works)
    table.now += AGAIN_S
    table.writer.rest()
    assert [log.round for log in read_folder(table.folder).rounds] == ["round 4", "round 5", "long"]
    assert read_folder(table.folder).problems == ()


def test_on_a_full_disk_the_oldest_rounds_make_room_but_never_those_of_the_running_match(
    table: Table, make: Records
) -> None:
    for day in range(5):  # a file per day; the match begins in the fourth
        table.wall += 86_400
        table.write(*make.round(f"round {day}", match=f"match {min(day, 3)}"))
    table.fails(JournalFile, "append", FULL, FULL, FULL, None)
    table.write(Paused(9, "asked"))
    assert numbers(table.folder) == [3, 4, 5, 6]
    assert table.reports.faults[0].saving


def test_where_no_old_round_is_left_a_full_disk_is_told_and_nothing_more_is_taken(table: Table, make: Records) -> None:
    table.write(*make.round())
    table.fails(JournalFile, "append", FULL)
    table.write(Paused(9, "asked"))
    assert numbers(table.folder) == [1]
    assert not table.reports.faults[0].saving
    assert table.reports.durable == 7


def test_on_a_disk_that_is_nearly_full_what_is_over_today_can_make_room_for_the_running_round(
    table: Table, make: Records
) -> None:
    table.patch.setattr("kiosk.journal.health.shutil.disk_usage", lambda _: SimpleNamespace(free=5000))
    table.write(*make.round("over", match="over"))
    table.write(*make.round("running", match="running")[:4])
    table.fails(JournalFile, "append", FULL, FULL, None)
    table.write(*make.round("running")[4:])
    assert numbers(table.folder) == [2, 3]
    assert table.reports.faults[0].saving
    assert read_journal(files(table.folder)[1]).rounds[0].records[1:] == tuple(make.round("running")[1:])


def test_a_match_of_which_nothing_is_on_the_full_disk_yet_needs_none_of_the_older_files(
    table: Table, make: Records
) -> None:
    table.write(*make.round("over", match="over"))
    table.fails(JournalFile, "append", FULL, FULL, None)
    table.write(*make.round("first", match="begins"))
    assert numbers(table.folder) == [2]
    assert table.reports.faults[0].saving


def test_before_any_round_a_full_disk_takes_nothing_of_a_match_that_may_be_taken_up(
    table: Table, make: Records
) -> None:
    table.write(*make.round()[:4])
    table.writer.close()
    full, works = OSError(errno.ENOSPC, "No space left on device"), writer_module.Folder
    fails = [full, full]  # at its making and at its start
    table.patch.setattr(writer_module, "Folder", lambda path: _raise(fails.pop()) if fails else works(path))
    table.fails(JournalFile, "append", FULL)
    table.again()
    assert not table.reports.faults[0].saving
    assert numbers(table.folder) == [1]


def test_closing_tries_a_last_time_to_save_what_is_in_memory(table: Table, make: Records) -> None:
    table.write(make.start())
    table.fails(JournalFile, "append", WORN, WORN, None)
    table.write(*make.moves(3))
    assert table.reports.durable == 1
    table.writer.close()
    assert table.reports.durable == 4
    assert len(read_folder(table.folder).rounds[0].entries) == 4


def test_a_folder_that_cannot_be_is_told_at_the_start_and_tried_again(
    tmp_path: Path, reports: Reports, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "state").write_text("in the way")
    table = Table(tmp_path / "state" / "journal", reports, monkeypatch)
    assert not reports.faults[0].saving
    table.write(*make.round())
    assert reports.durable == 0
    (tmp_path / "state").unlink()
    table.now += AGAIN_S
    table.writer.rest()
    assert reports.healthy
    assert reports.durable == 7
    table.writer.close()


@pytest.mark.parametrize("parts", [("", "-wal", "-shm"), ("-wal",), ("",)])
def test_a_file_that_is_taken_away_is_noticed_before_anything_more_is_acknowledged(
    table: Table, make: Records, parts: tuple[str, ...]
) -> None:
    table.write(*make.round()[:4])
    (path,) = files(table.folder)
    for part in parts:
        path.with_name(path.name + part).unlink()
    table.write(*make.round()[4:])
    assert "don't remove the folder" in english(table.reports.faults[0].fault)
    assert table.reports.durable == 7
    table.writer.close()
    (log,) = read_folder(table.folder).rounds
    assert len(log.entries) == 7


def test_another_file_in_its_place_is_not_taken_for_it(table: Table, make: Records) -> None:
    table.write(*make.round()[:4])
    (path,) = files(table.folder)
    shutil.copy(path, table.folder / "copy")
    (table.folder / "copy").replace(path)
    table.write(*make.round()[4:])
    table.writer.close()
    assert len(read_folder(table.folder).rounds[-1].entries) == 7


@pytest.mark.parametrize("back", [False, True])
def test_when_the_folder_is_taken_away_it_goes_on_in_whatever_is_there_in_its_place(
    table: Table, make: Records, back: bool
) -> None:
    table.write(*make.round("one"))
    table.folder.rename(table.folder.with_name("away"))
    table.write(*make.round("two")[:4])
    if back:
        shutil.rmtree(table.folder)
        table.folder.with_name("away").rename(table.folder)
    table.write(*make.round("two")[4:])
    assert table.reports.durable == 14
    table.writer.close()
    logs = {log.round: log for log in read_folder(table.folder).rounds}
    assert len(logs["two"].entries) == 7
    assert ("one" in logs) == back


def test_a_folder_that_could_be_only_at_the_second_try_is_told_in_the_log(
    folder: Path, reports: Reports, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fails, works = [OSError(errno.EIO, "Input/output error")], writer_module.Folder
    monkeypatch.setattr(writer_module, "Folder", lambda path: _raise(fails.pop()) if fails else works(path))
    Table(folder, reports, monkeypatch).writer.close()
    assert "the journal could not be written (Input/output error)" in caplog.text
    assert reports.all == []


def _raise(error: Exception) -> None:
    raise error


def test_old_rounds_that_cannot_be_taken_away_are_no_fault(table: Table, make: Records) -> None:
    table.fails(writer_module.Pruner, "prune", OSError(errno.EROFS, "read-only"))
    table.write(*make.round())
    assert table.reports.all == [Durable(7)]


def test_each_day_and_each_long_file_begins_a_fresh_one_between_two_rounds(
    table: Table, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.write(*make.round("one"))
    table.write(*make.round("two"))
    assert len(files(table.folder)) == 1
    table.wall += 86_400
    table.write(*make.moves(2, 5))
    assert len(files(table.folder)) == 1
    table.write(*make.round("three"))
    assert len(files(table.folder)) == 2
    monkeypatch.setattr(writer_module, "FILE_BYTES", 1000)
    table.write(*make.round("four"))
    found = [[log.round for log in read_journal(path).rounds] for path in files(table.folder)]
    assert found == [["one", "two"], ["three"], ["four"]]
    assert table.reports.faults == []


def test_a_file_may_have_its_full_length(table: Table, make: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    table.write(*make.round("one"))
    (path,) = files(table.folder)
    monkeypatch.setattr(writer_module, "FILE_BYTES", size(path, ("", "-wal")))
    table.write(*make.round("two"))
    assert files(table.folder) == [path]
    monkeypatch.setattr(writer_module, "FILE_BYTES", size(path, ("", "-wal")) - 1)
    table.write(*make.round("three"))
    assert len(files(table.folder)) == 2


def test_a_file_that_cannot_be_closed_for_the_next_day_is_a_failure_like_any(table: Table, make: Records) -> None:
    table.write(*make.round("one"))
    table.fails(JournalFile, "close", WORN, None)
    table.wall += 86_400
    table.write(*make.round("two"))
    assert table.reports.faults[0].saving
    assert table.reports.durable == 14
    assert [log.round for log in read_folder(table.folder).rounds] == ["one", "two"]


def test_after_a_round_the_log_is_moved_to_its_place_and_in_a_long_round_too(
    table: Table, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.write(make.start(), *make.moves(3))
    assert table.log_bytes() > 0
    monkeypatch.setattr(writer_module, "LOG_BYTES", 5 * 4120)
    table.write(*make.round()[4:])
    assert table.log_bytes() == 0
    table.write(make.start("next"))
    assert table.log_bytes() > 0
    table.write(*make.moves(3))
    assert table.log_bytes() == 0


def test_who_waits_for_a_commit_does_not_wait_for_a_checkpoint_after_a_round_too(table: Table, make: Records) -> None:
    table.writer.write((0.0, record) for record in make.round())
    table.writer.rest(quiet=False)
    assert table.log_bytes() > 0
    table.patch.setattr(writer_module, "LOG_BYTES", 4120)
    table.writer.write([(0.0, make.end())])
    table.writer.rest()
    assert table.log_bytes() == 0
    table.writer.write((0.0, record) for record in make.moves(3))
    table.writer.rest(quiet=False)
    assert table.log_bytes() == 0


def test_a_recovered_round_goes_on_whole_in_a_fresh_file(table: Table, make: Records) -> None:
    table.write(make.start(), *make.moves(3))
    log = unfinished(table.folder)
    table.writer.close()
    table.again()
    assert log is not None
    table.writer.go_on(log)
    table.wall = 2000.0
    table.write(*make.round()[4:])
    (read,) = read_journal(files(table.folder)[1]).rounds
    assert read.records == tuple(make.round())
    assert [entry.wall for entry in read.entries] == [1000.0] * 4 + [2000.0] * 3
    assert table.reports.all[-1] == Durable(3)


def test_the_files_of_a_recovered_match_are_spared(table: Table, make: Records) -> None:
    for day in range(4):
        table.wall += 86_400
        table.write(*make.round(f"round {day}", match=f"match {min(day, 2)}"))
    table.writer.close()
    table.again()
    log = unfinished(table.folder)
    assert log is not None
    table.writer.go_on(log)
    table.fails(JournalFile, "append", FULL)
    table.write(Paused(9, "recovery"))
    assert numbers(table.folder) == [3, 4]


def test_a_slow_disk_is_told_once_until_it_is_quick_again(
    table: Table, make: Records, caplog: pytest.LogCaptureFixture
) -> None:
    works, takes = JournalFile.append, iter((0.0, 1.5, 1.5, 0.5, 1.5))

    def append(file: JournalFile, rows: list[JournalRow]) -> None:
        table.now += next(takes)
        works(file, rows)

    table.patch.setattr(JournalFile, "append", append)
    table.write(make.start())
    for at in range(4):
        table.write(*make.moves(1, at))
    assert sum("the disk took 1.5 s to keep records" in text for text in caplog.messages) == 2
    assert table.writer.slowest == 1.5
    assert table.reports.faults == []


def test_a_clock_that_jumps_changes_no_order(table: Table, make: Records) -> None:
    for number, wall in enumerate((1e9, 2e9, -5e9, 0.0, 4e12)):
        table.wall = wall
        table.write(*make.round(f"round {number}"))
    assert [log.round for log in read_folder(table.folder).rounds] == [f"round {number}" for number in range(5)]


def test_a_clock_that_goes_wild_takes_no_round_of_today_away(table: Table, make: Records) -> None:
    for number in range(12):
        table.wall = 1e9 + 2e8 * (number * 7 % 12)
        table.write(*make.round(f"round {number}", match=f"match {number}"))
        import_mark.write(table.folder, {path.name: import_mark.looks(path) for path in files(table.folder)})
    assert len(numbers(table.folder)) == 12


failures = st.sampled_from([None, None, FULL, WORN])
steps = st.lists(st.tuples(st.sampled_from(["move", "round", "wait"]), failures), max_size=15)


@settings(max_examples=20)
@given(steps)
def test_whatever_fails_and_when_what_was_acknowledged_is_read_and_in_the_end_all(
    make: Records, steps: list[tuple[str, Exception | None]]
) -> None:
    given: list[AnyRecord] = [make.start("round 0")]
    failing: list[Exception] = []
    works = JournalFile.append

    def append(self: JournalFile, rows: list[JournalRow]) -> None:
        if failing:
            raise failing.pop()
        works(self, rows)

    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        table = Table(Path(folder), make.reports(), patch)
        patch.setattr(JournalFile, "append", append)
        table.write(*given)
        for step, failure in steps:
            failing[:] = [failure] * 2 if failure is WORN else [failure] if failure else []
            new: list[AnyRecord] = [make.start(f"round {len(given)}")] if step == "round" else make.moves(1, len(given))
            table.now += AGAIN_S if step == "wait" else 0.1
            if step == "wait":
                table.writer.rest()
            else:
                given += new
                table.write(*new)
            read = [record for log in read_folder(table.folder).rounds for record in log.records]
            assert read[: table.reports.durable] == given[: table.reports.durable]
            assert read == given[: len(read)]
        failing.clear()
        table.now += AGAIN_S
        table.writer.rest()
        table.writer.close()
        assert table.reports.durable == len(given)
        assert [record for log in read_folder(table.folder).rounds for record in log.records] == given


def test_a_round_that_is_over_is_told_once_and_when_it_is_durable(
    folder: Path, reports: Reports, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    writer = Writer(folder, reports, make.keep, grown=lambda: told.append(writer.durable))
    append = JournalFile.append
    writer.start()
    *moves, end = make.round()
    writer.write([(0.0, record) for record in moves])
    writer.rest()
    assert told == []
    monkeypatch.setattr(JournalFile, "append", lambda *_: (_ for _ in ()).throw(WORN))
    writer.write([(0.0, end)])
    writer.rest()
    assert told == [], "it is in memory alone"
    monkeypatch.setattr(JournalFile, "append", append)
    monkeypatch.setattr(writer, "due", lambda: 0.0)
    writer.rest()
    writer.rest()
    assert told == [len(moves) + 1]
    writer.close()
