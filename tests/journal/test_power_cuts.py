"""After a power cut at any time, exactly the acknowledged records are there, and the journal can be continued."""

from __future__ import annotations

import errno
import itertools
import logging
import random
import time
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from hardware.api import Instant
from kiosk.journal import wal
from kiosk.journal.records import AnyRecord
from tests.rig.day import START, Day, Overhearing, seats
from tests.rig.disk import Kind, What
from tests.rig.disk.cuts import Cut, Disk, cuts
from tests.rig.disk.journals import Cutting, Doing, cut_often, write, write_on
from tests.rig.disk.rounds import match_records
from tests.rig.disk.writer import Fault
from tests.rig.visitors import MINUTE, Visitors

pytestmark = [pytest.mark.disk, pytest.mark.process]

log = logging.getLogger(__name__)

CUTS: Final = 200
"""Number of cuts of each journal."""
FEW: Final = 15
"""The same in a plain run."""

GO_ON_EVERY: Final = 10
"""Of this many cut journals, one is also continued."""

EVENING: Final = 2 * MINUTE
FIRST: Final = 200
"""Number of records of the evening that are used."""

Make = Callable[[Path, random.Random], Doing]


def batches(chance: random.Random, most: int) -> tuple[int, ...]:
    """Return random numbers of records per commit; a negative one also waits until it is durable."""
    return tuple(chance.randint(1, most) * chance.choice((1, 1, -1)) for _ in range(400))


def matches(chance: random.Random, count: int, rounds: int, moves: int) -> list[AnyRecord]:
    lists = [match_records(chance.getrandbits(32), rounds, moves) for _ in range(count)]
    return list(itertools.chain.from_iterable(lists))


def some(most: int, count: int, rounds: int, moves: int, **more: Any) -> Make:
    """Return a maker of a journal of ``count`` matches, with commits of at most ``most`` records."""

    def make(folder: Path, chance: random.Random) -> Doing:
        records = matches(chance, count, rounds, moves)
        return write(folder, records, batches=batches(chance, most), **more)

    return make


