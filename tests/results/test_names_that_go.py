"""A deleted name is nowhere: in no column and no byte of the store, no file beside the journal, no list."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, event, func, insert, select

from kiosk.journal import clock_set
from kiosk.journal.folder import files
from kiosk.journal.lately import matches_since, names_lately
from kiosk.journal.names import name_key
from kiosk.journal.pruning import Keep
from kiosk.journal.records import MatchEnded, Origin
from kiosk.journal.writer import Writer
from kiosk.results import audit, erasing, export, players, queries
from kiosk.results.erasing import erase
from kiosk.results.importer import refresh
from kiosk.results.model import PlayerRow
from kiosk.results.ranked import ResultFilter
from kiosk.results.standings import standings
from kiosk.results.store import open_store
from kiosk.results.store_errors import StoreError
from kiosk.system import boot as boot_module

UNITS = Path(__file__).parents[2] / "systemd/files/etc/systemd/system"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
YEAR = 365
NAMES = ("Ximénez", "XIMÉNEZ", "Bartholomew", "Ozymandias", "")
"""Names that occur in no file by chance: one in two spellings."""

PLAYED = st.lists(
    st.tuples(st.integers(0, 2), st.lists(st.sampled_from(NAMES), min_size=2, max_size=3, unique_by=name_key)),
    min_size=1,
    max_size=6,
)
"""Rounds, each with its match and its players."""


def everything(store, folder):
    """Return what the store's lists, all files but the journal's own, and the table say."""
    wanted = ResultFilter(bots=True, guests=True, handicaps=True)
    with store.reading() as session:
        for form in ("table", "json", "csv"):
            yield from export.STANDINGS[form](standings(session, wanted))
            yield from export.ROUNDS[form](queries.rounds(session, wanted))
            yield from export.PLAYERS[form](queries.players(session))
            yield from export.AUDIT[form](audit.trail(session))
    yield from names_lately(folder)
    yield from (line.name for _, lines in matches_since(folder, 0.0) for line in lines)
    for path in folder.iterdir():
        if not path.name.startswith("journal-"):
            yield path.read_text()


def columns(file):
    """Return every value of every table of an SQLite file, as text."""
    with closing(sqlite3.connect(file)) as data:
        for (table,) in data.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            yield from (str(value) for row in data.execute(f'SELECT * FROM "{table}"') for value in row)  # noqa: S608


def has(text, name):
    return name_key(name) in name_key(text)


@pytest.fixture
def store(either_store):
    """An empty store of each kind: names go from a server as from a file."""
    return either_store


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PLAYED, st.sampled_from(NAMES[:-1]), st.booleans())
def test_a_deleted_name_is_nowhere_any_more(journal, tmp_path_factory, rounds, gone, again):
    folder, file = tmp_path_factory.mktemp("table") / "journal", tmp_path_factory.mktemp("store") / "results.sqlite"
    journal.folder, journal.made = folder, []
    logs = []
    for number, (match, names) in enumerate(rounds):
        over = MatchEnded((1,), (0,) * len(names))
        told = {"id": f"round-{number}", "match": f"match-{match}", "over": over, "number": number}
        logs.append(journal.round(*({"name": name} for name in names), **told))
    journal.write(*logs)
    with closing(open_store("", file)) as store:
        refresh(store, folder, YEAR, NOON)
        known = any(has(name, gone) for _, names in rounds for name in names)
        assert any(has(text, gone) for text in everything(store, folder)) == known
        store.write(lambda session: players.delete(session, gone, "staff@pi", NOON + timedelta(days=1)))
        if again:  # the files are read anew
            journal.made[0].touch()
        refresh(store, folder, YEAR, NOON + timedelta(days=1))
        if known:
            assert [text for text in everything(store, folder) if has(text, gone)] == []
            assert [text for text in columns(file) if has(text, gone)] == []
            assert not any(word in path.read_bytes() for path in file.parent.iterdir() for word in spellings(gone))


def spellings(gone):
    return [name.encode() for name in (*NAMES, *map(name_key, NAMES)) if name and has(name, gone)]


@pytest.fixture
def careless(monkeypatch):
    """An SQLite that overwrites nothing by itself."""
    plainly = sqlite3.dbapi2.connect

    class Careless(sqlite3.Connection):
        def execute(self, statement, *arguments):
            return super().execute(statement.replace("secure_delete = ON", "secure_delete = OFF"), *arguments)

    def carelessly(*arguments, **options):
        connection = plainly(*arguments, factory=Careless, **options)
        connection.execute("PRAGMA secure_delete = ON")
        return connection

    monkeypatch.setattr(sqlite3.dbapi2, "connect", carelessly)


@pytest.mark.parametrize("overwrites", [True, False], ids=["an SQLite that overwrites by itself", "one that does not"])
def test_no_byte_of_a_deleted_name_is_left_of_many(tmp_path, request, overwrites):
    """Also none of the older copies that SQLite leaves where it has moved rows."""
    if not overwrites:
        request.getfixturevalue("careless")
    file = tmp_path / "results.sqlite"
    names = [f"N{number * 101 % 5003:04}x{'y' * (number * number % 180)}" for number in range(300)]
    gone = names[::3]

    def forget(session):
        session.execute(delete(PlayerRow).where(PlayerRow.name.in_(gone)))
        erase(session, *gone, *map(name_key, gone))

    with closing(open_store("", file)) as store:
        store.write(lambda session: session.execute(insert(PlayerRow), [row(name) for name in names]))
        store.write(forget)
        kept = file.read_bytes()
        assert [name for name in gone if name.encode() in kept or name_key(name).encode() in kept] == []
        with store.reading() as session:
            assert session.scalar(select(func.count()).select_from(PlayerRow)) == len(names) - len(gone)


def row(name):
    return {"name": name, "key": name_key(name), "since": NOON, "last_played": NOON}


def test_a_name_is_looked_for_across_the_parts_in_which_a_file_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(erasing, "_PART", 8)
    file = tmp_path / "file"
    file.write_bytes(b"....Barthol" + b"omew....")
    assert erasing._has(file, frozenset([b"Bartholomew"]), lambda: None)
    assert not erasing._has(file, frozenset([b"Bartholomaus"]), lambda: None)


WIPE = erasing.wipe


class KilledError(BaseException):
    """The process ends here."""


def killed(*_):
    raise KilledError


@pytest.fixture
def half_deleted(tmp_path, journal, careless, monkeypatch):
    """A store's file from which a name was deleted by a process that was killed before it could search the file."""
    file = tmp_path / "results.sqlite"
    play(journal, "Ximénez", "Bartholomew", "Ozymandias", at=NOON)
    with closing(open_store("", file)) as store:
        refresh(store, journal.folder, YEAR, NOON)
        monkeypatch.setattr(erasing, "wipe", killed)
        with pytest.raises(KilledError):
            store.write(lambda session: players.delete(session, "Ximénez", "staff@pi", NOON))
    monkeypatch.setattr(erasing, "wipe", WIPE)
    assert left_in(file, "Ximénez")
    return file


