"""The latency of presses compared with a bare reader in the same run: ``python -m tests.benchmarks.presses``.

A real table with twelve seats of buttons at an emulated GPIO chip, a real display that draws every move (into nothing)
and twelve quick players, each in a process of its own. While a round runs, Play buttons are pressed; after each press
one goes to a process that only waits on a line of the same chip. Exit status 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import select
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from hardware.api import Button
from hardware.gpio.factory import Library
from hardware.realtime import Realtime
from tests.benchmarks.output import measurements, say
from tests.benchmarks.processes import Process, display_beside, figures, running, until
from tests.rig import gpiochip
from tests.rig.disk import ALWAYS, Kind, WatchedDisk
from tests.rig.gpio_seats import HEADER, SPARE, GpioSeats
from tests.rig.package import installed_package, path_with
from tests.rig.preload import together

WARM_UP_S: Final = 3.0
PAUSES: Final = (0.005, 0.012)
"""Seconds between two edges, drawn for each: presses must not be in step with frames."""
SEED: Final = 1
TIMES_BARE: Final[dict[Library, float]] = {"libgpiod": 2.0, "lgpio": 1.2}
"""The maximum ratio to the latency of a bare reader with that library, 99th percentile."""


TIMES_QUIET: Final = 1.1
"""The maximum ratio of the time to a verdict with a hall that was taken over to that without."""
HALL_CONNECTIONS: Final = 1000


DRIVERS: Final = {"sleeping": "time.sleep(0.01)", "spinning": "pass"}
"""What a driver of another package does for ever, by a word for it."""

_DRIVER: Final = "driver_beside"
_DRIVER_SOURCE: Final = """
import threading, time

class Readers:
    def __init__(self, context):
        pass

    def start(self, sink):
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            {does}

    def light(self, seat, lamp):
        pass

    def health(self):
        return ()

    def close(self):
        pass
"""


class Run(NamedTuple):
    """The measurements of one run, in nanoseconds."""

    bare: list[int]
    heard: list[int]
    came: list[int]
    lit: list[int]
    verdict: list[int]
    shown: list[int]
    """From a snapshot's arrival at the display to its widgets."""


