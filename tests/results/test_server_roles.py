"""The roles of a hall's database: what each may do, and that it may do nothing else."""

from __future__ import annotations

import runpy
import sys
from argparse import Namespace
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from kiosk.cli import venue_store
from kiosk.cli.main import main
from kiosk.hall import rounds
from kiosk.hall.store import HallStore
from kiosk.journal.erasures import digest
from kiosk.results import hiding, patience, players, queries, server_functions
from kiosk.results.adding import add
from kiosk.results.arrivals import arriving
from kiosk.results.model import Base
from kiosk.results.ranked import ResultFilter
from kiosk.results.rebuilding import rebuild
from kiosk.results.server_functions import ALL, STAFF, TABLES
from kiosk.results.server_roles import Roles, prepare
from kiosk.results.standings import standings
from kiosk.results.store import open_store, read_store
from kiosk.results.store_errors import StoreError
from tests.hall.test_hall_store import told_of
from tests.results.conftest import NOON, empty

pytestmark = pytest.mark.postgres

ROLES = Roles("hall_owner", "hall_table", "hall_pages")
NEVER = 36_500


@pytest.fixture(scope="module")
def hall_address(postgres_address):
    """The address of a prepared database, for this module alone."""
    _command(postgres_address, "CREATE DATABASE roles")
    address = make_url(postgres_address).set(database="roles").render_as_string(hide_password=False)
    assert prepare(address, ROLES, NEVER) == [*ROLES]
    return address


def _command(address, *commands):
    with psycopg.connect(_libpq(address), autocommit=True) as connection:
        return [connection.execute(command) for command in commands]


def _libpq(address):
    return address.replace("postgresql+psycopg", "postgresql")


def as_role(address, role):
    return make_url(address).set(username=role).render_as_string(hide_password=False)


@pytest.fixture
def address(hall_address):
    """The prepared database, without rounds, as its administrator."""
    names = ", ".join(Base.metadata.tables.keys() - {"secret", "calendar"})
    _command(hall_address, f"TRUNCATE {names} RESTART IDENTITY", "UPDATE calendar SET names_days = 36500")
    return hall_address


@pytest.fixture
def hall(address):
    """The hall as a table has it."""
    with closing(HallStore(open_store(as_role(address, ROLES.tables), Path()), NEVER)) as hall:
        yield hall


@pytest.fixture
def changes(hall, journal):
    """The changes of two rounds with two names."""
    _, key = hall.identity()
    first, second = ({"name": "Ada", "points": 5}, {"name": "Bob"})
    return [*told_of(journal.round(first, second).log, 1, key), *told_of(journal.round(first, second).log, 2, key)]


def put(hall, table, *told, mark=1):
    hall.put(table, f"Table {table}", rounds.Changes(tuple(told), mark))


def ranked(address):
    """The standings, as pages read them; they follow from the results."""
    with closing(open_store(address, Path())) as store:
        assert store.write(rebuild) == (0, [])
    with closing(read_store(as_role(address, ROLES.pages), Path())) as store, store.reading() as session:
        found = standings(session, ResultFilter()).groups
        return {row.name: row.rounds for rows in found.values() for row in rows}


def test_a_tables_role_can_do_all_that_a_hall_is_told(address, hall, changes):
    _, key = hall.identity()
    put(hall, "a", *changes, mark=7)
    assert (hall.place("a"), ranked(address)) == ((2, 7), {"Ada": 2, "Bob": 2})
    put(hall, "a", rounds.Voided(3, "round-1", "a test"), rounds.Erased(4, digest(key, "bob"), NOON))
    assert ranked(address) == {"Ada": 1}
    hall.news("a")
    with closing(open_store(as_role(address, ROLES.pages), Path())) as pages:
        pages.write(lambda session: queries.void(session, "round-2", "the cat", "desk", NOON))
    told = [hall.news("a"), hall.news("a")]
    assert [[*one.forgotten] for one in told] == [[digest(key, "Bob")], []]
    assert told[1].voided == {"round-2": "the cat"}
    hall.applied("a", told[1].number)
    assert hall.news("a") is None


def test_a_tables_role_can_tell_the_best_of_the_day_without_hidden_names(address, hall, journal):
    _, key = hall.identity()
    now = datetime.now(UTC)
    put(hall, "a", *told_of(journal.round({"name": "Ada", "points": 5}, {"name": "Bob"}, at=now).log, 1, key))
    assert [one.name for one in hall.best_today()["cards"]] == ["Ada", "Bob"]
    before = hall.acts()
    with closing(open_store(as_role(address, ROLES.pages), Path())) as pages:
        pages.write(lambda session: hiding.hide(session, "ada", "desk", now))
    assert hall.acts() != before
    assert [one.name for one in hall.best_today()["cards"]] == ["", "Bob"]


