"""Results stores for tests, without what each of thousands would do again.

Alembic makes the first new store, which takes 25 ms; the others are copies of that. What SQLAlchemy has compiled for a
store of SQLite is used for all of them: it took a third of the tests' time.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, inspect

from kiosk.results import migrate, store
from kiosk.results.version import MIGRATIONS

_MIGRATE: Final = migrate.migrate
_COMPILED: Final[dict[Any, Any]] = {}
"""SQLAlchemy's: what it has compiled, by dialect and statement."""


@contextmanager
def quick() -> Iterator[None]:
    """Copy new stores, and compile for all of SQLite at once, for the time of the block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrate, "migrate", copied)
        patch.setattr(store, "create_engine", _engine)
        yield


def _engine(url: URL, **options: Any) -> Engine:
    if url.get_backend_name() != "sqlite":  # others tell their dialects how to connect
        return create_engine(url, **options)
    engine = create_engine(url, execution_options={"compiled_cache": _COMPILED}, **options)
    engine.dialect = _sqlite()
    return engine


@lru_cache
def _sqlite() -> Dialect:
    """Return the dialect for all stores; it has seen a connection, which tells it what this SQLite can do."""
    engine = create_engine("sqlite://")
    engine.connect().close()
    engine.dispose()
    return engine.dialect


@lru_cache
def _image() -> tuple[str, ...]:
    """Return the statements that make an empty store of SQLite as the migrations do."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        _MIGRATE(connection)
        held = connection.connection.driver_connection
        assert held is not None
        statements = tuple(held.iterdump())
    engine.dispose()
    return tuple(one for one in statements if not one.startswith(("BEGIN", "COMMIT", 'INSERT INTO "secret"')))


def copied(connection: Connection, migrations: Path = MIGRATIONS) -> None:
    """Migrate a store, as ``kiosk.results.migrate.migrate`` does; a new one of SQLite is copied."""
    new = connection.dialect.name == "sqlite" and not inspect(connection).get_table_names()
    if not new or migrations != MIGRATIONS:
        _MIGRATE(connection, migrations)
        return
    held = connection.connection.driver_connection
    assert held is not None
    for statement in _image():
        held.execute(statement)
    held.execute("INSERT INTO secret VALUES (1, ?)", (secrets.token_hex(32),))
