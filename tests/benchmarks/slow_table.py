"""A whole kiosk on slow cores: ``python -m tests.benchmarks.slow_table [--seats N ...] [--yardsticks Y ...]``.

One person plays cards with a finger on an emulated touch panel, bots have the other seats; off-screen at 1920x1080, no
pixel is painted (a Raspberry Pi's graphics chip does that). The table and its display each have a share of a core
(``tests.rig.quota``): so much that a sixtieth of a second has so many yardsticks, measured anew twice a second, as
other work makes this machine slower. Before, the display's painter finishes what it does ahead: a Pi has a core for it.
A bare window with as many moving sprites as a round has runs under the same share: what it is late by itself does not
count. Exit status 1 if a goal is missed. It needs root, to write control groups.
"""

from __future__ import annotations

import argparse
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import groupby, pairwise
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from kiosk.config.loader import CONFIGS
from kiosk.display.motion.quality import LATE_NS, Quality
from kiosk.system.yardstick import RUNS, yardstick
from tests.benchmarks.figures import judge
from tests.benchmarks.output import say
from tests.benchmarks.painter import PAINTS_S, STATE, Watched, painter_of
from tests.benchmarks.processes import Process, display_beside, figures, running, until
from tests.benchmarks.slow_person import Person
from tests.benchmarks.slow_windows import PANEL
from tests.rig.evdev import EmulatedInputs
from tests.rig.quota import Quota, missing

CONFIGURATIONS: Final = {4: CONFIGS / "four_seats.toml", 12: CONFIGS / "twelve_seats.toml"}
SPRITES: Final = 45
"""What moves in a running round of twelve."""
CORES: Final = {25.0: ("a Pi 5", 0.01), 16.0: ("a Pi 4 at best", 0.01), 10.0: ("a Pi 4 at worst", 0.05)}
"""Yardsticks in a frame: what is taken to have as many, and the part of frames that may be late beyond the window's."""
FRAME_S: Final = 1 / 60
MEASURED_S: Final = 0.5
"""Seconds between two measurements of the yardstick."""
ANEW: Final = 5
"""Its runs in each of them: what they tell is added to what is known."""
SETTLES_S: Final = 2.0
"""Seconds of the bare window that are not counted: its first frames."""
RECOVERS_S: Final = 25.0
"""Seconds at full speed in which effects come back."""


class Frame(NamedTuple):
    """A frame as ``slow_windows`` notes it."""

    began: int
    shown: int
    state: str
    quality: int


class Lateness(NamedTuple):
    """The frames of a window."""

    frames: int
    late: int
    slowest_ms: float

    @classmethod
    def of(cls, frames: Sequence[Frame]) -> Lateness:
        """Return the lateness of these frames, as ``kiosk doctor`` reckons it."""
        took = [after.began - before.began for before, after in pairwise(frames)]
        return cls(len(took), sum(time > LATE_NS for time in took), max(took, default=0) / 1e6)

    @property
    def share(self) -> float:
        """The part of the frames that was late."""
        return self.late / max(1, self.frames)

    def __str__(self) -> str:
        return f"{self.late} of {self.frames} late ({self.share:.1%}), slowest {self.slowest_ms:.0f} ms"


class Speed:
    """The yardstick of this machine: the median of its latest runs, as many as it always has, over the last seconds.

    The few runs of one moment are off by as much as a half, on a machine that others use: a share that followed them
    was too small for the display in a quarter of all frames, and seven of ten late ones were among these.
    """

    def __init__(self, run: Callable[[], float] = yardstick) -> None:
        self._run = run
        run()  # it warms up
        self._runs = deque((run() for _ in range(RUNS)), maxlen=RUNS)

    def unit(self) -> float:
        """Return it in seconds."""
        return statistics.median(self._runs)

    def measure(self) -> None:
        """Measure anew."""
        self._run()
        self._runs.extend(self._run() for _ in range(ANEW))


