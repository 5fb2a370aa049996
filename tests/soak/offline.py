"""A table plays for weeks without its hall, and its journal prunes old files; then all of it arrives, each round once.

The journal grows as a table writes it, `kiosk venue`'s import looks after each file, and what is beyond the journal's
limit is deleted. Then the code of `kiosk venue` and `kiosk uplink` carries everything to the hall's store, a file or a
PostgreSQL server, while the uplink is broken off again and again. In the end the hall has what was played.
"""

from __future__ import annotations

import asyncio
import random
import resource
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import func, select

from kiosk.hall import rounds
from kiosk.hall.arrivals import Place
from kiosk.hall.store import HallStore
from kiosk.hall.uplink import Uplink
from kiosk.journal.file import JournalFile, size
from kiosk.journal.folder import files, path_of
from kiosk.journal.pruning import Keep, Pruner, RoundBegin, day_of
from kiosk.journal.records import Judged, MatchEnded, Origin
from kiosk.journal.writer import FILE_BYTES
from kiosk.results.importer import refresh
from kiosk.results.model import MatchRow, PlayerRow, ResultRow, RoundRow
from kiosk.results.rebuilding import rebuild
from kiosk.results.store import ResultsStore, open_store
from kiosk.system.files import MEGABYTE
from tests.hall.venue_rig import Venue
from tests.results.conftest import Journals

NAMES_DAYS: Final = 36_500
MOVES: Final = 600
"""Moves of a round: with them it takes 80 kB, as a long one of ten people does."""
ROUNDS: Final = 5
"""Rounds of a match."""
_PEOPLE: Final = [f"Guest {number}" for number in range(1, 60)]
_LEFT: Final = 0.25
"""The part of what was played that the journal still has in the end."""

say: Callable[[str], object] = sys.stdout.write


class _Told(NamedTuple):
    """What must be in the hall of a round."""

    round: str
    match: str
    seats: tuple[tuple[int, str, int], ...]
    """Of each seat its number, its name and its points."""


def soak(megabytes: float, days: int, address: str = "", *, seed: int = 1, moves: int = MOVES, breaks: int = 50) -> int:
    """Play, carry and compare; print figures. Return 0, or 1 if something is lost, doubled or wrong.

    ``address``: of the hall's store (empty: a file); ``moves``: of each round; ``breaks``: about how often the uplink
    is broken off.
    """
    chance = random.Random(seed)  # noqa: S311  repeatable
    with tempfile.TemporaryDirectory(prefix="offline-") as name:
        folder = Path(name)
        with Venue(folder, names=True, table="a" * 32) as venue:
            threads = [one for one in threading.enumerate() if one is not threading.main_thread()]
            began, cpu = time.monotonic(), time.process_time()
            played, grown, imported = _play(venue, megabytes, days, moves, chance)
            wall, work = time.monotonic() - began, time.process_time() - cpu
            say(f"{len(played)} rounds in {days} days, {grown}\n")
            say(f"played in {wall:.0f} s: {work - imported:.1f} s CPU to write, {imported:.1f} to import{_memory()}\n")
            began, cpu, before = time.monotonic(), time.process_time(), _cpu(threads)
            broken = asyncio.run(_carry(venue, folder, address, played, chance, breaks))
            wall, work, told = time.monotonic() - began, time.process_time() - cpu, _cpu(threads) - before
            say(f"carried in {wall:.0f} s, {broken} times broken off: {told:.1f} s CPU of the table's store, ")
            say(f"{work - told:.1f} of the uplink, {work / len(played) * 1000:.1f} ms a round{_memory()}\n")
            with (
                closing(_opened(folder, address)) as hall,
                closing(venue.store()) as table,
            ):
                wrong = [*_differences(hall, table, played)]
    for line in wrong:
        say(f"{line}\n")
    say("something is wrong\n" if wrong else "all arrived, each once\n")
    return 1 if wrong else 0


def _memory() -> str:
    return f"; {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most so far"


def _cpu(threads: Sequence[threading.Thread]) -> float:
    """Return the CPU seconds of these threads, which run."""
    return sum(time.clock_gettime(time.pthread_getcpuclockid(one.ident)) for one in threads if one.ident)


