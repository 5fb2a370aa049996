"""A player who was deleted after a backup stays deleted when the backup is restored."""

from __future__ import annotations

import shutil

import pytest

from kiosk.journal import erasures
from kiosk.journal.erasures import ForgottenNames, NameList, digest
from kiosk.journal.lately import names_lately
from kiosk.results import forgotten, players, queries
from kiosk.results.importer import refresh
from kiosk.results.store import open_store

YEAR = 365


@pytest.fixture
def store(either_store):
    """An empty store of each kind: names go from a server as from a file."""
    return either_store


def known(store):
    with store.reading() as session:
        return [player.name for player in queries.players(session)]


def until(store):
    with store.reading() as session:
        return forgotten.forgotten_names(session).until


@pytest.fixture
def brought_back(journal, tmp_path, day):
    """A store from before Ada's deletion, beside a journal whose list has the deletion."""
    file = tmp_path / "results.sqlite"
    journal.write(journal.round({"name": "Ada"}, {"name": "Bob"}, at=day(0)))
    store = open_store("", file)
    refresh(store, journal.folder, YEAR, day(0))
    store.close()
    shutil.copyfile(file, tmp_path / "backup.sqlite")
    store = open_store("", file)
    store.write(lambda session: players.delete(session, "Ada", "staff@pi", day(1)))
    refresh(store, journal.folder, YEAR, day(1))
    store.close()
    shutil.copyfile(tmp_path / "backup.sqlite", file)
    store = open_store("", file)
    assert known(store) == ["Ada", "Bob"]
    yield store
    store.close()


def test_a_name_that_was_deleted_since_is_deleted_again(brought_back, journal, day):
    refresh(brought_back, journal.folder, YEAR, day(2))
    assert known(brought_back) == ["Bob"]
    assert names_lately(journal.folder) == ("Bob",)
    key = erasures.read(journal.folder).key
    assert list(until(brought_back)) == [digest(key, "Ada")]


def test_many_names_that_came_back_go_a_few_at_a_time(journal, store, day, monkeypatch):
    """All in one transaction would keep other tables waiting, and the watchdog."""
    monkeypatch.setattr(forgotten, "AT_ONCE", 2)
    journal.write(journal.round(*({"name": name} for name in ("Ada", "Bob", "Cem", "Dan", "Eva", "Fay"))))
    refresh(store, journal.folder, YEAR, day(0))
    left = erasures.read(journal.folder)
    gone = {digest(left.key, name): day(1).timestamp() for name in ("Ada", "Bob", "Cem", "Dan", "Eva")}
    ForgottenNames(left.key, gone).write(journal.folder)
    counts = []
    refresh(store, journal.folder, YEAR, day(2), alive=lambda: counts.append(len(known(store))))
    assert (counts, known(store)) == ([4, 2], ["Fay"])
    assert until(store).keys() == gone.keys()


def test_who_chooses_the_name_after_that_is_somebody_new(brought_back, journal, day):
    refresh(brought_back, journal.folder, YEAR, day(2))
    journal.write(journal.round({"name": "Ada"}, {}, match="later", at=day(5)))
    refresh(brought_back, journal.folder, YEAR, day(5))
    assert known(brought_back) == ["Ada", "Bob"]
    refresh(brought_back, journal.folder, YEAR, day(6))
    assert known(brought_back) == ["Ada", "Bob"]


def test_a_name_that_the_store_has_never_met_stays_out_as_well(brought_back, journal, day):
    left = erasures.read(journal.folder)
    more = ForgottenNames(left.key, {**left.until, digest(left.key, "Cyd"): day(1).timestamp()})
    more.write(journal.folder)
    journal.write(journal.round({"name": "Cyd"}, {}, match="before", at=day(0)))
    refresh(brought_back, journal.folder, YEAR, day(2))
    assert known(brought_back) == ["Bob"]


def test_what_another_store_has_forgotten_beside_this_journal_stays_forgotten(brought_back, journal, day):
    """The table's rounds were kept on a server, whose store is the hall's from now on; this one was there before."""
    server, stays = "11" * 16, day(1).timestamp()
    left = ForgottenNames(server, {digest(server, name): stays for name in ("Bob", "Cyd")}, frozenset({"aa" * 32}))
    left.write(journal.folder)
    journal.write(journal.round({"name": "Cyd"}, {"name": "Dan"}, match="before", at=day(0)))
    for _ in range(2):
        refresh(brought_back, journal.folder, YEAR, day(2))
        assert known(brought_back) == ["Ada", "Dan"]
        found = erasures.read(journal.folder)
        assert found.key != server
        assert found.others == (NameList(left.key, left.until, left.hidden),)
    journal.write(journal.round({"name": "Cyd"}, {"name": "Bob"}, match="later", at=day(3)))
    refresh(brought_back, journal.folder, YEAR, day(3))
    assert known(brought_back) == ["Ada", "Bob", "Cyd", "Dan"], "they are somebody new"


@pytest.mark.parametrize("moment", [1e300, float("inf")])
def test_a_moment_that_is_none_keeps_nothing_from_being_filled(brought_back, journal, day, moment):
    left = erasures.read(journal.folder)
    strange = ForgottenNames(left.key, {"ab" * 32: moment})
    refresh(brought_back, journal.folder, YEAR, day(2))
    people_before = until(brought_back)
    brought_back.write(lambda session: forgotten.stay_forgotten(session, strange, "kiosk", day(2)))
    assert until(brought_back) == people_before


def test_a_store_that_is_made_anew_beside_an_old_journal_brings_nobody_back(brought_back, journal, day, tmp_path):
    """The error message for a damaged store says: move it away, and a new one is filled from the journal."""
    new = open_store("", tmp_path / "new.sqlite")
    refresh(new, journal.folder, YEAR, day(2))
    assert known(new) == ["Bob"]
    assert names_lately(journal.folder) == ("Bob",)
    assert refresh(new, journal.folder, YEAR, day(3)).rounds == 0
    assert known(new) == ["Bob"]
    new.close()
