"""The real table, for ``tests.benchmarks.presses``: notes when each press was heard and judged.

Arguments: its configuration, its socket, the folder of its boards' ports. Ends with SIGTERM, then prints its figures.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from hardware.api import Button, ButtonEdge, HardwareInput, Instant, Sink
from hardware.dice.readers import SerialDiceReaders
from hardware.pin_process.client import PinsApart
from kiosk import protocol as msg
from kiosk.config import loader
from kiosk.table import press_times
from kiosk.table import round as round_
from kiosk.table.arbiter import HOLD_BACK, Arbiter, Ordered
from kiosk.table.inputs import FromDisplay, Input, RoundInput, is_press
from kiosk.table_process import assemble, runner
from kiosk.table_process.display_server import Link

heard: list[tuple[int, int]] = []
"""Of each press: its stamp, when its lamp had been told."""
came: list[tuple[int, int]] = []
"""Of each press: its stamp, when it was in the runner's inbox."""
marks: dict[str, list[tuple[int, int]]] = defaultdict(list)
"""Of each display: what it promised, and when that came in."""


class Judged(NamedTuple):
    """An input at its turn. ``told``: when lamps and displays had been told what it came to; 0: not yet."""

    at: int
    press: bool
    own: int
    """When the sources that pass by themselves had passed it."""
    awaited: dict[str, int]
    """What mark of each display it needed."""
    told: int = 0


judged: list[Judged] = []


class WatchedTimes(press_times.PressTimes):
    """Notes every press."""

    def heard(self, what: str, at: Instant, now: Instant) -> None:
        heard.append((at, now))
        super().heard(what, at, now)


class WatchedPins(PinsApart):
    """Notes when presses have come in."""

    def start(self, sink: Sink) -> None:
        def noting(item: HardwareInput) -> None:
            sink(item)
            if isinstance(item, ButtonEdge) and item.pressed:
                came.append((item.at, time.monotonic_ns()))

        super().start(noting)


class WatchedArbiter(Arbiter[RoundInput]):
    """Notes the presses that are judged, and what they had to wait for."""

    def release(self, now: Instant) -> Ordered[RoundInput] | None:
        ordered = super().release(now)
        if ordered is not None:
            entry, contest = ordered.input, self.contest(ordered.input)
            passes = {name: entry.at + self._width(entry, contest, name) for name in self._sources}
            delays = {name: source.kind.delivery for name, source in self._sources.items() if source.awaited}
            own = max(passes[name] + delay for name, delay in delays.items() if delay is not None)
            awaited = {name: passes[name] for name, delay in delays.items() if delay is None}
            judged.append(Judged(entry.at, is_press(entry.what, Button.PLAY), own, awaited))
        return ordered


class WatchedRunner(runner.Runner):
    """Notes when everybody has been told of what was judged."""

    def _show(self) -> None:
        super()._show()
        told = time.monotonic_ns()
        for place in range(len(judged) - 1, -1, -1):
            if judged[place].told:
                break
            judged[place] = judged[place]._replace(told=told)


class WatchedLink(Link):
    """Notes when displays promise that nothing older will follow."""

    def __init__(self, where: Any, welcome: msg.Welcome, put: Callable[[Input], None], *rest: Any) -> None:
        def noting(input_: Input) -> None:
            if isinstance(input_, FromDisplay) and isinstance(input_.message, msg.Mark):
                marks[input_.display].append((input_.message.at, time.monotonic_ns()))
            put(input_)

        super().__init__(where, welcome, noting, *rest)


def verdicts() -> list[tuple[int, int]]:
    """Of each press of a Play button: its stamp, and the nanoseconds from the end of its hold-back to its verdict.

    That end: nothing older could come any more, neither before it nor before what stood in line before it.
    """
    found, free = [], 0
    for one in judged:
        free = max(free, _certain(one))
        if one.press:
            found.append((one.at, one.told - free))
    return found


def _certain(one: Judged) -> int:
    """When every source had passed it, or the longest hold-back was over."""
    came = [next((there for mark, there in marks[name] if mark >= needed), 0) for name, needed in one.awaited.items()]
    return min(max([one.own, *came]), one.at + HOLD_BACK)


SEED: Final = 1


def main(configuration: str, socket: str, ports: str) -> int:
    """Run the table until SIGTERM; the exit status."""
    runner.PressTimes, round_.Arbiter = WatchedTimes, WatchedArbiter  # type: ignore[attr-defined]
    assemble.Runner, assemble.Link = WatchedRunner, WatchedLink  # type: ignore[assignment, attr-defined]
    assemble.PinsApart = WatchedPins  # type: ignore[attr-defined]
    readers = partial(SerialDiceReaders, folders=(Path(ports),))
    assemble.SerialDiceReaders = readers  # type: ignore[assignment, attr-defined]
    status = assemble.run_table(loader.load(Path(configuration)), Path(socket), SEED)
    json.dump({"heard": heard, "came": came, "verdicts": verdicts()}, sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