def called_with_nothing(signature):
    name, _, kinds = signature.rstrip(")").partition("(")
    return f"SELECT {name}({', '.join(f'NULL::{kind}' for kind in kinds.split(', ') if kind)})"


@pytest.mark.parametrize("role", [ROLES.tables, ROLES.pages])
def test_the_roles_may_do_nothing_but_call_their_functions(address, hall, changes, role):
    put(hall, "a", *changes)
    others = [one for one in ALL if one not in (TABLES if role == ROLES.tables else STAFF)]
    tables = [*Base.metadata.tables]
    commands = [
        *(f"INSERT INTO {table} DEFAULT VALUES" for table in tables),
        *(f"DELETE FROM {table}" for table in tables),  # noqa: S608
        "UPDATE rounds SET void_reason = 'x'",
        "TRUNCATE audit",
        "SELECT nextval('audit_id_seq')",
        "CREATE TABLE mine (id integer)",
        "CREATE TEMP TABLE rounds (id text)",
        "CREATE SCHEMA mine",
        "CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        f"SET ROLE {ROLES.owner}",
        *map(called_with_nothing, others),
    ]  # fmt: skip
    if role == ROLES.tables:
        commands += [f"SELECT * FROM {table}" for table in tables]  # noqa: S608
    for command in commands:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            _command(as_role(address, role), command)
    assert ranked(address) == {"Ada": 2, "Bob": 2}


def test_the_pages_role_does_the_staffs_acts_by_functions(address, hall, changes):
    put(hall, "a", *changes)
    with closing(open_store(as_role(address, ROLES.pages), Path())) as pages:
        assert pages.write(lambda session: queries.void(session, "round-1", "x", "desk", NOON)) == ("round-1", True)
        assert pages.write(lambda session: hiding.hide(session, "Ada", "desk", NOON))
        assert not pages.write(lambda session: hiding.hide(session, "ada", "desk", NOON))
        assert pages.write(lambda session: players.delete(session, "Bob", "house", NOON)) == 2
        with pages.reading() as session:
            assert hiding.hidden_names(session).has("Ada")
    assert ranked(address) == {"Ada": 1}


def test_a_table_voids_its_own_rounds_alone(address, hall, changes):
    put(hall, "a", *changes[:1])
    put(hall, "b", *changes[1:], rounds.Voided(3, "round-1", "not mine"))
    assert ranked(address) == {"Ada": 2, "Bob": 2}


def test_a_table_whose_rounds_come_from_one_role_cannot_be_used_by_another(address, hall, changes):
    put(hall, "a", *changes)
    other = Roles(ROLES.owner, "another_table", ROLES.pages)
    prepare(address, other, NEVER)
    put(hall, "a", rounds.Voided(3, "round-1", "mine"))
    with closing(HallStore(open_store(as_role(address, other.tables), Path()), NEVER)) as another:
        with pytest.raises(StoreError, match="come from another role there: kiosk venue database"):
            put(another, "a", rounds.Voided(4, "round-1", None))
        another.news("a")
        another.applied("a", 1)
    assert ranked(address) == {"Ada": 1, "Bob": 1}


def test_a_server_forgets_one_name_in_a_transaction(address, hall, changes):
    """Meanwhile all others wait who write."""
    put(hall, "a", *changes)
    _command(address, "UPDATE calendar SET names_days = 0")
    for left in ({"Bob": 2}, {}):
        _command(as_role(address, ROLES.tables), "SELECT hall_forget(0)")
        assert ranked(address) == left


def test_tables_of_ones_own_do_not_come_before_the_stores(address, hall, changes):
    """Even where temporary tables are allowed, a function finds none of its caller's."""
    _command(address, f"GRANT TEMPORARY ON DATABASE roles TO {ROLES.tables}")
    try:
        with psycopg.connect(_libpq(as_role(address, ROLES.tables)), autocommit=True) as connection:
            connection.execute("CREATE TEMP TABLE secret (key text)")
            connection.execute("INSERT INTO secret VALUES ('mine')")
            connection.execute("SET search_path = pg_temp, public")
            (key,) = connection.execute("SELECT public.hall_identity()").fetchone()
        assert key == hall.identity()[1]
    finally:
        _command(address, f"REVOKE TEMPORARY ON DATABASE roles FROM {ROLES.tables}")


