"""Alembic's door: runs the migrations on the connection that ``kiosk.results.migrate`` has opened."""

from __future__ import annotations

from alembic import context

from kiosk.results.migrate import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    version_table=VERSION_TABLE,
    render_as_batch=True,  # SQLite can change hardly anything of a table in its place
)
context.run_migrations()