def cut_of(doing: Doing, chance: random.Random) -> Cut:
    """Cut the journal in the middle."""
    return next(iter(cuts(Disk(doing.root), doing.trace, [len(doing.trace) // 2], chance)))


def gone_on(folder: Path, chance: random.Random) -> Doing:
    """Create a journal that has been cut once and continued."""
    before = some(4, 1, 3, 30)(folder / "first", chance)
    return write_on(folder / "second", before, cut_of(before, chance), batches=batches(chance, 4))


def evening(folder: Path, chance: random.Random) -> Doing:
    """Create a journal of a table of twelve people, with the table's own commits."""
    given: list[tuple[AnyRecord, ...]] = []
    people = Visitors(seats(), chance.getrandbits(32), START, Instant(START + EVENING), 12, 12)
    listen = partial(Overhearing, hear=lambda records: given.append(tuple(records)))
    Day(folder / "played", people, seed=chance.getrandbits(32), before=lambda _, flusher: listen(flusher)).run()
    batches = tuple(len(records) for records in given if records)
    return write(folder, list(itertools.chain.from_iterable(given))[:FIRST], batches=batches)


def failed(kind: Kind, first: int, last: int) -> Make:
    """Return a maker of a journal with one failed call, chosen between ``first`` and ``last``."""

    def make(folder: Path, chance: random.Random) -> Doing:
        records = matches(chance, 1, 2, 30)
        fault = Fault(kind, chance.randint(first, last), error=errno.EIO)
        return write(folder, records, batches=batches(chance, 3), fault=fault)

    return make


class Journal(NamedTuple):
    """The maker of a journal; its trace has at least ``least`` entries ``what`` on paths with ``ending``."""

    make: Make
    what: What
    ending: str
    least: int


JOURNALS: Final = {
    "one by one": Journal(some(1, 1, 1, 80), What.SYNCED, "-wal", 50),
    "in groups": Journal(some(8, 1, 3, 60), What.TRUNCATED, "-wal", 2),
    "checkpoints in a round": Journal(some(3, 1, 1, 80, limits={"LOG_BYTES": 60_000}), What.TRUNCATED, "-wal", 5),
    "a file a round": Journal(some(5, 2, 2, 20, limits={"FILE_BYTES": 1}), What.CREATED, ".sqlite", 4),
    "pruned": Journal(some(5, 4, 1, 20, limits={"FILE_BYTES": 1}, megabytes=0), What.UNLINKED, ".sqlite", 2),
    "gone on": Journal(gone_on, What.CREATED, ".sqlite", 1),
    "an evening of twelve": Journal(evening, What.SYNCED, "-wal", 30),
    "its first sync failed": Journal(failed(Kind.SYNC, 1, 1), What.SYNC_FAILED, "", 1),
    "a sync failed": Journal(failed(Kind.SYNC, 2, 20), What.SYNC_FAILED, "", 1),
    "a write failed": Journal(failed(Kind.WRITE, 12, 60), What.CREATED, ".sqlite", 2),
}

WEAK: Final = {
    "synchronous is NORMAL": {"synchronous = FULL": "synchronous = NORMAL"},
    "psow is not 0": {"psow=0": "psow=1"},
}
"""Weaker settings of SQLite under which records must get lost."""

FORGOTTEN: Final = {"its folder": "journal", "its log": "-wal", "the file": ".sqlite"}
"""The omitted sync, and the suffix of its path."""


@pytest.fixture(autouse=True)
def _the_same_frames_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache checksums, which take most of the time: most frames are the same after each cut."""
    monkeypatch.setattr(wal, "add_up", lru_cache(10_000)(wal.add_up))


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[Path]:
    """Return an endless supply of new folders."""
    return (tmp_path / str(number) for number in itertools.count())


def cut_journals(
    journal: Journal, count: int, folders: Iterator[Path], chance: random.Random, many: int = CUTS
) -> Cutting:
    """Create ``count`` journals, and cut each many times."""
    total = Cutting()
    begun = time.monotonic()
    for _ in range(count):
        doing = journal.make(next(folders), chance)
        assert doing.count(journal.what, journal.ending) >= journal.least
        found = cut_often(doing, many, chance, next(folders), GO_ON_EVERY)
        total.cuts += found.cuts
        total.inside += found.inside
        total.gone_on += found.gone_on
        total.lost += found.lost
    told = total.cuts, total.inside, total.gone_on, len(total.lost), time.monotonic() - begun
    log.info("%d cuts, %d of them before all was durable, %d gone on with: %d losses (%.0f s)", *told)
    return total


@pytest.mark.parametrize("name", JOURNALS)
def test_no_cut_loses_an_acknowledged_record(name: str, folders: Iterator[Path]) -> None:
    found = cut_journals(JOURNALS[name], 1, folders, random.Random(name), FEW)  # noqa: S311  repeatable
    assert found.inside > FEW / 2
    assert found.lost == []


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", JOURNALS)
def test_no_cut_of_many_loses_an_acknowledged_record(name: str, folders: Iterator[Path]) -> None:
    found = cut_journals(JOURNALS[name], 10, folders, random.Random(f"{name}, often"))  # noqa: S311  repeatable
    assert found.cuts == 10 * CUTS
    assert found.lost == []


@pytest.mark.parametrize("why", WEAK)
def test_without_what_sqlite_is_told_records_are_lost(why: str, tmp_path: Path) -> None:
    chance = random.Random(3)  # noqa: S311  repeatable
    doing = write(tmp_path / "made", matches(chance, 1, 2, 30), batches=batches(chance, 1), weak=WEAK[why])
    assert cut_often(doing, CUTS // 2, chance, tmp_path / "left", GO_ON_EVERY).lost


def test_without_a_sync_records_are_lost(tmp_path: Path) -> None:
    chance = random.Random(4)  # noqa: S311  repeatable
    doing = some(3, 1, 2, 30)(tmp_path / "made", chance)
    for what, ending in FORGOTTEN.items():
        found = cut_often(doing.without(What.SYNCED, ending), CUTS // 5, chance, tmp_path / "left", GO_ON_EVERY)
        assert found.lost, f"nobody misses the syncs of {what}"
