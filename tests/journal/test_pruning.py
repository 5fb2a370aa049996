"""Pruning deletes whole files, oldest first, independently of the wall clock; never any that a running match needs."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from kiosk.journal import import_mark, open_readonly
from kiosk.journal.file import JournalFile, size
from kiosk.journal.folder import files, numbers, path_of
from kiosk.journal.pruning import Keep, Pruner, RoundBegin, days_ago
from kiosk.journal.records import Origin

if TYPE_CHECKING:
    from kiosk.journal.records import AnyRecord
    from tests.journal.conftest import Records

DAY = 86_400
TODAY = 20_000

Played: TypeAlias = Callable[..., Path]


def on(days_ago: int) -> RoundBegin:
    """Return the moment of a day on which the machine was booted once, with a correct clock."""
    return RoundBegin(TODAY - days_ago, f"boot {TODAY - days_ago}", 600)


NOW = on(0)


@pytest.fixture
def played(tmp_path: Path, make: Records) -> Played:
    """Return a maker of files of one round each, at given moments or days ago; the store has read them all."""

    def played(*moments: RoundBegin | int, moves: int = 2, read: bool = True) -> Path:
        for number, moment in enumerate(moments, max(numbers(tmp_path), default=0) + 1):
            began = on(moment) if isinstance(moment, int) else moment
            make.file(path_of(tmp_path, number), _round(make, number, began, moves), wall=began.day * DAY + DAY / 2)
        if read:
            import_mark.write(tmp_path, {path.name: import_mark.looks(path) for path in files(tmp_path)})
        return tmp_path

    return played


def _round(make: Records, number: int, began: RoundBegin, moves: int) -> list[AnyRecord]:
    first, *rest = make.round(f"round {number}", moves, f"match {number}")
    return [structs.replace(first, origin=Origin(boot=began.boot), up_s=began.up_s), *rest]


def test_files_older_than_the_days_to_keep_go(played: Played) -> None:
    folder = played(*range(40, -1, -1))
    Pruner(folder, Keep(30, 200)).prune(41, NOW)
    assert numbers(folder) == list(range(11, 42))


def test_on_a_table_that_is_never_off_they_go_as_well(played: Played) -> None:
    always = [RoundBegin(TODAY + day, "one boot", 600 + day * DAY) for day in range(41)]
    folder = played(*always)
    Pruner(folder, Keep(30, 200)).prune(41, always[-1])
    assert numbers(folder) == list(range(11, 42))


def test_what_the_store_has_not_read_stays_however_old_it_is_as_long_as_there_is_room(played: Played) -> None:
    folder = played(400, 399, 398, 0, moves=6000, read=False)
    Pruner(folder, Keep(1, 200)).prune(4, NOW)
    assert numbers(folder) == [1, 2, 3, 4]
    Pruner(folder, Keep(1, 1)).prune(4, NOW)
    assert numbers(folder) == [4]


def test_what_was_written_since_the_store_has_read_a_file_keeps_it(played: Played) -> None:
    folder = played(99, 98, 97, 0)
    with closing(sqlite3.connect(path_of(folder, 1), isolation_level=None)) as connection:
        connection.execute("INSERT INTO heads VALUES ('round 9', 0, x'00')")
    Pruner(folder, Keep(1, 200)).prune(4, NOW)
    assert numbers(folder) == [1, 3, 4]


def test_a_clock_that_goes_wild_all_day_makes_nothing_of_this_day_old(played: Played) -> None:
    chance = random.Random(4)  # noqa: S311
    wild = [RoundBegin(chance.randrange(40_000), "today", 600 + at) for at in range(30)]
    folder = played(*wild)
    Pruner(folder, Keep(1, 200)).prune(30, wild[-1])
    assert numbers(folder) == list(range(1, 31))


def test_a_start_is_one_day_at_most_whatever_its_clock_says(played: Played) -> None:
    """The clock of a machine without a battery may say anything until the network sets it."""
    folder = played(RoundBegin(TODAY, "boot 0", 60), RoundBegin(0, "boot 1", 60), RoundBegin(TODAY, "boot 1", 90))
    now = RoundBegin(TODAY + 3650, "boot 2", 60)
    Pruner(folder, Keep(2, 200)).prune(4, now)
    assert numbers(folder) == [1, 2, 3]
    Pruner(folder, Keep(1, 200)).prune(4, now)
    assert numbers(folder) == [2, 3]


def test_a_day_with_many_starts_is_a_day(played: Played) -> None:
    starts = [RoundBegin(TODAY, f"boot {count}", 60) for count in range(20)]
    folder = played(*starts)
    Pruner(folder, Keep(1, 200)).prune(20, starts[-1])
    assert numbers(folder) == list(range(1, 21))


def test_what_an_older_version_has_written_without_the_machines_own_time_is_not_old_for_that(played: Played) -> None:
    folder = played(RoundBegin(TODAY, "boot", 0), RoundBegin(TODAY, "boot", 0))
    Pruner(folder, Keep(1, 200)).prune(3, RoundBegin(TODAY, "boot", 99 * DAY))
    assert numbers(folder) == [1, 2]


moments = st.builds(RoundBegin, st.integers(-4000, 40_000), st.just(""), st.integers(0, 400 * DAY))


@given(st.lists(moments, max_size=12), st.integers(0, 3 * DAY))
def test_nothing_is_older_than_the_starts_since_and_the_days_for_which_the_machine_was_on(
    before: list[RoundBegin], lasted_s: int
) -> None:
    boots = [structs.replace(moment, boot=f"boot {number}") for number, moment in enumerate(before)]
    now = RoundBegin(0, "now", 1 + lasted_s)
    ages = days_ago([*boots, structs.replace(now, up_s=1, day=TODAY), now])
    assert ages == sorted(ages, reverse=True)
    assert ages[-2:] == [lasted_s // DAY, 0]
    assert max(ages) <= len(before) + lasted_s // DAY


def test_more_than_the_megabytes_to_keep_goes_oldest_first(played: Played) -> None:
    folder = played(0, 0, 0, 0, moves=6000)
    one = size(path_of(folder, 1))
    assert 500_000 < one < 1_000_000
    Pruner(folder, Keep(30, 1)).prune(5, NOW)
    assert numbers(folder) == [4]


def test_the_files_of_the_running_match_are_spared_whatever_their_age_and_size(played: Played) -> None:
    folder = played(400, 350, 300, 250, 200, 0, moves=6000)
    Pruner(folder, Keep(1, 1)).prune(3, NOW)
    assert numbers(folder) == [3, 4, 5, 6]


def test_room_on_a_full_disk_comes_from_the_oldest_file_that_is_not_spared(played: Played) -> None:
    folder = played(1, 1, 0)
    pruner = Pruner(folder, Keep(30, 200))
    assert [pruner.make_room(3) for _ in range(3)] == [True, True, False]
    assert numbers(folder) == [3]


def test_what_is_left_of_a_file_goes_with_it(played: Played) -> None:
    folder = played(0)
    for part in ("-wal", "-shm", "-journal"):
        (folder / f"journal-000001.sqlite{part}").touch()
    assert Pruner(folder, Keep(30, 200)).make_room(2)
    assert [path.name for path in folder.iterdir()] == [import_mark.FILE]


def test_a_damaged_file_is_as_old_as_those_after_it(played: Played) -> None:
    folder = played(3, 2, 1, 0)
    path_of(folder, 1).write_bytes(b"?" * 9000)
    played()
    Pruner(folder, Keep(2, 200)).prune(4, NOW)
    assert numbers(folder) == [1, 2, 3, 4]
    Pruner(folder, Keep(1, 200)).prune(4, NOW)
    assert numbers(folder) == [3, 4]


def test_a_file_that_the_store_cannot_read_keeps_no_other_one(played: Played) -> None:
    folder = played(9, 8, 7, 6, 0)
    path_of(folder, 2).write_bytes(b"?" * 9000)
    Pruner(folder, Keep(1, 200)).prune(5, NOW)
    assert numbers(folder) == [2, 4, 5]


def test_the_files_that_hold_a_match_are_found_back_to_its_first_round(tmp_path: Path, make: Records) -> None:
    for number, match in enumerate(("old", "old", "mine", "mine"), 1):
        make.file(path_of(tmp_path, number), make.round(f"round {number}", match=match))
    pruner = Pruner(tmp_path, Keep(30, 200))
    assert pruner.first_of("mine", newest=4) == 3
    assert pruner.first_of("other", newest=4) == 4


def test_the_file_that_is_written_gets_its_age_when_it_is_closed(tmp_path: Path, make: Records) -> None:
    pruner = Pruner(tmp_path, Keep(2, 200))
    for day in range(1, 11):
        file = JournalFile(path_of(tmp_path, day))
        began = on(-day)
        file.append(make.rows(_round(make, day, began, 2), f"round {day}", wall=began.day * DAY))
        pruner.prune(day, began)
        file.close()
        import_mark.write(tmp_path, {path.name: import_mark.looks(path) for path in files(tmp_path)})
    assert numbers(tmp_path) == [8, 9, 10]


def test_a_day_that_no_clock_has_is_none(played: Played) -> None:
    folder = played(1, 0)
    with closing(sqlite3.connect(path_of(folder, 1), isolation_level=None)) as connection:
        connection.execute("UPDATE records SET wall = 9e999")
    played()
    Pruner(folder, Keep(30, 200)).prune(2, NOW)
    assert numbers(folder) == [1, 2]


def test_however_much_is_kept_only_the_beginnings_of_files_are_read(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The flusher prunes before it reports that a new file is durable: scores would have to wait."""
    folder = played(*range(20, -1, -1))
    plainly = import_mark.read_regular
    read: list[str] = []
    for reader in (import_mark, open_readonly):
        monkeypatch.setattr(reader, "read_regular", lambda path, most: read.append(path.name) or plainly(path, most))
    Pruner(folder, Keep(10, 200)).prune(21, NOW)
    assert read == [import_mark.FILE]
    assert numbers(folder) == list(range(11, 22))