def left_in(file, name):
    kept = file.read_bytes()
    return name.encode() in kept or name_key(name).encode() in kept


def test_a_deletion_whose_process_was_killed_is_finished_by_the_next_start(half_deleted, journal):
    with closing(open_store("", half_deleted)) as store:
        refresh(store, journal.folder, YEAR, NOON)
    assert not left_in(half_deleted, "Ximénez")
    looks = half_deleted.read_bytes()
    with closing(open_store("", half_deleted)) as store:
        refresh(store, journal.folder, YEAR, NOON)
    assert half_deleted.read_bytes() == looks, "the file is written anew only once"


def test_the_next_deletion_finishes_the_one_before(half_deleted):
    """Though of its own words none is left."""
    with closing(open_store("", half_deleted)) as store:
        store.write(lambda session: erase(session, "is nowhere in it"))
        with store.reading() as session:
            assert erasing.unfinished(session) is None
    assert not left_in(half_deleted, "Ximénez")
    assert left_in(half_deleted, "Ozymandias")


def test_who_deletes_while_a_file_is_written_anew_is_not_forgotten(half_deleted, monkeypatch):
    """The mark is another then."""
    plainly = erasing._write_anew

    def meanwhile(*arguments):
        plainly(*arguments)
        with closing(open_store("", half_deleted)) as other, monkeypatch.context() as patch:
            patch.setattr(erasing, "wipe", killed)
            with pytest.raises(KilledError):
                other.write(lambda session: players.delete(session, "Bartholomew", "staff@pi", NOON))

    with closing(open_store("", half_deleted)) as store:
        with monkeypatch.context() as patch:
            patch.setattr(erasing, "_write_anew", meanwhile)
            store.finish_erasing()
        assert left_in(half_deleted, "Bartholomew")
        store.finish_erasing()
    assert not left_in(half_deleted, "Bartholomew")


