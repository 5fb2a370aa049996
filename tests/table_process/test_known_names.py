"""A running table stops offering and showing a name as soon as it is forgotten."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from kiosk.config.loader import parse
from kiosk.game.seats import SeatNumber
from kiosk.journal.erasures import NameDigests, digest
from kiosk.journal.records import MatchEnded, Origin
from kiosk.results import players, queries
from kiosk.results.forgotten import forget_elsewhere, hide_elsewhere
from kiosk.results.importer import refresh, tell_beside
from kiosk.results.store import open_store
from kiosk.system.boot import boot_id
from kiosk.table.inputs import KnownNames
from kiosk.table_process.known_names import NamesWatch
from kiosk.table_process.table_settings import table_settings
from tests.results.conftest import Journals

USUAL = {"game": "cards", "preset": "table_default", "length": "rounds 5"}


@pytest.fixture
def today() -> datetime:
    """Noon of today here: the best results are those of the day."""
    return datetime.now().astimezone().replace(hour=12, minute=0)


@pytest.fixture
def journal(tmp_path: Path, today: datetime) -> Journals:
    """The journal of a match of Ada and Bob."""
    journal = Journals(tmp_path / "journal")
    lines = {"name": "Ada", "points": 60, "total": 60}, {"name": "Bob", "points": 20, "total": 20}
    told = {"chosen": USUAL, "origin": Origin(boot=boot_id()), "over": MatchEnded((SeatNumber(1),), (60, 20))}
    journal.write(journal.round(*lines, at=today, **told))
    return journal


def watch(folder: Path, more: str = "") -> tuple[NamesWatch, list[KnownNames]]:
    settings = parse(Path("kiosk/config/four_seats.toml").read_text() + more)
    told: list[KnownNames] = []
    return NamesWatch(settings, table_settings(settings), folder, told.append), told


def test_what_a_hall_hides_and_deletes_reaches_the_table_and_only_news_make_guests(
    journal: Journals, today: datetime, tmp_path: Path
) -> None:
    key = "ab" * 32
    ada, bob, eve = (digest(key, name) for name in ("Ada", "Bob", "Eve"))
    now = max(today, datetime.now().astimezone()) + timedelta(minutes=1)  # in the evening noon is long ago
    yesterday = today - timedelta(days=1)
    with closing(open_store("", tmp_path / "results.sqlite")) as store:
        refresh(store, journal.folder, 365, today)
        names, told = watch(journal.folder)
        store.write(partial(forget_elsewhere, key=key, names={bob: now, eve: yesterday}, who="hall", now=now))
        store.write(partial(hide_elsewhere, key=key, names=[ada]))
        tell_beside(store, journal.folder)
        names.look()
        store.write(partial(hide_elsewhere, key=key, names=[]))
        tell_beside(store, journal.folder)
        names.look()
        with store.reading() as session:
            assert [one.name for one in queries.players(session)] == ["Ada"], "its rounds stay its own"
    first, then = told
    assert (first.names, first.hidden) == ((), NameDigests({key: frozenset({ada})}))
    assert [first.gone.has(name) for name in ("Ada", "Bob", "Eve")] == [False, True, False]
    assert {score.name for score in first.best["cards"]} == {""}
    assert (then.names, then.hidden, then.gone) == (("Ada",), NameDigests(), NameDigests())
    assert {score.name for score in then.best["cards"]} == {"Ada", ""}


def test_a_deletion_reaches_the_table_at_once(journal: Journals, today: datetime, tmp_path: Path) -> None:
    with closing(open_store("", tmp_path / "results.sqlite")) as store:
        refresh(store, journal.folder, 365, today)
        names, told = watch(journal.folder)
        refresh(store, journal.folder, 365, today)
        names.look()
        assert told == [], "nothing has gone"
        store.write(lambda session: players.delete(session, "ada", "staff", today + timedelta(minutes=1)))
        tell_beside(store, journal.folder)
        names.look()
        names.look()
    (known,) = told
    assert known.names == ("Bob",)
    assert [(score.points, score.name) for score in known.best["cards"]] == [(60, ""), (20, "Bob")]
