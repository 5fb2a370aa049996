"""What can be wrong with a results store: every error of a database becomes a sentence with its fix."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from kiosk.results import version
from kiosk.results.calendar import UnknownZone
from kiosk.results.standings import OutOfStep
from kiosk.system.secrecy import Secrets

_SQLITE_FIXES: Final = {
    "SQLITE_BUSY": "another program holds it: try again when that has ended",
    "SQLITE_READONLY": "it is read-only: make the file and its folder writable for the user that this runs as",
    "SQLITE_CANTOPEN": "it cannot be opened: check that its folder exists and that this user may write in it",
    "SQLITE_NOTADB": "it is no SQLite file: move it away, and a new one is filled from the journal",
    "SQLITE_CORRUPT": "it is damaged: move it away, and a new one is filled from the journal, as far back as that goes",
    "SQLITE_FULL": "the disk is full: make room",
    "SQLITE_IOERR": "the disk could not read or write it: look for disk errors in the system's log",
}
"""SQLite's errors with their fixes, by the prefix of the error's name."""

_UNPREPARED: Final = (
    "this role may not do that there: kiosk venue database makes a hall's store, and brings it up; a table's role only "
    "adds rounds, that of the pages (ligretto_scoreboard) reads them"
)
ELSEWHERE: Final = (
    "it stands elsewhere with this table, as after a restore, or when a copy of the table sends its rounds too: it is "
    "asked where, and told from there on"
)
"""What is wrong, in words, if a table's place in a hall's store is not where its uplink has left it."""
_SERVER_FIXES: Final = {
    "55P03": "another program holds it: try again when that has ended",
    "57014": "it is too slow: try again when it has less to do",
    "25006": "it is read-only: see default_transaction_read_only, and that it is no standby server",
    "53100": "its server's disk is full: make room",
    "42501": _UNPREPARED,
    "3F000": _UNPREPARED,
    "LG001": "this table's rounds come from another role there: kiosk venue database lets them come from this one",
    "LG002": "it has been replaced by another: it is tried again",
    "LG003": ELSEWHERE,
}
"""PostgreSQL's errors with their fixes, by SQLSTATE."""
_NOT_LET_IN: Final = {
    "no password supplied": "it asks for a password: name the file that has it (password_file, or --password-file)",
    "password authentication failed": "correct the password in its file, or set it anew (\\password in psql)",
    "no pg_hba.conf entry": "add a line for this computer to the server's pg_hba.conf, then reload it",
}
"""What a server says that lets nobody in, with the fix; there is no SQLSTATE of it."""


class StoreError(Exception):
    """The store cannot be used now. The text: which, why, and how to fix it."""


class NoStoreError(StoreError):
    """There is no store at the place yet: nothing has been imported."""


class RefusedError(StoreError):
    """The store refuses a value, whatever else it can do. The text says what."""


@contextmanager
def told(name: str, known: Secrets) -> Iterator[None]:
    """Turn database errors into StoreError, without secrets: a driver quotes what it does not understand."""
    try:
        yield
    except version.NewerStore as newer:
        fix = "update this one, or name another store"
        raise StoreError(f"{name}: a newer kiosk has written it ({newer}): {fix}") from None
    except version.ForeignStore as foreign:
        fix = "use a separate database for the results"
        raise StoreError(f"{name}: holds tables of another program ({foreign}): {fix}") from None
    except UnknownZone as unknown:
        fix = "install the system's time zones (tzdata), or: kiosk scores rebuild --time-zone ZONE"
        raise StoreError(f"{name}: it counts days in {unknown}, which this computer does not know: {fix}") from None
    except OutOfStep:
        fix = "make them anew: kiosk scores rebuild"
        raise StoreError(f"{name}: the standings that it keeps do not follow from its results: {fix}") from None
    except (DataError, IntegrityError) as error:
        raise RefusedError(f"{name}: it refuses a value ({known.text(_first_line(error.orig))})") from None
    except DBAPIError as error:
        raise StoreError(f"{name}: {known.text(words_of(error.orig))}") from None
    except SQLAlchemyError as error:
        raise StoreError(f"{name}: {known.text(str(error))}") from None


def words_of(error: BaseException | None) -> str:
    """Return what a database says in plain words, with the fix."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorname", "")  # errors raised by Python's module itself have none
        for beginning, words in _SQLITE_FIXES.items():
            if code.startswith(beginning):
                return words
        return f"SQLite says: {error}"
    if fix := _SERVER_FIXES.get(getattr(error, "sqlstate", None) or ""):
        return fix
    first = _first_line(error)
    if os.strerror(errno.EAFNOSUPPORT) in first:
        return "from here there is no network: sudo kiosk scores has one; ligretto-venue gets one by the set-up again"
    usual = "check that its server runs and that its address is correct"
    fix = next((fix for said, fix in _NOT_LET_IN.items() if said in first), usual)
    return f"it does not answer as it should ({first}): {fix}"


def _first_line(error: BaseException | None) -> str:
    return str(error).strip().partition("\n")[0]
