"""The list of unwanted names: taken from a stick as a whole or not at all, with the line that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.service.unwanted import MOST_BYTES, UnusableListError, read_unwanted, remove_unwanted, take_unwanted


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "state" / "unwanted-names.txt"


def test_a_list_is_kept_by_the_keys_of_its_names_until_it_is_removed(tmp_path: Path, kept: Path) -> None:
    assert read_unwanted(kept) == frozenset()
    (tmp_path / "unwanted.txt").write_bytes("\ufeffBad  Word\r\n\r\nSTRASSE\r\n  straße \n".encode())
    take_unwanted(tmp_path, kept)
    assert read_unwanted(kept) == {"bad word", "strasse"}
    (tmp_path / "unwanted.txt").write_text("other")
    take_unwanted(tmp_path, kept)
    assert read_unwanted(kept) == {"other"}
    remove_unwanted(kept)
    remove_unwanted(kept)
    assert read_unwanted(kept) == frozenset()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "there is no unwanted.txt on the stick: write one name a line"),
        (b"good\nbad, worse, worst of all\n", "unwanted.txt, line 2: nobody can type that"),
        (b"good\n\n#!\n", "unwanted.txt, line 3: "),
        ("name".encode("utf-16"), "is not UTF-8: save it as plain text in UTF-8"),
        (b" \n\n", "unwanted.txt is empty"),
        (b"x\n" * (MOST_BYTES // 2 + 1), "(at most 64 kB)"),
    ],
)
def test_a_list_that_will_not_do_changes_nothing_and_says_why(
    tmp_path: Path, kept: Path, data: bytes | None, why: str
) -> None:
    (tmp_path / "unwanted.txt").write_text("before")
    take_unwanted(tmp_path, kept)
    (tmp_path / "unwanted.txt").unlink()
    if data is not None:
        (tmp_path / "unwanted.txt").write_bytes(data)
    with pytest.raises(UnusableListError) as told:
        take_unwanted(tmp_path, kept)
    assert why in str(told.value)
    assert read_unwanted(kept) == {"before"}


def test_a_damaged_list_keeps_no_table_from_starting(kept: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept.parent.mkdir()
    kept.write_bytes(b"\xff")
    assert read_unwanted(kept) == frozenset()
    assert "take them from the stick again" in caplog.text
