"""A table's state folder after an evening."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from kiosk.backup.backup import Places
from kiosk.game.seats import SeatNumber
from kiosk.journal.erasures import ForgottenNames
from kiosk.journal.file import JournalFile, JournalRow
from kiosk.journal.records import Origin, RoundEnded, RoundStarted, Sitting, encode
from kiosk.results.store import open_store
from tests.rig.reading import read_folder

KEY = "00" * 16


@dataclass
class State:
    """The state of a table in ``folder``; ``configuration`` is its administrator's."""

    folder: Path
    configuration: Path

    @property
    def places(self) -> Places:
        return Places(self.folder, self.configuration)

    @property
    def journal(self) -> Path:
        return self.folder / "journal"

    def play(self, number: int, round_: str) -> JournalFile:
        """Write a round into the journal's file of that number, which stays open: its log is not moved to its place."""
        self.journal.mkdir(parents=True, exist_ok=True)
        seats = (Sitting(SeatNumber(1), name="Ada"), Sitting(SeatNumber(2), bot=True))
        start = RoundStarted(round_, "match", 1, Origin("t", "1"), "cards", {}, {}, seats, seed=1, lot=2)
        file = JournalFile(self.journal / f"journal-{number:06}.sqlite")
        records = (start, RoundEnded(5, "STOP", ()))
        file.append([JournalRow(round_, place, 1000.0, encode(record)) for place, record in enumerate(records)])
        return file

    def count(self, number: int) -> None:
        """Put something into the store."""
        with closing(sqlite3.connect(self.folder / "results.sqlite")) as store, store:
            store.execute("CREATE TABLE IF NOT EXISTS counted (number INTEGER)")
            store.execute("INSERT INTO counted VALUES (?)", (number,))

    def says(self) -> dict[str, object]:
        """Return the complete content, by kind."""
        with closing(sqlite3.connect(f"file:{self.folder / 'results.sqlite'}?mode=ro", uri=True)) as store:
            counted = [number for (number,) in store.execute("SELECT number FROM counted ORDER BY number")]
        read = read_folder(self.journal)
        assert not read.problems
        return {
            "rounds": [log.round for log in read.rounds],
            "counted": counted,
            "service": (self.folder / "service.toml").read_text(),
        }

    def forget(self, *digests: str) -> None:
        ForgottenNames(KEY, dict.fromkeys(digests, 5.0)).write(self.journal)


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("store") / "results.sqlite"
    open_store("", file).close()
    return file


@pytest.fixture
def new_state(tmp_path: Path, empty_store: Path) -> Callable[[str], State]:
    """Return a function that makes a state folder: a closed file of the journal, a store with a row, settings."""

    def make(name: str) -> State:
        state = State(tmp_path / name, tmp_path / f"{name}.toml")
        state.folder.mkdir()
        state.configuration.write_text("[table]\n")
        shutil.copyfile(empty_store, state.folder / "results.sqlite")
        (state.folder / "service.toml").write_text(f'name = "{name}"\n')
        state.play(1, f"{name}-1").close()
        state.count(1)
        return state

    return make


@pytest.fixture
def state(new_state: Callable[[str], State]) -> State:
    return new_state("evening")


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def owned() -> Iterator[Path]:
    """An empty state folder of another user, which all can reach. Only root can make one."""
    if os.geteuid() != 0:
        pytest.skip("only root can give files away: run as root")
    with tempfile.TemporaryDirectory() as top:
        Path(top).chmod(0o711)
        folder = Path(top) / "state"
        folder.mkdir()
        os.chown(folder, 12345, 12346)
        yield folder


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A folder with a file that only root may read."""
    folder = tmp_path / "secret"
    folder.mkdir(mode=0o700)
    (folder / "shadow").write_text("hash")
    (folder / "shadow").chmod(0o600)
    return folder
