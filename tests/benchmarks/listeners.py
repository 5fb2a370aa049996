"""Open pages of a hall that are told what is new, beside a bare server: ``python -m tests.benchmarks.listeners``.

Tables of a hall change their state at their own pace; the pages show all of them. Listeners come as through a proxy,
each with an address of its own, and read all that they are told. The bare server (Starlette and uvicorn alone) tells as
many listeners a message of the same size each second, and makes no page. Exit status 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import selectors
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from msgspec.structs import replace

from kiosk.game.seats import SeatNumber
from kiosk.hall import live
from kiosk.hall.feed import VERSION, Activity, Feed, FeedSeat, Light, Presence
from kiosk.results.store import ResultsStore, open_store
from kiosk.system.yardstick import unit
from tests.benchmarks.memory import parts, together
from tests.benchmarks.output import say
from tests.benchmarks.processes import running

MOST_KB: Final = 60
"""Target: memory of a listener."""
MOST_CPU: Final = 0.5
"""Target: CPU seconds of a usual machine in a second, if all are told something each second."""
PACE_S: Final = 15.0
"""Mean seconds between two changes of a table: rounds, people who come and go."""
USUAL_S: Final = 0.265e-3
"""The yardstick of a usual machine."""
LIMIT_S: Final = 120.0
"""Longest time until all are told something."""
LANGUAGES: Final = ("en", "de", "fr", "he")
"""Each page is made anew in each of them."""


class Cost(NamedTuple):
    """What listeners cost a server.

    ``telling``, ``making``: CPU seconds for each second, of the thread that tells all, and of those that make pages;
    ``told``: messages in a second to all of them; ``size``: the bytes of one; ``memory``: bytes for each listener.
    """

    telling: float
    making: float
    told: float
    size: float
    memory: float

    @property
    def message(self) -> float:
        """CPU seconds of telling one message to one listener."""
        return self.telling / self.told

    def at_most(self, listeners: int) -> float:
        """Return the CPU seconds of a second in which each of so many is told a message."""
        return (self.telling + self.making) / self.told * listeners


def main() -> int:
    """Print the figures; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="What open pages cost that are told what is new.")
    parser.add_argument("--listeners", type=int, default=500, help="(default 500)")
    parser.add_argument("--tables", type=int, default=200, help="(default 200)")
    parser.add_argument("--seconds", type=float, default=20, help="of measuring (default 20)")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, options.listeners + 256)), hard))
    times = USUAL_S / unit()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ending:
        store = ending.enter_context(closing(open_store("", Path(folder) / "table" / "hall.sqlite")))
        ending.enter_context(changing(store, options.tables))
        ours = measured(Path(folder), str(store.file), options.listeners, options.seconds)
        bare = measured(Path(folder), str(round(ours.size)), options.listeners, options.seconds)
    for name, cost in (("pages", ours), ("bare", bare)):
        spent = f"{cost.making * times:.3f} CPU s a second to make pages, {cost.telling * times:.3f} to tell them"
        told = f"{cost.told / options.listeners:.2f} messages a second of {cost.size / 1000:.0f} kB"
        say(f"{name:6} {spent}; {told}, {cost.message * times * 1e3:.3f} CPU ms and {cost.memory / 1000:.1f} kB each\n")
    most = ours.at_most(options.listeners) * times
    kept = ours.memory <= MOST_KB * 1000 and most <= MOST_CPU
    say(f"with a message to each in a second: {most:.2f} CPU s, at most {MOST_CPU:g}; memory at most {MOST_KB} kB: ")
    say("ok\n" if kept else "MISSED\n")
    return int(not kept)


