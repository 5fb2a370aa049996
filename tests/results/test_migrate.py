"""The store's schema version: created, migrated, refused; and the model matches the migrations."""

from __future__ import annotations

import ast
import multiprocessing
import os
import re
import shutil
import signal
import sqlite3
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, event, inspect, select

from kiosk.results import migrate, version
from kiosk.results.model import Base, Calendar
from kiosk.results.server_import import sql_of, steps_with
from kiosk.results.store import open_store
from kiosk.results.store_errors import StoreError
from tests.results.conftest import add_rounds
from tests.rig import stores

NEXT = '''"""A made-up next version."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{last}"


def upgrade():
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("nickname", sa.String(64), server_default="none", nullable=False))
        players.alter_column("name", new_column_name="title")
'''


@pytest.fixture(autouse=True)
def _stores_are_quick():
    """Not here: the migrations are what is tested."""


@pytest.fixture
def next_version(tmp_path):
    """Our migrations and a further one."""
    folder = tmp_path / "migrations"
    shutil.copytree(version.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions/v9999_next.py").write_text(NEXT.format(last="0020"))
    return folder


def make_old_store(address, last, tmp_path):
    """Make an empty store of an older version."""
    kept = tmp_path / f"migrations-{last}"
    shutil.copytree(version.MIGRATIONS, kept, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (kept / "versions").glob("v*.py"):
        if file.name[1:5] > last:
            file.unlink()
    engine = create_engine(address)
    with engine.begin() as connection:
        migrate.migrate(connection, kept)
    engine.dispose()


def test_the_migrations_make_what_the_model_says(address):
    open_store(address, Path()).close()
    engine = create_engine(address)
    with engine.connect() as connection:
        made = MigrationContext.configure(
            connection,
            opts={"version_table": version.VERSION_TABLE, "compare_type": True, "compare_server_default": True},
        )
        assert compare_metadata(made, Base.metadata) == []
    engine.dispose()


def test_an_older_store_is_migrated_with_all_that_is_in_it(address, next_version, journal, day):
    store = open_store(address, Path())
    store.write(lambda session: add_rounds(session, [journal.round({"name": "Ada"}, {}).log], day(0)))
    store.close()
    for _ in range(2):
        open_store(address, Path(), next_version).close()
    engine = create_engine(address)
    with engine.connect() as connection:
        told = connection.exec_driver_sql("SELECT title, nickname FROM players").all()
        rounds = connection.exec_driver_sql("SELECT id FROM rounds").all()
    engine.dispose()
    assert (told, rounds) == ([("Ada", "none")], [("round-1",)])


def test_only_a_store_from_before_the_standings_has_them_made_anew(store_of_before, next_version):
    """In a store of a million rounds that takes minutes."""
    parts = []

    def track(rounds, what, _):
        parts.append(what)
        return rounds

    open_store(store_of_before, Path(), track=track).close()
    assert "Adding up" in parts
    parts.clear()
    open_store(store_of_before, Path(), next_version, track=track).close()
    assert parts == []


CHANGES = re.compile(r"\b(UPDATE|INSERT INTO|DELETE FROM)\s+\W?(results|rounds|matches)\b", re.IGNORECASE)
"""SQL by which other results are added up than before."""


def changes_results(migration):
    """Whether a migration may change what adds up: by SQL, or by SQLAlchemy's own statements, of whatever table."""
    nodes = [*ast.walk(ast.parse(migration.read_text()))]
    texts = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    names = {node.attr for node in nodes if isinstance(node, ast.Attribute)} | {
        node.id for node in nodes if isinstance(node, ast.Name)
    }
    return any(map(CHANGES.search, texts)) or bool(names & {"update", "insert", "delete"})


def test_whoever_writes_a_migration_that_changes_results_has_the_standings_made_anew():
    """That raises ``STANDINGS``: all else would show the old sums."""
    found = {file.name[1:5] for file in (version.MIGRATIONS / "versions").glob("v*.py") if changes_results(file)}
    assert "0005" in found
    assert max(found) <= version.STANDINGS


def test_whoever_changes_how_results_add_up_has_the_standings_made_anew():
    """If the sums are the same, as with another order of words, only this is changed."""
    since, made = "0006", "04cd7cec09e0b30e"
    steps = [sql_of(one) for sign in (1, -1) for one in steps_with(sign)]
    assert blake2b(repr(steps).encode(), digest_size=8).hexdigest() == made
    assert since == version.STANDINGS


def test_rounds_under_an_edition_that_was_corrected_keep_their_old_option(tmp_path, journal, day):
    """The migration and a new import name the same."""
    path = tmp_path / "results.sqlite"
    make_old_store(f"sqlite:///{path}", "0004", tmp_path)
    rows = [
        ("1", "cards", "wikipedia", None),
        ("2", "cards", "wikipedia", "misplay: points 1"),
        ("3", "cards", "wikipedia", "discard_chain: third_only"),
        ("4", "cards", "schmidt_2017_ru", None),
        ("5", "cards", "nordic_is", None),
    ]
    with closing(sqlite3.connect(path)) as store:
        store.execute("INSERT INTO matches VALUES ('m', 'Table', '2026-01-01', NULL, '[]')")
        for name, game, edition, chosen in rows:
            store.execute(
                "INSERT INTO rounds (id, match_id, arrived, number, table_name, version, game, edition, pro, touch,"
                " real_dice, extra, bots, started, lasted_ms, by, decided, near_ties, house_rules) VALUES"
                " (?, 'm', ?, 1, 'Table', '0.1', ?, ?, '', 'drag', 0, 0, '', '2026-01-01', 1, 'stop', 1, 0, ?)",
                (name, int(name), game, edition, chosen),
            )
        store.commit()
    open_store("", path).close()
    with closing(sqlite3.connect(path)) as store:
        told = dict(store.execute("SELECT id, house_rules FROM rounds"))
    assert told == {
        "1": "discard_chain: chain",
        "2": "discard_chain: chain, misplay: points 1",
        "3": "discard_chain: third_only",
        "4": "stack: direct",
        "5": None,
    }


OF_BEFORE = (
    "INSERT INTO matches VALUES ('m', 'Table', '2026-11-30 23:00:00.000000', 'decided', '[1, 2]')",
    "INSERT INTO players VALUES (1, 'A', 'a', '2026-11-30 00:00:00.000000', '2026-12-01 00:00:00.000000', 0, NULL)",
    (
        "INSERT INTO rounds (id, started, match_id, arrived, number, table_name, version, game, edition, pro, touch,"
        " real_dice, extra, bots, lasted_ms, by, decided, near_ties) VALUES"
        " ('r1', '2026-11-30 23:30:00.000000', 'm', 1, 1, '', '', 'a', '', '', '', false, false, '', 1, '', true, 0),"
        " ('r2', '2026-12-01 00:30:00.000000', 'm', 2, 2, '', '', 'a', '', '', '', false, false, '', 1, '', true, 0)"
    ),
    (
        "INSERT INTO results (round_id, seat, player_id, points, position, bot, gone, handicap, cooldown, on_screen,"
        " total, centered, left_over, penalty, won, stops, false_stops, reaction_ms, lost_races) VALUES"
        " ('r1', 1, 1, 1, 1, false, false, NULL, 0, false, 0, 0, 0, 0, true, 1, 0, 300, 2),"
        " ('r1', 2, NULL, 2, 1, false, false, NULL, 0, false, 0, 0, 0, 0, true, 1, 0, 300, 2),"
        " ('r2', 1, 1, 1, 1, false, false, NULL, 0, false, 0, 0, 0, 0, true, 1, 0, 300, 2),"
        " ('r2', 2, NULL, 2, 1, false, false, NULL, 0, false, 0, 0, 0, 0, true, 1, 0, 300, 2)"
    ),
)
MIGRATED = [("", 2, 2, 2, 1, 1), ("2026-12", 2, 2, 2, 1, 1), ("2026-12-01", 2, 2, 2, 1, 1)]
"""In Berlin both rounds are of December."""


@pytest.fixture
def store_of_before(address, tmp_path):
    """The address of a store from before standings were kept, with a match past midnight."""
    make_old_store(address, "0005", tmp_path)
    engine = create_engine(address)
    with engine.begin() as connection:
        for statement in OF_BEFORE:
            connection.exec_driver_sql(statement)
    engine.dispose()
    return address


def kept(address):
    engine = create_engine(address)
    with engine.connect() as connection:
        asked = "SELECT period, rounds, points, won, matches, matches_won FROM standings ORDER BY period"
        found = [tuple(row) for row in connection.exec_driver_sql(asked)]
    engine.dispose()
    return found


def test_a_store_of_before_gets_its_standings_in_the_time_zone_of_whoever_migrates_it(store_of_before):
    store = open_store(store_of_before, Path(), time_zone="Europe/Berlin")
    with store.reading() as session:
        assert session.scalars(select(Calendar.time_zone)).one() == "Europe/Berlin"
    store.close()
    assert kept(store_of_before) == MIGRATED
    open_store(store_of_before, Path(), time_zone="Asia/Tokyo").close()
    assert kept(store_of_before) == MIGRATED


def migrate_up_to(address, most, begun):
    """Migrate the store, and be killed before the statement that follows the ``most`` first, or before the commit."""

    def die(*_):
        os.kill(os.getpid(), signal.SIGKILL)

    def kill(*_):
        if begun.value == most:
            die()
        begun.value += 1

    event.listen(Engine, "before_cursor_execute", kill)
    event.listen(Engine, "commit", die)
    open_store(address, Path(), time_zone="Europe/Berlin").close()


def test_a_migration_that_is_killed_leaves_the_store_as_it_was_and_is_done_the_next_time(store_of_before):
    """At ten points of all its versions, the last before the commit."""
    forking = multiprocessing.get_context("fork")
    engine = create_engine(store_of_before)
    before = {table: columns_of(engine, table) for table in inspect(engine).get_table_names()}
    last = 0
    for tenth in range(10, 0, -1):
        begun = forking.Value("i")
        child = forking.Process(target=migrate_up_to, args=(store_of_before, last * tenth // 10 or -1, begun))
        child.start()
        child.join()
        assert child.exitcode == -signal.SIGKILL, tenth
        last = last or begun.value
        assert {table: columns_of(engine, table) for table in inspect(engine).get_table_names()} == before
    engine.dispose()
    assert last > 30
    open_store(store_of_before, Path(), time_zone="Europe/Berlin").close()
    assert kept(store_of_before) == MIGRATED


def columns_of(engine, table):
    return [column["name"] for column in inspect(engine).get_columns(table)]


def test_a_store_of_a_newer_version_is_refused_and_left_alone(address, next_version):
    open_store(address, Path(), next_version).close()
    for _ in range(2):
        with pytest.raises(StoreError, match=r"a newer kiosk has written it \(version 9999, this program knows 0020\)"):
            open_store(address, Path())


def test_a_database_of_another_program_is_refused_and_left_alone(address):
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE players (shirt INTEGER)")
    with pytest.raises(StoreError, match="another program"):
        open_store(address, Path())
    assert inspect(engine).get_table_names() == ["players"]
    engine.dispose()


def test_a_store_that_another_program_makes_meanwhile_is_ours(address, monkeypatch):
    made = []

    def look_once_it_is_made(connection):
        monkeypatch.undo()
        open_store(address, Path()).close()
        made.append("by the other")
        return inspect(connection)

    monkeypatch.setattr(version, "inspect", look_once_it_is_made)
    open_store(address, Path()).close()
    assert made == ["by the other"]


def test_a_migration_that_fails_leaves_the_store_as_it_was(address, next_version):
    open_store(address, Path()).close()
    broken = next_version / "versions/v9999_next.py"
    broken.write_text(broken.read_text() + "    op.execute('nonsense')\n")
    with pytest.raises(StoreError):
        open_store(address, Path(), next_version)
    open_store(address, Path()).close()
    engine = create_engine(address)
    assert "nickname" not in {column["name"] for column in inspect(engine).get_columns("players")}
    engine.dispose()


def test_migrations_run_from_a_folder_that_may_only_be_read(tmp_path, next_version):
    for path in (next_version / "versions", next_version):
        path.chmod(0o500)
    open_store("", tmp_path / "results.sqlite", next_version).close()
    with closing(sqlite3.connect(tmp_path / "results.sqlite")) as store:
        assert store.execute("SELECT * FROM store_version").fetchall() == [("9999",)]


def test_the_store_that_tests_copy_is_what_the_migrations_make():
    held = []
    for migrated in (migrate.migrate, stores.copied):
        engine = create_engine("sqlite://")
        with engine.begin() as connection:
            migrated(connection)
            held.append(sorted(line for line in connection.connection.iterdump() if '"secret" V' not in line))
            assert len(connection.exec_driver_sql("SELECT key FROM secret").scalar_one()) == 64
        engine.dispose()
    assert held[0] == held[1]