class Cores:
    """Control groups of these names, each with a core that has so many yardsticks in a frame."""

    def __init__(self, yardsticks: float, *names: str) -> None:
        self._yardsticks, self._speed = yardsticks, Speed()
        self._ended = threading.Event()
        with ExitStack() as undo:
            self.quotas = tuple(undo.enter_context(Quota(name, self._share())) for name in names)
            self._undo = undo.pop_all()
        self._follower = threading.Thread(target=self._follow)

    def _share(self) -> float:
        return min(1.0, self._yardsticks * self._speed.unit() / FRAME_S)

    def _follow(self) -> None:
        while not self._ended.wait(MEASURED_S):
            self._speed.measure()
            self._give(self._share())

    def _give(self, share: float) -> None:
        for quota in self.quotas:
            quota.give(share)

    def speed_up(self) -> None:
        """Give each a whole core from now on."""
        self._ended.set()
        self._follower.join()
        self._give(1.0)

    def __enter__(self) -> Self:
        self._follower.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.speed_up()
        self._undo.close()


def bare_window(yardsticks: float, seconds: float) -> Lateness:
    """Return the lateness of a bare window on such a core."""
    with tempfile.TemporaryDirectory() as folder, Cores(yardsticks, "bare") as cores:
        path = Path(folder) / "table/sock"
        with running(path, "-m", "tests.benchmarks.slow_windows", "bare", str(SPRITES)) as window:
            time.sleep(SETTLES_S)
            cores.quotas[0].take(window.pid)
            began = time.monotonic_ns()
            time.sleep(seconds)
            told = figures(window, signal.SIGTERM)
    return Lateness.of([frame for frame in _frames(told) if frame.began > began])


class Played(NamedTuple):
    """What was measured at a table."""

    frames: Lateness
    """Of the round, from GO on."""
    states: list[tuple[str, Lateness]]
    """Of each state, those on the way into the round too."""
    steps: list[tuple[float, Quality]]
    """The steps of the quality, on the way into the round too: seconds from GO, and what was drawn then."""
    touches: list[float]
    """Milliseconds from each report of a carrying finger until its picture is on the screen."""
    presses: list[float]
    """Milliseconds from each press of Play until the table tells what came of it."""
    back: Quality | None
    """The quality after some seconds at full speed; None: it was not waited for."""


def table(seats: int, yardsticks: float, seconds: float, *, recover: bool = False, painted: bool = True) -> Played:
    """Play so many seconds of a round on such cores; then, to ``recover``, some more at full speed.

    ``painted``: False if pictures are blank, which saves the time to paint them.
    """
    with tempfile.TemporaryDirectory() as folder, Cores(yardsticks, "table", "display") as cores:
        path = Path(folder) / "table/sock"
        inputs = EmulatedInputs(Path(folder))
        panel = inputs.plug(PANEL)
        looks = {"KIOSK_STATE_DIR": str(STATE)} if painted else {"KIOSK_PAINTING": "none"}
        with _kiosk(path, CONFIGURATIONS[seats], {**inputs.environment, **looks}) as (core, display):
            person = Person(path, panel)
            person.come()
            if painted:
                until(lambda: painter_of(display.pid))
                until(Watched(painter_of(display.pid) or 0).rests, PAINTS_S)
            for quota, process in zip(cores.quotas, (core, display), strict=True):
                quota.take(process.pid)
            slowed = time.monotonic_ns()
            person.sit_down()
            go = time.monotonic_ns()
            person.play(seconds)
            end = time.monotonic_ns()
            if recover:
                cores.speed_up()
                display.send_signal(signal.SIGUSR1)
                time.sleep(RECOVERS_S)
            frames = _frames(figures(display, signal.SIGTERM))
    before = [frame for frame in frames if slowed <= frame.began < end]
    played = [frame for frame in before if frame.began >= go]
    return Played(
        Lateness.of(played),
        [(state, Lateness.of(list(those))) for state, those in groupby(before, attrgetter("state"))],
        list(_steps([frame for frame in frames if frame.began >= slowed], go)),
        list(_until_shown(person.moved, played)),
        [answer / 1e6 for answer in person.answered],
        Quality(frames[-1].quality) if recover else None,
    )


@contextmanager
def _kiosk(path: Path, config: Path, beside: Mapping[str, str]) -> Iterator[tuple[Process, Process]]:
    """A table and its display, which has these variables in its environment."""
    with running(path, "-m", "kiosk", "table", "--config", str(config), "--seed", "1") as core:
        until(path.exists)
        window = ("-m", "tests.benchmarks.slow_windows", "display", str(path))
        with running(path, *window, environment=beside) as display:
            until(display_beside(path).exists)
            yield core, display


def _frames(told: object) -> list[Frame]:
    assert isinstance(told, list)
    return [Frame(*one) for one in told]


def _steps(frames: Sequence[Frame], go: int) -> Iterator[tuple[float, Quality]]:
    for before, after in pairwise(frames):
        if before.quality != after.quality:
            yield (after.began - go) / 1e9, Quality(after.quality)


def _until_shown(reports: Sequence[int], frames: Sequence[Frame]) -> Iterator[float]:
    """Yield for each report how long it took until a frame that began after it was on the screen, in ms."""
    for report in reports:
        shown = next((frame.shown for frame in frames if frame.began >= report and frame.shown), None)
        if shown is not None:
            yield (shown - report) / 1e6


def tell(seats: int, yardsticks: float, seconds: float, *, recover: bool, painted: bool = True) -> bool:
    """Measure and print the figures; return whether a goal is missed."""
    like, goal = CORES.get(yardsticks, ("", 0.01))
    blank = "" if painted else ", pictures are blank"
    say(f"{seats} seats, {yardsticks:g} yardsticks a frame{f', like {like}' if like else ''}{blank}\n")
    base = bare_window(yardsticks, seconds / 2)
    say(f"  bare window: {base}\n")
    played = table(seats, yardsticks, seconds, recover=recover, painted=painted)
    beyond = played.frames.share - base.share
    missed = judge(
        f"  the round: {played.frames}; beyond the bare window {beyond:.1%} (at most {goal:.0%})", beyond <= goal
    )
    for state, lateness in played.states:
        say(f"    {state:14} {lateness}\n")
    steps = ", ".join(f"{level.name.lower()} at {at:.0f} s" for at, level in played.steps)
    missed |= judge(f"  effects: {steps or 'all are drawn'}", all(at > seconds for at, _ in played.steps))
    if played.back is not None:
        missed |= judge(f"  at full speed again: {played.back.name.lower()}", played.back is Quality.ALL)
    say(f"  touch to picture: {_spread(played.touches)}\n  press to verdict: {_spread(played.presses)}\n")
    return missed


def _spread(times: Sequence[float]) -> str:
    if len(times) < 2:
        return "too few"
    ordered = sorted(times)
    p99 = ordered[int(len(ordered) * 0.99)]
    return f"median {statistics.median(times):.1f} ms, p99 {p99:.1f}, longest {ordered[-1]:.1f} ({len(times)})"


def main() -> int:
    """Print the figures; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description="A whole kiosk on slow cores.")
    parser.add_argument("--seats", type=int, choices=sorted(CONFIGURATIONS), nargs="*", default=[12, 4])
    parser.add_argument(
        "--yardsticks", type=float, nargs="*", default=list(CORES), help="in a frame (default: 25 16 10)"
    )
    parser.add_argument("--seconds", type=float, default=40.0, help="of a round (default 40)")
    parser.add_argument("--recover", action="store_true", help="then look whether effects come back at full speed")
    parser.add_argument(
        "--blank", action="store_true", help="with blank pictures: without the minutes until all are painted"
    )
    wanted = parser.parse_args()
    if why := missing():
        say(f"{why}\n")
        return 2
    missed = [
        tell(seats, yardsticks, wanted.seconds, recover=wanted.recover, painted=not wanted.blank)
        for seats in wanted.seats
        for yardsticks in wanted.yardsticks
    ]
    return int(any(missed))


if __name__ == "__main__":
    sys.exit(main())
