"""Names that the store has forgotten, beside the journal that still holds them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from kiosk.journal import erasures
from kiosk.journal.erasures import FILE, ForgottenNames, NameDigests, NameList, digest, read

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


def test_what_is_written_is_read_and_an_equal_list_is_not_written_again(tmp_path: Path) -> None:
    names = ForgottenNames(KEY, {ADA: 1.0})
    names.write(tmp_path)
    assert read(tmp_path) == names
    written = (tmp_path / FILE).stat().st_ino
    names.write(tmp_path)
    assert (tmp_path / FILE).stat().st_ino == written
    ForgottenNames(KEY, {BOB: 1.0}).write(tmp_path)
    assert read(tmp_path).until == {BOB: 1.0}


def test_a_list_by_another_key_is_kept_beside_the_own_one_and_both_are_true() -> None:
    cyd = digest(OTHER_KEY, "Cyd")
    own, other = ForgottenNames(KEY, {ADA: 1.0}, frozenset({BOB})), ForgottenNames(OTHER_KEY, {cyd: 9.0})
    both = own.joined(other)
    assert both == ForgottenNames(KEY, own.until, own.hidden, (NameList(OTHER_KEY, {cyd: 9.0}),))
    assert both.joined(other) == both.joined(own) == both
    assert other.joined(own).joined(both) == ForgottenNames(
        OTHER_KEY, other.until, others=(NameList(KEY, own.until, own.hidden),)
    )
    assert [both.has(name, 5.0) for name in ("Ada", "Bob", "Cyd")] == [False, False, True]
    assert [both.keep_out(name, 5.0) for name in ("Ada", "bob", "Cyd")] == [False, True, True]
    assert [both.never_shown.has(name) for name in ("Ada", " BOB", "Cyd")] == [False, True, False]
    empty = ForgottenNames(OTHER_KEY)
    assert own.joined(empty) == own


def test_names_forgotten_lately_are_those_that_are_new_or_have_a_later_time() -> None:
    before = ForgottenNames(KEY, {ADA: 100.0, BOB: 100.0}, others=(NameList(OTHER_KEY, {"c": 100.0}),))
    now = ForgottenNames(
        KEY, {ADA: 100.0, BOB: 200.0, EVA: 50.0}, others=(NameList(OTHER_KEY, {"c": 100.0, "d": 99.0}),)
    )
    assert now.lately(before, 99.0) == NameDigests({KEY: frozenset({BOB}), OTHER_KEY: frozenset({"d"})})
    assert now.lately(now, 0.0) == NameDigests()


def test_a_list_of_an_older_version_is_read_and_an_older_version_reads_ours(tmp_path: Path) -> None:
    class Older(msgspec.Struct):
        key: str
        until: dict[str, float]

    (tmp_path / FILE).write_bytes(msgspec.json.encode(Older(KEY, {ADA: 1.0})))
    names = read(tmp_path)
    assert names == ForgottenNames(KEY, {ADA: 1.0})
    ForgottenNames(KEY, {ADA: 1.0}, frozenset({BOB}), (NameList(OTHER_KEY, {}, frozenset({EVA})),)).write(tmp_path)
    assert msgspec.json.decode((tmp_path / FILE).read_bytes(), type=Older).until == {ADA: 1.0}


def test_a_list_that_could_not_be_read_again_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ForgottenNames(KEY, {ADA: 1.0})
    names.write(tmp_path)
    monkeypatch.setattr(erasures, "LIST_BYTES", 100)
    with pytest.raises(OSError, match="it is larger than"):
        names.joined(ForgottenNames(KEY, {BOB: 1.0})).write(tmp_path)
    monkeypatch.undo()
    assert read(tmp_path) == names


@pytest.mark.parametrize(
    "text", ["", "[]", '{"key": "", "others": [{"key": "no key"}]}', '{"key": "no key", "until": {}}', "[" * 10_000]
)
def test_a_damaged_list_is_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert read(tmp_path) == ForgottenNames() == read(tmp_path / "missing")
