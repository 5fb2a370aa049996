"""A file of the journal: its creation, and that nothing touches it after a failure."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kiosk.journal.file import JournalFile, size
from kiosk.journal.folder import files
from kiosk.journal.reader import JournalRead, read_journal

if TYPE_CHECKING:
    from tests.journal.conftest import Records


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal-000001.sqlite"


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """The connections that are made, in their order."""
    made: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def kept(*address: Any, **options: Any) -> sqlite3.Connection:
        made.append(connect(*address, **options))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", kept)
    return made


def parts(path: Path) -> dict[str, bytes]:
    """Return the file and its log as bytes; the log's index in shared memory is not durable."""
    return {part.name: part.read_bytes() for part in path.parent.iterdir() if not part.name.endswith("-shm")}


def test_a_file_and_its_log_are_for_the_table_s_user_alone(path: Path, make: Records) -> None:
    file = JournalFile(path)
    file.append(make.rows(make.round()))
    assert {part.stat().st_mode & 0o777 for part in path.parent.iterdir()} == {0o600}
    file.close()


def test_a_file_that_is_there_is_never_written_over(path: Path) -> None:
    path.write_bytes(b"precious")
    with pytest.raises(FileExistsError):
        JournalFile(path)
    assert path.read_bytes() == b"precious"


def test_a_commit_is_synced_in_full_and_never_checkpoints_by_itself(
    path: Path, make: Records, connections: list[sqlite3.Connection]
) -> None:
    file = JournalFile(path)
    settings = ("synchronous", "journal_mode", "wal_autocheckpoint", "page_size")
    values = [connections[-1].execute(f"PRAGMA {name}").fetchone()[0] for name in settings]
    assert values == [2, "wal", 0, 4096]
    before = path.read_bytes()
    file.append(make.rows(make.round(moves=50_000)))
    assert file.log_bytes() > 4096 * 1000
    assert path.read_bytes() == before
    file.close()


def test_a_checkpoint_leaves_no_frame_of_an_older_generation(path: Path, make: Records) -> None:
    file = JournalFile(path)
    file.append(make.rows(make.round()))
    file.checkpoint()
    assert file.log_bytes() == 0
    assert file.bytes() == path.stat().st_size
    file.close()
    assert list(path.parent.iterdir()) == [path]


def test_after_a_failure_not_a_byte_of_the_file_changes(
    path: Path, make: Records, connections: list[sqlite3.Connection]
) -> None:
    file = JournalFile(path)
    file.append(make.rows(make.round()))
    before = parts(path)
    connections[-1].execute("BEGIN IMMEDIATE")
    connections[-1].execute("DELETE FROM records")
    file.abandon()
    assert parts(path) == before
    assert len(read_journal(path).rounds[0].entries) == 7


def test_where_not_even_a_reader_comes_in_the_connection_stays_open(
    path: Path, make: Records, connections: list[sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = JournalFile(path)
    file.append(make.rows(make.round()))
    before = parts(path)
    left: list[sqlite3.Connection] = []
    monkeypatch.setattr("kiosk.journal.file._left_open", left)
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *_, **__: (_ for _ in ()).throw(sqlite3.OperationalError("EIO")))
        file.abandon()
    assert left == connections[-1:]
    assert parts(path) == before
    left[0].close()


def test_a_file_that_is_discarded_leaves_nothing(path: Path, make: Records) -> None:
    file = JournalFile(path)
    file.append(make.rows(make.round()))
    file.discard()
    assert list(path.parent.iterdir()) == []
    assert size(path) == 0


def test_a_file_that_could_not_be_made_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.journal.file._MAKING", ("CREATE NONSENSE",))
    with pytest.raises(sqlite3.OperationalError):
        JournalFile(path)
    assert list(path.parent.iterdir()) == []


def test_a_file_that_is_cut_while_it_is_made_is_no_file_of_the_journal(
    path: Path, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Cut(BaseException):
        pass

    def rename(*_: object) -> None:
        raise Cut

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", rename)
        with pytest.raises(Cut):
            JournalFile(path)
    assert len(list(path.parent.iterdir())) == 1
    assert files(path.parent) == []
    make.file(path, make.round())
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_nothing_was_written_to_is_a_whole_journal(path: Path) -> None:
    JournalFile(path).abandon()
    assert read_journal(path) == JournalRead(path, ())


def test_a_file_that_cannot_be_opened_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", connect)
    with pytest.raises(sqlite3.OperationalError):
        JournalFile(path)
    assert list(path.parent.iterdir()) == []
