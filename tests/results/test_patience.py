"""A PostgreSQL server that is locked, frozen or gone in a transaction; and writers at the same time."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, text

from kiosk.results import migrate as migrating
from kiosk.results import patience, players
from kiosk.results.model import WRITER, PlayerRow, RoundRow
from kiosk.results.store import open_store
from kiosk.results.store_errors import StoreError
from tests.results.conftest import NOON, add_rounds

pytestmark = pytest.mark.postgres

LIMIT_S = 30.0
BACKEND = text("SELECT pg_backend_pid()")


@pytest.fixture
def server(postgres_address):
    """An engine of another program at the same, empty database."""
    engine = create_engine(postgres_address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    yield engine
    engine.dispose()


@pytest.fixture
def shared(server, postgres_address):
    """A function that opens the store on the server."""
    opened = []

    def open_it():
        opened.append(open_store(postgres_address, Path()))
        return opened[-1]

    yield open_it
    for store in opened:
        store.close()


def test_a_server_that_freezes_in_a_transaction_is_given_up(shared, monkeypatch):
    monkeypatch.setattr(patience, "ANSWER_S", 0.5)
    store = shared()
    frozen = []

    def work(session):
        frozen.append(session.scalar(BACKEND))
        os.kill(frozen[0], signal.SIGSTOP)
        session.scalar(select(RoundRow))

    try:
        with pytest.raises(StoreError, match="it does not answer as it should"):
            store.write(work)
    finally:
        os.kill(frozen[0], signal.SIGCONT)
    assert store.write(lambda session: session.scalar(BACKEND)) != frozen[0]


def test_a_lock_of_another_program_is_not_waited_for_for_ever(shared, server, monkeypatch):
    monkeypatch.setattr(patience, "LOCK_S", 0.1)
    store = shared()
    with server.connect().execution_options(isolation_level="READ COMMITTED") as other, other.begin():
        other.exec_driver_sql("LOCK TABLE rounds")
        with pytest.raises(StoreError, match="another program holds it: try again"), store.reading() as session:
            session.scalar(select(RoundRow))
    with store.reading() as session:
        assert session.scalar(select(RoundRow)) is None


def test_a_writer_waits_for_the_other_writer_no_longer_than_the_limit(shared, server, journal, monkeypatch):
    store = shared()
    log = journal.round({"name": "Ada"}, {}).log
    monkeypatch.setattr(patience, "LOCK_S", 0.1)
    with server.connect() as other:
        other.exec_driver_sql(f"SELECT pg_advisory_lock({WRITER})")
        with pytest.raises(StoreError, match="another program holds it: try again"):
            store.write(lambda session: add_rounds(session, [log], NOON))
        other.exec_driver_sql(f"SELECT pg_advisory_unlock({WRITER})")
    assert store.write(lambda session: add_rounds(session, [log], NOON)) == 1


def test_only_what_has_to_go_through_all_rows_may_take_an_hour_for_a_statement(shared, monkeypatch):
    """A migration, and what somebody at a terminal waits for."""
    limits = []

    def look(connection):
        driver = connection.connection.driver_connection
        limits.append((connection.scalar(text("SHOW statement_timeout")), patience.ANSWER_S + driver.longer_s))
        plain = {name: connection.scalar(text(f"SHOW {name}")) for name in patience.PLAIN}
        assert plain == patience.PLAIN

    def migrated(connection, migrations):
        look(connection)
        migrate(connection, migrations)

    migrate = migrating.migrate
    monkeypatch.setattr(migrating, "migrate", migrated)
    store = shared()
    with store.reading(long=True) as session:
        look(session.connection())
    store.write(lambda session: look(session.connection()))
    with store.reading() as session:
        look(session.connection())
    assert limits == [("1h", 3610.0), ("1h", 3610.0), ("20s", 30.0), ("20s", 30.0)]


def test_answers_cost_no_thread_of_their_own(shared, monkeypatch):
    store = shared()
    with store.reading() as session:
        session.scalar(select(RoundRow))
        monkeypatch.setattr(threading.Thread, "start", lambda self: pytest.fail(f"{self} was started"))
        session.scalar(select(RoundRow))


@pytest.mark.parametrize(
    ("state", "fix"), [("25006", "it is read-only"), ("53100", "disk is full"), ("57014", "it is too slow")]
)
def test_what_the_server_refuses_is_told_with_the_mend(shared, state, fix):
    store = shared()
    with pytest.raises(StoreError, match=fix):
        store.write(lambda session: session.execute(text(f"DO $$BEGIN RAISE SQLSTATE '{state}'; END$$")))


def test_a_connection_lost_in_a_transaction_is_raised_and_not_logged_as_well(shared, journal, caplog):
    store = shared()
    log = journal.round({"name": "Ada"}, {}).log

    def work(session):
        session.connection().connection.driver_connection.cut()
        session.execute(text("INSERT INTO secret VALUES (:id, 'x')"), [{"id": 2}, {"id": 3}])

    with pytest.raises(StoreError, match="it does not answer as it should"):
        store.write(work)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert store.write(lambda session: add_rounds(session, [log], NOON)) == 1


def test_a_name_that_is_deleted_during_an_import_does_not_come_back(shared, server, journal):
    store, other = shared(), shared()
    store.write(lambda session: add_rounds(session, [journal.round({"name": "Ada"}, {}).log], NOON))
    delete = threading.Thread(
        target=lambda: other.write(lambda session: players.delete(session, "Ada", "me", NOON)), daemon=True
    )

    def work(session):
        connection = session.connection()
        people = players.ImportedPlayers(connection, NOON, "host")
        delete.start()
        until(lambda: not delete.is_alive() or waits(server))
        people.look_up("00" * 16, ["Ada"])
        people.came("Ada", NOON, NOON, "boot")
        people.write()

    store.write(work)
    delete.join(LIMIT_S)
    with store.reading() as session:
        assert session.scalars(select(PlayerRow)).all() == []


def waits(server):
    """Return whether a connection waits for a lock."""
    with server.connect() as connection:
        return bool(connection.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")))


def until(true):
    """Wait until ``true()``."""
    deadline = time.monotonic() + LIMIT_S
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)
