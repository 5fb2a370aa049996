"""Names that are kept for a day only (``records.names_days`` 0): their files go on another day or boot."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from kiosk.game.seats import SeatNumber
from kiosk.journal import import_mark
from kiosk.journal.folder import files, numbers
from kiosk.journal.lately import names_lately
from kiosk.journal.pruning import Keep, RoundBegin, day_of, moment_of
from kiosk.journal.reader import unfinished
from kiosk.journal.records import MatchEnded, Origin, Sitting
from kiosk.journal.writer import NAMES_S, Writer
from tests.rig.reading import read_folder

if TYPE_CHECKING:
    from kiosk.journal.records import AnyRecord, RoundStarted
    from tests.journal.conftest import Records, Reports

DAY = 86_400.0
NOON = 1_700_000_000 // 86_400 * DAY + DAY / 2
OVER = MatchEnded((SeatNumber(1),), (0,))


class Table:
    """A writer on a machine with a controlled clock, and a store that reads what is there."""

    def __init__(self, folder: Path, make: Records, reports: Reports, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.make, self.reports = folder, make, reports
        self.now, self.wall, self.boot, self.names = 0.0, NOON, "first", False
        patch.setattr(time, "monotonic", lambda: self.now)
        self.writer = self.started()

    def started(self) -> Writer:
        self.writer = Writer(self.folder, self.reports, Keep(30, 200, names=self.names), lambda: self.boot)
        self.writer.start()
        return self.writer

    def write(self, *records: AnyRecord) -> None:
        self.writer.write([(self.wall, record) for record in records])
        self.writer.rest()

    def round(self, name: str, match: str) -> list[AnyRecord]:
        first, *rest = self.make.round(name, match=match)
        return [structs.replace(first, origin=Origin(boot=self.boot)), *rest]

    def play(self, name: str, match: str, *after: AnyRecord) -> None:
        self.write(*self.round(name, match), *after)

    def turn(self) -> None:
        """Let time pass, with a turn of the flusher; the store reads everything; and another turn."""
        for _ in range(2):
            self.now += NAMES_S + 1
            self.writer.let_names_go(self.wall)
            import_mark.write(self.folder, {path.name: import_mark.looks(path) for path in files(self.folder)})

    def rounds(self) -> list[str]:
        return [log.round for log in read_folder(self.folder).rounds]


@pytest.fixture
def table(folder: Path, make: Records, reports: Reports, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    table = Table(folder, make, reports, monkeypatch)
    yield table
    table.writer.close()


def test_on_the_next_day_they_are_gone_though_nobody_plays(table: Table) -> None:
    table.play("round 1", "match 1", OVER)
    table.turn()
    assert table.rounds() == ["round 1"]
    table.wall += DAY
    table.turn()
    assert numbers(table.folder) == []
    table.play("round 2", "match 2", OVER)
    assert table.rounds() == ["round 2"]
    assert read_folder(table.folder).problems == ()


def test_after_the_machines_next_start_they_are_gone_the_same_day(table: Table) -> None:
    table.play("round 1", "match 1", OVER)
    table.writer.close()
    table.started()
    table.turn()
    assert table.rounds() == ["round 1"], "the table's process was restarted, not the machine"
    table.writer.close()
    table.boot = "second"
    table.started()
    table.turn()
    assert numbers(table.folder) == []


def test_what_the_store_has_not_read_stays(table: Table) -> None:
    table.play("round 1", "match 1", OVER)
    table.wall += DAY
    for _ in range(3):
        table.now += NAMES_S + 1
        table.writer.let_names_go(table.wall)
    assert table.rounds() == ["round 1"]


def test_a_running_match_keeps_its_files_until_it_is_over(table: Table) -> None:
    table.play("round 0", "match 0", OVER)
    table.play("round 1", "match 1")
    table.wall += DAY
    table.turn()
    assert "round 1" in table.rounds()
    table.play("round 2", "match 1")
    table.turn()
    assert table.rounds() == ["round 0", "round 1", "round 2"], "one file: it goes as a whole"
    table.write(OVER)
    table.turn()
    assert table.rounds() == ["round 2"]
    table.wall += DAY
    table.turn()
    assert table.rounds() == []


def test_an_interrupted_match_goes_on_after_the_machines_next_start(table: Table) -> None:
    table.play("round 1", "match 1")
    table.turn()
    table.writer.close()
    table.boot = "second"
    cut = unfinished(table.folder)
    assert cut is not None
    table.started().go_on(cut)
    table.turn()
    assert table.rounds() == ["round 1"]
    table.write(OVER)
    table.turn()
    assert table.rounds() == []


def test_names_that_are_kept_longer_stay(table: Table) -> None:
    table.writer.close()
    table.names = True
    table.started()
    table.play("round 1", "match 1", OVER)
    table.wall += DAY
    table.turn()
    assert table.rounds() == ["round 1"]


def test_only_names_of_the_day_are_offered(table: Table) -> None:
    first, *rest = table.round("round 1", "match 1")
    table.write(structs.replace(first, seats=(Sitting(SeatNumber(1), name="Ada"),)), *rest, OVER)
    now = RoundBegin(day_of(table.wall), "first", 0)

    def kept(wall: float, started: RoundStarted) -> bool:
        return now.is_with(moment_of(wall, started))

    assert names_lately(table.folder, kept) == ("Ada",)
    now = RoundBegin(now.day + 1, "first", 0)
    assert names_lately(table.folder, kept) == ()
    now = RoundBegin(now.day - 1, "second", 0)
    assert names_lately(table.folder, kept) == ()
    assert names_lately(table.folder) == ("Ada",)
