"""The frames of the moments of a game, and how they look: ``python -m tests.benchmarks.frames [NAME ...]``.

At twelve seats (``--seats``) and 1920x1080, in multiples of the yardstick (``tests.benchmarks.yardstick``), of which a
Raspberry Pi 4 has about ten for a frame. Exit status 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from tests.benchmarks.figures import judge, lines_of, told_by
from tests.benchmarks.output import say
from tests.benchmarks.yardstick import BUDGET

MEAN, LONGEST, FIRST = 1.4, 21.0, 43.0
"""The most that the mean frame, the longest one and the first one of a state may take, in yardsticks."""
OVER: Final = 1
"""The most frames of a moment that may be over ``BUDGET``."""
OVER_ALL: Final = 15 / 5250
"""The same of all moments together, as a share."""
UPLOADED: Final = 256 << 10
"""The most bytes of pictures that a frame may send to the GPU."""
AREA_TARGET: Final = 3.0
"""The maximum painted area, times the screen's."""
FLASHES_TARGET: Final = 3
"""The maximum number of flashes a second."""
CHANGED_TARGET: Final = 0.05
"""The minimum part of the pixels that change between two pictures of a celebration."""


class Figures(NamedTuple):
    """The frames of one clock, those aside in which a state begins; times in yardsticks."""

    mean: float
    p95: float
    p99: float
    longest: float
    over: int

    @classmethod
    def of(cls, times: Sequence[float]) -> Figures:
        """Return the figures of these frames."""
        ordered = sorted(times)
        p95, p99 = (ordered[int(len(ordered) * part)] for part in (0.95, 0.99))
        return cls(statistics.mean(times), p95, p99, ordered[-1], sum(time > BUDGET for time in times))

    def __str__(self) -> str:
        return f"{self.mean:5.2f} {self.p95:5.1f} {self.p99:5.1f} {self.longest:6.1f} {self.over:4}"


class Moment(NamedTuple):
    """The figures of a moment: of the main thread and of the whole process, of all frames the first ones of states."""

    name: str
    frames: int
    main: Figures
    process: Figures
    first: float
    """The longest frame of the process in which a state begins; 0: in none."""
    uploaded: int
    """The most bytes of pictures that a frame has sent to the GPU."""
    vertices: int
    """The most bytes of vertices."""
    painted: int
    """Looks painted on the main thread."""

    @property
    def is_kept(self) -> bool:
        """Whether it keeps its goals."""
        clocks = self.main, self.process
        quick = all(clock.longest <= LONGEST and clock.over <= OVER for clock in clocks)
        return quick and self.first <= FIRST and self.uploaded <= UPLOADED and not self.painted

    def __str__(self) -> str:
        return (
            f"{self.name:14} {self.frames:6} | {self.main} | {self.process} | {self.first:6.1f} | "
            f"{self.uploaded / 1000:8.0f} {self.vertices / 1000:6.0f} | {self.painted:6}"
        )


_HEAD: Final = (
    f"{'':21} | {'main thread':^30} | {'process':^30} | {'first':>6} | {'kB at once':>15} | {'looks':>6}\n"
    f"{'':14} {'frames':>6} | {'mean':>5} {'p95':>5} {'p99':>5} {'longest':>7} {'over':>4}| "
    f"{'mean':>5} {'p95':>5} {'p99':>5} {'longest':>7} {'over':>4}| {'':6} | {'pictures':>8} {'meshes':>6} | painted\n"
)


def told_moment(name: str, parts: Iterable[dict[str, Any]]) -> Moment:
    """Return the figures of these moments together."""
    main: list[float] = []
    process: list[float] = []
    first: list[float] = []
    sent: list[tuple[int, int, int]] = []
    for told in parts:
        begins = set(told["first"])
        for number, (own, whole) in enumerate(zip(told["main"], told["process"], strict=True)):
            if number in begins:
                first.append(whole)
            else:
                main.append(own)
                process.append(whole)
        sent += zip(told["textures"], told["vertices"], told["painted"], strict=True)
    pictures, meshes, painted = zip(*sent, strict=True)
    return Moment(
        name,
        len(sent),
        Figures.of(main),
        Figures.of(process),
        max(first, default=0.0),
        max(pictures),
        max(meshes),
        sum(painted),
    )


def tell_moments(names: Sequence[str], seats: int = 12) -> bool:
    """Print the figures of these moments (none: of all); return whether a goal is missed."""
    say(f"moments: {seats} seats, 1920x1080; CPU time in yardsticks: a Raspberry Pi 4 has {BUDGET:g} for a frame\n")
    say(_HEAD)
    missed, all_told = [], []
    for told in lines_of("moments", str(seats), *names):
        all_told.append(told)
        moment = told_moment(told["name"], [told])
        missed.append(judge(str(moment), moment.is_kept))
    missed += _tell_all(all_told)
    for told in all_told:
        area = f"{told['name']:14} painted {told['area']:5.2f} screens (at most {AREA_TARGET:g})"
        missed.append(judge(f"{area}, {told['sprites']:4.0f} sprites", told["area"] <= AREA_TARGET))
    return any(missed)


def _tell_all(told: list[dict[str, Any]]) -> Iterator[bool]:
    """Print the figures of all moments together; yield whether each goal is missed."""
    everything = told_moment("all", told)
    stick = statistics.median(moment["yardstick"] for moment in told)
    say(f"{everything}\nyardstick {stick * 1000:.3f} ms\n")
    for what, clock in (("main thread", everything.main), ("process", everything.process)):
        share = clock.over / everything.frames
        yield judge(f"{what}: {share:.2%} of the frames over {BUDGET:g} (at most {OVER_ALL:.2%})", share <= OVER_ALL)
        yield judge(f"{what}: mean {clock.mean:.2f} (at most {MEAN:g})", clock.mean <= MEAN)


def tell_effects(names: Sequence[str]) -> bool:
    """Print how the effects of these moments look; return whether a target is missed."""
    missed = []
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


def main() -> int:
    """Print the figures; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description="What the frames of the moments of a game cost, and how they look.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="states of the gallery (default: all moments)")
    parser.add_argument("--seats", type=int, default=12, help="seats of the table (default 12)")
    parser.add_argument("--no-effects", action="store_true", help="do not draw them to see flashes: that takes minutes")
    wanted = parser.parse_args()
    missed = tell_moments(wanted.names, wanted.seats)
    if not wanted.no_effects:
        missed |= tell_effects(wanted.names)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
