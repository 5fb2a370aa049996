"""Rankings of a large store: ``python -m tests.benchmarks.standings [--rounds 1000000] [--people 20000]``.

CPU seconds of ``kiosk scores`` beyond those with an empty store, of its import of a round, and of making the standings
anew, in SQLite and in PostgreSQL with its backends; beside the way in which rankings were worked out before any were
kept (``--slow``). ``--short``: the same of a small store, a few minutes on a slow computer. Exit status 1 if a target
is missed. The targets are those of 1,000,000 rounds, 4,000,000 results and 20,000 people, in seconds of the usual
computer: each figure is told as it was measured, and divided by how much slower this computer was meanwhile
(``kiosk.system.yardstick``). Of a wait, the sync of the disk that is in it is not divided.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk.config.loader import CONFIGS
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import MatchEnded
from kiosk.results.adding import add
from kiosk.results.arrivals import arriving
from kiosk.results.ranked import ResultFilter
from kiosk.results.rebuilding import rebuild
from kiosk.results.standings import standings
from kiosk.results.store import ResultsStore, open_store
from kiosk.system.boot import machine
from kiosk.system.yardstick import unit
from tests.benchmarks import large_store
from tests.benchmarks.output import say
from tests.benchmarks.processes import ROOT
from tests.results.conftest import Journals, Played
from tests.rig import ENDS_WITH_US, postgres
from tests.rig.slow_standings import standings as slow_standings

BEST_S: Final = 0.3
"""CPU seconds for the best hundred, above those with an empty store."""
ALL_S: Final = 60.0
ALL_MB: Final = 150.0
IMPORT_MS: Final = 2.0
LOCKED_MS: Final = 10.0
REBUILD_S: Final = 180.0
HELP_S: Final = 0.25
USUAL_S: Final = 0.265e-3
"""A yardstick (``kiosk.system.yardstick``) of the usual computer, whose seconds the targets are."""
SHORT: Final = {"rounds": 8000, "people": 600, "imports": 100}
"""Sizes whose best hundred are still a hundred of each group."""
_TICK_S: Final = 1 / os.sysconf("SC_CLK_TCK")


class Spent(NamedTuple):
    """CPU seconds of this computer and of the usual one, and the largest memory of a program in megabytes."""

    cpu_s: float
    usual_s: float
    mb: float = 0.0

    def __str__(self) -> str:
        """The seconds in words."""
        return f"{self.cpu_s:.2f} CPU s, {self.usual_s:.2f} usual"

    def above(self, base: Spent) -> Spent:
        """Return what was spent beyond ``base``."""
        return Spent(self.cpu_s - base.cpu_s, self.usual_s - base.usual_s, self.mb)


class Database(NamedTuple):
    """A database; ``server``: the number of its first process, 0 if it has none."""

    name: str
    address: str
    server: int


NO_DATABASE: Final = Database("none", "", 0)


def main() -> int:
    """Print the figures; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="What rankings of a large store cost.")
    parser.add_argument("--rounds", type=int, default=50_000, help="rounds of four seats (default 50000)")
    parser.add_argument("--people", type=int, default=3000, help="with a name (default 3000)")
    parser.add_argument("--runs", type=int, default=3, help="of each command (default 3)")
    parser.add_argument("--imports", type=int, default=1000, help="rounds imported, one a transaction (default 1000)")
    parser.add_argument("--short", action="store_true", help="smaller sizes, if none are given")
    parser.add_argument("--slow", action="store_true", help="measure the way of before too")
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    options = parser.parse_args()
    if options.short:
        parser.set_defaults(**SHORT)
        options = parser.parse_args()
    missed = [_tell_help(options.runs)]
    with tempfile.TemporaryDirectory() as folder:
        if options.only != "postgresql":
            missed += _tell(Database("SQLite", f"sqlite:///{folder}/results.sqlite", 0), Path(folder), options)
        if options.only != "sqlite" and not postgres.missing():
            with postgres.server(synced=True) as address:
                pid = int((Path(address.partition("host=")[2]) / "data/postmaster.pid").read_text().split()[0])
                missed += _tell(Database("PostgreSQL", address, pid), Path(folder), options)
    return int(any(missed))


