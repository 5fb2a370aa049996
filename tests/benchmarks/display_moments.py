"""The moments of a game beside their targets, at twelve seats and 1920x1080: ``python -m tests.benchmarks.display``.

Alone: ``python -m tests.benchmarks.display_moments [NAME ...]``. Exit status 1 if a target is missed.
"""

from __future__ import annotations

import statistics
import sys
from typing import Final

from tests.benchmarks.figures import judge, told_by
from tests.benchmarks.output import say

SPRITES: Final = 45
"""The mean number of pictures, lights and particles that move in a running round at twelve seats: counted once, in the
gallery's ``play-early`` (``tests.benchmarks.moments``).
"""
TEXTURES: Final = 24 << 20
"""Bytes of textures that the bare window holds beside them; they cost no time."""
WORK_TARGET: Final = 3.0
"""The maximum work of a frame, times that of a bare window with ``SPRITES``."""
AREA_TARGET: Final = 3.0
"""The maximum painted area, times the screen's."""
FLASHES_TARGET: Final = 3
"""The maximum number of flashes a second."""
CHANGED_TARGET: Final = 0.05
"""The minimum part of the pixels that change between two pictures of a celebration."""
_RUNS: Final = 3


def tell_moments(names: list[str]) -> bool:
    """Print the figures of these moments (none: of all); return whether a target is missed."""
    base = statistics.median(told_by("bare_window", str(SPRITES), str(TEXTURES))["frame"] for _ in range(_RUNS))
    say(f"moments: 12 seats, 1920x1080; base: a bare window with {SPRITES} moving sprites, {base * 1000:.2f} ms\n")
    missed = []
    for name, told in told_by("moments", *names).items():
        times, area = told["work"] / base, told["area"]
        missed.append(
            judge(
                f"{name:16} work {told['work'] * 1000:6.2f} ms ({times:5.2f}x, at most {WORK_TARGET:g}x; "
                f"median {told['median'] / base:5.2f}x)   "
                f"painted {area:5.2f} screens (at most {AREA_TARGET:g})   {told['sprites']:5.0f} sprites",
                times <= WORK_TARGET and area <= AREA_TARGET,
            )
        )
    for name, told in told_by("flashes", *names).items():
        most = f"{name:16} flashes {told['flashes']} a second (at most {FLASHES_TARGET})"
        missed.append(judge(most, told["flashes"] <= FLASHES_TARGET))
        if told["changed"]:
            missed.append(_tell_celebration(name, told["changed"]))
    return any(missed)


def _tell_celebration(name: str, changed: list[float]) -> bool:
    lively = sum(share >= CHANGED_TARGET for share in changed) / len(changed)
    return judge(
        f"{name:16} changing pixels: at least {min(changed):.1%}, median {statistics.median(changed):.1%} "
        f"(at least {CHANGED_TARGET:.0%} between all pictures; {lively:.0%} of them do)",
        min(changed) >= CHANGED_TARGET,
    )


if __name__ == "__main__":
    sys.exit(int(tell_moments(sys.argv[1:])))
