"""The cores of both games compared with other engines in the same run: ``python -m tests.benchmarks.engine``.

Random legal play of four players on one processor core, from a Python loop: ours with its list of legal moves and its
dead-state test at every move, rlcard's UNO, OpenSpiel's crazy_eights and pig (C++). They take turns, each run in a
process of its own; figures are medians of the runs, in CPU time, so that other load changes them little. The peers come
with ``pip install -e '.[benchmark]' -c systemd/constraints.txt``, best into an environment of their own; our core is
measured as it is there, pure or compiled (``systemd/setup dev --fast``). Exit status 1 if a target is missed, 2 if a
peer is not installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

import msgspec

from kiosk.game.cards import round as card_round
from tests.benchmarks.engine_play import Tally
from tests.benchmarks.output import measurements, say
from tests.rig import ENDS_WITH_US

ROOT: Final = Path(__file__).parents[2]
PLAYERS: Final = 4
SEATS: Final = (2, 3, 4, 6, 8, 10, 12)
RLCARD_TARGET: Final = 3.0
"""The minimum ratio to the moves per second of rlcard's environment."""
OPENSPIEL_TARGET: Final = 1.5
"""The minimum ratio of a compiled core to the moves per second of OpenSpiel, for cards and for dice."""
SEATS_TARGET: Final = 1.5
"""The maximum cost of a move with 12 seats, relative to one with 2."""
PACKAGES: Final = {"rlcard": "rlcard", "pyspiel": "open_spiel"}
"""The modules of the peers, and their packages."""
NAMES: Final = {
    "ours": "our core",
    "rlcard_env": "rlcard UNO, Env.step",
    "rlcard_game": "rlcard UNO, its bare game",
    "openspiel": "OpenSpiel crazy_eights",
    "ours_dice": "our core, dice",
    "openspiel_dice": "OpenSpiel pig",
}
OPPONENTS: Final = {
    "ours": "ours",
    "rlcard_env": "ours",
    "rlcard_game": "ours",
    "openspiel": "ours",
    "ours_dice": "ours_dice",
    "openspiel_dice": "ours_dice",
}
"""Each contestant, and which of ours it is compared with."""
COMPILED: Final = card_round.__file__.endswith(".so")


def run(contestant: str, seats: int, seconds: float, seed: int) -> Tally:
    """Measure once, in a process of its own."""
    options = ["--seats", str(seats), "--seconds", str(seconds), "--seed", str(seed)]
    command = [*ENDS_WITH_US, sys.executable, "-m", "tests.benchmarks.engine_play", contestant, *options]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if answer.returncode:
        raise SystemExit(f"{contestant} failed:\n{answer.stderr.decode()}")
    return msgspec.json.decode(answer.stdout, type=Tally)


def main() -> int:
    """Print the comparison; return 1 if a target is missed, 2 if a peer is missing."""
    parser = argparse.ArgumentParser(description="The cores of our games beside other engines.")
    parser.add_argument("--runs", type=int, default=5, help="runs of each (default 5)")
    parser.add_argument("--seconds", type=float, default=1.5, help="CPU time of a run (default 1.5)")
    args = parser.parse_args()
    missing = [package for module, package in PACKAGES.items() if importlib.util.find_spec(module) is None]
    if missing:
        sys.stderr.write(f"not installed: {', '.join(missing)}; install the extra: pip install -e '.[benchmark]' -c ")
        sys.stderr.write("systemd/constraints.txt\n")
        return 2
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the processes started below inherit it
    engines: dict[str, list[Tally]] = {contestant: [] for contestant in NAMES}
    tables: dict[int, list[Tally]] = {seats: [] for seats in SEATS}
    turns = measurements(args.runs * (len(engines) + len(tables)))
    for seed in range(args.runs):
        for contestant, tallies in engines.items():
            next(turns)
            tallies.append(run(contestant, PLAYERS, args.seconds, seed))
        for seats, tallies in tables.items():
            next(turns)
            tallies.append(run("ours", seats, args.seconds, seed))
    say(f"random legal play, {PLAYERS} players, one core, medians of {args.runs} runs (lowest, highest)\n")
    say(f"our core: {'compiled' if COMPILED else 'pure Python'}\n")
    say(", ".join(f"{package} {version(package)}" for package in PACKAGES.values()) + "\n")
    fast = _tell_engines(engines)
    return int(not (_tell_seats(tables) and fast))


def _tell_engines(engines: dict[str, list[Tally]]) -> bool:
    """Print the table of engines; return whether ours is fast enough."""
    speeds = {contestant: _median_rate(tallies) for contestant, tallies in engines.items()}
    ratios = {contestant: speeds[OPPONENTS[contestant]] / speed for contestant, speed in speeds.items()}
    for contestant, tallies in engines.items():
        rates = sorted(tally.moves / tally.seconds for tally in tallies)
        rounds = statistics.median(tally.rounds / tally.seconds for tally in tallies)
        say(
            f"{NAMES[contestant]:26}{rounds:9,.0f} rounds/s {speeds[contestant]:9,.0f} moves/s "
            f"({rates[0]:,.0f}, {rates[-1]:,.0f})   ours / this {ratios[contestant]:5.2f}\n"
        )
    targets = {"rlcard_env": RLCARD_TARGET}
    if COMPILED:
        targets |= {"openspiel": OPENSPIEL_TARGET, "openspiel_dice": OPENSPIEL_TARGET}
    kept = [
        _verdict(
            f"ours / {NAMES[contestant]}: {ratios[contestant]:.2f} (at least {target:g})",
            kept=ratios[contestant] >= target,
        )
        for contestant, target in targets.items()
    ]
    return all(kept)


def _tell_seats(tables: dict[int, list[Tally]]) -> bool:
    """Print the cost of our moves by the number of seats; return whether it grows slowly enough."""
    costs = {seats: 1e6 / _median_rate(tallies) for seats, tallies in tables.items()}
    for seats, cost in costs.items():
        say(f"{seats:2} seats {cost:7.2f} us a move\n")
    growth = costs[SEATS[-1]] / costs[SEATS[0]]
    return _verdict(f"12 seats / 2 seats: {growth:.2f} (at most {SEATS_TARGET:g})", kept=growth <= SEATS_TARGET)


def _median_rate(tallies: Sequence[Tally]) -> float:
    """Return the moves per second of CPU time."""
    return statistics.median(tally.moves / tally.seconds for tally in tallies)


def _verdict(what: str, *, kept: bool) -> bool:
    say(f"{what}  {'ok' if kept else 'MISSED'}\n")
    return kept


if __name__ == "__main__":
    sys.exit(main())
