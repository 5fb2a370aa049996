"""Old rounds make room: whole files, oldest first, whatever the clock says; never what a running match needs."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.journal.file import JournalFile, size
from kiosk.journal.folder import numbers, path_of
from kiosk.journal.pruning import Keep, Pruner, age

if TYPE_CHECKING:
    from tests.journal.conftest import Records

DAY = 86_400.0
TODAY = 20_000 * DAY


@pytest.fixture
def played(tmp_path: Path, make: Records) -> Callable[..., Path]:
    """Files of one round each, played so many days ago."""

    def played(*days_ago: float, moves: int = 2) -> Path:
        for number, days in enumerate(days_ago, max(numbers(tmp_path), default=0) + 1):
            name = f"round {number}"
            make.file(path_of(tmp_path, number), make.round(name, moves, f"match {number}"), wall=TODAY - days * DAY)
        return tmp_path

    return played


def test_files_older_than_the_days_to_keep_go(played: Callable[..., Path]) -> None:
    folder = played(*range(40, -1, -1))
    Pruner(folder, Keep(30, 200)).prune(41, TODAY)
    assert numbers(folder) == list(range(11, 42))


def test_what_is_played_once_a_week_is_kept_no_longer_than_what_is_played_daily(played: Callable[..., Path]) -> None:
    folder = played(42, 35, 28, 21, 14, 7, 0)
    Pruner(folder, Keep(30, 200)).prune(7, TODAY)
    assert numbers(folder) == [3, 4, 5, 6, 7]


@pytest.mark.parametrize("jump", [-3650, 3650])
def test_a_clock_that_jumps_by_years_takes_nothing_away(played: Callable[..., Path], jump: int) -> None:
    folder = played(3, 2, 1, 0)
    pruner = Pruner(folder, Keep(30, 200))
    pruner.prune(5, TODAY + jump * DAY)
    played(-jump)
    pruner.prune(6, TODAY + jump * DAY)
    played(0)
    pruner.prune(7, TODAY)
    assert numbers(folder) == [1, 2, 3, 4, 5, 6]


@given(st.integers(-4000, 4000), st.lists(st.integers(-4000, 4000), max_size=20), st.integers(4, 3650))
def test_one_jump_of_the_clock_ages_a_file_by_a_quarter_at_most(own: int, later: list[int], keep: int) -> None:
    before = age(own, later, keep)
    for jumped in (own + 10_000, own - 10_000):
        assert before <= age(own, [*later, jumped], keep) <= before + keep // 4


@given(st.integers(0, 4000), st.integers(0, 4000), st.integers(1, 3650))
def test_where_something_is_played_every_day_the_age_is_that_of_the_calendar(own: int, days: int, keep: int) -> None:
    assert age(own, range(own, own + days + 1), keep) == days


def test_more_than_the_megabytes_to_keep_goes_oldest_first(played: Callable[..., Path]) -> None:
    folder = played(0, 0, 0, 0, moves=6000)
    one = size(path_of(folder, 1))
    assert 500_000 < one < 1_000_000
    Pruner(folder, Keep(30, 1)).prune(5, TODAY)
    assert numbers(folder) == [4]


def test_the_files_of_the_running_match_are_spared_whatever_their_age_and_size(played: Callable[..., Path]) -> None:
    folder = played(400, 350, 300, 250, 200, 0, moves=6000)
    Pruner(folder, Keep(1, 1)).prune(3, TODAY)
    assert numbers(folder) == [3, 4, 5, 6]


def test_room_on_a_full_disk_comes_from_the_oldest_file_that_is_not_spared(played: Callable[..., Path]) -> None:
    folder = played(1, 1, 0)
    pruner = Pruner(folder, Keep(30, 200))
    assert [pruner.make_room(3) for _ in range(3)] == [True, True, False]
    assert numbers(folder) == [3]


def test_what_is_left_of_a_file_goes_with_it(played: Callable[..., Path]) -> None:
    folder = played(0)
    for part in ("-wal", "-shm", "-journal"):
        (folder / f"journal-000001.sqlite{part}").touch()
    assert Pruner(folder, Keep(30, 200)).make_room(2)
    assert list(folder.iterdir()) == []


def test_a_damaged_file_is_as_old_as_those_after_it(played: Callable[..., Path]) -> None:
    folder = played(3, 2, 1, 0)
    path_of(folder, 1).write_bytes(b"?" * 9000)
    Pruner(folder, Keep(2, 200)).prune(4, TODAY)
    assert numbers(folder) == [1, 2, 3, 4]
    Pruner(folder, Keep(1, 200)).prune(4, TODAY)
    assert numbers(folder) == [3, 4]


def test_the_files_that_hold_a_match_are_found_back_to_its_first_round(tmp_path: Path, make: Records) -> None:
    for number, match in enumerate(("old", "old", "mine", "mine"), 1):
        make.file(path_of(tmp_path, number), make.round(f"round {number}", match=match))
    pruner = Pruner(tmp_path, Keep(30, 200))
    assert pruner.first_of("mine", newest=4) == 3
    assert pruner.first_of("other", newest=4) == 4


def test_the_file_that_is_written_gets_its_age_when_it_is_closed(tmp_path: Path, make: Records) -> None:
    pruner = Pruner(tmp_path, Keep(2, 200))
    for day in range(10):
        file = JournalFile(path_of(tmp_path, day + 1))
        file.append(make.rows(make.round(f"round {day}"), f"round {day}", wall=day * DAY))
        pruner.prune(day + 1, day * DAY)
        file.close()
    assert numbers(tmp_path) == [8, 9, 10]


def test_a_day_that_no_clock_has_is_none(played: Callable[..., Path]) -> None:
    folder = played(1, 0)
    with closing(sqlite3.connect(path_of(folder, 1), isolation_level=None)) as connection:
        connection.execute("UPDATE records SET wall = 9e999")
    Pruner(folder, Keep(30, 200)).prune(2, TODAY)
    assert numbers(folder) == [1, 2]


def test_however_much_is_kept_only_the_beginnings_of_files_are_read(
    played: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The flusher prunes before it says that a fresh file is durable: scores would wait."""
    folder = played(*range(20, -1, -1))
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} was read as a whole"))
    Pruner(folder, Keep(10, 200)).prune(21, TODAY)
    assert numbers(folder) == list(range(11, 22))
