"""Carries the table as it is now from ``feed.sock`` to the hall's store: the newest, and at most once a second."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import MsgspecError

from kiosk.hall import live
from kiosk.hall.feed import SILENT_S, VERSION, Feed, Greeting, decode, encode
from kiosk.hall.line import BrokenRulesError, Line, connected
from kiosk.results.store_errors import StoreError

FASTEST_S: Final = 1.0
"""Least seconds between two writings."""
AGAIN_S: Final = 2.0
"""Seconds until it is tried again to connect to the table, or to write; writing is tried ever less often."""
SLOWEST_S: Final = 60.0
"""Longest pause while the hall's store cannot be reached."""
PARTING_S: Final = 2.0
"""Seconds within which the table ends, too, if the whole machine is switched off; and within which that is written."""
_SAME: Final = "another table of this hall is called {!r} as well: give this one another name (table.name)"
_NAMELESS: Final = "this table has no name, and another one of this hall has none either: give each one (table.name)"


class _Now(NamedTuple):
    """What is to be written: the newest message, and whether the table's program has ended since."""

    feed: Feed
    gone: bool


class FeedUplink:
    """Carries what the table at ``socket`` tells. ``put`` writes it; ``say`` gets the fault of now, or empty: none."""

    def __init__(self, socket: Path, put: Callable[[Feed, bool], Awaitable[int]], say: Callable[[str], object]) -> None:
        self._socket = socket
        self._put = put
        self._say = say
        self._newest: _Now | None = None
        self._told: _Now | None = None
        """What the hall's store was told last; None: nothing, or it could not be reached then."""
        self._heard = asyncio.Event()
        """Set by each message, also by one that is the same again."""

    async def listen(self) -> None:
        """Hear what the table tells, for good, whenever it is there."""
        while True:
            try:
                await self._listen()
            except (EOFError, ConnectionResetError, BrokenPipeError):  # its program has ended, and nobody sits there
                if self._newest is not None:
                    self._hear(self._newest._replace(gone=True))
            except (FileNotFoundError, ConnectionRefusedError):
                pass  # no table runs, which its row tells
            except (BrokenRulesError, MsgspecError) as error:
                self._say(f"{self._socket}: the table tells what this uplink does not understand ({error})")
            except OSError as error:
                why = error.strerror or "it has said nothing for too long"
                self._say(f"{self._socket}: the table is not heard ({why}): pages tell its last state with its age")
            await asyncio.sleep(AGAIN_S)

    async def _listen(self) -> None:
        async with connected(self._socket) as line:
            await line.send(encode(Greeting()))
            while True:
                self._hear(_Now(await _next(line), gone=False))

    async def part(self) -> None:
        """Write that the table has ended, if it does so with this program: then nobody else would tell."""
        try:
            async with asyncio.timeout(PARTING_S):
                await self._listen()
        except (EOFError, ConnectionError, FileNotFoundError):
            pass
        except (BrokenRulesError, MsgspecError, OSError):  # it plays on, as far as one knows
            return
        if self._told is not None and not self._told.gone:  # what is away is not waited for
            with suppress(StoreError, TimeoutError):
                async with asyncio.timeout(PARTING_S):
                    await self._put(self._told.feed, True)

    def _hear(self, now: _Now) -> None:
        self._newest = now
        self._heard.set()

    async def write(self) -> None:
        """Write what was heard, for good, whenever the hall's store can be reached."""
        at, pause, loop = 0.0, AGAIN_S, asyncio.get_running_loop()
        while True:
            await self._heard.wait()
            self._heard.clear()
            newest = self._newest
            if newest is None or (newest == self._told and loop.time() - at < live.BEAT_S):
                continue
            self._told = newest
            try:
                others = await self._put(*newest)
            except StoreError as error:
                self._told = None
                self._say(str(error))
                self._heard.set()
                await asyncio.sleep(pause)
                pause = min(2 * pause, SLOWEST_S)
            else:
                name = newest.feed.name
                self._say("" if not others else _SAME.format(name) if name else _NAMELESS)
                at, pause = loop.time(), AGAIN_S
                await asyncio.sleep(FASTEST_S)


async def _next(line: Line) -> Feed:
    async with asyncio.timeout(SILENT_S):  # its TimeoutError is an OSError
        feed = decode(await line.receive())
    if feed.version != VERSION:
        raise BrokenRulesError(f"its messages are of version {feed.version}, these of {VERSION}: update both")
    return feed
