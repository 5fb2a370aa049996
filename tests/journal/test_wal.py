"""The write-ahead log as bytes: the parser accepts exactly what SQLite does, and reports the rest."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.journal import wal


@pytest.fixture(scope="module")
def written() -> Iterator[tuple[bytes, bytes]]:
    """Return a database and its log: commits of several pages, of one, and a page that is written repeatedly."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "db"
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for statement in ("PRAGMA page_size = 512", "PRAGMA journal_mode = WAL", "PRAGMA wal_autocheckpoint = 0"):
                connection.execute(statement).fetchall()
            connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, x BLOB)")
            for n in range(12):
                connection.execute("INSERT INTO t VALUES (?, zeroblob(?))", (n, 150 * (n % 5) + 1))
            yield path.read_bytes(), path.with_name("db-wal").read_bytes()


def as_sqlite_sees_it(database: bytes, log: bytes) -> list[tuple[int, bytes]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "db"
        path.write_bytes(database)
        path.with_name("db-wal").write_bytes(log)
        with closing(sqlite3.connect(path)) as connection:
            try:
                return connection.execute("SELECT * FROM t").fetchall()
            except sqlite3.OperationalError:
                return []


def as_we_see_it(database: bytes, log: bytes) -> list[tuple[int, bytes]]:
    image = bytearray(wal.applied(database, log, wal.scan(log, database)))
    image[18:20] = b"\1\1"
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(bytes(image))
        try:
            return connection.execute("SELECT * FROM t").fetchall()
        except sqlite3.OperationalError:
            return []


def test_a_whole_log_counts_to_its_last_byte(written: tuple[bytes, bytes]) -> None:
    database, log = written
    assert wal.scan(log, database).rest == 0
    assert len(as_we_see_it(database, log)) == 12
    assert as_we_see_it(database, log) == as_sqlite_sees_it(database, log)


@settings(max_examples=60)
@given(data=st.data())
def test_a_cut_log_counts_as_far_as_sqlite_takes_it(written: tuple[bytes, bytes], data: st.DataObject) -> None:
    database, log = written
    cut = log[: data.draw(st.integers(0, len(log)))]
    assert as_we_see_it(database, cut) == as_sqlite_sees_it(database, cut)


@settings(max_examples=60)
@given(data=st.data())
def test_a_changed_byte_ends_the_log_and_is_told(written: tuple[bytes, bytes], data: st.DataObject) -> None:
    database, log = written
    at = data.draw(st.integers(0, len(log) - 1))
    changed = bytearray(log)
    changed[at] ^= data.draw(st.integers(1, 255))
    assert as_we_see_it(database, bytes(changed)) == as_sqlite_sees_it(database, bytes(changed))
    assert wal.scan(bytes(changed), database).rest > 0


def test_frames_of_an_older_generation_are_no_damage(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        connection.execute("CREATE TABLE t (x)")
        for _ in range(5):
            connection.execute("INSERT INTO t VALUES (zeroblob(9000))")
        connection.execute("PRAGMA wal_checkpoint(FULL)").fetchall()
        connection.execute("INSERT INTO t VALUES (1)")
        log = (tmp_path / "db-wal").read_bytes()
    found = wal.scan(log, b"")
    assert max(found.pages.values()) + found.page_size < len(log)
    assert found.rest == 0


def test_what_is_no_log_at_all_is_all_rest() -> None:
    assert wal.scan(b"", b"") == wal.Wal({})
    assert wal.scan(b"x" * 20, b"").rest == 20
    assert wal.scan(b"x" * 5000, b"").rest == 5000
