"""Quick, unverified look into the journal's files: the starts of their rounds, and the names of recent players."""

from __future__ import annotations

import contextlib
import math
import sqlite3
from pathlib import Path
from urllib.parse import quote

from kiosk.journal import erasures
from kiosk.journal.file import JournalError
from kiosk.journal.folder import files
from kiosk.journal.open_readonly import DAMAGED, UNKNOWN, is_plain, opened
from kiosk.journal.records import RoundStarted
from kiosk.journal.versions import VERSIONS, decode


def names_lately(folder: Path, newest_files: int = 2) -> tuple[str, ...]:
    """Return the players' names in the newest files of ``folder``, newest first, with duplicates.

    Forgotten names (``kiosk.journal.erasures``) are left out, as in the results store: in all rounds of a match that
    began before the name was forgotten.
    """
    rounds: list[tuple[float, RoundStarted]] = []
    with contextlib.suppress(OSError):
        for path in files(folder)[-newest_files:]:
            with contextlib.suppress(JournalError):
                rounds += beginnings(path)
    gone, began = erasures.read(folder), {started.match: wall for wall, started in reversed(rounds)}
    return tuple(
        seat.name
        for _, started in reversed(rounds)
        for seat in started.seats
        if seat.name and not gone.has(seat.name, began[started.match])
    )


def beginnings(path: Path) -> list[tuple[float, RoundStarted]]:
    """Return wall time and first record of every round in the file, oldest first, unverified. Raises JournalError."""
    with opened(path) as (connection, version, *_):
        query = f"SELECT wall, body FROM ({VERSIONS[version].rows}) WHERE number = 0 ORDER BY seq"  # noqa: S608  ours
        found = []
        with contextlib.suppress(*DAMAGED, *UNKNOWN):
            for wall, body in connection.execute(query):
                if isinstance(body, bytes) and isinstance(wall, float):
                    record = decode(body, version)
                    if isinstance(record, RoundStarted):
                        found.append((wall, record))
        return found


def first(path: Path) -> tuple[float, RoundStarted] | None:
    """Return wall time and first record of a closed file, unverified; None if it cannot be read.

    Quick for a file of any size. The write-ahead log is not read: it is empty once a file was closed.
    """
    if not path.is_file():  # opening a pipe would block
        return None
    address = f"file:{quote(str(path))}?mode=ro&immutable=1"
    with contextlib.suppress(*DAMAGED, *UNKNOWN), contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version in VERSIONS and is_plain(connection):
            query = f"SELECT wall, body FROM ({VERSIONS[version].rows}) WHERE seq = 1"  # noqa: S608  ours
            wall, body = connection.execute(query).fetchone() or (None, None)
            if isinstance(body, bytes) and isinstance(wall, float) and math.isfinite(wall):
                record = decode(body, version)
                return (wall, record) if isinstance(record, RoundStarted) else None
    return None