def test_preparing_again_changes_nothing_and_takes_over_a_store_of_another_owner(address, hall, changes, journal):
    put(hall, "a", *changes)
    _command(address, f"ALTER TABLE rounds OWNER TO {ROLES.tables}", "GRANT ALL ON rounds TO PUBLIC")
    assert prepare(address, ROLES, 30) == []
    (owner,) = _command(address, "SELECT tableowner FROM pg_tables WHERE tablename = 'rounds'")[0].fetchone()
    assert owner == ROLES.owner
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        _command(as_role(address, ROLES.tables), "SELECT * FROM rounds")
    assert ranked(address) == {"Ada": 2, "Bob": 2}
    with closing(open_store(address, Path())) as store:
        store.write(lambda session: add(session, [arriving(journal.round({"name": "Cem"}, {}).log)], NOON, "m"))
    assert ranked(address)["Cem"] == 1


@pytest.mark.parametrize(
    ("right", "why"),
    [("GRANT hall_owner TO {role}", "member of other roles"), ("ALTER ROLE {role} CREATEDB", "rights of its own")],
)
def test_a_role_that_may_do_more_is_refused(address, right, why):
    roles = Roles(ROLES.owner, "too_much", ROLES.pages)
    _command(address, "DROP ROLE IF EXISTS too_much", "CREATE ROLE too_much LOGIN", right.format(role="too_much"))
    with pytest.raises(StoreError, match=why):
        prepare(address, roles, NEVER)


@pytest.mark.parametrize("roles", [Roles("a", "a", "b"), Roles("a", "b", "c d"), Roles("a", "b", 'x"; DROP')])
def test_roles_that_cannot_be_are_refused(roles):
    with pytest.raises(StoreError, match="role"):
        prepare("postgresql+psycopg://nobody@nowhere/x", roles, NEVER)


def test_a_store_that_is_older_tells_a_table_what_brings_it_up(postgres_address):
    empty(postgres_address)
    _command(postgres_address, "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    with pytest.raises(StoreError, match="kiosk venue database makes a hall's store"):
        open_store(as_role(postgres_address, ROLES.tables), Path())


def test_the_command_prepares_a_database_and_says_what_is_left_to_do(address, capsys):
    _command(address, "DROP ROLE IF EXISTS new_table")
    roles = [*(f"--{name}={role}" for name, role in zip(("owner", "scoreboard"), ROLES[::2], strict=True))]
    assert main(["venue", "database", address, *roles, "--uplink", "new_table", "--names-days", "40"]) == 0
    told = capsys.readouterr().out
    assert "new_table is new, and has no password yet: in psql, \\password new_table" in told
    assert "forgotten 40 days after" in told
    assert _command(address, "SELECT names_days FROM calendar")[0].fetchone() == (40,)


def test_a_typed_password_is_used_and_never_shown(monkeypatch, capsys):
    monkeypatch.setattr(venue_store, "typed_secret", lambda *_: "ge:he@m")
    address = "postgresql+psycopg://hall_admin@127.0.0.1:1/hall"
    asked, file = venue_store.as_administrator(Namespace(address=address, password_file="-"))  # noqa: S106  no password
    assert (make_url(asked).password, file) == ("ge:he@m", "")
    assert main(["venue", "database", address, "--password-file", "-"]) == 2
    told = capsys.readouterr().err
    assert "hall_admin:***@127.0.0.1:1/hall: it does not answer" in told
    assert "he@m" not in told


def test_what_a_server_does_is_known_without_its_driver(monkeypatch):
    """An appliance whose hall is a file has none: there a restore ended with a traceback."""
    for name in ("psycopg", patience.__name__):
        monkeypatch.setitem(sys.modules, name, None)
    runpy.run_path(server_functions.__file__)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["sqlite:///x"], "that is no PostgreSQL server: write it as in postgresql+psycopg://"),
        (["postgresql+psycopg://x@/y", "--names-days", "-1"], "is no number of days: 0 to"),
        (["postgresql+psycopg://x@/y", "--owner", "A b"], "is no role: small letters"),
    ],
)
def test_what_is_no_hall_is_refused_in_a_sentence(words, why, capsys):
    try:
        status = main(["venue", "database", *words])
    except SystemExit as refused:
        status = refused.code
    assert status == 2
    assert why in capsys.readouterr().err
