"""The display's cost compared with a bare Kivy window in the same run: ``python -m tests.benchmarks.display``.

Four and twelve seats at 1920x1080, everything moving: each seat carries a card and twenty cards a second land; of
dice half the seats roll without end, the others carry one and twenty a second land. The bare window has as many
moving sprites. The two take turns, each run in a process of its own; figures are medians of the runs. Work is CPU
time in yardsticks (``tests.benchmarks.yardstick``). The display's first frame is felt, shown before the modules of its
picture are loaded; the whole first picture, a lobby, has a target of its own. Both are compared with the bare window's
first frame. The memory of the table is that of a real one whose bots play; memory shared with the display is counted
once (``tests.benchmarks.memory``). Then the moments of a game (``frames``) and growth. It prints as it goes; with
``--runs 1`` it takes some minutes. Exit status 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, product
from typing import Final, NamedTuple

import msgspec

from kiosk.config.loader import CONFIGS, load
from tests.benchmarks import memory
from tests.benchmarks.figures import ROOT, judge, told_by
from tests.benchmarks.frames import tell_effects, tell_moments
from tests.benchmarks.output import measurements, say
from tests.benchmarks.yardstick import BUDGET
from tests.rig import ENDS_WITH_US

CONFIGURATIONS: Final = {4: CONFIGS / "four_seats.toml", 12: CONFIGS / "twelve_seats.toml"}
"""By seats."""
GAMES: Final = ("cards", "dice")
MB: Final = 1 << 20
TABLE_S: Final = 10.0
"""Seconds for which the table has run when its memory is measured."""
IDLE_TARGET, MEMORY_TARGET = 2.0, 1.7
"""The maximum ratios to the bare window's."""
FRAME_TARGET: Final = BUDGET / 2
"""The maximum work of a frame with everything moving, the mean, in yardsticks: half a frame of a Raspberry Pi 4."""
NEXT_FRAME: Final = {"touch": "touch to the piece under the finger", "verdict": "verdict to screen"}
"""Changes that must be seen in the next frame."""
FELT_TIMES, FELT_PLUS = 1.3, 0.2
"""The maximum time to felt: times the bare window's first frame, plus seconds."""
PICTURE_TIMES: Final = 5.5
"""The maximum time to the whole first picture: times the bare window's first frame. It takes 4.5 to 4.7 times."""
TABLE_TARGET: Final = 40 * MB
"""The maximum memory of the table alone, at twelve seats."""
GROWTH_TARGET: Final = {"textures": 0, "rss": MB}
"""The maximum growth after 100 rounds (memory: bytes, as the allocator's pages come and go)."""


class Run(NamedTuple):
    """Figures of one run: times in seconds (``idle``: per second), memory in bytes."""

    first: float
    """Until the first frame; the display's is felt."""
    whole: float
    """Until the whole first picture is seen."""
    frame: float
    yardstick: float
    sprites: int
    redraws: int
    idle: float
    memory: float
    textures: int
    both: float
    """With the table's."""


class Line(NamedTuple):
    """A figure beside the bare window's, in ``unit``, of which there are ``per`` in a whole."""

    what: str
    ours: float
    theirs: float
    target: float
    rule: str
    unit: str = "ms"
    per: float = 1000


def run(module: str, *arguments: str, table: memory.Parts) -> Run:
    """Measure once."""
    began = time.monotonic()
    told = told_by(module, *arguments)
    parts, first, whole = told.pop("memory"), told.pop("first_frame") - began, told.pop("first_picture") - began
    return Run(first=first, whole=whole, memory=memory.together(parts), both=memory.together(parts, table), **told)


def main() -> int:
    """Print the comparison for each game and number of seats; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="What the display costs beside a bare Kivy window.")
    parser.add_argument("--runs", type=int, default=3, help="runs of each (default 3)")
    runs: int = parser.parse_args().runs
    cases = list(product(CONFIGURATIONS, GAMES))
    tables = {seats: _table_memory(seats) for seats in CONFIGURATIONS}
    alone = memory.together(tables[max(tables)])
    missed = judge(
        f"memory of the table alone: {alone / MB:.1f} MB (at most {TABLE_TARGET / MB:g})", alone <= TABLE_TARGET
    )
    turns = measurements(len(cases) * runs)
    for seats, game in cases:
        missed |= _compare(seats, game, islice(turns, runs), tables[seats])
        missed |= _tell_delay(told_by("next_frame", game, places(seats)))
    missed |= tell_moments([])
    missed |= tell_effects([])
    missed |= _tell_growths(cases)
    return int(missed)


def places(seats: int) -> str:
    """Return the positions of the seats, for ``table_picture``."""
    plan = load(CONFIGURATIONS[seats]).plan()
    return msgspec.json.encode([(seat.edge, seat.position) for seat in plan]).decode()


def _table_memory(seats: int) -> memory.Parts:
    """Return the memory of a table whose bots play."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *ENDS_WITH_US,
            sys.executable,
            "-m",
            "kiosk",
            "table",
            "--config",
            str(CONFIGURATIONS[seats]),
            "--seed",
            "1",
        ]
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "KIOSK_RUNTIME_DIR": folder, "KIOSK_STATE_DIR": folder}
        )
        try:
            time.sleep(TABLE_S)
            if process.poll() is not None:
                raise SystemExit("The table has failed: see above.")
            return memory.parts(process.pid)
        finally:
            process.terminate()
            process.wait()


