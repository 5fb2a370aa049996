"""A round that no store can take is set aside and told; all others are imported, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.exc import DataError

from kiosk.cli import main
from kiosk.journal import bounds, import_mark, set_aside
from kiosk.journal.records import BrokenOff, MatchEnded, Origin
from kiosk.results import importer, model
from kiosk.results.adding import add
from kiosk.results.importer import fill, refresh, try_again
from kiosk.results.model import RoundRow
from kiosk.results.store import open_store

BIG = 2**31
LONG = "x" * 65
FORGED = {
    "a time beyond all calendars": {"wall": 1e18},
    "a time before all tables": {"wall": -1.0},
    "the year 9999": {"wall": 253_370_764_800.0},
    "a NUL in a name": {"line": {"name": "A\0"}},
    "a long name": {"line": {"name": "x" * 201}},
    "a name that grows without capitals": {"line": {"name": "\ufdfa" * 12}},
    "large points": {"line": {"points": BIG}},
    "points below all": {"line": {"points": -BIG}},
    "points beyond 64 bits of SQLite": {"line": {"total": 2**64 - 1}},
    "a slow reaction": {"line": {"reaction_ms": BIG}},
    "a large handicap": {"line": {"handicap": BIG}},
    "a seat twice": {"line": {"seat": 2}},
    "a long edition": {"told": {"chosen": {"preset": LONG}}},
    "a NUL in a house rule": {"told": {"chosen": {"preset": "x", "house recycle": "a\0b"}}},
    "a long game": {"told": {"game": LONG}},
    "a long match": {"told": {"match": LONG}},
    "a long id": {"told": {"id": LONG}},
    "a NUL in an id": {"told": {"id": "round\0"}},
    "a long strength": {"told": {"chosen": {"bots": LONG}}},
    "a long version": {"told": {"origin": Origin(table="t", version=LONG)}},
    "a NUL in the table's name": {"told": {"origin": Origin(table="\0", version="1")}},
    "a long cause": {"told": {"by": LONG}},
    "a large number": {"told": {"number": BIG}},
    "a long reason": {"told": {"over": BrokenOff(at=1, why=LONG)}},
    "a winner that is none": {"told": {"over": MatchEnded(winners=(BIG,), totals=(1, 2))}},
}


@pytest.fixture
def forge(journal, day):
    """Return a function that writes a file with a forged round between two whole ones."""

    def write(line=None, told=None, wall=None):
        first = journal.round({"name": "Ada"}, {})
        forged = journal.round({"name": "Ada"} | (line or {}), {"name": "Bob"}, **({"match": "forged"} | (told or {})))
        if wall is not None:
            forged.at = type("Moment", (), {"timestamp": lambda _: wall})()
        return journal.write(first, forged, journal.round({"name": "Cem"}, {}))

    return write


def forged_id(what):
    return FORGED[what].get("told", {}).get("id", "round-2")


def ids(store):
    with store.reading() as session:
        return session.scalars(select(RoundRow.id).order_by(RoundRow.arrived)).all()


@pytest.mark.parametrize("what", FORGED)
def test_a_round_beyond_the_bounds_is_set_aside_and_the_rest_goes_on(what, forge, store, journal, day):
    path = forge(**FORGED[what])
    filled = fill(store, journal.folder, day(0))
    assert ids(store) == ["round-1", "round-3"]
    assert filled.rounds == 2
    (aside,) = filled.set_aside
    assert aside.file == path.name
    assert "server" not in filled.problems[0]
    (problem,) = filled.problems
    assert problem.startswith(f"{path.name}: round {bounds.shown(forged_id(what))} is set aside and does not count: ")
    assert problem.endswith("; kiosk scores retry tries again")
    again = fill(store, journal.folder, day(0))
    assert (again.rounds, again.set_aside, again.problems) == (0, filled.set_aside, filled.problems), "still told"


def test_every_store_takes_and_refuses_the_same(address, forge, journal, day):
    for forged in FORGED.values():
        forge(**forged)
    edge = {"name": "x" * bounds.TITLE, "points": bounds.NUMBER, "total": -bounds.NUMBER, "reaction_ms": 0}
    last = journal.round(edge, {}, chosen={"preset": "y" * bounds.WORD}, id="z" * bounds.WORD, match="last")
    last.at = last.at.replace(year=9998)
    journal.write(last)
    store = open_store(address, Path())
    filled = refresh(store, journal.folder, 365, day(0))
    assert len(filled.set_aside) == len(FORGED)
    assert filled.rounds == 2 * len(FORGED) + 1
    assert ids(store)[-1] == last.id
    store.close()


def test_a_round_that_is_still_being_played_is_judged_when_it_has_ended(journal, store, day):
    journal.write(journal.round({"name": "\0"}, {}, ended=False))
    assert fill(store, journal.folder, day(0)).set_aside == ()


@pytest.mark.postgres
def test_what_a_database_refuses_for_reasons_of_its_own_is_set_aside_too(forge, journal, day, postgres_address):
    """A constraint that somebody has added, an encoding other than UTF-8."""
    store = open_store(postgres_address, Path())
    with store._engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM results")
        connection.exec_driver_sql("DELETE FROM rounds")
        connection.exec_driver_sql("DELETE FROM read_files")
        connection.exec_driver_sql("ALTER TABLE players ADD CONSTRAINT latin CHECK (name <> 'Жук')")
    try:
        forge(line={"name": "Жук"})
        filled = refresh(store, journal.folder, 365, day(0))
        assert ids(store) == ["round-1", "round-3"]
        assert "it refuses a value" in filled.problems[0]
        assert "check that its server runs" not in filled.problems[0]
    finally:
        with store._engine.begin() as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
        store.close()


def test_a_refusal_of_one_round_is_no_refusal_of_those_beside_it(forge, journal, store, day, monkeypatch):
    def refuse(session, arrivals, *others):
        if any(one.match == "forged" for one in arrivals):
            raise DataError("INSERT", {}, sqlite3.DataError("too big\nand more"))
        return add(session, arrivals, *others)

    monkeypatch.setattr(importer, "add", refuse)
    forge()
    filled = fill(store, journal.folder, day(0))
    assert ids(store) == ["round-1", "round-3"]
    assert filled.set_aside[0].why.endswith("it refuses a value (too big)")
    monkeypatch.undo()
    assert try_again(store, journal.folder) == 1
    assert fill(store, journal.folder, day(0)).problems == ()
    assert sorted(ids(store)) == ["round-1", "round-2", "round-3"]


def test_a_file_with_a_round_that_is_nowhere_else_is_not_deleted_for_its_age(forge, journal, store, day):
    forge(wall=1e18)
    journal.write(journal.round({}, {}))
    journal.write(journal.round({}, {}))
    refresh(store, journal.folder, 365, day(0))
    assert list(import_mark.read(journal.folder)) == [path.name for path in journal.made[1:]]


def test_other_programs_read_beside_the_journal_what_was_set_aside(forge, journal, store, day):
    path = forge(wall=1e18)
    refresh(store, journal.folder, 365, day(0))
    (aside,) = set_aside.read(journal.folder)
    assert (aside.file, aside.round) == (path.name, "'round-2'")
    assert "1e+18 s since 1970" in aside.why
    path.unlink()
    refresh(store, journal.folder, 365, day(0))
    assert set_aside.read(journal.folder) == ()


def test_hundreds_are_told_in_a_few_lines(journal, store, day):
    journal.write(*(journal.round({"points": BIG}, {}) for _ in range(300)))
    filled = fill(store, journal.folder, day(0))
    assert (filled.rounds, len(filled.set_aside), len(filled.problems)) == (0, 300, 6)
    assert filled.problems[5] == "295 more rounds are set aside and do not count; kiosk scores retry tries again"


def test_a_long_folder_or_one_that_is_no_text_is_known_by_a_digest(address, journal, day, tmp_path):
    journal.write(journal.round({}, {}))
    deep = tmp_path.joinpath(*["x" * 100] * 5)
    deep.mkdir(parents=True)
    odd = tmp_path / "odd\udcff"
    part = deep.parents[1]
    full = part / ("y" * (model.PLACE - 10 - len(f"{part}/")))
    store = open_store(address, Path())
    for folder in (deep / "journal", odd, full):
        if not folder.exists():
            folder.symlink_to(journal.folder, target_is_directory=True)
        fill(store, folder, day(0))
        assert fill(store, folder, day(0)).problems == ()
    with store.reading() as session:
        paths = session.scalars(select(model.ReadFile.path)).all()
    assert len(paths) == 3
    assert max(map(len, paths)) <= model.PLACE, "with the name of a file"
    store.close()


def test_the_command_tells_it_every_time_and_tries_again_when_asked(forge, journal, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    forge(line={"points": BIG})
    for arguments in ([], ["rounds", "--json"], ["players", "--json"]):
        assert main.main(["scores", *arguments]) == 0
        said = capsys.readouterr()
        assert "round 'round-2' is set aside and does not count: seat 1: its points, 2147483648, is" in said.err
        assert "kiosk scores retry" in said.err
    assert main.main(["scores", "retry"]) == 1
    assert capsys.readouterr().out == "1 round had been set aside; 1 is now.\n"
    monkeypatch.setattr(bounds, "NUMBER", 2**40)
    assert main.main(["scores", "retry"]) == 0
    assert capsys.readouterr().out == "1 round had been set aside; 0 are now.\n"
    main.main(["scores", "rounds", "--json"])
    assert len(json.loads(capsys.readouterr().out)) == 3


def test_a_record_whose_time_is_no_number_stops_nothing(forge, journal, store, day):
    path = forge()
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE records SET wall = 'noon' WHERE round = 'round-2'")
    filled = fill(store, journal.folder, day(0))
    assert ids(store) == ["round-1", "round-3"]
    assert filled.problems
