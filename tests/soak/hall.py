"""Many tables fill one hall's store, while all that can fail does: nothing may be lost, doubled or mixed up.

Most tables are in a few processes (``tests.soak.hall_tables``), some are real: a journal, ``kiosk venue`` and ``kiosk
uplink``. The hall's PostgreSQL is reached over a network that is this soak's own (root): it is killed, frozen, full,
short of connections, and the network is cut; whole processes are killed at random. In the end the hall has what the
tables' own stores have. Before, it is measured how long a finished round takes to the hall.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import psycopg
from sqlalchemy import select

from kiosk.hall.feed import decode
from kiosk.results.model import CHANNEL, LiveRow, ResultRow, RoundRow
from kiosk.results.rebuilding import rebuild
from kiosk.results.server_roles import Roles, prepare
from kiosk.results.store import ResultsStore, open_store
from tests.results.conftest import Journals
from tests.rig import ENDS_WITH_US
from tests.rig.kiosk_process import KIOSK
from tests.rig.postgres import Server

PORT: Final = 5432
TOGETHER: Final = 50
"""Tables in one process."""
PACE_S: Final = 150.0
"""Mean seconds between two rounds of a table."""
DISK_MB: Final = 400
"""The server's disk."""
_STATES: Final = f"SELECT table_id, state FROM {LiveRow.__tablename__} WHERE table_id = ANY(%s)"  # noqa: S608
DRAIN_S: Final = 240.0
"""Longest time until all that waited is there."""
CONNECTIONS: Final = 300

_ALONE: Final = "KIOSK_SOAK_ALONE"
"""Set, to the process's number, in the network of the soak's own."""

say = sys.stdout.write


class Process:
    """A process that can be killed and started again; what it prints is in ``log``."""

    def __init__(self, command: Sequence[str], log: Path, environment: Mapping[str, str]) -> None:
        self.log = log
        self._command = command
        self._environment = environment
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        with self.log.open("ab") as log:
            self._running = subprocess.Popen(
                [*ENDS_WITH_US, *self._command], env=self._environment, stdin=subprocess.PIPE, stdout=log, stderr=log
            )

    def kill(self) -> None:
        """Kill it (SIGKILL)."""
        assert self._running is not None
        self._running.kill()
        self._running.wait()

    def tell(self, line: str) -> None:
        """Send it a line."""
        assert self._running is not None
        assert self._running.stdin is not None
        self._running.stdin.write(f"{line}\n".encode())
        self._running.stdin.flush()


class RealTable:
    """A table with a journal, ``kiosk venue`` and ``kiosk uplink``, in ``folder``."""

    def __init__(self, number: int, folder: Path, address: str) -> None:
        folder.mkdir()
        config = folder / "config.toml"
        seats = (Path(__file__).parents[2] / "kiosk/config/two_seats.toml").read_text()
        hall = f'[venue]\nstore = "{address}"\nnames = "web"\n'
        config.write_text(f'{seats}\n[table]\nname = "Real {number}"\n\n{hall}')
        known = {**os.environ, "KIOSK_STATE_DIR": str(folder), "KIOSK_RUNTIME_DIR": str(folder / "run")}
        (folder / "run").mkdir(mode=0o700)
        self.file = folder / "results.sqlite"
        self.journal = Journals(folder / "journal")
        self.processes = [
            Process([str(KIOSK), command, "--config", str(config)], folder / f"{command}.log", known)
            for command in ("venue", "uplink")
        ]
        self._match = uuid.uuid4().hex
        self._number = number

    def play(self) -> None:
        """Write a round to the journal."""
        lines = ({"name": f"Guest {self._number}-{one}", "points": one} for one in range(3))
        self.journal.write(self.journal.round(*lines, at=datetime.now(UTC), id=uuid.uuid4().hex, match=self._match))


class Watcher:
    """Notes when each round, and each state of a table, is in the hall's store, by the names of ``hall_tables``."""

    def __init__(self, address: str) -> None:
        self.seen = dict[str, float]()
        self._address = address.replace("+psycopg", "")
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._end.wait(1.0):
            with suppress(psycopg.Error), psycopg.connect(self._address, autocommit=True, connect_timeout=5) as server:
                server.execute(f"LISTEN {CHANNEL}")
                while not self._end.is_set():
                    told = {notice.payload for notice in server.notifies(timeout=0.2)}
                    for table, state in server.execute(_STATES, (list(told),)) if told else ():
                        self._note(f"{table}:{decode(state).round_no}")
                    for (name,) in server.execute("SELECT round_id FROM hall_rounds"):
                        self._note(name)

    def _note(self, name: str) -> None:
        self.seen.setdefault(name, time.monotonic())

    def close(self) -> None:
        """End."""
        self._end.set()
        self._thread.join()


