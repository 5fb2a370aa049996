"""The journal of a table: what was cut is taken up from it, and what happens from now on goes there."""

from __future__ import annotations

import platform
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from kiosk import protocol as msg
from kiosk.config.schema import Settings
from kiosk.journal.file import JournalError
from kiosk.journal.index import names_lately
from kiosk.journal.reader import unfinished
from kiosk.journal.records import Origin
from kiosk.journal.status import Durable, JournalFault, JournalHealthy
from kiosk.journal.writer_thread import Flusher, Keep
from kiosk.system.version import version
from kiosk.table.session import Session

_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


def origin(settings: Settings) -> Origin:
    """Return which table, program and boot it is."""
    try:
        boot = _BOOT_ID.read_text().strip()
    except OSError:  # another kernel
        boot = ""
    return Origin(settings.table.name, version(), platform.python_version(), boot)


def identities() -> Iterator[str]:
    """Names for rounds and matches, unique for ever: also where a game repeats."""
    while True:
        yield uuid.uuid4().hex


def lately(settings: Settings, folder: Path) -> tuple[str, ...]:
    """The names that people have chosen at this table, newest first."""
    return names_lately(folder) if settings.records.names else ()


def open_journal(
    settings: Settings, folder: Path, put: Callable[[Durable | JournalFault | JournalHealthy], None]
) -> Flusher:
    """The journal in ``folder``, to which the table writes. Raises JournalError if another table does."""
    return Flusher(folder, put, Keep(settings.records.keep_days, settings.records.keep_mb))


def take_up(folder: Path, flusher: Flusher, session: Session) -> None:
    """Let the session go on with the match that was cut, if one was. Before either does anything."""
    try:
        cut = unfinished(folder)
    except (JournalError, OSError) as error:
        session.table.reports.append(f"journal: what was cut cannot be taken up: {error}")
        return
    if cut is not None:
        session.table.reports += [f"journal: {problem}" for problem in cut.problems]
        flusher.go_on(cut)
        session.recover(cut.records)


def journal_health(flusher: Flusher) -> msg.Journal:
    """As messages tell it."""
    health = flusher.health()
    return msg.Journal(
        file="" if health.file is None else str(health.file),
        bytes=health.bytes,
        backlog=health.backlog,
        slowest_ms=round(health.slowest_s * 1000),
        fault=health.fault,
    )
