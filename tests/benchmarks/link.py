"""The link at twelve seats compared with a bare socket in one run: ``.venv/bin/python -m tests.benchmarks.link``.

A real table, a real display (it draws into nothing) and twelve quick players, each in a process of its own: the size of
snapshots, the cost of encoding and decoding them, the time of a verdict to the display and to the widgets, and the time
of a press to "heard", with and without another display that never reads. Exit status 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import bisect
import multiprocessing
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Any, Final

import msgspec

from kiosk import protocol as msg
from tests.benchmarks.link_players import PressingPlayers
from tests.benchmarks.output import measurements, say
from tests.benchmarks.processes import ROOT, display_beside, figures, running, until

TWELVE: Final = ROOT / "kiosk" / "config" / "twelve_seats.toml"
FRAME_MS: Final = 1000 / 60
WARM_UP_S: Final = 3.0
BLOCKS: Final = 4
"""The number of times that the display that never reads comes and goes."""
REPEATS: Final = 2000
HEARD_TARGET: Final = 1.25
"""The maximum ratio of the median press with a display that never reads: a sleeping display costs nothing."""
WIDGET_TARGET: Final = 1.0
"""Frames from a verdict to the widgets, median: it is seen in the next frame."""


def main() -> int:
    """Print the figures; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="The link at twelve seats beside a bare socket.")
    parser.add_argument("--seconds", type=float, default=40, help="of running rounds (default 40)")
    block = parser.parse_args().seconds / (2 * BLOCKS)
    with tempfile.TemporaryDirectory() as folder, _echo() as echo:
        path = Path(folder) / "table/sock"
        with running(path, "-m", "kiosk", "table", "--config", str(TWELVE), "--seed", "1"):
            until(path.exists)
            with running(path, "-m", "tests.benchmarks.link_display", str(path)) as display:
                until(display_beside(path).exists)
                players = PressingPlayers(path, echo)
                players.play(WARM_UP_S)
                began = time.monotonic_ns()
                idle, asleep = _with_and_without_a_sleeper(players, path, block)
                told = figures(display, signal.SIGINT)
    say(f"twelve seats, {2 * BLOCKS * block:g} s of running rounds\n")
    _tell_costs(players.payloads)
    missed = _tell_times(told, players.pings, began)
    return int(_tell_heard(idle, asleep) or missed)


# ---------------------------------------------------------------- measuring


def _with_and_without_a_sleeper(players: PressingPlayers, path: Path, block: float) -> tuple[list[int], list[int]]:
    """Return the latencies of presses without and with a display that never reads; the two take turns."""
    idle: list[int] = []
    asleep: list[int] = []
    for _ in measurements(BLOCKS):
        idle += _presses(players, block)
        with Client(str(path), "AF_UNIX") as sleeper:
            sleeper.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
            asleep += _presses(players, block)
    return idle, asleep


def _presses(players: PressingPlayers, seconds: float) -> list[int]:
    known = len(players.heard)
    players.play(seconds)
    return players.heard[known:]


@contextmanager
def _echo() -> Iterator[Connection]:
    """A bare socket to a process that returns its input."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_give_back, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    with ours:
        yield ours
    process.join()


def _give_back(connection: Connection) -> None:
    try:
        while True:
            connection.send_bytes(connection.recv_bytes())
    except EOFError:
        return


# ---------------------------------------------------------------- telling


def _tell_costs(payloads: Sequence[bytes]) -> None:
    """Print the size, and the cost of encoding and decoding compared with the same data without types."""
    sizes = sorted(map(len, payloads))
    say(f"snapshots    {len(sizes)}: median {statistics.median(sizes):.0f} bytes, largest {sizes[-1]} bytes\n")
    data = min(payloads, key=lambda one: abs(len(one) - sizes[len(sizes) // 2]))
    snapshot, bare = msg.decode_from_table(data), msgspec.msgpack.decode(data)
    for what, ours, theirs in (
        ("pack", lambda: msg.encode(snapshot), lambda: msgspec.msgpack.encode(bare)),
        ("unpack", lambda: msg.decode_from_table(data), lambda: msgspec.msgpack.decode(data)),
    ):
        cost, untyped = _cost_us(ours), _cost_us(theirs)
        say(f"{what:12} {cost:7.1f} us   as bare lists {untyped:7.1f} us   ratio {cost / untyped:5.2f}\n")


def _cost_us(what: Callable[[], object]) -> float:
    began = time.process_time()
    for _ in range(REPEATS):
        what()
    return (time.process_time() - began) / REPEATS * 1e6


def _tell_times(told: dict[str, Any], pings: Sequence[int], began: int) -> bool:
    """Print the times from verdict to link thread and widgets, and of the bare socket; return True if missed."""
    arrived = [(number, at, there) for number, at, there in told["arrived"] if at >= began]
    numbers = [number for number, _ in told["shown"]]
    to_link = [there - at for _, at, there in arrived]
    to_widget = []
    for number, at, _ in arrived:
        place = bisect.bisect_left(numbers, number)  # itself, or the newer one that was shown in its place
        if place < len(numbers):
            to_widget.append(told["shown"][place][1] - at)
    _tell("bare socket, one way", pings, pings)
    _tell("verdict to display", to_link, pings)
    _tell("verdict to widgets", to_widget, pings)
    frames = _at(to_widget, 0.5) / FRAME_MS
    return _judge(f"verdict to widgets, p50: {frames:.2f} frames, at most {WIDGET_TARGET:g}", frames <= WIDGET_TARGET)


def _tell_heard(idle: Sequence[int], asleep: Sequence[int]) -> bool:
    """Print the latencies of presses; return True if the target is missed."""
    _tell("press to heard", idle, idle)
    _tell("beside a sleeper", asleep, idle)
    ratio = _at(asleep, 0.5) / _at(idle, 0.5)
    return _judge(
        f"press to heard beside a display that never reads, p50: {ratio:.2f} times, at most {HEARD_TARGET:g}",
        ratio <= HEARD_TARGET,
    )


def _tell(what: str, values: Sequence[int], beside: Sequence[int]) -> None:
    """Print a line: p50, p99 and maximum in milliseconds, each with its ratio."""
    parts = [
        f"{name} {_at(values, share):8.3f} ms (x{_at(values, share) / _at(beside, share):6.1f})"
        for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))
    ]
    say(f"{what:22} {len(values):5}   {'   '.join(parts)}\n")


def _at(values: Sequence[int], share: float) -> float:
    """Return the value below which this share of them lies, converted from nanoseconds to milliseconds."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] / 1e6


def _judge(what: str, kept: bool) -> bool:
    say(f"{what}   {'ok' if kept else 'MISSED'}\n")
    return not kept


if __name__ == "__main__":
    sys.exit(main())
