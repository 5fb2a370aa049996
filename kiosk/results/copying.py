"""A whole store copied into another one, of any kind, row by row: for a hall's backups (``kiosk.hall.backup``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from kiosk.results.model import Base, Hall, LiveRow, OutboxRow, ReadFile
from kiosk.results.prepared import execute, on_server
from kiosk.system.progress import Track, untracked

_AT_ONCE: Final = 1_000
"""Number of rows that are held in memory."""
_STAYS: Final = {one.__tablename__ for one in (LiveRow, ReadFile, OutboxRow, Hall)}
"""Tables that are not copied: of the machine on which a store is, or of this moment."""
_TABLES: Final = [table for table in Base.metadata.sorted_tables if table.name not in _STAYS]


def copy_all(source: Session, target: Session, track: Track = untracked) -> None:
    """Make ``target`` what ``source`` is now; both are of our version. Each in a transaction of the caller's."""
    connection = target.connection()
    if on_server(connection):  # to delete row by row takes longer there than a statement may
        execute(connection, f"TRUNCATE {', '.join(table.name for table in _TABLES)}")
    else:
        for table in reversed(_TABLES):
            connection.execute(delete(table))
    for table in track(_TABLES, "Copying", len(_TABLES)):
        for rows in _parts(source, table):
            connection.execute(insert(table), rows)
    if on_server(connection):
        _count_on(connection)
    target.expire_all()


def _parts(source: Session, table: Any) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of a table, some at a time."""
    found = source.connection().execute(select(table), execution_options={"yield_per": _AT_ONCE})
    for part in found.mappings().partitions():
        yield [dict(row) for row in part]


def _count_on(connection: Any) -> None:
    """Have the server's own numbers go on after those that were copied."""
    for table in _TABLES:
        if (column := table.autoincrement_column) is not None:
            number = f"(SELECT coalesce(max({column.name}), 0) + 1 FROM {table.name})"  # noqa: S608  ours
            sequence = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
            execute(connection, f"SELECT setval({sequence}, {number}, false)")
