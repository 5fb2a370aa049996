"""The real table, for ``tests.benchmarks.presses``: records when each press was heard and judged.

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
from hardware.dice import readers
from hardware.dice.readers import SerialDiceReaders
from hardware.pin_process import client
from hardware.pin_process.client import PinProcessClient
from kiosk import protocol as msg
from kiosk.config import loader
from kiosk.table import press_times
from kiosk.table import round as table_round
from kiosk.table.arbiter import HOLD_BACK, Arbiter, Ordered
from kiosk.table.inputs import FromDisplay, Input, RoundInput, is_press
from kiosk.table_process import assemble, runner
from kiosk.table_process.display_server import DisplayServer

heard: list[tuple[int, int]] = []
"""Of each press: its stamp, and when its lamp had been set."""
came: list[tuple[int, int]] = []
"""Of each press: its stamp, and when it was in the runner's inbox."""
marks: dict[str, list[tuple[int, int]]] = defaultdict(list)
"""Of each display: its marks, and when they arrived."""


class Judged(NamedTuple):
    """An input at its turn. ``told``: when lamps and displays had received the result; 0: not yet."""

    at: int
    press: bool
    own: int
    """The time at which the sources without marks had passed it."""
    awaited: dict[str, int]
    """The mark of each display that it needed."""
    told: int = 0


judged: list[Judged] = []


class WatchedTimes(press_times.PressTimes):
    """A recorder of every press."""

    def heard(self, what: str, at: Instant, now: Instant) -> None:
        heard.append((at, now))
        super().heard(what, at, now)


class WatchedPins(PinProcessClient):
    """A recorder of the arrival of presses."""

    def start(self, sink: Sink) -> None:
        def noting(item: HardwareInput) -> None:
            sink(item)
            if isinstance(item, ButtonEdge) and item.pressed:
                came.append((item.at, time.monotonic_ns()))

        super().start(noting)


class WatchedArbiter(Arbiter[RoundInput]):
    """A recorder of judged presses, and of the marks that they needed."""

    def release(self, now: Instant) -> Ordered[RoundInput] | None:
        waited_for = {name for name, source in self._sources.items() if source.awaited}  # a silent one ceases to be
        ordered = super().release(now)
        if ordered is not None:
            entry, contest = ordered.input, self.contest(ordered.input)
            passes = {name: entry.at + self._width(entry, contest, name) for name in self._sources}
            delays = {name: source.kind.delivery for name, source in self._sources.items() if name in waited_for}
            own = max(passes[name] + delay for name, delay in delays.items() if delay is not None)
            awaited = {name: passes[name] for name, delay in delays.items() if delay is None}
            judged.append(Judged(entry.at, is_press(entry.what, Button.PLAY), own, awaited))
        return ordered


class WatchedRunner(runner.Runner):
    """A recorder of the time at which a result has been sent to everybody."""

    def _show(self) -> None:
        super()._show()
        told = time.monotonic_ns()
        for place in range(len(judged) - 1, -1, -1):
            if judged[place].told:
                break
            judged[place] = judged[place]._replace(told=told)


class WatchedLink(DisplayServer):
    """A recorder of the displays' marks."""

    def __init__(self, where: Any, welcome: msg.Welcome, put: Callable[[Input], None], *rest: Any) -> None:
        def noting(input_: Input) -> None:
            if isinstance(input_, FromDisplay) and isinstance(input_.message, msg.Mark):
                marks[input_.display].append((input_.message.at, time.monotonic_ns()))
            put(input_)

        super().__init__(where, welcome, noting, *rest)


def verdicts() -> list[tuple[int, int]]:
    """Return each Play press's stamp, and the nanoseconds from the end of its hold-back to its verdict.

    That end: no older input could come any more, neither before it nor before the inputs ahead of it.
    """
    found, free = [], 0
    for one in judged:
        free = max(free, _certain(one))
        if one.press:
            found.append((one.at, one.told - free))
    return found


def _certain(one: Judged) -> int:
    """Return when every source had passed it, or the longest hold-back was over."""
    never = one.at + HOLD_BACK
    came = [next((there for at, there in marks[name] if at >= needed), never) for name, needed in one.awaited.items()]
    return min(max([one.own, *came]), one.at + HOLD_BACK)


SEED: Final = 1


def main(configuration: str, socket: str, ports: str) -> int:
    """Run the table until SIGTERM; return the exit status."""
    runner.PressTimes, table_round.Arbiter = WatchedTimes, WatchedArbiter  # type: ignore[attr-defined, assignment]
    assemble.Runner, assemble.DisplayServer = WatchedRunner, WatchedLink  # type: ignore[assignment, attr-defined]
    client.PinProcessClient = WatchedPins  # type: ignore[misc]
    readers.SerialDiceReaders = partial(SerialDiceReaders, folders=(Path(ports),))  # type: ignore[misc, assignment]
    status = assemble.run_table(loader.load(Path(configuration)), Path(socket), SEED)
    json.dump({"heard": heard, "came": came, "verdicts": verdicts()}, sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
