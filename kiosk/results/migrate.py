"""Makes a results store, or migrates an older one. It loads Alembic: only for a store that is not of our version."""

from __future__ import annotations

import kiosk.results.no_plug_ins  # noqa: F401  # isort: skip  # before Alembic

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from kiosk.results.version import MIGRATIONS


def migrate(connection: Connection, migrations: Path = MIGRATIONS) -> None:
    """Migrate the store to the newest version, in the connection's transaction."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
