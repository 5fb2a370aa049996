"""Records to fill a journal with, and a table that receives the flusher's reports."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

import pytest

from kiosk.game.seats import SeatNumber
from kiosk.journal.file import JournalFile, JournalRow
from kiosk.journal.health import Durable, JournalFault, JournalHealthy
from kiosk.journal.records import AnyRecord, Judged, MatchEnded, RoundEnded, RoundStarted, Sitting, encode
from kiosk.journal.writer import Report
from kiosk.journal.writer_thread import Flusher, Keep
from tests.rig.records import begun

ONE, TWO = SeatNumber(1), SeatNumber(2)


class Records:
    """Creates records of rounds."""

    keep = Keep(days=30, megabytes=200)

    def start(self, name: str = "round", match: str = "match") -> RoundStarted:
        seats = (Sitting(ONE, name="Ada"), Sitting(TWO, bot=True))
        return begun(name, match=match, chosen={"preset": "x"}, rules={"stack": 10}, seats=seats)

    def moves(self, count: int, first: int = 0) -> list[AnyRecord]:
        return [Judged(at, ("Play", 1, f"r{at}"), (("Played", 1),)) for at in range(first, first + count)]

    def round(self, name: str = "round", moves: int = 5, match: str = "match") -> list[AnyRecord]:
        return [self.start(name, match), *self.moves(moves), RoundEnded(moves, "STOP", ())]

    def reports(self) -> Reports:
        return Reports()

    def end(self) -> MatchEnded:
        return MatchEnded((ONE,), (1, 2))

    def rows(
        self, records: Iterable[AnyRecord], name: str = "round", first: int = 0, wall: float = 0.0
    ) -> list[JournalRow]:
        return [JournalRow(name, number, wall, encode(record)) for number, record in enumerate(records, first)]

    def file(self, path: Path, *rounds: list[AnyRecord], wall: float = 0.0) -> Path:
        """Write a closed file with these rounds, each of which begins with its start."""
        file = JournalFile(path)
        for records in rounds:
            assert isinstance(records[0], RoundStarted)
            file.append(self.rows(records, records[0].round, wall=wall))
        file.close()
        return path


class Reports:
    """The flusher's reports, and waiting for them."""

    def __init__(self) -> None:
        self.all: list[Report] = []
        self._news = threading.Condition()

    def __call__(self, report: Report) -> None:
        with self._news:
            self.all.append(report)
            self._news.notify_all()

    @property
    def durable(self) -> int:
        return max((report.count for report in self.all if isinstance(report, Durable)), default=0)

    @property
    def faults(self) -> list[JournalFault]:
        return [report for report in self.all if isinstance(report, JournalFault)]

    @property
    def healthy(self) -> bool:
        return any(isinstance(report, JournalHealthy) for report in self.all)

    def wait_for_durable(self, count: int) -> None:
        with self._news:
            assert self._news.wait_for(lambda: self.durable >= count, 20), self.all

    def wait_for_fault(self) -> JournalFault:
        with self._news:
            assert self._news.wait_for(lambda: bool(self.faults), 20), self.all
        return self.faults[-1]


@pytest.fixture(scope="session")
def make() -> Records:
    return Records()


@pytest.fixture
def reports() -> Reports:
    return Reports()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal"


@pytest.fixture
def flusher(folder: Path, reports: Reports, make: Records):
    flusher = Flusher(folder, reports, make.keep, wall=lambda: 1000.0)
    yield flusher
    flusher.close()
