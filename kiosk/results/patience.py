"""Limits for a PostgreSQL server that is locked, slow, frozen or gone; and one writer at a time, as in an SQLite file.

Three parties can fail, so there are three kinds of limits: the server ends what takes it too long, the kernel notices a
host that is gone, and ``connect`` gives up a server that no longer answers at all.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Generator
from contextlib import suppress
from functools import cache
from threading import Thread
from time import monotonic, sleep
from typing import Any, Final, TypeVar

import psycopg
from sqlalchemy import Connection

from kiosk.results.model import WRITER
from kiosk.results.prepared import execute

R = TypeVar("R")

LOCK_S: Final = 10
"""Timeout in seconds for a lock of another program."""

STATEMENT_S: Final = 20
"""Most seconds for a statement, and for a pause between two of them, until the server gives up a transaction."""

LONG_S: Final = 3600
"""The same for what one statement does with all rows of a store: build an index, or add up whatever is asked for."""

ANSWER_S: Final = 30.0
"""Timeout in seconds for a server that ought to have given up by itself, but does not answer."""

OPTIONS: Final = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": int(ANSWER_S * 1000),
}
"""libpq's options."""

PLAIN: Final = {
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
    "cursor_tuple_fraction": "1",
    "random_page_cost": "1.1",
}
"""How a server is to work here. What costs more than it saves: compiling statements, starting processes for their
parts, and having the first rows of a cursor soon and the last ones late, as all are read. And a page that is looked up
costs hardly more than the next one, which only on turning disks is otherwise: else all results are read for few."""

for _name in ("psycopg", "sqlalchemy.pool"):  # what they log of a lost connection is also raised, and told in one line
    logging.getLogger(_name).setLevel(logging.CRITICAL)


class _Impatient(psycopg.Connection[Any]):
    """A connection that is cut when an answer takes longer than ``ANSWER_S`` (``_look_out``)."""

    longer_s = 0
    """For how many seconds more it waits in its present transaction."""

    def wait(self, gen: Generator[Any, Any, R], *arguments: Any, **options: Any) -> R:
        """Wait for an answer; psycopg calls this for each, so that it must cost nothing while all is well."""
        _waiting[self] = monotonic()
        try:
            return super().wait(gen, *arguments, **options)
        finally:
            _waiting.pop(self, None)

    def cut(self) -> None:
        """Cut the line to the server; never raises. From any thread."""
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)  # whoever waits is told that the connection is lost


_waiting: Final[dict[_Impatient, float]] = {}
"""The connections that wait for an answer, each with the time since when it has."""


@cache
def _lookout() -> Thread:
    """Return the thread that looks after all waiting connections, started with the first."""
    thread = Thread(target=_look_out, name="patience", daemon=True)
    thread.start()
    return thread


def _look_out() -> None:
    """Cut every connection that has waited for longer than it may, or a tenth of ``ANSWER_S`` more."""
    while True:
        sleep(ANSWER_S / 10)
        for connection, since in _waiting.copy().items():
            if monotonic() - since > ANSWER_S + connection.longer_s:
                connection.cut()


def connect(*arguments: Any, **options: Any) -> psycopg.Connection[Any]:
    """Connect as psycopg does; later answers are waited for at most ``ANSWER_S``; see ``begin``."""
    _lookout()
    return _Impatient.connect(*arguments, **options)


def begin(connection: Connection, *, writing: bool, long: bool = False) -> None:
    """Begin a transaction with the server's limits. A writer waits until no other is left.

    Without that, an import that has just looked could bring a name back that is being deleted, and two imports that
    update the same players could lock each other out. ``long``: a statement may take ``LONG_S``; all others go through
    a large store in parts.
    """
    statement_s = LONG_S if long else STATEMENT_S
    driver: Any = connection.connection.driver_connection
    driver.longer_s = statement_s - STATEMENT_S
    values = {
        "lock_timeout": f"{LOCK_S}s",
        "statement_timeout": f"{statement_s}s",
        "idle_in_transaction_session_timeout": f"{STATEMENT_S}s",
        **PLAIN,
    }
    settings = ", ".join(f"set_config('{name}', '{value}', true)" for name, value in values.items())
    lock = f", pg_advisory_xact_lock({WRITER})" if writing else ""  # the last: with the limit of its waiting
    execute(connection, f"SELECT {settings}{lock}")