def main() -> int:
    """Print the figures; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="From a button's edge to heard and to the verdict.")
    parser.add_argument("--seconds", type=float, default=20, help="of running rounds in each run (default 20)")
    parser.add_argument("--runs", type=int, default=3, help="(default 3)")
    parser.add_argument("--flooding", type=int, default=0, help="dice-reader boards that flood their ports (default 0)")
    words = "pairs of runs, without and with a hall that was taken over (tests.benchmarks.hall_readers), not --runs"
    parser.add_argument("--hall-pairs", type=int, default=0, help=words)
    parser.add_argument("--beside", choices=DRIVERS, help="with a driver of another package that does nothing but this")
    words = "the library of the bare reader (default libgpiod, as the table's)"
    parser.add_argument("--bare", choices=gpiochip.libraries(), default="libgpiod", help=words)
    options = parser.parse_args()
    if (reason := gpiochip.missing()) is not None:
        raise SystemExit(reason)
    realtime = Realtime()
    realtime.runner()
    if options.hall_pairs:
        return int(_pairs(options.hall_pairs, options.seconds))
    say(f"{options.runs} runs of {options.seconds:g} s each, medians of them\n")
    say(f"real time: {realtime.why_not or 'table, bare reader and the finger that presses have it'}\n")
    runs = [
        run(options.seconds, options.flooding, library=options.bare, beside=options.beside)
        for _ in measurements(options.runs)
    ]
    return int(_tell(runs, TIMES_BARE[options.bare]))


# ---------------------------------------------------------------- measuring


def run(
    seconds: float,
    flooding: int = 0,
    sync_s: float = 0.0,
    library: Library = "libgpiod",
    beside: str | None = None,
    hall: int = 0,
) -> Run:
    """Play and press for ``seconds``.

    ``flooding``: boards that do so; ``sync_s``: the duration of every sync; ``library``: of the bare reader;
    ``beside``: what the driver of another package does (``DRIVERS``); ``hall``: connections of one that was taken over.
    """
    with tempfile.TemporaryDirectory() as folder, ExitStack() as closing:
        boards = {seat: f"LDR-FLOOD-{seat}" for seat in range(1, flooding + 1)}
        seats = GpioSeats(Path(folder), boards, dice_readers=None if beside is None else _DRIVER)
        ports = Path(folder) / "boards"
        ports.mkdir()
        path = Path(folder) / "table/sock"
        module, chips = "tests.benchmarks.presses", seats.environment
        slow = _slow_disk(Path(folder), sync_s) if sync_s else {}
        around = together(chips, slow, {} if beside is None else _package(Path(folder), DRIVERS[beside]))
        table = closing.enter_context(
            running(path, "-m", f"{module}_table", str(seats.config), str(path), str(ports), environment=around)
        )
        until(path.exists)
        display = closing.enter_context(running(path, "-m", "tests.benchmarks.link_display", str(path)))
        until(display_beside(path).exists)
        line = (library, str(HEADER.number), str(SPARE))
        bare = closing.enter_context(running(path, "-m", f"{module}_bare", *line, environment=chips))
        for identity in boards.values():
            simulated = ("dice-board", "simulate", "--id", identity, "--folder", str(ports), "--fault", "flood")
            closing.enter_context(running(path, "-m", "kiosk", *simulated))
        seats.wait_watched()
        seats.chips.wait_watched(SPARE)
        if hall:
            closing.enter_context(running(path, "-m", "tests.benchmarks.hall_readers", str(hall)))
        players = closing.enter_context(running(path, "-m", "tests.benchmarks.link_players", str(path)))
        finger = _Finger(seats, players)
        finger.press_for(WARM_UP_S)
        began = time.monotonic_ns()
        finger.press_for(seconds)
        seen = figures(display, signal.SIGINT)
        noted, alone = figures(table, signal.SIGTERM), figures(bare, signal.SIGTERM)
    if len(noted["heard"]) != finger.presses:
        raise SystemExit(f"Of {finger.presses} presses {len(noted['heard'])} were heard.")
    heard, came = ([now - at for at, now in noted[what] if at >= began] for what in ("heard", "came"))
    unmoved = [now - at for at, now in alone["heard"] if at >= began]
    verdicts = [took for at, took in noted["verdicts"] if at >= began]
    shown = dict(seen["shown"])
    to_widgets = [shown[number] - at for number, _, at in seen["arrived"] if at >= began and number in shown]
    return Run(unmoved, heard, came, finger.lit[-len(heard) :], verdicts, to_widgets)


def _package(folder: Path, does: str) -> dict[str, str]:
    """Return an environment in which a package has a driver of dice readers with a thread that does this for ever."""
    source = _DRIVER_SOURCE.format(does=does)
    points = f"[ligretto_kiosk.dice_readers]\n{_DRIVER} = {_DRIVER}:Readers\n"
    return path_with(installed_package(folder / "driver", _DRIVER, source, points))


def _slow_disk(folder: Path, sync_s: float) -> dict[str, str]:
    """Return an environment in which every sync of the journal takes this long."""
    disk = WatchedDisk(folder / "disk", (folder / "journal").resolve())
    disk.fail(Kind.SYNC, 1, ALWAYS, delay=sync_s)
    return disk.environment


class _Finger:
    """A finger that presses Play buttons while a round runs, each press followed by one for the bare reader."""

    def __init__(self, seats: GpioSeats, players: Process) -> None:
        self.presses = 0
        self.lit: list[int] = []
        """From a press to its seat's lamp, if that was dark, in nanoseconds."""
        assert players.stdout is not None
        self._told = players.stdout.fileno()
        self._playing = False
        self._seats = seats
        self._chance = random.Random(SEED)  # noqa: S311  no secrets, only no pattern
        self._order = itertools.cycle(self._chance.sample(range(1, 13), 12))

    def press_for(self, seconds: float) -> None:
        """Press for this number of seconds of running rounds."""
        left = seconds
        while left > 0:
            self._look()
            began = time.monotonic()
            self._press(next(self._order))
            left -= time.monotonic() - began

    def _look(self) -> None:
        """Wait until a round runs, by the players' output: another display would be an unrealistic load."""
        while not self._playing or select.select([self._told], [], [], 0)[0]:
            told = os.read(self._told, 64)
            if not told:
                raise SystemExit("The players have gone: see above.")
            self._playing = told.endswith(b"+")

    def _press(self, seat: int) -> None:
        """Press here, then there; never two edges at once."""
        seats = self._seats
        dark = not seats.lamp(seat)
        at = seats.press(seat, Button.PLAY)
        self.presses += 1
        self._pause()
        if dark and seats.lamp(seat):
            self.lit.append(seats.lamp_changed(seat) - at)
        seats.chips.press(SPARE)
        self._pause()
        seats.release(seat, Button.PLAY)
        self._pause()
        seats.chips.release(SPARE)
        self._pause()

    def _pause(self) -> None:
        time.sleep(self._chance.uniform(*PAUSES))