def test_the_watchdog_is_told_while_a_large_file_is_searched_and_written_anew(half_deleted, journal, monkeypatch):
    plainly, told = erasing._write_anew, []

    def slowly(*arguments):
        before = len(told)
        while len(told) < before + 3:
            time.sleep(0.01)
        plainly(*arguments)

    monkeypatch.setattr(erasing, "_write_anew", slowly)
    monkeypatch.setattr(erasing, "_TELL_S", 0.01)
    with closing(open_store("", half_deleted)) as store:
        refresh(store, journal.folder, YEAR, NOON, alive=lambda: told.append("written"))
        assert len(told) >= 3
        told.clear()
        monkeypatch.setattr(erasing, "_PART", 4096)
        store.write(lambda session: erase(session, "is nowhere in it"), lambda: told.append("searched"))
    assert len(told) >= half_deleted.stat().st_size // 4096


def test_a_file_that_is_not_written_anew_in_a_transactions_patience_is_tried_again(half_deleted, journal, monkeypatch):
    def busy(*_):
        error = sqlite3.OperationalError()
        error.sqlite_errorname = "SQLITE_BUSY"
        raise error

    with closing(open_store("", half_deleted)) as store:
        with monkeypatch.context() as patch:
            patch.setattr(erasing, "_write_anew", busy)
            (problem,) = refresh(store, journal.folder, YEAR, NOON).problems
        assert "another program holds it: try again" in problem
        assert refresh(store, journal.folder, YEAR, NOON).problems == ()
    assert not left_in(half_deleted, "Ximénez")


def test_a_file_that_cannot_be_written_anew_is_told_with_the_fix(tmp_path, monkeypatch):
    def full(*_):
        error = sqlite3.OperationalError()
        error.sqlite_errorname = "SQLITE_FULL"
        raise error

    with closing(open_store("", tmp_path / "results.sqlite")) as store:
        store.write(lambda session: session.execute(insert(PlayerRow), [row("Ximénez")]))
        monkeypatch.setattr(erasing, "_has", full)
        with pytest.raises(StoreError, match="VACUUM on it: the disk is full: make room"):
            store.write(lambda session: players.delete(session, "Ximénez", "staff@pi", NOON))
        with store.reading() as session:
            assert players.find(session, "Ximénez") is None


def test_a_list_of_set_aside_rounds_names_nobody(journal, store):
    journal.write(journal.round({"name": "Ximénez" * 40}, {"name": "Ximénez\0"}))
    journal.write(journal.round({}, {}))
    filled = refresh(store, journal.folder, YEAR, NOON)
    assert len(filled.set_aside) == 1
    assert not has(msgspec.json.encode(filled.set_aside).decode() + " ".join(filled.problems), "Ximénez")


# ---------------------------------------------------------------- names for a day (names_days = 0)


@pytest.fixture
def boot(tmp_path, monkeypatch):
    """The file with the identity of this start of the machine."""
    file = tmp_path / "boot_id"
    file.write_text("first\n")
    monkeypatch.setattr(boot_module, "_FILE", file)
    return file


def play(journal, *names, at, boot="first", **told):
    """Write a decided match of these players, in a file of its own."""
    origin = Origin(table="Table 1", version="1", python="3.11", boot=boot)
    told = {"over": MatchEnded((1,), (0,) * len(names)), "match": f"match {at} {boot}"} | told
    journal.write(journal.round(*({"name": name} for name in names), at=at, origin=origin, **told))


def known(store):
    with store.reading() as session:
        return [player.name for player in queries.players(session)]


def test_a_name_for_a_day_is_gone_on_the_next_without_further_days(journal, store, boot, day):
    play(journal, "Ximénez", "Bartholomew", at=day(0))
    for hour in range(11):
        refresh(store, journal.folder, 0, day(0) + timedelta(hours=hour))
        assert known(store) == ["Bartholomew", "Ximénez"]
    play(journal, "Ozymandias", "", at=day(1))
    refresh(store, journal.folder, 0, day(1))
    assert known(store) == ["Ozymandias"]
    assert names_lately(journal.folder) == ("Ozymandias",)
    with store.reading() as session:
        assert [entry.what for entry in audit.trail(session)] == ["forgotten with the day"] * 2


def test_many_names_go_a_few_at_a_time_and_the_watchdog_is_told(journal, store, boot, day, monkeypatch):
    """All in one transaction would be killed again and again, and would keep other tables waiting."""
    monkeypatch.setattr(players, "AT_ONCE", 2)
    play(journal, "Ada", "Bob", "Cem", "Dan", "Eva", at=day(0))
    refresh(store, journal.folder, 0, day(0))
    left = []
    refresh(store, journal.folder, 0, day(1), alive=lambda: left.append(len(known(store))))
    assert (left, known(store)) == ([5, 3, 1], [])