def _tell_help(runs: int) -> bool:
    spent = _median(NO_DATABASE, lambda: _kiosk("scores", "--help"), runs)
    return _judge(f"kiosk scores --help: {spent}, at most {HELP_S:g}", spent.usual_s <= HELP_S)


def _tell(database: Database, folder: Path, options: argparse.Namespace) -> Iterator[bool]:
    """Print what a database costs; yield for each target whether it is missed."""
    config = folder / f"{database.name}.toml"
    config.write_text((CONFIGS / "two_seats.toml").read_text() + f'[records]\nstore = "{database.address}"\n')

    def scores(*arguments: str) -> Spent:
        return _median(database, lambda: _kiosk("scores", *arguments, "--config", str(config)), options.runs)

    empty = scores()
    say(f"\n{database.name}: kiosk scores with an empty store: {empty}, {empty.mb:.0f} MB\n")
    rounds, people = options.rounds // 8 * 8, options.people // 3 * 3
    large_store.fill(database.address, rounds, people, datetime.now(UTC))
    with closing(open_store(database.address, Path())) as store:
        spent = _spent(database, lambda: _own(lambda: store.write(rebuild)))
        words = f"standings of {rounds} rounds made anew: {spent}, at most {REBUILD_S:g}"
        yield _judge(words, spent.usual_s <= REBUILD_S)
        spent = _spent(database, lambda: _own(lambda: store.write(rebuild)))
        say(f"  compared, when nothing is wrong: {spent}\n")
    yield from _tell_rankings(scores, empty)
    with closing(open_store(database.address, Path())) as store:
        if options.slow:
            _tell_slow(store, database)
        yield from _tell_import(store, database, folder / database.name, options.imports)


def _tell_rankings(scores: Callable[..., Spent], empty: Spent) -> Iterator[bool]:
    """Print what ``kiosk scores`` costs in a store that is filled; ``empty``: in one that was not."""
    for words, period in (("all time", ()), ("a month", ("--period=month",)), ("today", ("--period=today",))):
        spent = scores("--top", "100", *period).above(empty)
        yield _judge(f"the best 100 of {words}, more: {spent}, at most {BEST_S:g}", spent.usual_s <= BEST_S)
    for words, arguments in (("everything", ("--json",)), ("everything with handicaps", ("--all", "--csv"))):
        spent = scores(*arguments)
        limits = f"at most {ALL_S:g} and {ALL_MB:g}"
        kept = spent.usual_s <= ALL_S and spent.mb <= ALL_MB
        yield _judge(f"{words}: {spent}, {spent.mb:.0f} MB, {limits}", kept)
    say(f"  one table, added up: {scores('--table', 'Table 1')}\n")


def _tell_slow(store: ResultsStore, database: Database) -> None:
    for words, way in (("as it was before", slow_standings), ("from what is kept", standings)):
        with store.reading(long=True) as session:
            spent = _spent(database, partial(_own, partial(way, session, ResultFilter())))
        say(f"  all time, {words}: {spent}\n")


def _tell_import(store: ResultsStore, database: Database, folder: Path, imports: int) -> Iterator[bool]:
    logs = [played.log for played in _rounds(Journals(folder), imports)]
    begun, arrivals = time.process_time(), [arriving(log) for log in logs]
    say(
        f"  what a round brings, worked out beforehand: {(time.process_time() - begun) * 1000 / len(logs):.2f} CPU ms\n"
    )
    now, host, waits, added = datetime.now(UTC), machine(), list[float](), list[int]()

    def work() -> None:
        for one in arrivals:
            begun = time.perf_counter()
            added.append(store.write(partial(add, arrivals=[one], now=now, host=host)))
            waits.append(time.perf_counter() - begun)

    first = arrivals.pop()
    store.write(lambda session: add(session, [first], now, host))
    slower = _slower()
    spent = _spent(database, lambda: _own(work))
    slower = (slower + _slower()) / 2
    if added != [1] * len(arrivals):
        raise SystemExit("The store had some of these rounds already: their figures would be those of nothing.")
    cpu_ms, usual_ms = (seconds * 1000 / len(arrivals) for seconds in (spent.cpu_s, spent.usual_s))
    words = f"import of a round: {cpu_ms:.2f} CPU ms, {usual_ms:.2f} usual, at most {IMPORT_MS:g}"
    yield _judge(words, usual_ms <= IMPORT_MS)
    locked, sync = statistics.median(waits) * 1000, _sync_ms(folder)
    usual = sync + (locked - sync) / slower if locked > sync else locked
    words = f"with the writer's lock: {locked:.1f} ms (median), {usual:.1f} usual; a sync of the disk: {sync:.1f}"
    yield _judge(f"{words}; at most {LOCKED_MS:g}", not database.server or usual <= LOCKED_MS)