# ---------------------------------------------------------------- telling


def _tell(runs: Sequence[Run], times_bare: float) -> bool:
    """Print the figures beside the bare reader's; return whether the target, a ratio, is missed."""
    say(f"\n{sum(len(run.heard) for run in runs)} presses\n")
    bare = medians([run.bare for run in runs])
    for what, values in (
        ("bare reader", [run.bare for run in runs]),
        ("edge to heard", [run.heard for run in runs]),
        ("edge to the table", [run.came for run in runs]),
        ("edge to lamp", [run.lit for run in runs]),
        ("hold-back's end to verdict", [run.verdict for run in runs]),
        ("display to widgets", [run.shown for run in runs]),
    ):
        own = medians(values)
        parts = (
            f"{name} {one:8.3f} ms (x{one / base:6.1f})" for name, one, base in zip(own._fields, own, bare, strict=True)
        )
        say(f"{what:28}{'   '.join(parts)}\n")
    heard, most = medians([run.heard for run in runs]).p99, times_bare * bare.p99
    kept = heard <= most
    say(f"edge to heard, p99: {heard:.3f} ms, at most {most:.3f} ms   {'ok' if kept else 'MISSED'}\n")
    return not kept


def _pairs(number: int, seconds: float) -> bool:
    """Tell what a hall that was taken over changes; return whether the target, a ratio, is missed.

    The bound is ``TIMES_QUIET``, or how much two runs without it differ.
    """
    quiet: list[float] = []
    hostile: list[float] = []
    for _ in measurements(number):
        for into, hall in ((quiet, 0), (hostile, HALL_CONNECTIONS)):
            into.append(_at(run(seconds, hall=hall).verdict, 0.99))
    ratios = [with_it / without for with_it, without in zip(hostile, quiet, strict=True)]
    differ = [max(two) / min(two) for two in itertools.pairwise(quiet)]
    ratio, most = statistics.median(ratios), max(TIMES_QUIET, statistics.median(differ or [1.0]))
    both = f"{statistics.median(quiet):.3f} ms, with it {statistics.median(hostile):.3f} ms"
    say(f"hold-back's end to verdict, p99: {both}\n")
    say(f"{number} pairs, median x{ratio:.3f} ({min(ratios):.2f} to {max(ratios):.2f}), at most x{most:.3f}   ")
    say("ok\n" if ratio <= most else "MISSED\n")
    return ratio > most


class Figures(NamedTuple):
    """In milliseconds."""

    p50: float
    p99: float
    max: float


def medians(runs: Sequence[Sequence[int]]) -> Figures:
    """Return the medians of the runs' figures."""
    return Figures(*(statistics.median(_at(run, share) for run in runs) for share in (0.5, 0.99, 1.0)))


def _at(values: Sequence[int], share: float) -> float:
    """Return the value below which this share of them lies, converted from nanoseconds to milliseconds."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] / 1e6


if __name__ == "__main__":
    sys.exit(main())
