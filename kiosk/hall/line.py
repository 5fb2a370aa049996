"""A connection to a socket of the table, for asyncio: messages in frames."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from kiosk.system import frame
from kiosk.system.message_server import LARGEST


class BrokenRulesError(Exception):
    """The table's side says what it may not; the text says what."""


class Line:
    """A connection. Its methods raise EOFError and OSError when that is gone."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def receive(self) -> bytes:
        """Return the next message. Raises BrokenRulesError if it is too long."""
        try:
            return await frame.receive(self._reader, LARGEST)
        except frame.InvalidFrameError as error:
            raise BrokenRulesError(f"the table announces {error}") from None

    async def send(self, data: bytes) -> None:
        """Send a message."""
        self._writer.write(frame.framed(data))
        await self._writer.drain()


@asynccontextmanager
async def connected(path: Path) -> AsyncIterator[Line]:
    """Connect to the socket at ``path``. Raises OSError."""
    reader, writer = await asyncio.open_unix_connection(path, limit=LARGEST)
    try:
        yield Line(reader, writer)
    finally:
        writer.transport.abort()


async def until_one_ends(*works: Coroutine[Any, Any, None]) -> None:
    """Do all of it until the first ends; raise what that raises."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome
