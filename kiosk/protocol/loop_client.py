"""Queries to a running kiosk from an event loop: none holds a thread while it waits."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from kiosk import protocol as msg
from kiosk.protocol.client import NO_ANSWER, OTHER_VERSION, NotRunning, Silent, unreachable
from kiosk.system import frame

LARGEST: Final = 1 << 20
"""Maximum bytes of an answer."""

AGAIN_S: Final = 0.02
"""After this time it is tried again to connect to a kiosk at which many wait."""

_Answer = TypeVar("_Answer")


async def ask(
    path: Path, question: msg.Message, hear: Callable[[bytes], _Answer | None], who: str, limit_s: float
) -> _Answer:
    """Do as ``kiosk.protocol.client.ask``, with one question."""
    try:
        async with asyncio.timeout(limit_s):
            return await _ask(path, msg.encode(question), hear)
    except msg.GARBAGE:
        raise Silent(OTHER_VERSION.format(who=who)) from None
    except NotRunning:
        raise
    except TimeoutError:
        raise Silent(NO_ANSWER.format(who=who, limit_s=limit_s)) from None
    except (EOFError, OSError, frame.InvalidFrameError):
        raise NotRunning(f"The kiosk's {who} has just ended.") from None


async def _ask(path: Path, question: bytes, hear: Callable[[bytes], _Answer | None]) -> _Answer:
    reader, writer = await asyncio.open_unix_connection(sock=await _connected(path))
    try:
        writer.write(frame.framed(question))
        while True:
            answer = hear(await frame.receive(reader, LARGEST))
            if answer is not None:
                return answer
    finally:
        writer.transport.abort()


async def _connected(path: Path) -> socket.socket:
    """Return a connected socket. Raises NotRunning."""
    try:
        sock = socket.socket(socket.AF_UNIX)
    except OSError as error:
        raise unreachable(path, error) from None
    try:
        sock.setblocking(False)
        while True:
            try:
                sock.connect(str(path))
            except BlockingIOError:  # as many wait as the kernel keeps; asyncio would take that for a connection
                await asyncio.sleep(AGAIN_S)
            else:
                return sock
    except BaseException as error:
        sock.close()
        if isinstance(error, OSError):
            raise unreachable(path, error) from None
        raise
