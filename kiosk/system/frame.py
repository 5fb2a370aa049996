"""How a message lies in a stream: a signed 32-bit length, big-endian, and that many bytes.

That is what ``send_bytes`` and ``recv_bytes`` of ``multiprocessing.connection`` exchange below 2 GiB.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # a display has no use for it
    import asyncio

_LENGTH: Final = struct.Struct("!i")


class InvalidFrameError(Exception):
    """A peer announces a message that is too long."""


def framed(message: bytes) -> bytes:
    """Return the frame of ``message``."""
    return _LENGTH.pack(len(message)) + message


async def receive(reader: asyncio.StreamReader, at_most: int) -> bytes:
    """Return the next message. Raises EOFError or OSError at the end; InvalidFrameError above ``at_most`` bytes."""
    (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
    if not 0 <= length <= at_most:
        raise InvalidFrameError(f"a message of {length} bytes, at most {at_most} are allowed")
    return await reader.readexactly(length)
