"""What the journal does not hold lies beside it: a store that is made anew or put back equals the one before."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from kiosk.journal import ledger
from kiosk.journal.ledger import Change, Ledger, LedgerError
from kiosk.results import export, players, queries
from kiosk.results.audit import trail
from kiosk.results.importer import refresh, tell_beside
from kiosk.results.ranked import ResultFilter
from kiosk.results.standings import standings
from kiosk.results.store import open_store
from tests.results.conftest import NOON, Journals

YEAR = 365


def told(store):
    """Return everything that a store tells, as JSON."""
    with store.reading() as session:
        listings = {
            "standings": export.STANDINGS["json"](
                standings(session, ResultFilter(bots=True, guests=True, handicaps=True))
            ),
            "rounds": export.ROUNDS["json"](queries.rounds(session, ResultFilter())),
            "players": export.PLAYERS["json"](queries.players(session)),
            "audit": export.AUDIT["json"](trail(session)),
        }
        return {name: json.loads("\n".join(lines)) for name, lines in listings.items()}


@pytest.fixture
def file(tmp_path):
    return tmp_path / "results.sqlite"


@pytest.fixture
def evening(journal, file, day):
    """Three days of play, of which the first day's file is pruned; a voided, a counted and a deleted one."""
    store = open_store("", file)
    for number in range(3):
        journal.write(
            journal.round({"name": "Ada", "points": 5}, {"name": "Bob"}, match=f"m{number}", at=day(number)),
            journal.round({"name": "Cem"}, {"bot": True}, match=f"m{number}", at=day(number)),
        )
        refresh(store, journal.folder, YEAR, day(number))
    journal.made[0].unlink()
    for identity, reason in (("round-3", "the cat"), ("round-4", "a test"), ("round-4", None)):
        store.write(lambda session, i=identity, r=reason: queries.void(session, i, r, "staff@pi", day(3)))
    store.write(lambda session: players.delete(session, "Cem", "staff@pi", day(3)))
    refresh(store, journal.folder, YEAR, day(3))
    yield store
    store.close()


def anew(journal, tmp_path, day, name="anew.sqlite"):
    store = open_store("", tmp_path / name)
    refresh(store, journal.folder, YEAR, day)
    return store


def test_results_that_are_made_anew_equal_the_lost_ones(evening, journal, tmp_path, day):
    before = told(evening)
    after = told(anew(journal, tmp_path, day(4)))
    pruned = [one for one in before["rounds"] if one["id"] not in ("round-1", "round-2")]
    assert after["rounds"] == pruned
    assert after["audit"] == before["audit"]
    assert [one["since"] for one in after["players"]] == [one["since"] for one in before["players"]]
    assert after["players"][0]["since"].startswith("2026-11-21"), "from a round that is gone"
    assert {one["id"]: one["void_reason"] for one in after["rounds"]}["round-3"] == "the cat"


def test_an_older_store_that_is_put_back_does_not_count_voided_rounds_again(journal, file, tmp_path, day):
    store = open_store("", file)
    journal.write(journal.round({"name": "Ada"}, {}), journal.round({"name": "Ada"}, {}))
    store.write(lambda session: None)
    refresh(store, journal.folder, YEAR, day(0))
    store.write(lambda session: queries.void(session, "round-2", "early", "staff@pi", day(0)))
    refresh(store, journal.folder, YEAR, day(0))
    store.close()
    shutil.copyfile(file, tmp_path / "dump")
    store = open_store("", file)
    store.write(lambda session: queries.void(session, "round-1", "late", "staff@pi", day(1)))
    store.write(lambda session: queries.void(session, "round-2", None, "staff@pi", day(1)))
    refresh(store, journal.folder, YEAR, day(1))
    before = told(store)
    store.close()
    shutil.copyfile(tmp_path / "dump", file)
    store = open_store("", file)
    filled = refresh(store, journal.folder, YEAR, day(2))
    assert told(store) == before
    assert "2 manual changes were not in the store yet" in filled.notes[0]
    assert refresh(store, journal.folder, YEAR, day(3)).notes == ()
    store.close()