@pytest.mark.parametrize("days", [0, 2])
def test_a_poll_asks_only_for_those_who_are_due(journal, store, boot, day, days):
    play(journal, *(f"Player {number}" for number in range(12)), at=day(0))
    refresh(store, journal.folder, days, day(0))
    asked = []

    def note(player, _):
        asked.append(player.name)

    event.listen(PlayerRow, "load", note)
    try:
        refresh(store, journal.folder, days, day(0))
        assert asked == []
        play(journal, "Ximénez", "", at=day(3))
        refresh(store, journal.folder, days, day(3))
    finally:
        event.remove(PlayerRow, "load", note)
    assert "Player 3" in asked
    assert "Ximénez" not in asked


def test_it_is_gone_after_the_machines_next_start_but_not_after_a_services(journal, store, boot, day):
    play(journal, "Ximénez", "", at=day(0))
    refresh(store, journal.folder, 0, day(0))
    refresh(store, journal.folder, 0, day(0))
    assert known(store) == ["Ximénez"]
    boot.write_text("second\n")
    play(journal, "Ozymandias", "", at=day(0), boot="second")
    refresh(store, journal.folder, 0, day(0))
    assert known(store) == ["Ozymandias"]


@pytest.mark.parametrize("alike", [False, True], ids=["by its name", "by its identity, with the same name"])
def test_a_start_of_one_machine_takes_no_name_that_another_has_brought(
    journal, store, boot, day, monkeypatch, tmp_path, alike
):
    play(journal, "Ximénez", "", at=day(0))
    if alike:
        monkeypatch.setattr(boot_module, "_MACHINE", tmp_path / "machine-id")
        (tmp_path / "machine-id").write_text("another\n")
    else:
        monkeypatch.setattr(boot_module.socket, "gethostname", lambda: "another")
    refresh(store, journal.folder, 0, day(0))
    monkeypatch.undo()
    monkeypatch.setattr(boot_module, "_FILE", boot)
    boot.write_text("second\n")
    refresh(store, journal.folder, 0, day(0))
    assert known(store) == ["Ximénez"]
    refresh(store, journal.folder, 0, day(1))
    assert known(store) == []


def test_a_venue_that_is_not_told_the_start_goes_by_the_calendar(journal, store, boot, day, monkeypatch):
    """Or every name would go at the next poll."""
    monkeypatch.delenv(boot_module.TOLD, raising=False)
    play(journal, "Ximénez", "", at=day(0))
    boot.unlink()
    refresh(store, journal.folder, 0, day(0))
    assert known(store) == ["Ximénez"]
    refresh(store, journal.folder, 0, day(1))
    assert known(store) == []


def test_a_service_that_does_not_see_the_start_is_told_it(boot, monkeypatch):
    """The appliance's venue: systemd writes it without hyphens."""
    unit = (UNITS / "ligretto-venue.service").read_text()
    assert ("ProcSubset=pid" in unit) <= (f"Environment={boot_module.TOLD}=%b" in unit)
    boot.unlink()
    for told, known_as in (
        ("0123456789abcdef0123456789abcdef", "01234567-89ab-cdef-0123-456789abcdef"),
        ("odd", ""),
        ("", ""),
    ):
        monkeypatch.setenv(boot_module.TOLD, told)
        assert boot_module.boot_id() == known_as


def test_it_goes_also_on_a_day_on_which_the_staff_set_the_clock(journal, store, boot, day):
    play(journal, "Ximénez", "", at=day(0))
    refresh(store, journal.folder, 0, day(0))
    clock_set.note(journal.folder, day(1))
    refresh(store, journal.folder, 0, day(1))
    assert known(store) == []


def test_the_journals_files_go_with_the_names(journal, store, boot, day):
    """The table's writer deletes them as soon as the store tells that it has read them."""
    play(journal, "Ximénez", "", at=day(0))
    refresh(store, journal.folder, 0, day(0))
    boot.write_text("second\n")
    table = Writer(journal.folder, lambda _: None, Keep(30, 200, names=False))
    table.start()
    table.let_names_go(day(0).timestamp())
    table.close()
    assert files(journal.folder) == []
    refresh(store, journal.folder, 0, day(0))
    assert known(store) == []
    assert not [text for text in everything(store, journal.folder) if has(text, "Ximénez")]
