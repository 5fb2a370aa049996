"""Which files the store has imported: known by a look at each, which changes with all that could be read in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kiosk.journal.import_mark import FILE, looks, read, write


def test_a_look_changes_with_the_file_and_with_its_log(tmp_path: Path) -> None:
    file, log = tmp_path / "journal-000001.sqlite", tmp_path / "journal-000001.sqlite-wal"
    seen = [looks(file)]
    for change in (
        lambda: file.write_bytes(b"1"),
        lambda: file.write_bytes(b"12"),
        lambda: os.utime(file, ns=(5, 5)),
        lambda: log.write_bytes(b"1"),
        lambda: os.utime(log, ns=(7, 7)),
        log.unlink,
        lambda: file.rename(tmp_path / "kept") and file.write_bytes(b"12") and os.utime(file, ns=(5, 5)),
    ):
        assert looks(file) == seen[-1]
        change()
        assert looks(file) not in seen[-2:]
        seen.append(looks(file))


def test_what_is_written_is_read_and_an_equal_list_is_not_written_again(tmp_path: Path) -> None:
    assert read(tmp_path) == {}
    write(tmp_path, {"a": "1"})
    written = (tmp_path / FILE).stat().st_ino
    write(tmp_path, {"a": "1"})
    assert (read(tmp_path), (tmp_path / FILE).stat().st_ino) == ({"a": "1"}, written)
    write(tmp_path, {"a": "2"})
    assert read(tmp_path) == {"a": "2"}


@pytest.mark.parametrize("text", ["", "[1]", '{"a": 1}'])
def test_a_list_that_cannot_be_read_is_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert read(tmp_path) == {}
