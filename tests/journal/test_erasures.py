"""Names that the store has forgotten, beside the journal that still holds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.journal.erasures import FILE, ForgottenNames, digest, read

KEY, OTHER_KEY = "00" * 32, "11" * 32
ADA, BOB, EVA = (digest(KEY, name) for name in ("Ada", "Bob", "Eva"))


def test_a_name_is_forgotten_up_to_its_time_and_new_after_it() -> None:
    names = ForgottenNames(KEY, {ADA: 100.0})
    assert [names.has("Ada", wall) for wall in (99, 100, 100.5)] == [True, True, False]
    assert not names.has("Bob", 0)
    assert not ForgottenNames().has("Ada", 0)


def test_a_digest_tells_nothing_without_its_key_and_is_the_same_for_the_same_player() -> None:
    assert digest(KEY, "Ada") == digest(KEY, "ada") != digest(OTHER_KEY, "Ada")
    assert len(ADA) == 64


def test_of_two_lists_every_name_is_forgotten_up_to_the_later_time() -> None:
    one, other = ForgottenNames(KEY, {ADA: 1.0, BOB: 5.0}), ForgottenNames(KEY, {ADA: 2.0, EVA: 3.0})
    assert one.joined(other) == other.joined(one) == ForgottenNames(KEY, {ADA: 2.0, BOB: 5.0, EVA: 3.0})
    assert one.joined(ForgottenNames(OTHER_KEY, {ADA: 9.0})) == one


def test_what_is_written_is_read_and_an_equal_list_is_not_written_again(tmp_path: Path) -> None:
    names = ForgottenNames(KEY, {ADA: 1.0})
    names.write(tmp_path)
    assert read(tmp_path) == names
    written = (tmp_path / FILE).stat().st_ino
    names.write(tmp_path)
    assert (tmp_path / FILE).stat().st_ino == written
    ForgottenNames(KEY, {BOB: 1.0}).write(tmp_path)
    assert read(tmp_path).until == {BOB: 1.0}


@pytest.mark.parametrize("text", ["", "[]", '{"key": "no key", "until": {}}', "[" * 10_000])
def test_a_damaged_list_is_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert read(tmp_path) == ForgottenNames() == read(tmp_path / "missing")
