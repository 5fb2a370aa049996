"""The ledger beside the journal: what only the store knows about rounds and players, and how two are joined."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kiosk.journal.erasures import digest
from kiosk.journal.ledger import EMPTY, FILE, MOST_BYTES, Change, Ledger, LedgerError, keep_damaged, read

KEY, OTHER_KEY = "00" * 32, "11" * 32
DAY = datetime(2026, 11, 1, 12, tzinfo=UTC)
ADA, BOB = digest(KEY, "Ada"), digest(KEY, "Bob")
FIRST, SECOND, THIRD = (Change(DAY + timedelta(hours=hour), "Eva", "void round", {"n": hour}) for hour in range(3))


def test_a_player_is_known_by_the_digest_of_the_name() -> None:
    ledger = Ledger(KEY, since={ADA: DAY})
    assert (ledger.seen("Ada"), ledger.seen("Bob"), Ledger().seen("Ada")) == (DAY, None, None)


def test_a_ledger_lacks_each_change_as_often_as_the_other_has_it_more_often() -> None:
    one, other = Ledger(KEY, changes=(FIRST, SECOND)), Ledger(KEY, changes=(FIRST, FIRST, THIRD, SECOND))
    assert list(one.lacks(other)) == [FIRST, THIRD]
    assert list(other.lacks(one)) == []


def test_the_later_of_two_ledgers_is_the_one_with_all_changes_of_the_other() -> None:
    early = Ledger(KEY, {"a": "too fast", "b": "a slip"}, {ADA: DAY}, (FIRST,))
    late = Ledger(KEY, {"b": "a fault"}, {BOB: DAY}, (FIRST, SECOND))
    assert early.joined(late) == late, "round a counts again"
    assert late.joined(early) == late


def test_of_two_ledgers_that_went_their_own_ways_both_are_kept_and_a_player_is_known_since_the_first_day() -> None:
    one = Ledger(KEY, {"a": "mine", "b": "b"}, {ADA: DAY + timedelta(1)}, (FIRST, SECOND))
    other = Ledger(KEY, {"a": "theirs", "c": "c"}, {ADA: DAY, BOB: DAY}, (FIRST, THIRD))
    both = one.joined(other)
    assert both == Ledger(KEY, {"a": "mine", "b": "b", "c": "c"}, {ADA: DAY, BOB: DAY}, (FIRST, SECOND, THIRD))
    assert other.joined(one).since == {ADA: DAY, BOB: DAY}


def test_the_days_of_a_ledger_with_another_key_are_of_no_use() -> None:
    mine, foreign = Ledger(KEY, since={ADA: DAY}), Ledger(OTHER_KEY, {"a": "a"}, {"f": DAY}, (FIRST,))
    assert mine.joined(foreign) == Ledger(KEY, {"a": "a"}, {ADA: DAY}, (FIRST,))
    diverged = Ledger(KEY, since={ADA: DAY}, changes=(SECOND,)).joined(foreign)
    assert (diverged.key, diverged.since, diverged.changes) == (KEY, {ADA: DAY}, (SECOND, FIRST))


def test_what_is_written_is_read_and_a_folder_without_one_has_an_empty_one(tmp_path: Path) -> None:
    ledger = Ledger(KEY, {"a": "too fast"}, {ADA: DAY}, (FIRST, SECOND))
    assert read(tmp_path) == read(tmp_path / "missing") == EMPTY
    ledger.write(tmp_path)
    assert read(tmp_path) == ledger


def test_a_ledger_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=FILE):
        Ledger(KEY, {"a": "x" * MOST_BYTES}).write(tmp_path)
    assert read(tmp_path) == EMPTY


@pytest.mark.parametrize(
    "damage",
    [
        Ledger("not hexadecimal"),
        Ledger(KEY, {"x" * 1000: "too fast"}),
        Ledger(KEY, {"a": "\0"}),
        Ledger(KEY, changes=(Change(DAY, "x" * 1000, "", {}),)),
        Ledger(KEY, changes=(Change(DAY, "Eva", "\0", {}),)),
        Ledger(KEY, since={ADA: datetime(1, 1, 2, tzinfo=UTC)}),
        Ledger(KEY, changes=(Change(datetime(1, 1, 2, tzinfo=UTC), "Eva", "", {}),)),
    ],
    ids=["key", "round", "reason", "who", "what", "since", "at"],
)
def test_a_ledger_that_no_store_takes_is_named_and_kept(tmp_path: Path, damage: Ledger) -> None:
    damage.write(tmp_path)
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(LedgerError, match=r"it is damaged.*are not known") as told:
        read(tmp_path)
    assert str(tmp_path / FILE) in str(told.value)
    keep_damaged(tmp_path)
    assert read(tmp_path) == EMPTY
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [before]


def test_a_ledger_that_is_no_file_is_told_with_the_reason_of_the_system(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(LedgerError, match="cannot be read") as told:
        read(tmp_path)
    assert "damaged" not in str(told.value)
