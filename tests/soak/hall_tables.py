"""Many tables in one process, for ``tests.soak.hall``: each with a store, a server of its rounds and an uplink.

``python -m tests.soak.hall_tables FOLDER ADDRESS PACE_S FIRST COUNT``. A table plays rounds at its own pace, and now
and then voids one. From the standard input come "play", each plays a round within the next second, and "quiet", none
plays any more. A file ``played`` in the folder has the time at which each round, named by its id, is in its table's
store, and that at which it is told live, named by the table's id and the round's number. What uplinks say is printed.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, TextIO

from msgspec import structs

from kiosk.hall.feed import FASTEST_S, HEARTBEAT_S, VERSION, Activity, Feed, Light, encode
from kiosk.hall.store import HallStore
from kiosk.hall.uplink import Uplink
from kiosk.results import migrate, queries
from kiosk.results.store import open_store
from kiosk.system.message_server import MessageServer, Peer
from kiosk.system.unix_socket import listen_at
from tests.hall.venue_rig import Venue
from tests.rig import stores

PEOPLE: Final = 40
"""Names of people, at all tables together."""
VOIDED: Final = 0.05
"""The share of rounds that a table voids."""
SETTLE_S: Final = 3.0
"""Seconds within which tables begin."""


def say(line: str) -> None:
    """Print at once."""
    sys.stdout.write(line)
    sys.stdout.flush()


class Feeding:
    """What the table of this id tells live: that its round of a number has begun."""

    def __init__(self, path: Path, table: str, name: str) -> None:
        self._path = path
        self._feed = Feed(
            *(VERSION, table, name, Activity.PLAY, "cards", "table_default", 0, 0),
            *((), (), Light.ON, True),
        )

    def start(self) -> None:
        """Begin to accept readers."""
        self._path.unlink(missing_ok=True)
        MessageServer("feed", listen_at(self._path), None, self._serve).start()

    def play(self, number: int) -> None:
        """Begin a round of this number."""
        self._feed = structs.replace(self._feed, round_no=number)

    async def _serve(self, peer: Peer, _: bytes) -> None:
        told, looks = None, 0
        while True:
            if told is not self._feed or not looks % round(HEARTBEAT_S / FASTEST_S):
                told = self._feed
                await peer.send(encode(told))
            looks += 1
            await asyncio.sleep(FASTEST_S)


class Calls:
    """Calls to all tables to play; a table that is not there yet hears them later."""

    def __init__(self) -> None:
        self.number = 0
        self._more = asyncio.Condition()

    async def call(self) -> None:
        """Call."""
        async with self._more:
            self.number += 1
            self._more.notify_all()

    async def after(self, heard: int) -> None:
        """Wait until there is a call after this one."""
        async with self._more:
            await self._more.wait_for(lambda: self.number > heard)


class Table:
    """A table in ``folder``, whose rounds go to the hall at ``address``."""

    def __init__(self, number: int, folder: Path, address: str, note: Callable[[str], object]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._chance = random.Random(f"{number} {time.time()}")  # noqa: S311
        self._match = uuid.uuid4().hex
        self._played = 0
        self._note = note
        (folder / "rounds.sock").unlink(missing_ok=True)
        self._id = f"{number:032x}"
        self.venue = Venue(folder, names=True, table=self._id, name=f"Table {number}")
        self._feeding = Feeding(folder / "feed.sock", self._id, f"Table {number}")
        self._feeding.start()
        self.venue.store().close()  # migrations are for one thread at a time
        opening = partial(open_store, address, folder)
        self.uplink = Uplink(
            self.venue.socket,
            folder / "feed.sock",
            lambda: HallStore(opening(), 365),
            lambda line: say(f"{number} {line}\n"),
            folder / "venue.json",
        )

    async def live(self, pace_s: float, calls: Calls) -> None:
        """Play at its own pace, and at each call."""
        heard = 0
        await asyncio.sleep(self._chance.uniform(0, SETTLE_S))
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._chance.expovariate(1 / pace_s)):
                    await calls.after(heard)
            called, heard = calls.number > heard, calls.number
            await asyncio.sleep(self._chance.random() if called else 0)
            await asyncio.to_thread(self._play)

    def _play(self) -> None:
        """Bring a round into its store, and perhaps void one."""
        self._played += 1
        name = uuid.uuid4().hex
        people = self._chance.sample(range(PEOPLE), self._chance.choice((2, 3, 4)))
        lines = ({"name": f"Person {who}", "points": self._chance.randint(-10, 30)} for who in people)
        told = {"id": name, "match": self._match, "number": self._played}
        self.venue.play(self.venue.journal.round(*lines, at=datetime.now(UTC), **told))
        self._note(f"{name} {time.monotonic():.3f}\n")
        self._feeding.play(self._played)
        self._note(f"{self._id}:{self._played} {time.monotonic():.3f}\n")
        if self._chance.random() < VOIDED:
            self.venue.write(
                lambda session: queries.void(session, name, "miscounted", "the referee", datetime.now(UTC))
            )


async def _live(tables: list[Table], pace_s: float) -> None:
    calls = Calls()
    async with asyncio.TaskGroup() as group:
        for table in tables:
            group.create_task(table.uplink.run())
        playing = [group.create_task(table.live(pace_s, calls)) for table in tables]
        while line := await asyncio.to_thread(sys.stdin.readline):
            if line == "play\n":
                await calls.call()
            else:
                for play in playing:
                    play.cancel()


def _noting(file: TextIO) -> Callable[[str], object]:
    def note(line: str) -> None:
        file.write(line)
        file.flush()

    return note


def main() -> None:
    """Run until it is killed."""
    migrate.migrate = stores.copied
    folder, address, pace_s, first, count = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), *map(int, sys.argv[4:6])
    with ExitStack() as closing:
        file = closing.enter_context((folder / f"played-{first}").open("a"))
        tables = [
            Table(number, folder / f"table-{number}", address, _noting(file)) for number in range(first, first + count)
        ]
        for table in tables:
            closing.enter_context(table.venue)
        asyncio.run(_live(tables, pace_s))


if __name__ == "__main__":
    main()
