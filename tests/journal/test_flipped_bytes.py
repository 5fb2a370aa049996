"""Any byte of a journal may be wrong: either that is detected, or every record is read as it was written.

Only of the last commit in the log nobody can know whether it was acknowledged: if it is damaged, that is noted.
"""

from __future__ import annotations

import logging
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

from kiosk.journal import wal
from kiosk.journal.file import JournalError, JournalFile, JournalRow
from kiosk.journal.lately import beginnings
from kiosk.journal.reader import JournalRead, read_journal, skim
from kiosk.journal.records import RoundStarted, encode
from tests.rig.disk.journals import by_round
from tests.rig.disk.rounds import match_records

log = logging.getLogger(__name__)

FEW: Final = 100
"""Number of bytes per file that a plain run flips; the slow version flips all."""

PARTS: Final = 4
"""Number of parts of the long version, for as many processes."""

WALL: Final = 1_700_000_000.5

RIGHT: Final = ("told", "noted", "harmless")
"""Verdicts on a reader that is right. Told: as a problem; noted: it may be what a crash left."""


def journal(path: Path, rounds: int, moves: int | None, commit: int, *, cut: bool) -> Path:
    """Create a journal with these rounds, ``commit`` records per commit. ``cut``: with half of it still in the log."""
    file = JournalFile(path.with_name("whole.sqlite"))
    rows: list[JournalRow] = []
    for records in by_round(match_records(7, rounds, moves)):
        assert isinstance(records[0], RoundStarted)
        name = records[0].round
        rows += [JournalRow(name, number, WALL + number, encode(record)) for number, record in enumerate(records)]
    for first in range(0, len(rows), commit):
        file.append(rows[first : first + commit])
        if first <= len(rows) // 2 < first + commit:
            file.checkpoint()
    if not cut:
        file.close()
    for part in ("", "-wal"):
        there = file.path.with_name(file.path.name + part)
        if there.exists():
            path.with_name(path.name + part).write_bytes(there.read_bytes())
    if cut:
        file.close()
    return path


def verdict(path: Path, whole: JournalRead, commit: int) -> str:
    """Return the verdict on the reader for a journal with a flipped byte: one of ``RIGHT`` if it is right.

    ``commit``: number of records in a commit.
    """
    try:
        beginnings(path)
        read, skimmed = read_journal(path), skim(path)
    except JournalError as error:
        return "told" if path.name in str(error) else f"the file is not named: {error}"
    except Exception as error:  # any exception here is a bug
        return f"the reader fails: {error!r}"
    written = {log.round: log.entries for log in whole.rounds}
    for log in read.rounds:
        if log.entries != written.get(log.round, ())[: len(log.entries)]:
            return "records that were never written"
    if [log.round for log in skimmed.rounds] != [log.round for log in read.rounds]:
        return "other rounds are listed than are read"
    if read.problems:
        return "told"
    if read.notes and _records(whole) - _records(read) <= commit:
        return "noted"
    return "harmless" if read.rounds == whole.rounds else "records are missing, and nobody was told"


def _records(read: JournalRead) -> int:
    return sum(len(log.entries) for log in read.rounds)


def flipped(
    path: Path, whole: JournalRead, commit: int, places: Iterable[int], flip: Callable[[int], int]
) -> Counter[str]:
    """Return the verdicts on the journal with each of these bytes of ``path``, the file or its log, flipped in turn."""
    of = path.with_name(path.name.removesuffix("-wal"))
    data = path.read_bytes()
    verdicts: Counter[str] = Counter()
    begun = time.monotonic()
    with path.open("r+b", buffering=0) as file:
        for place in places:
            file.seek(place)
            file.write(bytes([data[place] ^ flip(place)]))
            verdicts[_with_place(verdict(of, whole, commit), place)] += 1
            file.seek(place)
            file.write(data[place : place + 1])
    told = path.name, len(data), sum(verdicts.values()), dict(verdicts), time.monotonic() - begun
    log.info("%s of %d bytes: %d flips: %s (%.0f s)", *told)
    return verdicts


def _with_place(text: str, place: int) -> str:
    return text if text in RIGHT else f"byte {place}: {text}"


FLIPS: Final[dict[str, Callable[[int], int]]] = {
    "one bit": lambda place: 1 << random.Random(place).randrange(8),  # noqa: S311  repeatable
    "all bits": lambda _place: 0xFF,
}

FILES: Final = {"closed": "", "cut": "", "log": "-wal"}
"""A journal that was closed, one after a power cut, and the log of that one: suffixes of their paths."""


@pytest.fixture(autouse=True)
def _the_same_frames_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache checksums, which take most of the time: all frames but the flipped one are the same each time."""
    monkeypatch.setattr(wal, "add_up", lru_cache(1000)(wal.add_up))


@pytest.fixture
def whole(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, JournalRead, int]:
    """Return the file to be flipped, its journal as read before, and the number of records in a commit."""
    name, *shape = request.param
    path = journal(tmp_path / "journal-000001.sqlite", *shape, cut=name != "closed")
    read = read_journal(path)
    assert read.problems == ()
    assert len(read.rounds) == shape[0]
    return path.with_name(path.name + FILES[name]), read, shape[-1]


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("whole", [(name, 2, 6, 3) for name in FILES], indirect=True, ids=FILES)
def test_a_flipped_byte_is_told_or_harmless(whole: tuple[Path, JournalRead, int], flip: str) -> None:
    path, read, commit = whole
    size = path.stat().st_size
    chance = random.Random(flip)  # noqa: S311  repeatable
    verdicts = flipped(path, read, commit, sorted(chance.sample(range(size), min(FEW, size))), FLIPS[flip])
    assert set(verdicts) <= {*RIGHT}
    assert verdicts["told"] > 0


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("whole", [(name, 1, None, 16) for name in FILES], indirect=True, ids=FILES)
def test_every_flipped_byte_is_told_or_harmless(whole: tuple[Path, JournalRead, int], flip: str, part: int) -> None:
    path, read, commit = whole
    verdicts = flipped(path, read, commit, range(part, path.stat().st_size, PARTS), FLIPS[flip])
    assert set(verdicts) <= {*RIGHT}


def test_what_would_be_wrong_is_found(tmp_path: Path) -> None:
    path = journal(tmp_path / "journal-000001.sqlite", 2, 6, 3, cut=False)
    longer = JournalRead(path, read_journal(path).rounds * 2)
    other = JournalRead(path, read_journal(path).rounds[:1])
    assert verdict(path, longer, 3) == "records are missing, and nobody was told"
    assert verdict(path, other, 3) == "records that were never written"
