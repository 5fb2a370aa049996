"""The id of a table: made once, whole, and the same for everybody who asks."""

from __future__ import annotations

import os
import re
import threading
from pathlib import Path

import pytest

from kiosk.system import table_id as module
from kiosk.system.table_id import FILE, table_id


def test_it_is_made_once_and_two_tables_have_two(tmp_path: Path) -> None:
    made = table_id(tmp_path / "one")
    assert re.fullmatch("[0-9a-f]{32}", made)
    assert table_id(tmp_path / "one") == made
    assert table_id(tmp_path / "two") != made
    assert [file.name for file in (tmp_path / "one").iterdir()] == [FILE]


def test_who_ask_at_once_for_the_first_time_get_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both, make = threading.Barrier(2), module._make

    def together(file: Path) -> None:
        both.wait(10)
        make(file)

    monkeypatch.setattr(module, "_make", together)
    monkeypatch.setattr(os, "getpid", threading.get_ident)  # as if they were two processes
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(table_id(tmp_path))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(found) == 2
    assert len(set(found)) == 1
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize("text", ["", "0" * 31, "0" * 33, "G" * 32, "\u00e9" * 16, "x" * 1000])
def test_a_file_without_an_id_is_replaced_and_that_is_told(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_text(text)
    made = table_id(tmp_path)
    assert table_id(tmp_path) == made
    assert str(tmp_path / FILE) in caplog.text


def test_what_cannot_be_kept_is_no_id(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(OSError, match="a folder, not a file"):
        table_id(tmp_path)
