"""``kiosk venue adopt``: a store that tables share moves up to a hall, each round once, and back."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from kiosk.cli.main import main
from kiosk.config.loader import CONFIGS
from kiosk.hall import rounds, telling
from kiosk.hall.store import HallStore
from kiosk.journal.records import Origin
from kiosk.results import hiding, players, queries
from kiosk.results.adding import add
from kiosk.results.arrivals import arriving
from kiosk.results.model import Hall
from kiosk.results.ranked import ResultFilter
from kiosk.results.store import open_store
from tests.hall.test_hall_store import ranked
from tests.results.conftest import NOON, clear

pytestmark = pytest.mark.postgres

CONFIG = """
[table]
name = "Window"
[records]
store = "{address}"
[venue]
names = "web"
"""


def at(table):
    return Origin(table=table, version="0.1.0", python="3.11", boot="b")


@pytest.fixture
def shared(postgres_address, journal, day):
    """The address of a store that the tables Window and Bar have filled."""
    clear(postgres_address)
    logs = [
        journal.round({"name": "Ada", "points": 5}, {"name": "Bob"}, origin=at("Window")).log,
        journal.round({"name": "Cem"}, {"name": "Bob"}, origin=at("Bar"), match="m2", at=day(1)).log,
        journal.round({"name": "Ada"}, {"name": "Bob"}, origin=at("Window"), at=day(2), number=2).log,
    ]
    with closing(open_store(postgres_address, Path())) as store:
        store.write(lambda session: add(session, [arriving(log) for log in logs], day(3), "a machine"))
        store.write(lambda session: queries.void(session, "round-3", "the cat", "staff", NOON))
        store.write(lambda session: players.delete(session, "Bob", "staff", NOON))
        store.write(lambda session: hiding.hide(session, "Ada", "staff", NOON))
    return postgres_address


@pytest.fixture
def own(tmp_path, monkeypatch, shared):
    """The table's own file; its configuration names the shared store."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    configure(tmp_path, CONFIG.format(address=shared))
    return tmp_path / "results.sqlite"


def configure(folder, text):
    (folder / "table.toml").write_text((CONFIGS / "two_seats.toml").read_text() + text)


def adopt(folder, *words):
    return main(["--config", str(folder / "table.toml"), "venue", "adopt", *words])


def told(file, hall, key):
    """All that the table's own store tells a hall."""
    with closing(open_store("", file)) as store:
        store.write(lambda session: telling.remember(session, hall, key, names=True))
        with store.reading() as session:
            return telling.changes_after(session, session.get_one(Hall, hall), 0, names=True, say=pytest.fail)


def test_a_store_that_tables_share_becomes_the_halls_and_each_round_counts_once(own, shared, capsys):
    """The hall's database is that very store, and what the table sends is there already."""
    assert adopt(own.parent) == 0
    assert "1 rounds of 'Bar' stay" in capsys.readouterr().out
    with closing(open_store(shared, Path())) as store:
        hall = HallStore(store, 365)
        before = ranked(store)
        changes = told(own, *hall.identity())
        assert [type(one).__name__ for one in changes.changes] == ["RoundPut", "RoundPut", "Voided"]
        hall.put("w", "Window", changes)
        assert ranked(store) == before == {"Ada": (1, 0), "Cem": (1, 0)}
        hall.put("w", "Window", rounds.Changes((rounds.Voided(9, "round-3", None),), 1))
        assert ranked(store)["Ada"] == (2, 0)
    with closing(open_store("", own)) as file, file.reading() as session:
        assert hiding.hidden_names(session).has("Ada")


def test_a_hall_of_another_database_gets_each_round_once_and_no_deleted_name(own, tmp_path):
    for _ in range(2):
        assert adopt(tmp_path, "--table", "Window", "--table", "Bar") == 0
    with closing(open_store("", tmp_path / "hall.sqlite")) as store:
        hall = HallStore(store, 365)
        changes = told(own, *hall.identity())
        for _ in range(2):
            hall.put("w", "Window", changes)
        assert ranked(store) == {"Ada": (1, 0), "Cem": (1, 0)}


def test_it_goes_back_with_what_was_played_meanwhile(own, shared, tmp_path, journal, day):
    adopt(tmp_path)
    with closing(open_store("", own)) as file:
        log = journal.round({"name": "Eve"}, {}, origin=at("Window"), match="m9", at=day(9)).log
        file.write(lambda session: add(session, [arriving(log)], day(9), "a machine"))
    for _ in range(2):
        assert adopt(tmp_path, "--back") == 0
    with closing(open_store(shared, Path())) as store:
        assert ranked(store) == {"Ada": (1, 0), "Cem": (1, 0), "Eve": (1, 0)}
        with store.reading() as session:
            assert len([*queries.rounds(session, ResultFilter())]) == 4


@pytest.mark.parametrize(
    ("config", "words", "why"),
    [
        ('[table]\nname = "Window"\n', (), "[records] store names no server"),
        (CONFIG.format(address="postgresql+psycopg://x@/y"), ("--back", "--table", "Bar"), "leave out --table"),
    ],
)
def test_what_cannot_be_adopted_is_said(tmp_path, monkeypatch, capsys, config, words, why):
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    configure(tmp_path, config)
    assert adopt(tmp_path, *words) == 2
    assert why in capsys.readouterr().err
