"""The journal's folder: the order of its files, and the lock that only one table can hold."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kiosk.journal.folder import Folder, FolderTakenError, files, numbers, path_of


def test_files_are_ordered_by_their_numbers_alone(tmp_path: Path) -> None:
    for number in (1_000_000, 2, 10):
        path_of(tmp_path, number).touch()
        os.utime(path_of(tmp_path, number), (number == 2, number == 2))
    (tmp_path / "journal-000011.sqlite-wal").touch()
    (tmp_path / "journal-notes.txt").touch()
    assert [path.name for path in files(tmp_path)] == [
        "journal-000002.sqlite",
        "journal-000010.sqlite",
        "journal-1000000.sqlite",
    ]
    assert numbers(tmp_path) == [2, 10, 11, 1_000_000]


def test_a_folder_that_is_not_there_has_no_files(tmp_path: Path) -> None:
    assert files(tmp_path / "none") == []


def test_a_fresh_number_comes_after_every_part_that_is_left(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    assert folder.fresh() == 1
    (tmp_path / "journal-000007.sqlite-wal").touch()
    assert folder.fresh() == 8
    folder.close()


def test_two_tables_never_write_in_one_folder(tmp_path: Path) -> None:
    first = Folder(tmp_path / "a" / "b")
    with pytest.raises(
        FolderTakenError, match=r"another table writes its journal here: end it, or set KIOSK_STATE_DIR"
    ):
        Folder(tmp_path / "a" / "b")
    first.close()
    Folder(tmp_path / "a" / "b").close()


def test_the_folder_is_for_the_table_s_user_alone(tmp_path: Path) -> None:
    Folder(tmp_path / "a" / "b").close()
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700


def test_a_folder_whose_name_could_not_be_made_durable_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    fails = [True]

    def sync(path: Path) -> None:
        if fails:
            fails.clear()
            raise OSError(5, "Input/output error")
        synced.append(path.name)

    monkeypatch.setattr("kiosk.journal.folder._sync", sync)
    with pytest.raises(OSError, match="Input/output"):
        Folder(tmp_path / "a" / "b")
    Folder(tmp_path / "a" / "b").close()
    assert synced == [tmp_path.name, "a", "a"]
    Folder(tmp_path / "a" / "b").close()
    assert synced == [tmp_path.name, "a", "a", "a"]


def test_a_folder_that_was_taken_away_is_known_and_one_in_its_place_is_another(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "a")
    assert folder.is_there()
    (tmp_path / "a").rename(tmp_path / "b")
    assert not folder.is_there()
    other = Folder(tmp_path / "a")
    assert (folder.is_there(), other.is_there()) == (False, True)
    folder.close()
    other.close()
