"""A table in virtual time with the parts of the real one: its session, its runner and its journal.

day = Day(folder, visitors, start=START, seed=1)
day.run()                                         # until the visitors go home
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, cast

from msgspec import structs
from msgspec.structs import replace

from hardware.api import Instant
from kiosk.config.loader import CONFIGS, load
from kiosk.config.schema import RecordsConfig, Settings
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import AnyRecord
from kiosk.journal.writer_thread import Flusher
from kiosk.table.inputs import Input
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings
from kiosk.table_process.journal import open_journal, take_up
from kiosk.table_process.runner import Inbox, RecordWriter, Runner
from kiosk.table_process.table_settings import table_settings
from tests.rig.travel import Crowd, NoLamps, Travel

START: Final = Instant(1_000_000_000_000)
KEEP_MB: Final = 10


@lru_cache
def _settings() -> Settings:
    settings = load(CONFIGS / "twelve_seats.toml")
    return structs.replace(settings, records=RecordsConfig(keep_mb=KEEP_MB))


@lru_cache
def _table() -> TableSettings:
    return replace(table_settings(_settings()), simulated=True)


def seats() -> list[SeatNumber]:
    """Return the seats of the table: the packaged one of twelve."""
    return [plan.seat for plan in _table().seats]


def forget_windows() -> None:
    """Clear the cache of ``fit_check.judge``, which is bounded."""
    remembered: Any = _table().legible
    remembered.cache_clear()


class Day:
    """A table with its journal in ``folder``; an interrupted match there is taken up.

    ``seed``: the seed of all randomness at the table, including the names of rounds; two tables with the same journal
    need different seeds. ``before``: returns the journal that the runner writes to, which passes its records to the
    flusher. ``told``: receives the journal's reports, in the flusher's thread.
    """

    def __init__(
        self,
        folder: Path,
        crowd: Crowd,
        *,
        seed: int,
        start: Instant = START,
        before: Callable[[Session, Flusher], RecordWriter] = lambda _, flusher: flusher,
        told: Callable[[Input | None], None] = lambda _: None,
    ) -> None:
        self.travel = Travel(start, crowd, told)
        self.flusher = open_journal(_settings(), folder, self.travel.put)
        self.session = Session(_table(), itertools.count(seed << 32), start, _names(seed), strict=True)
        take_up(folder, self.flusher, self.session)
        travel, journal = self.travel, before(self.session, self.flusher)
        inbox = cast("Inbox", travel)  # it has the parts that a runner needs
        self.runner = Runner(self.session, inbox, NoLamps(), travel, travel.clock, journal=journal)

    def run(self) -> None:
        """Run until everybody goes home. On return all records are on the disk."""
        with closing(self.flusher):
            self.runner.run()


def _names(seed: int) -> Iterator[str]:
    return (f"{seed:x}-{number}" for number in itertools.count())


class Overhearing:
    """A journal that passes its records to a callback first."""

    def __init__(self, journal: RecordWriter, hear: Callable[[Sequence[AnyRecord]], None]) -> None:
        self._journal = journal
        self._hear = hear

    def write(self, records: Sequence[AnyRecord]) -> None:
        """Take records."""
        self._hear(records)
        self._journal.write(records)
