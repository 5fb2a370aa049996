"""A whole store copied into another one, of any kind, row by row: for a hall's backups (``kiosk.hall.backup``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.orm import Session

from kiosk.results.model import Base, Hall, LiveRow, OutboxRow, ReadFile
from kiosk.results.prepared import execute, on_server, put_rows
from kiosk.system.progress import Track, untracked

_AT_ONCE: Final = 2_000
"""Number of rows that are held in memory."""
_STAYS: Final = {one.__tablename__ for one in (LiveRow, ReadFile, OutboxRow, Hall)}
"""Tables that are not copied: of the machine on which a store is, or of this moment."""
_TABLES: Final = [table for table in Base.metadata.sorted_tables if table.name not in _STAYS]


def copy_all(source: Session, target: Session, track: Track = untracked) -> None:
    """Make ``target`` what ``source`` is now; both are of our version. Each in a transaction of the caller's.

    On a server that of ``target`` is a ``long`` one. Others read what was there until it is committed.
    """
    ours, theirs = source.connection(), target.connection()
    for table in reversed(_TABLES):  # TRUNCATE would keep readers waiting, and be empty for those of before
        theirs.execute(delete(table))
    counts = [ours.scalar(select(func.count()).select_from(table)) or 0 for table in _TABLES]
    parts = ((table, rows) for table in _TABLES for rows in _rows(ours, theirs, table))
    for table, rows in track(parts, "Copying", sum(-(-count // _AT_ONCE) for count in counts)):
        put_rows(theirs, table, rows)
    if on_server(theirs):
        _count_on(theirs)
    target.expire_all()


def _rows(source: Connection, target: Connection, table: Any) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rows of a table, some at a time, as the target's driver takes them."""
    if not on_server(source) and not on_server(target):  # two files have the same form of each value
        cursor = execute(source, str(select(table).compile(dialect=source.dialect)))
        while rows := cursor.fetchmany(_AT_ONCE):
            yield rows
        return
    dialect = target.dialect
    converts = [column.type.dialect_impl(dialect).bind_processor(dialect) for column in table.columns]
    found = source.execute(select(table), execution_options={"yield_per": _AT_ONCE})
    for part in found.partitions():
        yield [
            tuple(value if convert is None else convert(value) for value, convert in zip(row, converts, strict=True))
            for row in part
        ]


def _count_on(connection: Any) -> None:
    """Have the server's own numbers go on after those that were copied."""
    for table in _TABLES:
        if (column := table.autoincrement_column) is not None:
            number = f"(SELECT coalesce(max({column.name}), 0) + 1 FROM {table.name})"  # noqa: S608  ours
            sequence = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
            execute(connection, f"SELECT setval({sequence}, {number}, false)")
