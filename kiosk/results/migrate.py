"""The store's schema version: check and migration."""

from __future__ import annotations

import kiosk.results.no_plug_ins  # noqa: F401  # isort: skip  # before Alembic

from functools import lru_cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from kiosk.results.model import Base

VERSION_TABLE: Final = "store_version"
"""Not Alembic's default name: another program may use Alembic in the same database."""

MIGRATIONS: Final = Path(__file__).parent / "migrations"


class NewerStore(Exception):  # noqa: N818  it is no error of ours
    """The store was written by a newer program. The text: its version and ours."""


class ForeignStore(Exception):  # noqa: N818
    """The database has tables of another program with our names. The text: which."""


def is_ours(connection: Connection, migrations: Path = MIGRATIONS) -> bool:
    """Return whether the store has our version; False if it is empty or has to be migrated.

    Raises ``NewerStore`` or ``ForeignStore`` if it must not be changed.
    """
    versions, newest = _versions(migrations)
    # Tables are looked for first: another program may be making the store, and its version comes with them.
    taken = set(inspect(connection).get_table_names()) & set(Base.metadata.tables)
    there = set(MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_heads())
    if there - versions:
        raise NewerStore(f"version {', '.join(sorted(there - versions))}, this program knows {max(versions)}")
    if taken and not there:
        raise ForeignStore(", ".join(sorted(taken)))
    return there == newest


@lru_cache
def _versions(migrations: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return all versions that the migrations lead to, and the newest of them."""
    script = ScriptDirectory.from_config(_config(migrations))
    return frozenset(step.revision for step in script.walk_revisions()), frozenset(script.get_heads())


def migrate(connection: Connection, migrations: Path = MIGRATIONS) -> None:
    """Migrate the store to the newest version, in the connection's transaction."""
    config = _config(migrations)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config(migrations: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
