"""The journal's cost: ``python -m tests.benchmarks.journal [--seconds 20] [--runs 3]``.

The number of events acknowledged per second, compared with plain SQLite with a commit per event, on the same disk in
the same run; the latencies of presses, verdicts and pictures while every sync of the disk takes 1.5 s, compared with a
normal disk; and the bytes written in an hour of play. Exit status 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.config.loader import CONFIGS
from kiosk.faults.fault import english
from kiosk.journal.health import Durable, JournalFault, JournalHealthy
from kiosk.journal.records import AnyRecord, encode
from kiosk.journal.writer_thread import Flusher, Keep
from tests.benchmarks import presses
from tests.benchmarks.link_players import Players
from tests.benchmarks.output import measurements, say
from tests.benchmarks.processes import running, until
from tests.rig import gpiochip
from tests.rig.disk import Kind, WatchedDisk
from tests.rig.disk.rounds import match_records

EVENTS: Final = 4000
PLAIN_EVENTS: Final = 400
"""A commit each: enough to measure its duration."""
FASTER: Final = 5.0
"""The minimum ratio to the events per second with a commit for each."""
SLOW_S: Final = 1.5
UNMOVED: Final = 1.25
"""The maximum ratio to a normal disk, 99th percentile, or half a millisecond more."""
NOTHING_MS: Final = 0.5
TABLES: Final = ("four_seats", "twelve_seats")
HOUR_S: Final = 3600


def main() -> int:
    """Print the figures; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="What the journal costs.")
    parser.add_argument("--seconds", type=float, default=20, help="of play in each run (default 20)")
    parser.add_argument("--runs", type=int, default=3, help="of everything (default 3)")
    parser.add_argument("--folder", type=Path, help="on the disk that is meant (default: that of temporary files)")
    options = parser.parse_args()
    turns = measurements(2 * options.runs + len(TABLES))
    missed = [
        _tell_speed(islice(turns, options.runs), options.folder),
        _tell_hot_path(islice(turns, options.runs), options.seconds),
    ]
    _tell_bytes(turns, options.seconds, options.folder)
    return int(any(missed))


# ---------------------------------------------------------------- acknowledged events a second


def _tell_speed(turns: Iterator[int], where: Path | None) -> bool:
    """Print the rates; return whether the target is missed."""
    records = match_records(1, rounds=20)[:EVENTS]
    plain, ours = [], []
    for _ in turns:
        with tempfile.TemporaryDirectory(dir=where) as folder:
            plain.append(_plain(Path(folder) / "plain.sqlite", [encode(record) for record in records[:PLAIN_EVENTS]]))
        with tempfile.TemporaryDirectory(dir=where) as folder:
            ours.append(_flushed(Path(folder), records))
    plain_rate, our_rate = statistics.median(plain), statistics.median(ours)
    say(f"acknowledged events a second: {our_rate:.0f}; plain SQLite, a commit an event: {plain_rate:.0f}\n")
    ratio = our_rate / plain_rate
    return _judge(f"times as many: {ratio:.1f}, at least {FASTER:g}", ratio >= FASTER)


def _plain(path: Path, bodies: Sequence[bytes]) -> float:
    """Return events a second with only the journal's settings."""
    with closing(sqlite3.connect(f"file:{path}?psow=0", uri=True, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE records (seq INTEGER PRIMARY KEY, body BLOB NOT NULL)")
        began = time.monotonic()
        for body in bodies:
            connection.execute("INSERT INTO records (body) VALUES (?)", (body,))
        return len(bodies) / (time.monotonic() - began)


def _flushed(folder: Path, records: Sequence[AnyRecord]) -> float:
    """Return events a second through the flusher, given one by one, from the first to the last acknowledged."""
    all_there = threading.Event()

    def told(report: Durable | JournalFault | JournalHealthy) -> None:
        if isinstance(report, JournalFault):
            raise SystemExit(f"The disk has failed: {english(report.fault)}")
        if isinstance(report, Durable) and report.count >= len(records):
            all_there.set()

    with closing(Flusher(folder, told, Keep(days=30, megabytes=200))) as flusher:
        began = time.monotonic()
        for record in records:
            flusher.write([record])
        all_there.wait()
        return len(records) / (time.monotonic() - began)


# ---------------------------------------------------------------- beside a slow disk


def _tell_hot_path(turns: Iterator[int], seconds: float) -> bool:
    """Print the latencies; return whether a target is missed."""
    if (reason := gpiochip.missing()) is not None:
        raise SystemExit(reason)
    usual, slow = [], []
    for _ in turns:
        usual.append(presses.run(seconds))
        slow.append(presses.run(seconds, sync_s=SLOW_S))
    say(f"\ntwelve seats, {len(slow)} runs of {seconds:g} s of play each; p99, and with syncs of {SLOW_S:g} s\n")
    missed = False
    for what, part in (("edge to heard", "heard"), ("hold-back's end to verdict", "verdict"), ("to widgets", "shown")):
        before, after = (presses.medians([getattr(run, part) for run in some]).p99 for some in (usual, slow))
        kept = after <= max(UNMOVED * before, before + NOTHING_MS)
        missed |= _judge(f"{what:28} {before:8.3f} ms {after:8.3f} ms (x{after / before:5.2f})", kept)
    return missed


# ---------------------------------------------------------------- bytes


class Written(NamedTuple):
    """The data written by one table in ``seconds``."""

    seconds: float
    bytes: int
    blocks: int
    """Bytes that the kernel counts as sent to the medium: whole pages."""
    syncs: int


def _tell_bytes(turns: Iterator[int], seconds: float, where: Path | None) -> None:
    say("\nan hour of play of quick hands, four moves a second each, and the ways through between the rounds\n")
    for name, _ in zip(TABLES, turns, strict=True):
        with tempfile.TemporaryDirectory(dir=where) as folder:
            written = _written(Path(folder).resolve(), name, 3 * seconds)
        hour = HOUR_S / written.seconds
        files, medium = written.bytes * hour / 1e6, written.blocks * hour / 1e6
        say(
            f"{name:14} {files:6.1f} MB into files, {medium:6.1f} MB to the medium, {written.syncs * hour:6.0f} syncs\n"
        )


def _written(folder: Path, name: str, seconds: float) -> Written:
    path, disk = folder / "table/sock", WatchedDisk(folder / "disk", folder / "journal")
    config = str(CONFIGS / f"{name}.toml")
    with running(path, "-m", "kiosk", "table", "--config", config, environment=disk.environment) as table:
        until(path.exists)
        players = Players(path)
        players.play(1.0)
        began, before = time.monotonic(), (disk.written, _sent(table.pid), disk.calls(Kind.SYNC))
        players.play(seconds)
        after = (disk.written, _sent(table.pid), disk.calls(Kind.SYNC))
        took = time.monotonic() - began
    return Written(took, *(late - early for early, late in zip(before, after, strict=True)))


def _sent(process: int) -> int:
    lines = Path(f"/proc/{process}/io").read_text().splitlines()
    return int(dict(line.split(": ") for line in lines)["write_bytes"])


def _judge(what: str, kept: bool) -> bool:
    """Print it; return whether it is missed."""
    say(f"{what}   {'ok' if kept else 'MISSED'}\n")
    return not kept


if __name__ == "__main__":
    sys.exit(main())
