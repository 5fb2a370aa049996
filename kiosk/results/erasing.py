"""No byte of a deleted name is left in an SQLite file.

SQLite overwrites what is deleted (``secure_delete``), but not the older copies of a row that it once had to move to
another page: of 1,400 deleted names about one was left. So the file is searched after a deletion, and written anew
(``VACUUM``) if a name is still in it. Until that is done a mark stays in the file, which is set with the deletion:
whoever finds a mark of a process that has ended in between writes the file anew.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy.orm import Session

_WORDS: Final = "kiosk_erased"
_PART: Final = 1 << 20
"""Number of bytes of a file that are searched at once."""
_TELL_S: Final = 5.0
"""Seconds after which the watchdog is told again that a file is being written anew."""
_TELLS: Final = 720
"""How often it is told at most, in an hour: a disk may hang."""
_MARK: Final = "PRAGMA user_version"


class Erasure(NamedTuple):
    """A deletion whose words may still be in unused parts of the file.

    ``mark``: the file's, until that is not so any more. ``words``: None if they are not known, as the process that has
    deleted them has ended.
    """

    mark: int
    words: frozenset[bytes] | None


def erase(session: Session, *words: str) -> None:
    """Note that the transaction deletes these words for good: no copy of them may be left in the store's file."""
    session.info.setdefault(_WORDS, set()).update(words)


def marked(session: Session) -> Erasure | None:
    """Mark the file if the transaction of ``session`` deletes words for good; return what is to be wiped after it."""
    words = session.info.get(_WORDS)
    if not words or session.get_bind().dialect.name != "sqlite":
        return None
    left, mark = _left(session), 1 + int.from_bytes(os.urandom(3))
    session.connection().exec_driver_sql(f"{_MARK} = {mark}")
    return Erasure(mark, None if left else frozenset(word.encode() for word in words))


def unfinished(session: Session) -> Erasure | None:
    """Return what another process has deleted without wiping it, or is about to wipe."""
    mark = _left(session) if session.get_bind().dialect.name == "sqlite" else 0
    return Erasure(mark, None) if mark else None


def _left(session: Session) -> int:
    mark: int = session.connection().exec_driver_sql(_MARK).scalar_one()
    return mark


def wipe(connection: Any, erasure: Erasure, alive: Callable[[], None]) -> None:
    """Write the file of an open SQLite ``connection`` anew if deleted words may still be in it, and take the mark away.

    ``alive`` is called again and again meanwhile. Raises sqlite3.Error and OSError; then the mark stays.
    """
    (_, _, file), *_ = connection.execute("PRAGMA database_list").fetchall()
    if not file:  # it is in memory
        return
    if erasure.words is None or _has(Path(file), erasure.words, alive):
        with ThreadPoolExecutor(1) as pool:
            written = pool.submit(_write_anew, file, connection.execute("PRAGMA busy_timeout").fetchone()[0] / 1000)
            for _ in range(_TELLS):
                alive()
                if wait([written], _TELL_S).done:
                    break
            written.result()
    connection.execute("BEGIN IMMEDIATE")
    try:
        if connection.execute(_MARK).fetchone() == (erasure.mark,):  # or somebody has deleted more meanwhile
            connection.execute(f"{_MARK} = 0")
    finally:
        connection.execute("COMMIT")


def _write_anew(file: str, timeout_s: float) -> None:
    with closing(sqlite3.connect(file, timeout=timeout_s, isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("VACUUM")


def _has(file: Path, words: frozenset[bytes], alive: Callable[[], None]) -> bool:
    """Return whether one of these words is in the file, read a part at a time."""
    overlap = max(map(len, words))
    with file.open("rb") as data:
        end = b""
        while part := data.read(_PART):
            alive()
            if any(word in end + part for word in words):
                return True
            end = part[-overlap:]
    return False
