"""Whether the files of a table can be used: a backup asks this of what it writes, and a restore of what it finds."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import quote

from kiosk.backup.manifest import JOURNAL, STORE, Backup, damaged, differences
from kiosk.journal import ledger
from kiosk.journal.file import JournalError
from kiosk.journal.open_readonly import DAMAGED, NewerVersionError, is_plain
from kiosk.journal.reader import skim
from kiosk.system.progress import Track, untracked

_FILE: Final = re.compile(rf"{JOURNAL}/journal-\d+\.sqlite")
_LONGEST_VERSION: Final = 20
_MIGRATIONS: Final = Path(__file__).parents[1] / "results" / "migrations" / "versions"
"""The store's migrations, whose file names begin with a version; the table process has no database library."""


class NewerFileError(Exception):
    """A newer program has written a file. The text: which, and what to do."""


def check(backup: Backup, track: Track = untracked) -> None:
    """Check everything that a restore checks, on the medium itself. Raises BackupError if anything is not whole."""
    whys = [one.why for one in differences(backup, track)]
    if not whys:  # otherwise the files may be anything
        try:
            listed = [file.path for file in backup.manifest.files]
            whys += journal_problems(backup.folder, listed)
            if STORE in listed:
                whys += filter(None, [store_problem(backup.folder / STORE)])
        except NewerFileError as error:
            whys.append(str(error))
    if whys:
        raise damaged(backup.folder, whys)


def store_problem(store: Path) -> str:
    """Return why the results store in the file cannot be used; empty: it can. Raises NewerFileError."""
    address = f"file:{quote(str(store))}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            return problem_in(connection)
    except DAMAGED as error:
        return _damaged(error)


def problem_in(connection: sqlite3.Connection) -> str:
    """Return why an opened results store cannot be used; empty: it can. Every row of it is read.

    Raises NewerFileError.
    """
    try:
        if not is_plain(connection):
            return f"{STORE} was made by another program"
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            return _damaged(found)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        for table in tables:
            for _ in connection.execute(f"SELECT * FROM {_quoted(table)}"):  # noqa: S608  quoted
                pass
        query = f"SELECT substr(version_num, 1, {_LONGEST_VERSION}) FROM store_version LIMIT 2"  # noqa: S608  ours
        there = {str(name) for (name,) in connection.execute(query)} if "store_version" in tables else set()
    except DAMAGED as error:
        return _damaged(error)
    known = {file.name.removeprefix("v")[:4] for file in _MIGRATIONS.glob("v*.py")}
    if there - known:
        why = f"version {', '.join(sorted(there - known))}, this program knows {max(known)}"
        raise NewerFileError(f"a newer kiosk has written the results ({why}): update this one first")
    return ""


def journal_problems(folder: Path, paths: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with the journal of a backup in ``folder``, and with its ledger, as far as in ``paths``.

    What is whole in a damaged file can be read all the same. Raises NewerFileError.
    """
    for path in sorted(filter(_FILE.fullmatch, paths)):
        file = folder / path
        try:
            yield from skim(file).problems
        except NewerVersionError as error:
            raise NewerFileError(str(error)) from None
        except JournalError as error:
            yield str(error).replace(str(file), file.name)
    try:
        if f"{JOURNAL}/{ledger.FILE}" in paths:
            ledger.read(folder / JOURNAL)
    except ledger.LedgerError as error:
        yield str(error).replace(str(folder / JOURNAL / ledger.FILE), ledger.FILE)


def _damaged(why: object) -> str:
    return f"{STORE} is damaged ({' '.join(str(why).split())})"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
