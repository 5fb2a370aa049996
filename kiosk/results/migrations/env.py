"""Alembic's entry point: runs the migrations on the connection opened by ``kiosk.results.migrate``."""

from __future__ import annotations

from alembic import context

from kiosk.results.version import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    version_table=VERSION_TABLE,
    render_as_batch=True,  # SQLite's ALTER TABLE can do little
)
context.run_migrations()
