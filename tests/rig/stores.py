"""New results stores for tests: Alembic makes the first one, which takes 25 ms; the others are copies of that."""

from __future__ import annotations

import secrets
from functools import lru_cache
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, create_engine, inspect

from kiosk.results import migrate
from kiosk.results.version import MIGRATIONS

_MIGRATE: Final = migrate.migrate


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
