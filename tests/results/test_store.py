"""The store as a file or on a server: private, shared, and every error as a message with its fix."""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
import traceback
from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread

import psycopg
import pytest
from sqlalchemy import func, select

from kiosk.results import store as venue_store
from kiosk.results.model import RoundRow
from kiosk.results.queries import players, rounds
from kiosk.results.ranked import ResultFilter
from kiosk.results.standings import standings
from kiosk.results.store import open_store
from kiosk.results.store_errors import StoreError, words_of
from tests.results.conftest import add_rounds, empty
from tests.rig.addresses import FORMS, leaks


def told(address, file=Path()):
    with pytest.raises(StoreError) as error:
        open_store(address, file)
    return str(error.value)


def test_the_file_is_its_owners_alone(tmp_path):
    path = tmp_path / "state/results.sqlite"
    open_store("", path).close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_several_tables_share_a_store(address, journal, day):
    logs = [
        [journal.round({"name": "Ada"}, {"name": f"P{number}"}, match=f"{table}-{number}").log for number in range(4)]
        for table in range(4)
    ]
    ready = Barrier(len(logs))
    open_store(address, Path()).close()

    def fill(mine):
        store = open_store(address, Path())
        ready.wait()
        for log in mine:
            store.write(lambda session, log=log: add_rounds(session, [log], day(0)))
            store.write(lambda session: add_rounds(session, mine[:3], day(0)))
        store.close()

    threads = [Thread(target=fill, args=(mine,), daemon=True) for mine in logs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    store = open_store(address, Path())
    with store.reading() as session:
        assert session.scalar(select(func.count()).select_from(RoundRow)) == 16
        assert {player.name: player.rounds for player in players(session)}["Ada"] == 16
        assert len([*rounds(session, ResultFilter())]) == 16
    store.close()


@pytest.mark.postgres
def test_who_reads_sees_one_moment(postgres_address, journal, day):
    """Or standings that are kept would seem wrong beside results that came a moment later."""
    empty(postgres_address)
    store, other = (open_store(postgres_address, Path()) for _ in range(2))
    with store.reading() as session:
        assert standings(session, ResultFilter()).groups == {}
        log = journal.round({"name": "Ada"}, {}).log
        other.write(lambda session: add_rounds(session, [log], day(0)))
        assert session.scalars(select(RoundRow)).all() == []
    with store.reading() as session:
        assert len(standings(session, ResultFilter()).groups) == 1
    store.close()
    other.close()


def test_a_store_that_another_program_holds_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(venue_store, "PATIENCE_S", 0.01)
    path = tmp_path / "results.sqlite"
    store = open_store("", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match=r"results\.sqlite: another program holds it: try again"):
            store.write(lambda session: session.scalars(select(RoundRow)).all())
    store.close()


def test_a_store_that_may_only_be_read_can_be_read_and_says_why_it_cannot_be_written(tmp_path, journal, day):
    path = tmp_path / "results.sqlite"
    open_store("", path).close()
    store = open_store(f"sqlite:///file:{path}?mode=ro&uri=true", Path())
    with store.reading() as session:
        assert [*rounds(session, ResultFilter())] == []
    with pytest.raises(StoreError, match="it is read-only: make the file and its folder writable"):
        store.write(lambda session: add_rounds(session, [journal.round({}, {}).log], day(0)))
    store.close()


def test_a_file_that_is_no_store_is_told_with_the_mend(tmp_path):
    path = tmp_path / "results.sqlite"
    path.write_bytes(b"no database at all" * 100)
    assert told("", path) == f"{path}: it is no SQLite file: move it away, and a new one is filled from the journal"


def test_a_damaged_store_is_told_with_the_mend(tmp_path):
    path = tmp_path / "results.sqlite"
    open_store("", path).close()
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\x55" * (len(data) - 4096))
    assert "it is damaged: move it away, and a new one is filled from the journal" in told("", path)


def test_a_folder_that_cannot_be_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    assert "cannot be made (" in told("", tmp_path / "file/results.sqlite")
    assert "it cannot be opened: check that its folder exists" in told(f"sqlite:///{tmp_path}/absent/results.sqlite")


@pytest.mark.parametrize(
    ("said", "fix"),
    [
        ("fe_sendauth: no password supplied", "name the file that has it"),
        ('FATAL:  password authentication failed for user "ligretto_uplink"', "correct the password in its file"),
        ('FATAL:  no pg_hba.conf entry for host "192.168.1.11", user "x"', "add a line for this computer"),
        ("Connection refused", "check that its server runs"),
    ],
)
def test_a_server_that_lets_nobody_in_is_told_with_the_fix(said, fix):
    assert fix in words_of(psycopg.OperationalError(f"connection failed: {said}"))


def test_a_server_that_does_not_answer_is_told_without_its_password():
    said = told("postgresql+psycopg://kiosk:geheim@127.0.0.1:1/ligretto")
    assert said.startswith("postgresql+psycopg://kiosk:***@127.0.0.1:1/ligretto: it does not answer as it should (")
    assert "geheim" not in said


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+psycopg://kiosk@127.0.0.1:1/ligretto?password=geheim",
        "postgresql+psycopg://kiosk:ge@heim@127.0.0.1:1/ligretto",
        "postgresql+psycopg://kiosk:geheim@127.0.0.1:port/ligretto",
    ],
)
def test_no_message_shows_a_password(address):
    said = told(address)
    assert "heim" not in said
    assert "its address is correct" in said or "records.store: " in said


