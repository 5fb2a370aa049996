"""Names that others than this store have forgotten or hidden: in all that is there, and in all that comes."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import select

from kiosk.journal import erasures
from kiosk.journal.erasures import NameList, digest
from kiosk.results import forgotten, hiding
from kiosk.results.forgotten import forget_elsewhere, hide_elsewhere, lists_elsewhere
from kiosk.results.importer import refresh
from kiosk.results.model import PlayerRow, ResultRow
from kiosk.results.rebuilding import rebuild

HALL, OTHER = "ab" * 32, "cd" * 16


@pytest.fixture
def store(either_store):
    """An empty store of each kind."""
    return either_store


def forget(store, now, key=HALL, **names):
    """Have a hall forget these names, each up to a time; return how many are dropped."""
    told = {digest(key, name): until for name, until in names.items()}
    return store.write(lambda session: forget_elsewhere(session, key, told, "the hall", now))


def named(store):
    """The names of all results by round."""
    with store.reading() as session:
        assert rebuild(session) == (0, [])
        rows = select(ResultRow.round_id, PlayerRow.name).outerjoin(ResultRow.player)
        found = {}
        for name, who in session.execute(rows.order_by(ResultRow.round_id, ResultRow.position)):
            found.setdefault(name, []).append(who)
    return found


def test_only_uses_up_to_the_time_are_forgotten_and_the_standings_follow(store, journal, played, day):
    made = [
        journal.round({"name": "Ada", "points": 9}, {"name": "Bob"}, match=f"match-{number}", at=day(number))
        for number in range(3)
    ]
    played(*made)
    assert forget(store, day(4), Ada=day(1)) == 0
    assert [*named(store).values()] == [[None, "Bob"], [None, "Bob"], ["Ada", "Bob"]]
    with store.reading() as session:
        since = session.scalars(select(PlayerRow.since).where(PlayerRow.name == "Ada")).one()
    assert since == day(2), "it is a new person"
    forget(store, day(4), Ada=day(1), Bob=day(3))
    assert [*named(store).values()] == [[None, None], [None, None], ["Ada", None]]
    forget(store, day(4), key=OTHER, ADA=day(2))
    assert [*named(store).values()] == [[None, None]] * 3


def test_a_match_that_began_before_that_brings_the_name_not_even_in_a_later_round(store, journal, day):
    forget(store, day(1), Ada=day(1))
    early, late = day(1), day(1) + timedelta(minutes=5)
    journal.write(journal.round({"name": "Ada"}, {"name": "Bob"}, at=early))
    refresh(store, journal.folder, 365, day(1))
    journal.write(
        journal.round({"name": "ada"}, {"name": "Bob"}, at=late),
        journal.round({"name": "ada"}, {"name": "Bob"}, match="another", at=late),
    )
    refresh(store, journal.folder, 365, day(1))
    assert [*named(store).values()] == [[None, "Bob"], [None, "Bob"], ["ada", "Bob"]]


def test_of_too_many_names_the_latest_are_kept_and_all_are_forgotten(store, journal, played, day, monkeypatch):
    monkeypatch.setattr(forgotten, "MOST_FORGOTTEN", 2)
    played(journal.round({"name": "Ada"}, {"name": "Bob"}, {"name": "Cyd"}))
    assert forget(store, day(9), Ada=day(5), Bob=day(6)) == 0
    assert forget(store, day(9), Cyd=day(4)) == 1
    assert [*named(store).values()] == [[None] * 3]
    assert forget(store, day(9), Dan=day(7)) == 1
    assert forget(store, day(9), Eva=day(1).replace(year=9999)) == 1, "no time of a store"
    with store.reading() as session:
        (found,) = lists_elsewhere(session)
    assert found.until == {digest(HALL, name): day(at).timestamp() for name, at in (("Bob", 6), ("Dan", 7))}


def test_hidden_names_are_those_of_the_latest_list_and_are_left_beside_the_journal(store, journal, day, monkeypatch):
    journal.write(journal.round({"name": "Ada"}, {"name": "Bob"}))
    for names in (("Ada", "Bob"), ("Bob",), ("Cyd", "Bob")):
        store.write(partial(hide_elsewhere, key=HALL, names=[digest(HALL, name) for name in names]))
    store.write(lambda session: hiding.hide(session, "Own", "ada", day(0)))
    refresh(store, journal.folder, 365, day(0))
    left = erasures.read(journal.folder)
    assert left.others == (NameList(HALL, {}, frozenset(digest(HALL, name) for name in ("Bob", "Cyd"))),)
    with store.reading() as session:
        shown = hiding.never_shown(session)
    for hidden in (shown, left.never_shown):
        assert [hidden.has(name) for name in ("Ada", "BOB", "Cyd", "own")] == [False, True, True, True]
    assert [*named(store).values()] == [["Ada", "Bob"]], "its rounds stay its own"
    monkeypatch.setattr(forgotten, "MOST_HIDDEN", 1)
    store.write(partial(hide_elsewhere, key=HALL, names=["aa", "bb"]))
    with store.reading() as session:
        assert lists_elsewhere(session) == (NameList(HALL, {}, frozenset({"aa"})),)
