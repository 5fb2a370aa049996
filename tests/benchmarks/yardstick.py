"""The yardstick of this machine: ``python -m tests.benchmarks.yardstick``.

Prints the CPU time of one run (``kiosk.system.yardstick``) as the best, the median and the tenth decile of many: beside
other work the median grows, the best does not. Then a frame's budget, which is a multiple of it.
"""

from __future__ import annotations

import statistics
from typing import Final

from kiosk.system.yardstick import yardstick
from tests.benchmarks.output import say

BUDGET: Final = 10.0
"""The CPU time that a frame has on a Raspberry Pi 4, in yardsticks.

Measured on 2026-11-29 on the PC of the design's figures: best 0.26 ms, in a quiet moment between two frames of the
display 0.285 ms (alone 0.265 ms: between frames the caches are cold). A Pi 4's core is taken to be six times slower, so
its 16.7 ms are 2.8 ms there, which is ten times the yardstick. ``kiosk report`` of a real one tells the true factor:
there a frame has 16.7 ms / yardstick.
"""
RUNS: Final = 2000


def main() -> None:
    """Print the yardstick."""
    times = sorted(yardstick() * 1000 for _ in range(RUNS))
    median = statistics.median(times)
    say(f"yardstick: best {times[0]:.3f} ms, median {median:.3f}, of ten the slowest {times[RUNS * 9 // 10]:.3f}\n")
    say(f"a frame's budget, {BUDGET:g} of the median: {BUDGET * median:.2f} ms\n")


if __name__ == "__main__":
    main()
