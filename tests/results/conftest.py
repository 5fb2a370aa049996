"""Journals as a table leaves them, created without a table; and stores to fill from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from kiosk.game.seats import SeatNumber
from kiosk.journal.file import JournalFile, JournalRow
from kiosk.journal.reader import JournalEntry, RoundLog
from kiosk.journal.records import AnyRecord, BrokenOff, MatchEnded, Origin, RoundEnded, RoundLine, Sitting
from kiosk.results import version
from kiosk.results.adding import add
from kiosk.results.arrivals import arriving
from kiosk.results.model import Base
from kiosk.results.store import ResultsStore, open_store
from kiosk.system.boot import machine
from tests.rig import postgres, stores
from tests.rig.records import begun

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@dataclass
class Played:
    """A round to be written to the journal."""

    id: str
    records: list[AnyRecord]
    at: datetime

    @property
    def log(self) -> RoundLog:
        """The round as the reader returns it."""
        wall = self.at.timestamp()
        return RoundLog(
            self.id, tuple(JournalEntry(number, wall, record) for number, record in enumerate(self.records))
        )


@dataclass
class Journals:
    """Writes rounds into files of a journal's folder."""

    folder: Path
    counted: int = 0
    made: list[Path] = field(default_factory=list)

    def round(self, *lines: dict[str, Any], at: datetime = NOON, **told: Any) -> Played:
        """Return a round with a result for each line; ``told``: changes (``match``, ``touch``, ``over``, ``ended``)."""
        self.counted += 1
        name = told.pop("id", f"round-{self.counted}")
        over: MatchEnded | BrokenOff | None = told.pop("over", None)
        end = {"by": told.pop("by", "stop"), "decided": told.pop("decided", True), "near_ties": 0, "at": 61_500_000_000}
        ended = told.pop("ended", True)
        seats = [{"seat": SeatNumber(number), "points": 0, "total": 0, **line} for number, line in enumerate(lines, 1)]
        begin: dict[str, Any] = {
            "match": "match-1",
            "origin": Origin(table="Table 1", version="0.1.0", python="3.11", boot="b"),
            "chosen": {"preset": "table_default", "bots": "steady", "pro": "off"},
            "rules": {"match_end": {"kind": "target", "n": 5, "points": 60, "minutes": 0}},
            "seats": tuple(
                Sitting(line["seat"], bot=line.get("bot", False), name=line.get("name", "")) for line in seats
            ),
        }
        records: list[AnyRecord] = [begun(name, **(begin | told))]
        if ended:
            records.append(RoundEnded(lines=tuple(RoundLine(**line) for line in seats), **end))
        if over is not None:
            records.append(over)
        return Played(name, records, at)

    def write(self, *rounds: Played) -> Path:
        """Write a new file with these rounds."""
        self.folder.mkdir(exist_ok=True)
        path = self.folder / f"journal-{len(self.made) + 1:06}.sqlite"
        file = JournalFile(path)
        for played in rounds:
            self.append(file, played)
        file.close()
        self.made.append(path)
        return path

    @staticmethod
    def append(file: JournalFile, played: Played) -> None:
        """Append a round to an open file."""
        rows = [
            JournalRow(played.id, number, played.at.timestamp(), msgspec.msgpack.encode(record))
            for number, record in enumerate(played.records)
        ]
        file.append(rows)


def add_rounds(session: Session, logs: Sequence[RoundLog], now: datetime) -> int:
    """Add rounds of this machine to the store, as an import does; return how many of them were new."""
    return add(session, [arriving(log) for log in logs], now, machine())


@pytest.fixture(scope="module", autouse=True)
def _stores_are_quick() -> Iterator[None]:
    with stores.quick():
        yield


@pytest.fixture
def journal(tmp_path: Path) -> Journals:
    """An empty journal."""
    return Journals(tmp_path / "journal")


@pytest.fixture
def store() -> Iterator[ResultsStore]:
    """An empty store in memory."""
    store = open_store("sqlite://", Path())
    yield store
    store.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def either_store(request: pytest.FixtureRequest) -> Iterator[ResultsStore]:
    """An empty store, in memory and on a server: for modules that use it as their ``store``."""
    address = "sqlite://"
    if request.param == "postgresql":
        address = request.getfixturevalue("postgres_address")
        clear(address)
    store = open_store(address, Path())
    yield store
    store.close()


@pytest.fixture
def day() -> Callable[[int], datetime]:
    """Return a function: noon of a day, by the number of days."""
    return lambda days: NOON + timedelta(days=days)


@pytest.fixture
def played(journal: Journals, store: ResultsStore) -> Callable[..., None]:
    """Return a function that brings rounds into the store."""

    def play(*rounds: Played, now: datetime = NOON) -> None:
        store.write(lambda session: add_rounds(session, [one.log for one in rounds], now))

    return play


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """The address of a PostgreSQL database, one for all tests."""
    with postgres.server() as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'address.sqlite'}"
    found: str = request.getfixturevalue("postgres_address")
    empty(found)
    return found


def clear(address: str) -> None:
    """Take all out of a PostgreSQL store of our version, but its secret and its calendar; empty another database.

    The migrations of a new store take ten times as long.
    """
    ours = Base.metadata.tables.keys()
    engine = create_engine(address)
    with engine.begin() as connection:
        kept = False
        with suppress(version.NewerStore):  # a test of migrations has left it
            kept = version.is_ours(connection)
        if kept:
            names = ", ".join(ours - {"secret", "calendar"})
            connection.exec_driver_sql(f"TRUNCATE {names} RESTART IDENTITY")
            connection.exec_driver_sql("UPDATE calendar SET names_days = NULL")
    engine.dispose()
    if not kept:
        empty(address)


def empty(address: str) -> None:
    """Empty a PostgreSQL database."""
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
