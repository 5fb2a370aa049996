"""A table and its display in real time, off-screen, with twelve people who play, rest and play again."""

from __future__ import annotations

import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS
from kiosk.display.remote_control import ask_scene
from kiosk.faults.fault import english
from kiosk.protocol import client
from tests.benchmarks.link_players import Players
from tests.benchmarks.processes import display_beside, figures, running, until
from tests.rig.watcher import Watcher
from tests.soak.lateness import Lateness

TWELVE: Final = CONFIGS / "twelve_seats.toml"
CYCLE_S: Final = 600.0
"""They play, and then nobody does anything until the bots play again."""
RESTS_S: Final = 100.0
EVERY_S: Final = 5.0
"""The maximum time between two samples of the processes, and between two visits."""
LOOKS: Final = 60
"""The minimum number of samples: a visitor who is just there must not count as growth."""
TELL_EVERY: Final = 60
"""Samples between two printed lines."""

GROWTH_MB: Final = {"table": 3.0, "display": 3.0 + 17.0}
"""The maximum growth of a process's private memory from the second to the last quarter: a page of pictures, too.

A full one is kept as long as it is shown anywhere.
"""
LATE_MS: Final = 50.0
"""The lateness that counts as missed: the arbiter's longest hold-back, or three frames."""
MISSED: Final = {"deadlines of the table": 0.0001, "frames of the display": 0.001}
"""The fraction that may be missed on an idle machine: a frame is, when all pictures are painted again."""
FEW: Final = 5
"""Or this number, in a short run: while pictures are painted for the first time, a frame or two are late."""
AS_BARE: Final = 3.0
"""And this multiple of the fraction that a bare waiting process misses: the load of other programs."""

say = sys.stdout.write


class Sample(NamedTuple):
    """A sample of a process; memory in bytes, ``own``: private memory.

    Pages of libraries come and go with the kernel's cache; only private memory shows growth.
    """

    own: int
    rss: int
    pss: int
    threads: int
    descriptors: int

    def __str__(self) -> str:
        own, rss, pss = (size / 1e6 for size in self[:3])
        return f"{own:.1f} MB ({rss:.1f} RSS, {pss:.1f} PSS), {self.threads} threads, {self.descriptors} fd"


def sample(process: int) -> Sample:
    """Return a sample from the kernel's data."""
    folder = Path(f"/proc/{process}")
    memory = dict(line.split(":", 1) for line in (folder / "smaps_rollup").read_text().splitlines()[1:])
    own, rss, pss = (1024 * int(memory[name].split()[0]) for name in ("Anonymous", "Rss", "Pss"))
    return Sample(own, rss, pss, len(list((folder / "task").iterdir())), len(list((folder / "fd").iterdir())))


class People(Players):
    """Twelve quick players, who play cards and dice in turn, and sometimes do nothing."""

    def __init__(self, path: Path) -> None:
        self.rounds: Counter[str] = Counter()
        self.states: Counter[str] = Counter()
        self.resting = False
        self._state = ""
        super().__init__(path)

    def _take(self, snapshot: msg.Snapshot, data: bytes, at: int) -> None:
        if snapshot.state != self._state:
            self._state = snapshot.state
            self.states[snapshot.state] += 1
            self.rounds[snapshot.game] += snapshot.state == "play"
        super()._take(snapshot, data, at)

    def _tick(self, snapshot: msg.Snapshot, now: int) -> None:
        if snapshot.state == "play":
            self._say(msg.Mark(now))
        if not self.resting:
            super()._tick(snapshot, now)

    def _act(self, snapshot: msg.Snapshot, view: msg.SeatView, now: int) -> None:
        game = ("cards", "dice")[self.states["ready"] % 2]
        if snapshot.state == "ready" and view.state == "taken" and snapshot.game != game:
            self._say(msg.ChooseOption(view.seat, "game", game, now))
            return  # once somebody is ready nothing changes
        super()._act(snapshot, view, now)