@pytest.mark.parametrize("form", sorted(FORMS))
@pytest.mark.parametrize("password", ["q7Zk-geheim", "q7Zk/ge'heim q7Zk", "q7Zk%@q7Zk?&=", "q7Zk:q7Zk"])
def test_no_error_shows_a_password_in_any_form_of_an_address(form, password, monkeypatch):
    """Also not what a driver quotes: what it takes for a host, a port or an option."""

    def refuse(*arguments, **options):
        raise psycopg.OperationalError(f"invalid: {arguments} {options}")

    monkeypatch.setattr(psycopg.Connection, "connect", refuse)
    with pytest.raises(StoreError) as error:
        open_store(FORMS[form](password), Path())
    told = "".join(traceback.format_exception(error.value))
    assert not leaks(password, told)


@pytest.mark.parametrize(
    "address", ["sqlite://u:ge@heim@/x", "sqlite://u:geheim@/x", "postgresql://venue@db:ge@heim/l"]
)
def test_what_is_no_address_of_the_kind_shows_no_password_either(address):
    assert "heim" not in told(address)


def test_the_password_of_a_file_reaches_the_server_and_no_message(tmp_path, monkeypatch):
    given = {}

    def refuse(*_, **options):
        given.update(options)
        raise psycopg.OperationalError("no password q7Zk/geheim here, nor q7Zk%2Fgeheim")

    monkeypatch.setattr(psycopg.Connection, "connect", refuse)
    place = tmp_path / "password"
    place.write_text("q7Zk/geheim\n")
    place.chmod(0o600)
    with pytest.raises(StoreError) as error:
        open_store("postgresql+psycopg://venue@127.0.0.1:1/ligretto", Path(), password_file=str(place))
    assert given["password"] == place.read_text().strip()
    assert "no password *** here, nor ***" in str(error.value)


def test_a_password_file_that_others_may_read_is_told_with_its_key(tmp_path):
    place = tmp_path / "password"
    place.write_text("geheim")
    place.chmod(0o644)
    with pytest.raises(StoreError, match=r"^records\.password_file: .* others may read it \(mode 0644\): chmod 600 "):
        open_store("postgresql+psycopg://venue@127.0.0.1:1/ligretto", Path(), password_file=str(place))


def test_a_program_that_may_not_use_the_network_is_told_who_may(monkeypatch):
    def refused(*_, **__):
        raise psycopg.OperationalError(f"could not create socket: {os.strerror(errno.EAFNOSUPPORT)}")

    monkeypatch.setattr(psycopg.Connection, "connect", refused)
    assert "sudo kiosk scores" in told("postgresql+psycopg://kiosk@127.0.0.1:1/ligretto")


@pytest.mark.parametrize("address", ["nonsense", "postgresql", "://"])
def test_what_is_no_address_is_told_with_its_key(address):
    assert told(address).startswith("records.store: that is no SQLAlchemy address: write it as in postgresql+psycopg:")


@pytest.mark.parametrize("address", ["nonsense://a/b", "postgresql+nonsense://a/b", "oracle://a/b"])
def test_a_driver_that_is_not_there_is_told(address):
    assert "no driver for" in told(address)


def test_the_driver_that_postgresql_needs_is_named_also_as_an_appliance_has_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "sudo systemd/setup appliance" in told("postgresql+psycopg://a@b/c")
