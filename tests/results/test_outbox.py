"""The outbox: what a hall is told of the table, written with the change itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import select

from kiosk.game.seats import SeatNumber
from kiosk.journal.erasures import digest
from kiosk.journal.ledger import Change
from kiosk.journal.records import BrokenOff, MatchEnded
from kiosk.results import ledger, outbox, players, queries
from kiosk.results.adding import add
from kiosk.results.arrivals import arriving
from kiosk.results.importer import refresh
from kiosk.results.model import Hall, OutboxRow
from kiosk.results.ranked import ResultFilter
from kiosk.results.store import open_store
from kiosk.system.boot import machine
from tests.results.test_migrate import make_old_store

KEYS = {"hall-a": "aa" * 32, "hall-b": "bb" * 32, "nameless": "cc" * 32}


def told(store):
    with store.reading() as session:
        return [(row.kind, row.reference) for row in session.scalars(select(OutboxRow).order_by(OutboxRow.number))]


def void(store, name, reason, now):
    return store.write(lambda session: queries.void(session, name, reason, "staff@pi", now))


def test_counted_rounds_and_ends_of_matches_are_told_once(journal, store, played):
    first = journal.round({"name": "Ada"}, {})
    broken_off = journal.round({}, {}, match="match-2", over=BrokenOff(0, "left"))
    decided = journal.round({}, {}, over=MatchEnded((SeatNumber(1),), (1, 2)))
    played(first, journal.round({}, {}, ended=False))
    played(first, broken_off)
    played(broken_off, decided, first)
    assert told(store) == [
        ("round", first.id),
        ("round", broken_off.id), ("match", "match-2"),
        ("round", decided.id), ("match", "match-1"),
    ]  # fmt: skip


def test_numbers_rise_and_marks_differ(journal, store, played):
    played(*(journal.round({}, {}) for _ in range(20)))
    with store.reading() as session:
        rows = session.scalars(select(OutboxRow).order_by(OutboxRow.number)).all()
    assert [row.number for row in rows] == [*range(1, 21)]
    assert len({row.mark for row in rows}) == len(rows)


def test_what_is_voided_by_hand_is_told_and_a_new_leaderboard_is_not(journal, store, played, day):
    rounds = [journal.round({}, {}) for _ in range(3)]
    played(*rounds)
    before = told(store)
    void(store, rounds[0].id, "a test", day(1))
    void(store, rounds[0].id, "a test", day(1))
    void(store, rounds[0].id, None, day(2))
    assert told(store)[len(before) :] == [("void", rounds[0].id)] * 2
    store.write(lambda session: queries.reset(session, ResultFilter(), "new season", "staff@pi", day(3)))
    store.write(lambda session: queries.undo_reset(session, ResultFilter(), "new season", "staff@pi", day(3)))
    assert len(told(store)) == len(before) + 2


def test_a_change_that_is_undone_is_not_told(journal, store, played, day):
    one = journal.round({}, {})
    played(one)
    before = told(store)

    def fail(session):
        queries.void(session, one.id, "a test", "staff@pi", day(1))
        raise KeyError

    with pytest.raises(KeyError):
        store.write(fail)
    assert told(store) == before


def test_a_deleted_name_is_told_as_a_digest_to_each_hall_that_had_names(journal, store, played, day):
    played(journal.round({"name": "Ada"}, {"name": "Ben"}), journal.round({"name": "Cleo"}, {}))
    store.write(lambda session: players.delete(session, "ben", "staff@pi", day(1)))
    assert len(told(store)) == 2
    store.write(
        lambda session: session.add_all(Hall(id=one, key=KEYS[one], has_names=one != "nameless") for one in KEYS)
    )
    store.write(lambda session: players.delete(session, "ADA", "staff@pi", day(1)))
    assert told(store)[2:] == [("erased", digest(KEYS[one], "Ada")) for one in ("hall-a", "hall-b")]
    with store.reading() as session:
        until = session.scalars(select(OutboxRow.until).where(OutboxRow.kind == "erased")).all()
    assert until == [day(1)] * 2


def test_a_name_forgotten_by_age_is_not_told(journal, store, played, day):
    played(journal.round({"name": "Ada"}, {}))
    store.write(lambda session: session.add(Hall(id="hall-a", key=KEYS["hall-a"], has_names=True)))
    for days in range(400, 410):
        store.write(lambda session, days=days: players.forget(session, 365, day(days)))
    with store.reading() as session:
        assert players.find(session, "Ada") is None
    assert {kind for kind, _ in told(store)} == {"round"}


def test_a_store_made_anew_tells_what_was_voided_by_hand(journal, store, day):
    rounds = [journal.round({}, {}) for _ in range(3)]
    journal.write(*rounds)
    refresh(store, journal.folder, 365, day(0))
    void(store, rounds[0].id, "a test", day(0))
    store.write(lambda session: queries.reset(session, ResultFilter(), "new season", "staff@pi", day(1)))
    with store.reading() as session:
        left = ledger.of_store(session)
    fresh = open_store("sqlite://", journal.folder)
    arrivals = [arriving(one.log) for one in rounds]
    fresh.write(lambda session: add(session, arrivals, day(0), machine(), left))
    assert told(fresh) == [*(("round", one.id) for one in rounds), ("void", rounds[0].id)]
    fresh.close()


def test_the_latest_change_decides_whether_a_round_was_voided_alone(day):
    def change(days, what):
        return Change(day(days), "staff@pi", what, {})

    changes = [
        change(0, "void a: x"), change(1, "void a: y"), change(1, "void b: y"), change(2, "unvoid b"),
        change(2, "delete-player"), change(3, "void c: one: two"),
    ]  # fmt: skip
    assert outbox.one_by_one(changes) == {"b", "c"}


def test_a_store_of_an_older_version_tells_all_that_it_has(tmp_path):
    path = tmp_path / "results.sqlite"
    make_old_store(f"sqlite:///{path}", "0009", tmp_path)
    with closing(sqlite3.connect(path)) as store:
        store.execute("INSERT INTO matches VALUES ('m1', 'T', '2026-01-01 00:00:00.000000', 'decided', '[]')")
        store.execute("INSERT INTO matches VALUES ('m2', 'T', '2026-01-02 00:00:00.000000', NULL, '[]')")
        for name, arrived, reason in (("r1", 3, "one test"), ("r2", 1, "season"), ("r3", 2, "season"), ("r4", 4, None)):
            store.execute(
                "INSERT INTO rounds (id, match_id, arrived, number, table_name, version, game, edition, pro, touch,"
                " real_dice, extra, bots, started, lasted_ms, by, decided, near_ties, void_reason) VALUES (?, 'm1', ?,"
                " 1, 'T', '0', 'cards', '', '', '', 0, 0, '', '2026-01-01 00:00:00.000000', 1, 'stop', 1, 0, ?)",
                (name, arrived, reason),
            )
            if reason:
                at = f"2026-01-0{len(reason)} 00:00:00.000000"  # those of one reason were voided together
                told_so = (at, f"void {name}: {reason}")
                store.execute("INSERT INTO audit (at, who, what, before) VALUES (?, 'staff', ?, '{}')", told_so)
        store.commit()
    store = open_store("", path)
    assert told(store) == [*(("round", name) for name in ("r2", "r3", "r1", "r4")), ("match", "m1"), ("void", "r1")]
    store.close()