def _play(
    venue: Venue, megabytes: float, days: int, moves: int, chance: random.Random
) -> tuple[list[_Told], str, float]:
    """Write the journal, import and prune it.

    Return what was played, how the journal has grown, in words, and the CPU seconds of the imports.
    """
    journal, began = venue.journal, datetime.now(UTC).replace(hour=12) - timedelta(days=days)
    mean = 130 * moves + 3_000
    wanted = max(2 * ROUNDS, round(megabytes * MEGABYTE / mean))
    pruner = Pruner(journal.folder, Keep(max(1, days // 2), max(1, int(megabytes * _LEFT))))
    judged = [Judged(one, ("Play", 1, f"r{one % 10}"), (("Played", 1, "center", 3),)) for one in range(moves)]
    told, day, number, grown, imported = list[_Told](), -1, 0, 0, 0.0
    file: JournalFile | None = None
    for nth in range(wanted):
        at = began + nth * timedelta(days=days) / wanted
        if file is None or file.bytes() > FILE_BYTES or (at - began).days != day:
            if file is not None:
                file.close()
                grown += size(file.path)
                imported += _look(venue)
                pruner.prune(number, RoundBegin(day_of(at.timestamp()), at.date().isoformat(), 0))
            number, day = number + 1, (at - began).days
            file = JournalFile(path_of(journal.folder, number))
        told.append(_round(journal, file, nth, at, judged, chance))
    assert file is not None
    file.close()
    imported += _look(venue)
    grown += size(file.path)
    left = len(files(journal.folder))
    in_words = f"{grown / MEGABYTE:.0f} MB of journal in {number} files, of which {number - left} were pruned"
    return told, in_words, imported


def _round(
    journal: Journals, file: JournalFile, nth: int, at: datetime, moves: Sequence[Judged], chance: random.Random
) -> _Told:
    people = chance.sample(_PEOPLE, 4)
    lines = [{"name": name, "points": chance.randint(-20, 40)} for name in people]
    match, last = f"{nth // ROUNDS:032x}", nth % ROUNDS == ROUNDS - 1
    over = MatchEnded((), ()) if last else None
    origin = Origin("Window", "0.1.0", "3.11", boot=at.date().isoformat())  # it is switched off at night
    told: dict[str, Any] = {"match": match, "number": nth % ROUNDS + 1, "over": over, "origin": origin}
    played = journal.round(*lines, at=at, id=f"{nth:032x}", **told)
    played.records[1:1] = moves
    journal.append(file, played)
    seats = tuple((seat, str(line["name"]), int(str(line["points"]))) for seat, line in enumerate(lines, 1))
    return _Told(played.id, match, seats)


def _look(venue: Venue) -> float:
    """Import what is new, as ``kiosk venue`` does at each bell; return the CPU seconds."""
    began = time.thread_time()
    with closing(venue.store()) as store:
        filled = refresh(store, venue.folder, NAMES_DAYS, datetime.now(UTC))
    assert not filled.problems, filled.problems
    return time.thread_time() - began


def _opened(folder: Path, address: str) -> ResultsStore:
    return open_store(address, folder / "hall.sqlite", section="venue")


def _tell(line: str) -> None:
    say(f"  {line}\n")


class _Counted(HallStore):
    """A hall's store that tells when it has more; ``arrived``, and ``more``, are those of all that were opened."""

    def __init__(self, store: ResultsStore, arrived: list[int], more: Callable[[], object]) -> None:
        super().__init__(store, NAMES_DAYS)
        self._arrived = arrived
        self._more = more

    def put(self, table: str, name: str, told: rounds.Changes, after: Place | None = None) -> None:
        super().put(table, name, told, after)
        self._arrived.append(len(told.changes))
        self._more()


async def _carry(
    venue: Venue, folder: Path, address: str, played: Sequence[_Told], chance: random.Random, breaks: int
) -> int:
    """Have an uplink carry until the hall has all changes; return how often it was broken off: about ``breaks``."""
    count, deadline = 0, time.monotonic() + 120 + len(played)
    wanted = len(played) + len(played) // ROUNDS
    arrived, news, loop = list[int](), asyncio.Event(), asyncio.get_running_loop()

    def opened() -> HallStore:
        return _Counted(_opened(folder, address), arrived, partial(loop.call_soon_threadsafe, news.set))

    while sum(arrived) < wanted and time.monotonic() < deadline:
        enough = min(wanted, sum(arrived) + max(1, chance.uniform(0.3, 1.7) * wanted / (breaks + 1)))
        uplink = Uplink(venue.socket, folder / "feed.sock", opened, _tell, folder / "uplink" / "venue.json")
        work = asyncio.ensure_future(uplink.run())
        with suppress(TimeoutError):
            async with asyncio.timeout_at(loop.time() + deadline - time.monotonic()):
                while sum(arrived) < enough:
                    await news.wait()
                    news.clear()
                await asyncio.sleep(chance.uniform(0.0, 0.1))  # in the middle of whatever comes next
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work
        count += 1
    return count - 1


def _differences(hall: ResultsStore, table: ResultsStore, played: Sequence[_Told]) -> Iterator[str]:
    """Yield what the hall, or the table's own store, has otherwise than it was played."""
    for what, store in (("the hall", hall), ("the table", table)):
        there = _of_store(store)
        wanted = Counter(played)
        if missing := wanted - there:
            yield f"{what} lacks {missing.total()} rounds, such as {next(iter(missing))}"
        if too_many := there - wanted:
            yield f"{what} has {too_many.total()} rounds that were not played, such as {next(iter(too_many))}"
        with store.reading() as session:
            found = rebuild(session)
            ended = session.scalar(select(func.count()).select_from(MatchRow).where(MatchRow.ended.is_not(None)))
            session.rollback()
        if found.days or found.differences:
            yield f"{what}: {found.days} days and {len(found.differences)} standings are wrong"
        say(f"{what}: {there.total()} rounds, {missing.total()} lost, {too_many.total()} too many, {ended} ends\n")
        if ended != len(played) // ROUNDS:
            yield f"{what} has {ended} matches that are over, not {len(played) // ROUNDS}"


def _of_store(store: ResultsStore) -> Counter[_Told]:
    seats = dict[str, list[tuple[int, str, int]]]()
    with store.reading() as session:
        rows = select(ResultRow.round_id, ResultRow.seat, PlayerRow.name, ResultRow.points)
        for name, seat, player, points in session.execute(rows.outerjoin(PlayerRow).order_by(ResultRow.seat)):
            seats.setdefault(name, []).append((seat, player or "", points))
        rounds = session.execute(select(RoundRow.id, RoundRow.match_id)).all()
    return Counter(_Told(name, match, tuple(seats.get(name, ()))) for name, match in rounds)