class Hall:
    """The hall: its server, its tables, and what can be done to them."""

    def __init__(self, folder: Path, tables: int, real: int, fault_s: float, chance: random.Random) -> None:
        self.folder = folder
        self.chance = chance
        self._fault_s = fault_s
        folder.chmod(0o711)  # the server has a user of its own
        disk = folder / "disk"
        disk.mkdir()
        _run("mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "kiosk-soak", str(disk))
        self.disk = disk
        self.server = Server(disk, synced=True, port=PORT)
        self.start_server()
        prepare(self.server.address, Roles("hall_owner", "hall_tables", "hall_pages"), 365)
        filled = self.server.address.replace("kiosk@", "hall_tables@")
        self.sizes = [min(TOGETHER, tables - first) for first in range(0, tables, TOGETHER)]
        self.crowds = []
        for number, size in enumerate(self.sizes):
            what = (str(folder), filled, str(PACE_S), str(number * TOGETHER), str(size))
            command = [sys.executable, "-m", "tests.soak.hall_tables", *what]
            self.crowds.append(Process(command, folder / f"crowd-{number}.log", os.environ))
        self.real = [RealTable(number, folder / f"real-{number}", filled) for number in range(real)]
        self.processes = [*self.crowds, *(process for table in self.real for process in table.processes)]

    def start_server(self, connections: int = CONNECTIONS) -> None:
        """Start the server with room for so many connections."""
        self.server.start(f"max_connections={connections}", "shared_buffers=32MB", "max_wal_size=64MB")

    def faults(self) -> Mapping[str, Callable[[], None]]:
        """Return what can fail, each for ``fault_s``."""
        return {
            "the server is killed": self._killed,
            "the server is frozen": self._frozen,
            "the network is cut": self._cut,
            "the server's disk is full": self._full,
            "the server has few connections": self._few,
            "processes are killed": self._processes_killed,
        }

    def _killed(self) -> None:
        self.server.kill()
        time.sleep(self._fault_s)
        self.start_server()

    def _frozen(self) -> None:
        self.server.send(signal.SIGSTOP)
        time.sleep(2 * self._fault_s)  # longer than the uplink's patience, by default
        self.server.send(signal.SIGCONT)

    def _cut(self) -> None:
        _run("ip", "link", "set", "lo", "down")
        time.sleep(self._fault_s)
        _run("ip", "link", "set", "lo", "up")

    def _full(self) -> None:
        filler = self.disk / "filler"
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 16))
        time.sleep(self._fault_s)
        filler.unlink()
        with suppress(subprocess.CalledProcessError):  # it may have ended: it cannot write its log
            self.server.kill()
        self.start_server()

    def _few(self) -> None:
        self.server.kill()
        self.start_server(connections=10)
        time.sleep(self._fault_s)
        self.server.kill()
        self.start_server()

    def _processes_killed(self) -> None:
        for _ in range(10):
            process = self.chance.choice(self.processes)
            process.kill()
            time.sleep(self._fault_s / 10)
            process.start()

    def said(self) -> Counter[str]:
        """Return what uplinks have told, without the names of tables, and how often."""
        found = Counter[str]()
        for process in self.processes:
            for line in process.log.read_text(errors="replace").splitlines():
                found[line.partition(" ")[2] if process in self.crowds else line] += 1
        return found

    def files(self) -> Iterator[Path]:
        """Return the tables' own stores."""
        for first, size in enumerate(self.sizes):
            for number in range(size):
                yield self.folder / f"table-{first * TOGETHER + number}" / "results.sqlite"
        yield from (table.file for table in self.real)

    def close(self) -> None:
        """End all."""
        for process in self.processes:
            process.kill()
        self.server.kill()
        _run("umount", "--lazy", str(self.disk))


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


def _rounds(store: ResultsStore) -> dict[str, tuple[str | None, tuple[tuple[int, int], ...]]]:
    """Return a store's rounds: why each is voided, and its results (seat and points)."""
    with store.reading() as session:
        reasons = {row.id: row.void_reason for row in session.execute(select(RoundRow.id, RoundRow.void_reason))}
        lines: dict[str, list[tuple[int, int]]] = {name: [] for name in reasons}
        for name, seat, points in session.execute(select(ResultRow.round_id, ResultRow.seat, ResultRow.points)):
            lines[name].append((seat, points))
    return {name: (reasons[name], tuple(sorted(theirs))) for name, theirs in lines.items()}


def _noted(folder: Path) -> dict[str, float]:
    """Return when each round was in its table's store, and when each state of a table was told."""
    found = dict[str, float]()
    for file in folder.glob("played-*"):
        for line in file.read_text().splitlines():
            name, _, at = line.partition(" ")
            if at.endswith(tuple("0123456789")) and len(name) >= 32:
                found[name] = float(at)
    return found


