"""Pages that are told what is new while they are open, by server-sent events.

A message is the page anew, made once for all that show the same: in one language, with or without names. It is sent if
it differs from the last, at most once a second. What follows from the time alone, such as an age, is looked for every
few seconds; so is what a store has not told.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Hashable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from kiosk.results.changes import Changes
from kiosk.results.model import CHANNEL
from kiosk.results.store import ResultsStore

FASTEST_S: Final = 1.0
"""Least seconds between two messages to a page."""
LOOK_S: Final = 5.0
"""Most seconds between two looks at what is shown."""
BEAT_S: Final = 15.0
"""A page that has nothing new is told so after this time: who has gone is noticed."""


class Shown(NamedTuple):
    """What a page shows now: pages of the same ``key`` are the same.

    ``make``: returns its text, in any thread; empty: it cannot be known now.
    """

    key: Hashable
    make: Callable[[], str]


class Listeners:
    """All open pages that listen. While there are any, the ``stores`` are watched. For the server's loop alone."""

    def __init__(self, stores: Sequence[ResultsStore]) -> None:
        self._stores = stores
        self._changes: list[Changes] = []
        self._number = 0
        """That of the look at what is shown."""
        self._next = asyncio.Event()
        """Set at the end of each look."""
        self._news = asyncio.Event()
        """Set when a store may have changed."""
        self._made: dict[Hashable, asyncio.Future[bytes]] = {}
        """The messages that have been made for this look, each once for all who are told it."""
        self._there = 0
        self._work: asyncio.Task[None] | None = None
        self._ended = False

    async def told(self, shown: Callable[[], Shown]) -> AsyncIterator[bytes]:
        """Yield what a page is told, until it goes. ``shown`` is asked again each time."""
        self._come()
        try:
            last, quiet = b"", 0.0
            while not self._ended:
                number = self._number
                message = await self._message(shown())
                if message and message != last:
                    last, quiet = message, 0.0
                    yield message
                elif quiet >= BEAT_S:
                    quiet = 0.0
                    yield b": nothing new\n\n"
                begun = asyncio.get_running_loop().time()
                while number == self._number and not self._ended:
                    await self._next.wait()
                quiet += asyncio.get_running_loop().time() - begun
        finally:
            self._go()

    def end(self) -> None:
        """End what all are told."""
        self._ended = True
        self._next.set()

    async def _message(self, shown: Shown) -> bytes:
        """Return the message, made for this look by whoever asks for it first; empty: there is none."""
        if (made := self._made.get(shown.key)) is None:
            made = self._made[shown.key] = asyncio.ensure_future(asyncio.to_thread(_made, shown))
        return await asyncio.shield(made)

    def _come(self) -> None:
        self._there += 1
        if self._work is None:
            loop = asyncio.get_running_loop()

            def changed() -> None:
                with suppress(RuntimeError):  # the loop is closed
                    loop.call_soon_threadsafe(self._news.set)

            self._changes = [Changes(store, CHANNEL, changed) for store in self._stores]
            for one in self._changes:
                one.start()
            self._work = asyncio.create_task(self._look())

    def _go(self) -> None:
        self._there -= 1
        if self._there == 0 and self._work is not None:
            self._work.cancel()
            self._work = None
            for one in self._changes:
                one.stop()
            self._made.clear()

    async def _look(self) -> None:
        """Begin a look at what is shown when something may have changed, for good."""
        while True:
            await asyncio.sleep(FASTEST_S)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), LOOK_S - FASTEST_S)
            self._news.clear()
            self._made.clear()
            self._number += 1
            ended, self._next = self._next, asyncio.Event()
            ended.set()


def _made(shown: Shown) -> bytes:
    text = shown.make()
    return f"data: {json.dumps(text, ensure_ascii=False)}\n\n".encode() if text else b""
