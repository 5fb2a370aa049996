"""Rounds that no store takes: the list beside the journal, and what staff are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.journal.set_aside import FILE, SetAside, read, told, write


def rounds(count: int) -> list[SetAside]:
    return [SetAside("1.jsonl", f"r{number}", "its number is too large") for number in range(count)]


def test_what_is_written_is_read_and_an_equal_list_is_not_written_again(tmp_path: Path) -> None:
    write(tmp_path, rounds(2))
    assert read(tmp_path) == tuple(rounds(2))
    written = (tmp_path / FILE).stat().st_ino
    write(tmp_path, rounds(2))
    assert (tmp_path / FILE).stat().st_ino == written
    write(tmp_path, [])
    assert read(tmp_path) == ()


@pytest.mark.parametrize("text", ["", "{}", '[{"file": 1}]', "[" * 10_000])
def test_a_list_that_cannot_be_read_is_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert read(tmp_path) == () == read(tmp_path / "missing")


def test_five_rounds_are_told_one_by_one_and_the_others_are_counted() -> None:
    assert told([]) == []
    assert told(rounds(1)) == ["1.jsonl: round r0 is set aside and does not count: its number is too large"]
    assert len(told(rounds(5))) == 5
    assert told(rounds(5)) == told(rounds(6))[:5] == told(rounds(7))[:5]
    assert [told(rounds(count))[5:] for count in (6, 7)] == [
        ["1 more round is set aside and do not count"],
        ["2 more rounds are set aside and do not count"],
    ]