def _rounds(journal: Journals, imports: int) -> Iterator[Played]:
    """Yield rounds of matches of eight, of people who have played before."""
    for number in range(imports + 1):
        match = number // 8
        lines = ({"name": f"Player {match * 7 + seat + 1}", "points": number % 30 - seat} for seat in range(3))
        over = MatchEnded(winners=(SeatNumber(1),), totals=()) if number % 8 == 7 else None
        told: dict[str, Any] = {
            "id": f"new-{number}",
            "match": f"new-{match}",
            "number": number % 8,
            "at": datetime.now(UTC),
            "over": over,
        }
        yield journal.round(*lines, {"bot": True}, **told)


def _sync_ms(folder: Path) -> float:
    """Return how long the disk takes to write a page for good; the median of many."""
    folder.mkdir(exist_ok=True)
    times = []
    with (folder / "page").open("wb", buffering=0) as file:
        for _ in range(100):
            begun = time.perf_counter()
            file.write(bytes(8192))
            os.fsync(file.fileno())
            times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000


def _kiosk(*arguments: str) -> tuple[float, float]:
    """Run the command line; return its CPU seconds, and its largest memory in megabytes."""
    with tempfile.TemporaryDirectory() as home:
        known = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        command = [*ENDS_WITH_US, sys.executable, "-m", "kiosk", *arguments]
        process = subprocess.Popen(command, cwd=ROOT, env={**known, "KIOSK_STATE_DIR": home}, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit("kiosk has failed: see above.")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def _own(work: Callable[[], object]) -> tuple[float, float]:
    """Do the work; return its CPU seconds, and no memory: this program has measured before."""
    begun = time.process_time()
    work()
    return time.process_time() - begun, 0.0


def _median(database: Database, work: Callable[[], tuple[float, float]], runs: int) -> Spent:
    """Return the median of what some runs spent, and the largest memory."""
    spent = [_spent(database, work) for _ in range(runs)]
    cpu_s, usual_s, mb = zip(*spent, strict=True)
    return Spent(statistics.median(cpu_s), statistics.median(usual_s), max(mb))


def _spent(database: Database, work: Callable[[], tuple[float, float]]) -> Spent:
    """Return what the work spent, with the database's server."""
    slower, before = _slower(), _server_s(database)
    cpu_s, mb = work()
    cpu_s += _server_s(database) - before
    return Spent(cpu_s, cpu_s / statistics.fmean((slower, _slower())), mb)


def _slower() -> float:
    """Return by how much this computer is slower now than the usual one."""
    return unit() / USUAL_S


def _server_s(database: Database) -> float:
    """Return the CPU seconds of a server's first process and of all that it has started."""
    if not database.server:
        return 0.0
    time.sleep(0.3)  # until a backend whose client has gone has ended
    own, children = _times(database.server), Path(f"/proc/{database.server}/task/{database.server}/children")
    return own + sum(_times(int(pid)) for pid in children.read_text().split())


def _times(pid: int) -> float:
    """Return the CPU seconds of a process, and of its children that have ended; 0 if it has ended itself."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) * _TICK_S


def _judge(words: str, kept: bool) -> bool:
    """Print it; return whether it is missed."""
    say(f"  {words}  {'ok' if kept else 'MISSED'}\n")
    return not kept


if __name__ == "__main__":
    sys.exit(main())