def test_a_store_that_several_tables_share_learns_it_as_well(address, evening, journal, day):
    """As after a switch from a file to a server."""
    store = open_store(address, Path())
    refresh(store, journal.folder, YEAR, day(4))
    assert told(store)["audit"] == told(evening)["audit"]
    assert {one["id"]: one["void_reason"] for one in told(store)["rounds"]}["round-3"] == "the cat"
    store.close()


def test_what_was_voided_stays_voided_although_its_file_comes_later(evening, journal, tmp_path, day):
    aside = tmp_path / "aside"
    shutil.move(journal.made[1], aside)
    store = anew(journal, tmp_path, day(4))
    assert ledger.read(journal.folder).voided == {"round-3": "the cat"}
    shutil.move(aside, journal.made[1])
    refresh(store, journal.folder, YEAR, day(5))
    assert {one["id"]: one["void_reason"] for one in told(store)["rounds"]}["round-3"] == "the cat"
    store.close()


def test_the_file_holds_no_name(evening, journal):
    text = (journal.folder / ledger.FILE).read_text()
    assert not any(name in text for name in ("Ada", "Bob", "Cem", "bob", "cem"))  # "ada" may stand in a digest


def test_who_was_deleted_and_comes_again_counts_as_new(evening, journal, tmp_path, day):
    journal.write(journal.round({"name": "Cem"}, {}, match="later", at=day(6)))
    refresh(evening, journal.folder, YEAR, day(6))
    again = told(anew(journal, tmp_path, day(7)))["players"]
    assert again == [one | {"rounds": again[number]["rounds"]} for number, one in enumerate(told(evening)["players"])]
    assert again[2]["since"].startswith("2026-11-27")


@pytest.mark.parametrize(
    "text",
    [
        "[",
        '{"voided": 5}',
        '{"key": "zz"}',
        '{"voided": {"' + "x" * 65 + '": "a"}}',
        '{"voided": {"a": "\\u0000"}}',
        '{"changes": [{"at": "0001-01-01T00:00:00+14:00", "who": "a", "what": "b", "before": {}}]}',
        '{"changes": [{"at": "2026-01-01T00:00:00", "who": "a", "what": "b", "before": {}}]}',
        '{"changes": [{"at": "2026-01-01T00:00:00Z", "who": "' + "a" * 201 + '", "what": "b", "before": {}}]}',
        '{"since": {"a": "9999-12-31T23:59:59Z"}}',
        '{"changes": ' + "[" * 100_000,
    ],
)
def test_a_damaged_ledger_is_told_kept_and_written_anew(text, store, journal, day):
    journal.write(journal.round({"name": "Ada"}, {}))
    refresh(store, journal.folder, YEAR, day(0))
    store.write(lambda session: queries.void(session, "round-1", "the cat", "staff@pi", day(1)))
    (journal.folder / ledger.FILE).write_text(text)
    with pytest.raises(LedgerError):
        ledger.read(journal.folder)
    (problem,) = refresh(store, journal.folder, YEAR, day(2)).problems
    assert f"it is kept as {ledger.DAMAGED}" in problem
    assert (journal.folder / ledger.DAMAGED).read_text() == text
    assert ledger.read(journal.folder).voided == {"round-1": "the cat"}
    assert refresh(store, journal.folder, YEAR, day(2)).problems == ()


def test_a_ledger_that_cannot_be_written_is_told_with_what_is_at_stake(evening, journal, day):
    (journal.folder / ledger.FILE).unlink()
    (journal.folder / ledger.FILE).mkdir()
    (journal.folder / ledger.DAMAGED).write_text("in the way")
    (*_, problem) = tell_beside(evening, journal.folder)
    assert "voided rounds would count again in a store that is made anew" in problem


def change(number, what="void"):
    return Change(NOON.replace(microsecond=number), "staff@pi", f"{what} {number}", {"rounds": 1})