def _tell_delays(words: str, folder: Path, watcher: Watcher, since: float) -> None:
    """Tell how long it took to the hall; a state that was replaced within its second is never there."""
    noted = {name: at for name, at in _noted(folder).items() if at >= since}
    for what, kind in (("rounds", False), ("states of tables", True)):
        names = [name for name in noted if (":" in name) == kind]
        delays = sorted(watcher.seen[name] - noted[name] for name in names if name in watcher.seen)
        if delays:
            half, p99 = (delays[min(len(delays) - 1, int(part * len(delays)))] for part in (0.5, 0.99))
            there = f"{len(delays)} of {len(names)} {what} in the hall"
            say(f"{words}: {there}, median {half:.2f} s, p99 {p99:.2f} s\n")
    sys.stdout.flush()


def _wait(seconds: float, hall: Hall) -> None:
    """Wait; real tables play meanwhile, at their own pace."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        for table in hall.real:
            if hall.chance.random() < 5 / PACE_S:
                table.play()
        time.sleep(min(5.0, left))


def _missing(hall: Hall, store: ResultsStore) -> tuple[int, int, int]:
    """Return how many rounds the tables have, how many are not in the hall, and how many it has otherwise."""
    own = {}
    for file in hall.files():
        with closing(open_store("", file)) as theirs:
            own.update(_rounds(theirs))
    there = _rounds(store)
    return len(own), len(own.keys() - there.keys()), sum(own.get(name) != told for name, told in there.items())


def main(minutes: float, tables: int, real: int, fault_s: float, seed: int) -> int:
    """Run in a network of its own; return the exit status."""
    if os.environ.get(_ALONE) == str(os.getpid()):
        return soak(minutes, tables, real, fault_s, seed)
    begin = f'ip link set lo up && export {_ALONE}=$$ && exec "$@"'
    command = [
        *ENDS_WITH_US,
        "unshare",
        "--net",
        "--mount",
        "sh",
        "-c",
        begin,
        "sh",
        sys.executable,
        "-m",
        "tests.soak",
        *sys.argv[1:],
    ]
    return subprocess.run(command, check=False).returncode


def soak(minutes: float, tables: int, real: int, fault_s: float, seed: int) -> int:
    """Measure, break, and count; return the exit status."""
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="kiosk-hall-")))
        hall = Hall(folder, tables, real, fault_s, random.Random(seed))  # noqa: S311
        ending.callback(hall.close)
        for process in hall.processes:
            process.start()
        watcher = Watcher(hall.server.address)
        ending.callback(watcher.close)
        begun = _settled(hall, watcher, tables)
        _wait(minutes * 30, hall)
        _tell_delays("at their own pace", folder, watcher, begun)
        begun = time.monotonic()
        for crowd in hall.crowds:
            crowd.tell("play")
        _wait(15, hall)
        _tell_delays("all within a second", folder, watcher, begun)
        end = time.monotonic() + minutes * 30
        while time.monotonic() < end:
            for words, fault in hall.faults().items():
                say(f"{words}\n")
                sys.stdout.flush()
                fault()
                _wait(fault_s, hall)
        return _count(hall)


def _settled(hall: Hall, watcher: Watcher, tables: int) -> float:
    """Have each table play, and wait until all of that is in the hall; return the time."""
    begun = time.monotonic()
    for table in hall.real:
        table.play()
    time.sleep(5.0)
    for crowd in hall.crowds:
        crowd.tell("play")
    while sum(":" not in name for name in watcher.seen) < tables + len(hall.real):
        time.sleep(1.0)
        if time.monotonic() - begun > DRAIN_S:
            raise SystemExit(f"{len(watcher.seen)} of {tables} tables have come after {DRAIN_S:.0f} s: {hall.said()}")
    say(f"{tables} tables and {len(hall.real)} real ones were there after {time.monotonic() - begun:.0f} s\n")
    return time.monotonic()


def _count(hall: Hall) -> int:
    """Wait until the hall has all; return 0 if it then has what the tables have, and its standings are right."""
    for crowd in hall.crowds:  # no more rounds of theirs: an uplink goes on by itself
        crowd.tell("quiet")
    end = time.monotonic() + DRAIN_S
    with closing(open_store(hall.server.address, hall.folder)) as store:
        while True:
            played, lost, otherwise = _missing(hall, store)
            if not (lost or otherwise) or time.monotonic() > end:
                break
            time.sleep(5.0)
        differences = store.write(lambda session: rebuild(session).differences)
    for line, times in hall.said().most_common():
        say(f"{times:6d}  {line}\n")
    wrong = len(differences)
    say(f"{played} rounds: {lost} lost, {otherwise} otherwise than at their tables, {wrong} wrong standings\n")
    return 1 if lost or otherwise or wrong else 0
