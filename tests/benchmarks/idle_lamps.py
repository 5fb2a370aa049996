"""The pin process's CPU time while nobody plays: ``python -m tests.benchmarks.idle_lamps``.

A light goes round the table, as in the attract state, at the pins of a packaged configuration on an emulated GPIO
chip; nobody presses. Compared in the same run: a bare program that holds the same lines with the library and waits for
edges. The emulated chip takes no interrupts and few system calls, so wake-ups are counted too: they cost more on a real
machine.
Exit status 1 if the target is missed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from itertools import islice, product
from pathlib import Path
from typing import Final, NamedTuple, Self

from hardware.api import CHASE_ROUND, Instant, LampState, Wiring, now
from hardware.gpio.factory import Library, lamp_driver
from hardware.pin_process.client import PinProcessClient
from hardware.realtime import Realtime
from kiosk.config.loader import CONFIGS, load
from tests.benchmarks.output import measurements, say
from tests.benchmarks.processes import running, until
from tests.rig import gpiochip
from tests.rig.gpio_seats import EXPANDER, HEADER
from tests.rig.gpiochip import EmulatedChips

TABLES: Final = {4: "four_seats", 8: "eight_seats", 12: "twelve_seats"}
"""Eight seats: the most whose lamps are at the header, which can be dimmed. Twelve have them on an expander."""
MOST: Final = 0.02
"""The maximum fraction of a core."""
LEAST: Final = 0.0001
"""The fraction of a core below which nothing is compared."""
SETTLE_S: Final = 1.0


class Used(NamedTuple):
    """The resources used by a process, all threads together."""

    cpu_s: float
    wake_ups: int

    @classmethod
    def by(cls, process: int) -> Self:
        """Return those of the process with this id, up to now."""
        cpu, wake_ups = 0, 0
        for task in Path(f"/proc/{process}/task").iterdir():
            cpu += int((task / "schedstat").read_text().split()[0])
            (switches,) = [line for line in (task / "status").read_text().splitlines() if line.startswith("voluntary")]
            wake_ups += int(switches.split()[1])
        return cls(cpu / 1e9, wake_ups)


class Rate(NamedTuple):
    """Per second: the fraction of a core, and the wake-ups of all threads."""

    core: float
    wake_ups: float


def main() -> int:
    """Print the figures; return 1 if the target is missed."""
    parser = argparse.ArgumentParser(description="CPU time of the pin process while a light goes round the table.")
    parser.add_argument("--seconds", type=float, default=10, help="of each run (default 10)")
    parser.add_argument("--runs", type=int, default=3, help="of each table and library (default 3)")
    parser.add_argument("--seats", type=int, choices=TABLES, nargs="+", default=[*TABLES], help="(default all)")
    options = parser.parse_args()
    if (reason := gpiochip.missing()) is not None:
        raise SystemExit(reason)
    missed = False
    cases = list(product(options.seats, gpiochip.libraries()))
    turns = measurements(len(cases) * options.runs)
    for seats, library in cases:
        pairs = [run(library, seats, options.seconds) for _ in islice(turns, options.runs)]
        missed |= _tell(f"{seats} seats, {library}", *zip(*pairs, strict=True))
    return int(missed)


# ---------------------------------------------------------------- measuring


def run(library: Library, seats: int, seconds: float) -> tuple[Rate, Rate]:
    """Run the pin process, and beside it the bare program, each on a chip of its own."""
    wiring = load(CONFIGS / f"{TABLES[seats]}.toml").wiring()
    buttons = [pin for seat in wiring for pin in (seat.stop_pin, seat.play_pin) if pin is not None]
    with ExitStack() as closing:
        ours, bare = (
            closing.enter_context(
                EmulatedChips(Path(closing.enter_context(tempfile.TemporaryDirectory())), (HEADER, EXPANDER))
            )
            for _ in range(2)
        )
        os.environ.update(ours.environment)  # the pin process inherits it
        pins = PinProcessClient(lamp_driver(library, wiring).library, wiring, Realtime())
        closing.callback(pins.close)
        pins.start(lambda _item: None)
        begun = now()
        for place, seat in enumerate(wiring):
            pins.show(seat.seat, LampState.CHASE, Instant(begun + place * CHASE_ROUND // len(wiring)))
        lines = [library, ",".join(map(str, buttons)), *_lamps(wiring)]
        program = ("-m", "tests.benchmarks.idle_lamps_bare", *lines)
        other = closing.enter_context(running(bare.folder / "table/sock", *program, environment=bare.environment))
        for chips in (ours, bare):
            chips.wait_watched(*buttons)
        until(lambda: all(_is_output(bare, lamp) for lamp in _lamps(wiring)))
        processes = (pins.pid, other.pid)
        time.sleep(SETTLE_S)
        began, before = time.monotonic(), [Used.by(process) for process in processes]
        time.sleep(seconds)
        after, took = [Used.by(process) for process in processes], time.monotonic() - began
        mine, its = (
            Rate((new.cpu_s - old.cpu_s) / took, (new.wake_ups - old.wake_ups) / took)
            for old, new in zip(before, after, strict=True)
        )
        return mine, its


def _lamps(wiring: tuple[Wiring, ...]) -> list[str]:
    """Return their chips and lines."""
    pins = [seat.lamp_pin for seat in wiring if seat.lamp_pin is not None]
    return [f"{HEADER.number}:{pin}" if isinstance(pin, int) else f"{EXPANDER.number}:{pin.line}" for pin in pins]


def _is_output(chips: EmulatedChips, lamp: str) -> bool:
    chip, line = map(int, lamp.split(":"))
    return chips.output(line, chip) is not None


# ---------------------------------------------------------------- telling


def _tell(what: str, ours: tuple[Rate, ...], bare: tuple[Rate, ...]) -> bool:
    """Print the figures of all runs; return whether the target is missed."""
    core, bare_core = (statistics.median(rate.core for rate in rates) for rates in (ours, bare))
    wake_ups, bare_wake_ups = (statistics.median(rate.wake_ups for rate in rates) for rates in (ours, bare))
    spread = f"{100 * min(rate.core for rate in ours):.2f} to {100 * max(rate.core for rate in ours):.2f} %"
    kept = core <= MOST
    parts = (
        f"{what:18} {100 * core:5.2f} % of a core ({spread}), {wake_ups:6.0f} wake-ups a second",
        f"bare program {100 * bare_core:5.2f} %, {bare_wake_ups:6.0f}: x{core / max(bare_core, LEAST):.2f}",
        "ok" if kept else "MISSED",
    )
    say(f"{'   '.join(parts)}\n")
    return not kept


if __name__ == "__main__":
    sys.exit(main())
