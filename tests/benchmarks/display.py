"""The display's own work beside a bare Kivy window in the same run: ``.venv/bin/python -m tests.benchmarks.display``.

Four seats at 1920x1080, everything moving: each seat carries a card and twenty cards a second land; of dice two seats
roll without end, the others carry one and twenty a second land. The bare window has as many moving sprites. The two
take turns, each run in a process of its own; figures are medians of the runs. A frame's work is CPU time, so that a
busy machine changes it little. Ends with 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = ("cards", "dice")
FRAME_TARGET: Final = 3.0
"""Times the bare window's work."""
FIRST_TIMES, FIRST_PLUS = 1.5, 0.3
"""Times the bare window's first frame, plus seconds."""


class Run(NamedTuple):
    """Figures of one run, times in seconds."""

    first: float
    frame: float
    sprites: int
    redraws: int


def run(module: str, *arguments: str) -> Run:
    """Measure once, in a process of its own."""
    with tempfile.TemporaryDirectory() as home:
        began = time.monotonic()
        command = [sys.executable, "-m", f"tests.benchmarks.{module}", *arguments]
        answer = subprocess.run(
            command, cwd=ROOT, env={**os.environ, "KIVY_HOME": home}, capture_output=True, check=False
        )
    if answer.returncode:
        raise SystemExit(f"tests.benchmarks.{module} failed:\n{answer.stderr.decode()}")
    told: dict[str, Any] = msgspec.json.decode(answer.stdout)
    return Run(told["first_frame"] - began, told["frame"], told["sprites"], told["redraws"])


def main() -> int:
    """Print the comparison for each game; 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="The display's own work beside a bare Kivy window.")
    parser.add_argument("--runs", type=int, default=5, help="runs of each (default 5)")
    runs: int = parser.parse_args().runs
    missed = [_misses(game, runs) for game in GAMES]
    return int(any(missed))


def _misses(game: str, runs: int) -> bool:
    """Print the comparison for a game; whether a target is missed."""
    sprites = run("table_picture", game).sprites  # not counted: it also warms the disk's cache
    tables, bares = [], []
    for _ in range(runs):
        tables.append(run("table_picture", game))
        bares.append(run("bare_window", str(sprites)))
    table, bare = _median(tables), _median(bares)
    first_target = FIRST_TIMES * bare.first + FIRST_PLUS
    lines = [
        ("work per frame", table.frame, bare.frame, FRAME_TARGET * bare.frame, f"{FRAME_TARGET:g}x"),
        ("first frame", table.first, bare.first, first_target, f"{FIRST_TIMES:g}x + {FIRST_PLUS * 1000:.0f} ms"),
    ]
    say = sys.stdout.write
    say(f"{game}: four seats, 1920x1080, {sprites} moving sprites, medians of {runs} runs\n")
    for what, ours, theirs, target, rule in lines:
        verdict = "ok" if ours <= target else "MISSED"
        say(f"{what:16} {ours * 1000:8.2f} ms   bare window {theirs * 1000:8.2f} ms   ratio {ours / theirs:5.2f}   ")
        say(f"at most {target * 1000:8.2f} ms ({rule})  {verdict}\n")
    say(f"redraws while nothing moves: {table.redraws} (target 0)\n")
    return any(ours > target for _, ours, _, target, _ in lines) or table.redraws > 0


def _median(runs: list[Run]) -> Run:
    return Run(*(statistics.median(values) for values in zip(*runs, strict=True)))


if __name__ == "__main__":
    sys.exit(main())
