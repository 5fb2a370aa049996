"""The journal of a table: recovery of an interrupted match, and the record of everything that follows."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

from kiosk import protocol as msg
from kiosk.config.schema import Settings
from kiosk.journal import erasures
from kiosk.journal.file import JournalError
from kiosk.journal.health import Durable, JournalFault, JournalHealthy
from kiosk.journal.lately import (
    DayNumbers,
    NameKept,
    always,
    match_began,
    matches_since,
    names_lately,
    numbers_since,
)
from kiosk.journal.pruning import RoundBegin, day_of, moment_of
from kiosk.journal.reader import unfinished
from kiosk.journal.records import Origin
from kiosk.journal.writer_thread import Flusher, Keep
from kiosk.system.bell import ring
from kiosk.system.boot import boot_id
from kiosk.system.paths import journal_bell
from kiosk.system.version import version
from kiosk.system.wall_clock import local_time, time_of_day
from kiosk.table.best_scores import best_of
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings
from kiosk.table_process.opening_hours import last_opening


def origin(settings: Settings) -> Origin:
    """Return the identity of this table, program and boot."""
    return Origin(settings.table.name, version(), sys.version.split()[0], boot_id())


def identities() -> Iterator[str]:
    """Yield identifiers for rounds and matches, globally unique even if a game is repeated."""
    while True:
        yield secrets.token_hex(16)


def lately(settings: Settings, folder: Path) -> tuple[str, ...]:
    """Return the names that players have chosen at this table, newest first."""
    return names_lately(folder, _kept(settings)) if settings.records.names else ()


def _kept(settings: Settings) -> NameKept:
    """Return which rounds' names are kept now: all, or those of today and of this boot."""
    if settings.records.names_days:
        return always
    now = RoundBegin(day_of(local_time().timestamp()), boot_id(), 0)
    return lambda wall, started: now.is_with(moment_of(wall, started))


def best_lately(
    settings: Settings, known: TableSettings, folder: Path, now: datetime
) -> dict[str, tuple[msg.BestScore, ...]]:
    """Return the best results of the matches that were counted since this table opened last, by game."""
    if not time_of_day(now):  # the clock was never set
        return {}
    opened = last_opening(settings.hours, now).timestamp()
    return best_of(matches_since(folder, opened, _kept(settings)), known)


def numbers_today(folder: Path, settings: Settings) -> DayNumbers:
    """Return what was finished since this table opened last."""
    return numbers_since(folder, last_opening(settings.hours, local_time()).timestamp())


def open_journal(
    settings: Settings, folder: Path, put: Callable[[Durable | JournalFault | JournalHealthy], None]
) -> Flusher:
    """Open the journal in ``folder`` for writing; ``kiosk venue`` is told what is over in it.

    Raises JournalError if another table writes to it.
    """
    records = settings.records
    keep = Keep(records.keep_days, records.keep_mb, names=records.names_days > 0)
    return Flusher(folder, put, keep, grown=partial(ring, journal_bell()))


def take_up(
    folder: Path, flusher: Flusher, session: Session, called: Callable[[str], object] = lambda _game: None
) -> None:
    """Let the session continue an interrupted match, if there is one. Call it before either does anything.

    ``called``: is told the name of its game before that judges it again.
    """
    try:
        cut = unfinished(folder)
    except (JournalError, OSError) as error:
        session.table.reports.append(f"journal: the interrupted match cannot be recovered: {error}")
        return
    if cut is not None:
        session.table.reports += [f"journal: {problem}" for problem in cut.problems]
        flusher.go_on(cut)
        called(cut.started.game)
        session.recover(cut.records)
        gone, began = erasures.read(folder), match_began(folder, cut.started.match)
        session.table.make_guests(lambda name: gone.keep_out(name, began))


def journal_health(flusher: Flusher) -> msg.JournalStatus:
    """Return the journal's health as a message."""
    health = flusher.health()
    return msg.JournalStatus(
        file="" if health.file is None else str(health.file),
        bytes=health.bytes,
        backlog=health.backlog,
        slowest_ms=round(health.slowest_s * 1000),
        fault=health.fault,
    )
