"""The moments of a game beside their targets, at twelve seats and 1920x1080: ``python -m tests.benchmarks.display``.

Alone: ``python -m tests.benchmarks.display_moments [NAME ...]``. Exit status 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator
from typing import Any, Final

from tests.benchmarks.figures import judge, lines_of, told_by
from tests.benchmarks.output import say

WORK_TARGET: Final = 3.0
"""The maximum work of a frame, its mean in a moment, times that of a bare window (``moments.SPRITES``)."""
AREA_TARGET: Final = 3.0
"""The maximum painted area, times the screen's."""
FLASHES_TARGET: Final = 3
"""The maximum number of flashes a second."""
CHANGED_TARGET: Final = 0.05
"""The minimum part of the pixels that change between two pictures of a celebration."""


def tell_moments(names: list[str], runs: int) -> bool:
    """Print the figures of these moments (none: of all), of so many runs; return whether a target is missed."""
    say("moments: 12 seats, 1920x1080; work: of the mean frame, in frames of a bare window, the base\n")
    missed = [_tell_work(told) for told in _measured(names, runs)]
    for name, told in told_by("flashes", *names).items():
        most = f"{name:16} flashes {told['flashes']} a second (at most {FLASHES_TARGET})"
        missed.append(judge(most, told["flashes"] <= FLASHES_TARGET))
        if told["changed"]:
            missed.append(_tell_celebration(name, told["changed"]))
    return any(missed)


def _measured(names: list[str], runs: int) -> Iterator[dict[str, Any]]:
    """Yield the figures of each moment, medians of the runs, as the last run goes on."""
    before = [{told["name"]: told for told in lines_of("moments", *names)} for _ in range(runs - 1)]
    for last in lines_of("moments", *names):
        name = last.pop("name")
        told = [last, *(run[name] for run in before)]
        yield {"name": name, **{figure: statistics.median(run[figure] for run in told) for figure in last}}


def _tell_work(told: dict[str, Any]) -> bool:
    return judge(
        f"{told['name']:16} work {told['work']:5.2f}x (at most {WORK_TARGET:g}x; median frame {told['median']:5.2f}x, "
        f"one of 100 {told['worst']:5.1f}x; base {told['base'] * 1000:.3f} ms)   "
        f"painted {told['area']:5.2f} screens (at most {AREA_TARGET:g})   {told['sprites']:5.0f} sprites",
        told["work"] <= WORK_TARGET and told["area"] <= AREA_TARGET,
    )


def _tell_celebration(name: str, changed: list[float]) -> bool:
    lively = sum(share >= CHANGED_TARGET for share in changed) / len(changed)
    return judge(
        f"{name:16} changing pixels: at least {min(changed):.1%}, median {statistics.median(changed):.1%} "
        f"(at least {CHANGED_TARGET:.0%} between all pictures; {lively:.0%} of them do)",
        min(changed) >= CHANGED_TARGET,
    )


def main() -> int:
    """Print the figures; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="What the moments of a game cost, and how they look.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="states of the gallery (default: all moments)")
    parser.add_argument("--runs", type=int, default=3, help="measurements of the work (default 3)")
    wanted = parser.parse_args()
    return int(tell_moments(wanted.names, wanted.runs))


if __name__ == "__main__":
    sys.exit(main())
