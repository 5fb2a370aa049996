"""Statements of the model that are prepared once for each kind of database, and executed on its driver's own cursor.

An import takes some fifteen statements for a round, and SQLAlchemy takes longer for most of them than the database. So
their text and the conversions of their values are worked out once, by SQLAlchemy, from the same expressions and types
as everywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Dialect, Table, insert
from sqlalchemy.exc import DBAPIError

_Convert = Callable[[Any], Any]
_Values = Mapping[str, Any]


class Prepared:
    """A statement. ``lists``: the names of its parameters that are lists (``bindparam(name, expanding=True)``).

    It always gets values of the same names, for every parameter and for columns whose default is not the database's.
    Its methods raise ``DBAPIError`` as ``execute`` does.
    """

    def __init__(self, statement: Any, *lists: str) -> None:
        self._statement = statement
        self._lists = lists
        self._forms: Final[dict[tuple[Any, ...], _Form]] = {}
        """By database and lengths of the lists."""

    def rows(self, connection: Connection, values: _Values) -> list[tuple[Any, ...]]:
        """Execute it in the connection's transaction; return the rows of its answer."""
        form = self._form(connection.dialect, values)
        found: list[tuple[Any, ...]] = execute(connection, form.sql, form.arguments(values)).fetchall()
        return [form.row(one) for one in found] if form.results else found

    def run(self, connection: Connection, *each: _Values) -> None:
        """Execute it in the connection's transaction, once for each of these values."""
        if each:
            form = self._form(connection.dialect, each[0])
            execute(connection, form.sql, *map(form.arguments, each))

    def _form(self, dialect: Dialect, values: _Values) -> _Form:
        key = (dialect.name, *(len(values[name]) for name in self._lists))
        if (form := self._forms.get(key)) is None:
            form = self._forms[key] = _prepare(self._statement, dialect, values)
        return form


class _Form(NamedTuple):
    """A statement as a driver takes it."""

    sql: str
    order: tuple[str, ...] | None
    """The names of the parameters in their order; None: the driver takes them by name."""
    fixed: dict[str, Any]
    """Parameters that are part of the statement."""
    lists: tuple[tuple[str, list[str]], ...]
    """The parameters of each list."""
    values: tuple[tuple[str, _Convert], ...]
    """How parameters are converted for the driver."""
    results: tuple[tuple[int, _Convert], ...]
    """How columns of its answer are converted for the program."""

    def arguments(self, values: _Values) -> Any:
        """Return what the driver takes."""
        given = {**self.fixed, **values}
        for name, parameters in self.lists:
            given.update(zip(parameters, given.pop(name), strict=True))
        for name, convert in self.values:
            given[name] = convert(given[name])
        return given if self.order is None else [given[name] for name in self.order]

    def row(self, found: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return a row of the answer in the program's types."""
        row = [*found]
        for column, convert in self.results:
            row[column] = convert(row[column])
        return tuple(row)


def _prepare(statement: Any, dialect: Dialect, values: _Values) -> _Form:
    compiled = statement.compile(dialect=dialect, column_keys=[*values], for_executemany=True)
    state = compiled.construct_expanded_state(values)
    kinds = {name: parameter.type for name, parameter in compiled.binds.items()}
    for name, parameters in state.parameter_expansion.items():
        kinds |= dict.fromkeys(parameters, kinds[name])
    converts = {name: kinds[name].dialect_impl(dialect).bind_processor(dialect) for name in state.parameters}
    columns = (column.type.dialect_impl(dialect) for column in statement.exported_columns)
    shown = [kind.result_processor(dialect, None) for kind in columns]
    return _Form(
        state.statement,
        None if state.positiontup is None else tuple(state.positiontup),
        {name: value for name, value in compiled.params.items() if name not in values},
        tuple(state.parameter_expansion.items()),
        tuple((name, convert) for name, convert in converts.items() if convert is not None),
        tuple((column, convert) for column, convert in enumerate(shown) if convert is not None),
    )


def execute(connection: Connection, sql: str, *each: Any) -> Any:
    """Execute a text on the driver's own cursor, once for each of these arguments, if there are any; return the cursor.

    Raises SQLAlchemy's ``DBAPIError``, without the arguments: they may be names.
    """
    cursor = connection.connection.cursor()
    with _told(connection, sql):
        if len(each) > 1:
            cursor.executemany(sql, each)
        else:
            cursor.execute(sql, *each)
    return cursor


def put_rows(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Put rows into a table, with all of its columns in their order, as the driver takes them: by COPY on a server.

    Raises as ``execute`` does.
    """
    if not on_server(connection):
        execute(connection, str(insert(table).compile(dialect=connection.dialect)), *rows)
        return
    names = ", ".join(map(connection.dialect.identifier_preparer.format_column, table.columns))
    sql = f"COPY {table.name} ({names}) FROM STDIN"
    with _told(connection, sql), connection.connection.cursor().copy(sql) as copy:
        for row in rows:
            copy.write_row(row)


@contextmanager
def _told(connection: Connection, sql: str) -> Iterator[None]:
    """Raise the driver's errors as SQLAlchemy's."""
    base = connection.dialect.loaded_dbapi.Error
    try:
        yield
    except base as error:
        raise DBAPIError.instance(sql, None, error, base, hide_parameters=True, dialect=connection.dialect) from error


def called(connection: Connection, function: str, *values: Any) -> Any:
    """Call a function of a PostgreSQL server; return its answer. Raises ``DBAPIError``."""
    sql = f"SELECT {function}({', '.join(['%s'] * len(values))})"
    ((answer,),) = execute(connection, sql, values).fetchall()
    return answer


def on_server(connection: Connection) -> bool:
    """Return whether the store is on a PostgreSQL server, which has functions (``kiosk.results.server_functions``)."""
    return connection.dialect.name == "postgresql"