@contextmanager
def changing(store: ResultsStore, number: int) -> Iterator[None]:
    """Have so many tables play, each of which changes at its own pace."""
    chance, end = random.Random(1), threading.Event()  # noqa: S311
    seats = tuple(
        FeedSeat(SeatNumber(seat), Presence.READY, False, f"Person {seat}", 0, 0, "en", seat, 12)
        for seat in range(1, 5)
    )
    feeds = [
        Feed(
            VERSION,
            f"{one:032x}",
            f"Table {one}",
            Activity.PLAY,
            "cards",
            "table_default",
            1,
            0,
            seats,
            (),
            Light.ON,
            True,
        )
        for one in range(number)
    ]
    for feed in feeds:
        live.put(store, feed, gone=False)

    def play() -> None:
        while not end.wait(chance.expovariate(number / PACE_S)):
            which = chance.randrange(number)
            feeds[which] = replace(feeds[which], round_no=feeds[which].round_no + 1)
            live.put(store, feeds[which], gone=False)

    playing = threading.Thread(target=play)
    playing.start()
    try:
        yield
    finally:
        end.set()
        playing.join()


def measured(folder: Path, what: str, listeners: int, seconds: float) -> Cost:
    """Have a server tell listeners; return what they cost it."""
    with (
        running(folder / "table" / "sock", "-m", "tests.benchmarks.listeners_server", what) as server,
        ExitStack() as all_,
    ):
        assert server.stdout is not None
        port = urlsplit(server.stdout.readline().decode()).port
        assert port is not None
        crowd, few, memory = selectors.DefaultSelector(), len(LANGUAGES), []
        for numbers in (range(few), range(few, listeners)):
            for number in numbers:
                crowd.register(all_.enter_context(closing(come(port, number))), selectors.EVENT_READ)
            settle(crowd)
            memory.append(together(parts(server.pid)))
        worked, begun = cpu(server.pid), time.monotonic()
        got, messages = read(crowd, seconds)
        took, worked_then = time.monotonic() - begun, cpu(server.pid)
    telling, making = ((then - before) / took for before, then in zip(worked, worked_then, strict=True))
    return Cost(telling, making, messages / took, got / max(1, messages), (memory[1] - memory[0]) / (listeners - few))


def come(port: int, number: int) -> socket.socket:
    """Open a page's events, for one visitor behind a proxy."""
    end = time.monotonic() + LIMIT_S
    while True:
        try:
            one = socket.create_connection(("127.0.0.1", port), LIMIT_S)
            break
        except ConnectionRefusedError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
    visitor = f"10.0.{number // 200}.{1 + number % 200}"
    asked = f"GET /live?of=/&lang={LANGUAGES[number % len(LANGUAGES)]} HTTP/1.1"
    one.sendall(f"{asked}\r\nHost: 127.0.0.1:{port}\r\nX-Forwarded-For: {visitor}\r\n\r\n".encode())
    one.setblocking(False)
    return one


def settle(crowd: selectors.BaseSelector) -> None:
    """Read until each listener has been told something."""
    silent, end = set(crowd.get_map()), time.monotonic() + LIMIT_S
    while silent:
        for key, _ in crowd.select(1.0):
            if b"data: " in os.read(key.fd, 1 << 20):
                silent.discard(key.fd)
        if time.monotonic() > end:
            raise SystemExit(f"{len(silent)} listeners were told nothing within {LIMIT_S:g} s.")


def read(crowd: selectors.BaseSelector, seconds: float) -> tuple[int, int]:
    """Read all that comes; return the bytes, and the messages. Raises SystemExit if a listener is sent away."""
    end, got, messages = time.monotonic() + seconds, 0, 0
    while (left := end - time.monotonic()) > 0:
        for key, _ in crowd.select(left):
            data = os.read(key.fd, 1 << 20)
            if not data:
                raise SystemExit("The server has hung up on a listener.")
            got += len(data)
            messages += data.count(b"data: ")
    return got, messages


def cpu(process: int) -> tuple[float, float]:
    """Return the CPU seconds of a process's main thread, and of all others."""
    spent = {int(task.name): int((task / "schedstat").read_text().split()[0]) / 1e9 for task in tasks(process)}
    own = spent.pop(process)
    return own, sum(spent.values())


def tasks(process: int) -> list[Path]:
    """Return where the kernel tells of its threads."""
    return [*Path(f"/proc/{process}/task").iterdir()]


if __name__ == "__main__":
    sys.exit(main())
