"""A day at a table of twelve in virtual time: the real session, runner and journal, and visitors of all kinds."""

from __future__ import annotations

import gc
import logging
import os
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Final, NamedTuple

from hardware.api import Duration, Instant
from kiosk.table.inputs import Input
from tests.benchmarks import memory
from tests.rig.day import START, Day, forget_windows, seats
from tests.rig.visitors import MINUTE, Visitors

STATES: Final = frozenset(
    {"attract", "ready", "countdown", "play", "stopped", "round_result", "match_result", "paused", "replay"}
)
"""All but recovery: there are no power cuts here."""
GROWTH_MB: Final = 2.0
"""The maximum growth of the process from the second to the last hour; in a short run, to the last quarter."""
GROWTH_BLOCKS: Final = 0.02
"""The maximum growth of Python's living objects, as a fraction."""
TELL_EVERY: Final = 60
"""Samples between two printed lines."""

say = sys.stdout.write


class Sample(NamedTuple):
    """A sample of the process. ``blocks``: of Python's memory in use; ``rss``: bytes."""

    blocks: int
    rss: int
    threads: int
    descriptors: int

    def __str__(self) -> str:
        return f"{self.blocks} blocks, {self.rss / 1e6:.1f} MB, {self.threads} threads, {self.descriptors} fd"


class Watched(Visitors):
    """Visitors at a table that is sampled once a minute."""

    def __init__(self, seed: int, length: Duration) -> None:
        super().__init__(seats(), seed, START, Instant(START + length))
        self.samples: list[Sample] = []
        self._look_at = START

    def act(self, now: Instant) -> Input | None:
        """Return their next action."""
        if now >= self._look_at:
            self._look_at = Instant(self._look_at + MINUTE)
            forget_windows()
            gc.collect()
            descriptors = len(os.listdir("/proc/self/fd"))  # noqa: PTH208  the cheapest look
            blocks, rss = sys.getallocatedblocks(), memory.rss(os.getpid())
            self.samples.append(Sample(blocks, rss, threading.active_count(), descriptors))
        return super().act(now)


def soak(hours: float, seed: int = 1) -> int:
    """Run for ``hours`` and print the figures; return 1 if something grows, or a state was never seen."""
    logging.disable(logging.CRITICAL)  # faults made by visitors are reported a thousand times
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        people = Watched(seed, Duration(round(60 * hours * MINUTE)))
        day = Day(Path(folder), people, seed=seed)
        day.run()
        kept = sum(path.stat().st_size for path in Path(folder).iterdir())
    logging.disable(logging.NOTSET)
    for place in range(0, len(people.samples), TELL_EVERY):
        say(f"{place:5} min   {people.samples[place]}\n")
    say(f"{hours:g} hours in {time.monotonic() - began:.0f} s, {day.travel.calls} inputs and deadlines\n")
    say(f"rounds begun: {dict(people.rounds)}; snapshots by state: {dict(people.states)}\n")
    say(f"journal: {kept / 1e6:.1f} MB on the disk at the end, slowest commit {day.flusher.health().slowest_s:.3f} s\n")
    missing = STATES - set(people.states)
    if missing:
        say(f"never seen: {', '.join(sorted(missing))}   MISSED\n")
    return int(bool(missing) or not _judge(people.samples))


def _judge(samples: list[Sample]) -> bool:
    """Return whether the process is the same at the end as after the warm-up: an hour, or a quarter of a short run."""
    part = max(1, min(60, len(samples) // 4))
    first, last = samples[part : 2 * part], samples[-part:]
    blocks = [statistics.median(one.blocks for one in span) for span in (first, last)]
    mb = [statistics.median(one.rss for one in span) / 1e6 for span in (first, last)]
    # a file may be open, and a thread run, for a moment alone
    threads = [statistics.median_low(one.threads for one in span) for span in (first, last)]
    descriptors = [statistics.median_low(one.descriptors for one in span) for span in (first, last)]
    kept = (
        blocks[1] <= blocks[0] * (1 + GROWTH_BLOCKS)
        and mb[1] <= mb[0] + GROWTH_MB
        and threads[1] <= threads[0]
        and descriptors[1] <= descriptors[0]
    )
    say(
        f"after the warm-up and at the end: blocks {blocks[0]:.0f}, {blocks[1]:.0f}, RSS {mb[0]:.1f}, {mb[1]:.1f} MB, "
        f"threads {threads[0]}, {threads[1]}, descriptors {descriptors[0]}, {descriptors[1]}   "
        f"{'ok' if kept else 'MISSED'}\n"
    )
    return kept
