"""The store's version: which it is, and how it is brought to ours."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from kiosk.results.model import Base

VERSION_TABLE: Final = "store_version"
"""Of our own name: another program's Alembic may be at home in the same database."""

MIGRATIONS: Final = Path(__file__).parent / "migrations"


class NewerStore(Exception):  # noqa: N818  it is no error of ours
    """A later program has written the store. The text: its version and ours."""


class ForeignStore(Exception):  # noqa: N818
    """There are tables with our names that are not ours. The text: which."""


def is_ours(connection: Connection, migrations: Path = MIGRATIONS) -> bool:
    """Return whether the store is of our version; False if it has to be migrated or is empty.

    Raises ``NewerStore`` or ``ForeignStore`` if it must be left alone.
    """
    script = ScriptDirectory.from_config(_config(migrations))
    versions = {step.revision for step in script.walk_revisions()}
    there = set(MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_heads())
    if there - versions:
        raise NewerStore(f"version {', '.join(sorted(there - versions))}, this program knows {max(versions)}")
    if not there and (taken := set(inspect(connection).get_table_names()) & set(Base.metadata.tables)):
        raise ForeignStore(", ".join(sorted(taken)))
    return there == set(script.get_heads())


def migrate(connection: Connection, migrations: Path = MIGRATIONS) -> None:
    """Bring the store to the newest version, in the connection's transaction."""
    config = _config(migrations)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config(migrations: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