def test_of_two_ledgers_the_one_with_all_changes_of_the_other_is_the_later_one():
    early = Ledger("aa", {"one": "early"}, {}, (change(1),))
    late = Ledger("aa", {}, {}, (change(1), change(2, "unvoid")))
    assert early.joined(late) == late
    assert late.joined(early) == late
    other = Ledger("bb", {"two": "other"}, {}, (change(1), change(3)))
    both = late.joined(other)
    assert (both.key, both.voided, both.changes) == ("aa", {"two": "other"}, (*late.changes, change(3)))


def test_equal_changes_are_counted_not_merged():
    twice = Ledger("aa", {}, {}, (change(1), change(1)))
    assert [*Ledger("aa").lacks(twice)] == [change(1), change(1)]
    assert [*Ledger("aa", changes=(change(1),)).lacks(twice)] == [change(1)]


@st.composite
def deeds(draw):
    """A list of what happens at a table, day after day."""
    kinds = st.sampled_from(["play", "void", "unvoid", "delete", "reset", "dump", "back"])
    return draw(st.lists(st.tuples(kinds, st.integers(1, 6)), min_size=1, max_size=12))


@pytest.mark.long
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=deeds())
def test_whatever_happens_results_made_anew_equal_the_original(deeds, tmp_path_factory):
    folder = tmp_path_factory.mktemp("table")
    journal, file = Journals(folder / "journal"), folder / "results.sqlite"
    names = ("Ada", "Bob", "Cem", "Dan", "Eva", "Fox")

    def day(number):
        return NOON.replace(day=1) if number == 0 else NOON.replace(day=1 + number)

    def at(number, deed):
        store = open_store("", file)
        refresh(store, journal.folder, YEAR, day(number))
        if deed is not None:
            store.write(deed)
        refresh(store, journal.folder, YEAR, day(number))
        store.close()

    journal.write(journal.round({"name": "Ada"}, {}, match="m", at=day(0)))
    at(0, None)
    for number, (kind, which) in enumerate(deeds, 1):
        one, moment, name = f"round-{min(which, journal.counted)}", day(number), names[which - 1]
        if kind == "play":
            journal.write(journal.round({"name": name}, {"bot": True}, match=f"m{number}", at=moment))
            at(number, None)
        elif kind in ("void", "unvoid"):
            reason = f"why {number}" if kind == "void" else None
            at(number, partial(queries.void, round_id=one, reason=reason, who="staff", now=moment))
        elif kind == "delete":
            at(number, partial(players.delete, name=name, who="staff", now=moment))
        elif kind == "reset":
            at(number, partial(queries.reset, wanted=ResultFilter(), reason="anew", who="staff", now=moment))
        elif kind == "dump":
            shutil.copyfile(file, folder / "dump")
        elif (folder / "dump").exists():
            shutil.copyfile(folder / "dump", file)
            at(number, None)
    original = open_store("", file)
    refresh(original, journal.folder, YEAR, day(20))
    other = open_store("", folder / "anew.sqlite")
    refresh(other, journal.folder, YEAR, day(20))
    assert told(other) == told(original)
    original.close()
    other.close()


def test_neither_all_players_nor_all_rounds_are_looked_through_for_it(evening, journal, tmp_path, day):
    """There may be a million rounds; every import and every ``kiosk scores`` asks."""
    asked = []

    def note(_connection, _cursor, statement, values, *_):
        asked.append((statement, values))

    with evening.reading() as session:
        event.listen(session.get_bind(), "before_cursor_execute", note)
    refresh(evening, tmp_path / "none", YEAR, day(3))
    assert not any("players.since" in statement for statement, _ in asked if "WHERE" not in statement)
    refresh(evening, journal.folder, YEAR, day(3))
    voided = [one for one in asked if "void_reason IS NOT NULL" in one[0]]
    assert len(voided) == 1
    with evening.reading() as session:
        ((*_, plan),) = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {voided[0][0]}", voided[0][1])
    assert "ix_rounds_voided" in plan