def soak(minutes: float, config: Path = TWELVE, *, busy: bool = False) -> int:
    """Run for ``minutes`` and print the figures; return 1 if something grows or is late.

    ``busy``: the machine does other work too, and lateness is printed, but not judged.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table/sock"
        with running(path, "-m", "tests.soak.table", str(config), str(path)) as table:
            until(path.exists)
            with (
                running(path, "-m", "tests.soak.display", str(path)) as display,
                running(path, "-m", "tests.soak.bare") as bare,
            ):
                until(lambda: _draws(display_beside(path)))
                people = People(path)
                samples = _play(people, path, 60 * minutes, {"table": table.pid, "display": display.pid})
                waits = Lateness.of(figures(bare, signal.SIGTERM))
                frames = Lateness.of(figures(display, signal.SIGTERM))
            deadlines = Lateness.of(figures(table, signal.SIGTERM))
    say(f"rounds begun: {dict(people.rounds)}; states entered: {dict(people.states)}\n")
    kept = [_judge_growth(name, found) for name, found in samples.items()]
    missed = waits.above(LATE_MS) / waits.total()
    say(f"waits of a bare process, late: {waits}; {waits.above(LATE_MS)} by more than {LATE_MS:g} ms\n")
    in_time = [_judge_late(what, late, missed) for what, late in zip(MISSED, (deadlines, frames), strict=True)]
    return int(not all(kept if busy else kept + in_time))


def _play(people: People, path: Path, seconds: float, watched: Mapping[str, int]) -> dict[str, list[Sample]]:
    """Let them play for ``seconds``; return samples of the processes."""
    samples: dict[str, list[Sample]] = {name: [] for name in watched}
    began, every = time.monotonic(), min(EVERY_S, seconds / LOOKS)
    while (passed := time.monotonic() - began) < seconds:
        people.resting = passed % CYCLE_S > CYCLE_S - RESTS_S
        people.step()
        if passed >= every * len(samples["table"]):
            _visit(path)
            for name, process in watched.items():
                samples[name].append(sample(process))
            if len(samples["table"]) % TELL_EVERY == 1:
                _tell(passed, samples)
    return samples


def _visit(path: Path) -> None:
    """Connect for a moment, and ask for the table's health and the scene."""
    with Watcher(path) as watcher:
        watcher.look()
    if (health := client.ask_health(path)).faults:
        told = "; ".join(f"{one.device}: {english(one.fault)}" for one in health.faults)
        say(f"the table tells of faults: {told}\n")
    ask_scene(display_beside(path))


def _draws(display: Path) -> bool:
    """Return whether the display at this address has heard from the table."""
    try:
        ask_scene(display)
    except client.NotRunning:
        return False
    return True


def _tell(passed: float, samples: Mapping[str, Sequence[Sample]]) -> None:
    """Print a line of progress."""
    parts = [f"{name} {found[-1]}" for name, found in samples.items()]
    say(f"{time.strftime('%H:%M:%S')} {passed / 60:5.1f} min   {'   '.join(parts)}\n")
    sys.stdout.flush()


def _judge_growth(name: str, samples: Sequence[Sample]) -> bool:
    """Return whether it is the same at the end as after the warm-up, each by a quarter of the time."""
    quarter = max(1, len(samples) // 4)
    first, last = samples[quarter : 2 * quarter], samples[-quarter:]
    own, rss, pss = (
        [statistics.median(one[what] for one in part) / 1e6 for part in (first, last)] for what in range(3)
    )
    threads, descriptors = ([min(one[what] for one in part) for part in (first, last)] for what in (3, 4))
    kept = own[1] - own[0] <= GROWTH_MB[name] and threads[1] <= threads[0] and descriptors[1] <= descriptors[0]
    told = {"own": own, "RSS": rss, "PSS": pss}
    memory = ", ".join(f"{what} {before:.1f}, {after:.1f}" for what, (before, after) in told.items())
    counts = f"threads {threads[0]}, {threads[1]}, descriptors {descriptors[0]}, {descriptors[1]}"
    say(f"{name}, second quarter and last: {memory} MB, {counts} at least   {_word(kept)}\n")
    return kept


def _judge_late(what: str, late: Lateness, bare: float) -> bool:
    """Return whether too much was late. ``bare``: the fraction that a bare process has missed."""
    missed = late.above(LATE_MS)
    kept = missed <= max(FEW, (MISSED[what] + AS_BARE * bare) * late.total())
    say(f"{what}, late: {late}; {missed} by more than {LATE_MS:g} ms   {_word(kept)}\n")
    return kept


def _word(kept: bool) -> str:
    return "ok" if kept else "MISSED"