def _compare(seats: int, game: str, turns: Iterator[int], table: memory.Parts) -> bool:
    """Print the comparison of one case; return whether a target is missed."""
    arguments = (game, places(seats))
    first = run("table_picture", *arguments, table=table)  # not measured: it also warms the disk's cache
    sprites, textures = first.sprites, first.textures
    pictures, bares = [], []
    for _ in turns:
        pictures.append(run("table_picture", *arguments, table=table))
        bares.append(run("bare_window", str(sprites), str(textures), table={}))
    picture, bare = _median(pictures), _median(bares)
    say(
        f"{game}: {seats} seats, 1920x1080, {sprites} moving sprites, {textures / MB:.0f} MB of textures, "
        f"medians of {len(bares)} runs\n"
    )
    work = picture.frame / picture.yardstick
    what = f"work per frame   {work:8.2f} yardsticks of {picture.yardstick * 1000:.3f} ms, at most {FRAME_TARGET:g}"
    missed = [judge(what, work <= FRAME_TARGET)]
    missed += [_tell(line) for line in _lines(picture, bare, memory.together(table))]
    missed.append(judge(f"redraws while nothing moves: {picture.redraws:g} (target 0)", picture.redraws == 0))
    return any(missed)


def _lines(picture: Run, bare: Run, table: int) -> Iterator[Line]:
    idle = IDLE_TARGET * bare.idle
    yield Line("CPU at rest", picture.idle, bare.idle, idle, f"{IDLE_TARGET:g}x", "% ", 100)
    felt = FELT_TIMES * bare.first + FELT_PLUS
    yield Line("felt", picture.first, bare.first, felt, f"{FELT_TIMES:g}x + {FELT_PLUS * 1000:.0f} ms")
    yield Line("first picture", picture.whole, bare.first, PICTURE_TIMES * bare.first, f"{PICTURE_TIMES:g}x")
    say(f"memory: display {picture.memory / MB:.1f} MB, table {table / MB:.1f} MB, shared by both counted once below\n")
    yield Line(
        "memory of both", picture.both, bare.memory, MEMORY_TARGET * bare.memory, f"{MEMORY_TARGET:g}x", "MB", 1 / MB
    )


def _tell(line: Line) -> bool:
    """Print it; return whether it misses its target."""
    ours, theirs, target = (value * line.per for value in (line.ours, line.theirs, line.target))
    return judge(
        f"{line.what:16} {ours:8.2f} {line.unit}   bare window {theirs:8.2f} {line.unit}   "
        f"ratio {ours / theirs:5.2f}   at most {target:8.2f} {line.unit} ({line.rule})",
        ours <= target,
    )


def _tell_delay(delay: dict[str, int]) -> bool:
    """Print the maximum number of frames until something was seen; return whether that is too late."""
    missed = [
        judge(f"{what}: {delay[name]} frame(s) at most, of {delay['seen']} (target 1)", delay[name] == 1)
        for name, what in NEXT_FRAME.items()
    ]
    return any(missed)


def _tell_growths(cases: list[tuple[int, str]]) -> bool:
    """Print the growth in 100 rounds of each case; return whether it is too much anywhere."""
    missed = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # no times are taken here: all at once
        growths = pool.map(lambda case: told_by("table_rounds", case[1], places(case[0])), cases)
        for (seats, game), growth in zip(cases, growths, strict=True):
            missed += [
                judge(
                    f"{game}, {seats} seats: growth over 100 rounds, {what}: {growth[what]} (at most {most})",
                    growth[what] <= most,
                )
                for what, most in GROWTH_TARGET.items()
            ]
    return any(missed)


def _median(runs: list[Run]) -> Run:
    return Run(*(statistics.median(values) for values in zip(*runs, strict=True)))


if __name__ == "__main__":
    sys.exit(main())
