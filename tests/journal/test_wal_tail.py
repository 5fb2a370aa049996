"""A log whose end cannot be read: what a crash leaves is a note, what was certainly acknowledged is a problem."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiosk.journal.file import JournalFile
from kiosk.journal.reader import JournalRead, read_journal, skim

if TYPE_CHECKING:
    from tests.journal.conftest import Records


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal-000001.sqlite"


@pytest.fixture
def log_of(path: Path, make: Records) -> Callable[[int], list[bytes]]:
    """Return a function that writes a round record by record into a file that stays open: its log after each commit."""

    def write(count: int) -> list[bytes]:
        file = JournalFile(path)
        file.append(make.rows([make.start()]))
        file.checkpoint()
        path.with_name("copy.sqlite").write_bytes(path.read_bytes())
        logs = []
        for number, record in enumerate(make.moves(count), 1):
            file.append(make.rows([record], first=number))
            logs.append(path.with_name(path.name + "-wal").read_bytes())
        file.close()
        return logs

    return write


def with_log(path: Path, log: bytes) -> Path:
    """Return the copy that ``log_of`` has made, with this log."""
    copy = path.with_name("copy.sqlite")
    copy.with_name("copy.sqlite-wal").write_bytes(log)
    return copy


@pytest.mark.parametrize("read", [read_journal, skim])
def test_a_commit_that_was_cut_off_is_noted_and_no_problem(
    path: Path, log_of: Callable[[int], list[bytes]], read: Callable[[Path], JournalRead]
) -> None:
    *_, before, last = log_of(4)
    found = read(with_log(path, last[: len(before) + 1000]))
    assert found.problems == ()
    why = "they are being written, or were when the table ended, and nothing in them is known to be acknowledged"
    assert found.notes == (f"copy.sqlite: the last 1000 bytes of the write-ahead log are left out: {why}",)
    assert len(read_journal(with_log(path, last[: len(before) + 1000])).rounds[0].entries) == 1 + 3


@pytest.mark.parametrize("read", [read_journal, skim])
@pytest.mark.parametrize(("damaged", "left", "lost"), [(0, 1, 4), (2, 3, 2), (3, 4, 1)])
def test_a_damaged_commit_with_later_ones_behind_it_was_acknowledged_and_is_a_problem(
    path: Path, log_of: Callable[[int], list[bytes]], read: Callable[[Path], JournalRead],
    damaged: int, left: int, lost: int,
) -> None:  # fmt: skip
    logs = log_of(5)
    data = bytearray(logs[-1])
    data[(len(logs[damaged - 1]) if damaged else 32) + 100] ^= 1
    many = f"{lost} acknowledged commit{'s' if lost > 1 else ''} or more"
    found = read(with_log(path, bytes(data)))
    rest = len(data) - (len(logs[damaged - 1]) if damaged else 32)
    told = f"copy.sqlite: the write-ahead log is damaged: {many} in its last {rest} bytes cannot be read"
    assert (found.problems, found.notes) == ((told,), ())
    (log,) = read_journal(with_log(path, bytes(data))).rounds
    assert (len(log.entries), log.problems) == (left, (told,))


def test_of_the_last_commit_alone_nobody_knows_whether_it_was_acknowledged(
    path: Path, log_of: Callable[[int], list[bytes]]
) -> None:
    *_, before, last = log_of(5)
    data = bytearray(last)
    data[len(before) + 100] ^= 1
    read = read_journal(with_log(path, bytes(data)))
    assert read.problems == ()
    assert read.notes
    assert len(read.rounds[0].entries) == 5


def test_a_damaged_header_of_the_log_is_a_problem_unless_the_file_has_all_of_it(
    path: Path, log_of: Callable[[int], list[bytes]]
) -> None:
    data = bytearray(log_of(5)[-1])
    data[20] ^= 1
    read = read_journal(with_log(path, bytes(data)))
    assert "4 acknowledged commits or more" in read.problems[0]
    path.with_name(path.name + "-wal").write_bytes(data)  # closed: all is in the file
    read = read_journal(path)
    assert read.problems == ()
    assert len(read.rounds[0].entries) == 6
    assert f"the last {len(data)} bytes" in read.notes[0]
