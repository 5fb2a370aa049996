"""The renderer compared with plain Kivy instructions: ``.venv/bin/python -m tests.benchmarks.renderer``.

The same table, of four and of twelve seats, with everything moving (as in ``tests.benchmarks.display``): drawn by
``kiosk.display.paint``, and by ``tests.benchmarks.plain_kivy``. The two take turns, each run in a process of its own.
Work is CPU time of a frame, without the GPU's. Exit status 1 if the renderer is not worth its lines: if plain Kivy
needs less than half as much work again everywhere.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any, Final

from tests.benchmarks import memory
from tests.benchmarks.display import CONFIGURATIONS, GAMES, MB, places
from tests.benchmarks.figures import ROOT, told_by
from tests.benchmarks.output import measurements, say

OURS: Final = tuple(
    ROOT / "kiosk" / "display" / "paint" / f"{name}.py" for name in ("atlas", "layer", "mesh", "vertices")
)
PLAIN: Final = (Path(__file__).with_name("plain_kivy.py"),)
WORTH: Final = 1.5
"""The minimum ratio of plain Kivy's work per frame to ours."""


def main() -> int:
    """Print the comparison for each game and number of seats."""
    parser = argparse.ArgumentParser(description="What the own renderer saves beside plain Kivy instructions.")
    parser.add_argument("--runs", type=int, default=3, help="runs of each (default 3)")
    runs: int = parser.parse_args().runs
    say(f"lines: paint's renderer {_lines(OURS)}, plain Kivy {_lines(PLAIN)}\n")
    cases = list(product(CONFIGURATIONS, GAMES))
    turns = measurements(len(cases) * runs)
    ratios = [_compare(seats, game, islice(turns, runs)) for seats, game in cases]
    return int(max(ratios) < WORTH)


def _compare(seats: int, game: str, turns: Iterator[int]) -> float:
    """Print one case, and return its ratio of work."""
    told: dict[str, list[dict[str, Any]]] = {"table_picture": [], "plain_kivy": []}
    for _ in turns:
        for module, figures in told.items():
            figures.append(told_by(module, game, places(seats), "plain"))
    ours, plain = (float(statistics.median(one["frame"] for one in figures)) for figures in told.values())
    small, large = (statistics.median(memory.together(one["memory"]) for one in each) / MB for each in told.values())
    say(
        f"{game}, {seats} seats: work per frame {ours * 1000:.2f} ms, plain Kivy {plain * 1000:.2f} ms, "
        f"ratio {plain / ours:.2f}; memory {small:.0f} and {large:.0f} MB\n"
    )
    return plain / ours


def _lines(files: tuple[Path, ...]) -> int:
    """Return the number of lines that are neither empty nor comments."""
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#")
        for file in files
        for line in file.read_text().splitlines()
    )


if __name__ == "__main__":
    sys.exit(main())
