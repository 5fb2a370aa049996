"""The server of what a hall may see (``kiosk.hall.feed``), on a thread of its own that never touches the session.

It looks at the newest snapshot four times a second, as long as a reader is connected: the runner only leaves it there.
So a message is made for all readers alike, at most so often whatever happens at the table, and what changes by time
alone is told without a timer. Nothing is read from a reader after its greeting.
"""

from __future__ import annotations

import asyncio
import logging
import math
import socket
from collections.abc import Callable
from typing import Final

import msgspec

from hardware.api import Instant
from kiosk.hall.feed import FASTEST_S, HEARTBEAT_S, VERSION, Feed, Greeting
from kiosk.protocol import Snapshot
from kiosk.system.decoders import prepared
from kiosk.system.logs import LimitedLog
from kiosk.system.message_server import MessageServer, Peer
from kiosk.system.paths import shared_by
from kiosk.system.unix_socket import Claim
from kiosk.table.hall_view import About, Seen, feed_of

log = logging.getLogger(__name__)

NAME: Final = "feed"
"""The name of its thread."""

_COUNTS_S: Final = 10.0
"""For how long a connection counts (``MessageServer``): an uplink connects again after two seconds."""
_BACKLOG: Final = 4 * 1024
"""Send buffer in bytes for a reader that sleeps (Linux doubles it): when it wakes, it gets only a few old messages."""


class HallServer:
    """The server at the path of ``claim``. ``about`` is called on its thread; ``clock`` is that of the snapshots."""

    def __init__(self, claim: Claim, about: Callable[[], About], clock: Callable[[], Instant]) -> None:
        self._path = claim.path
        self._about = about
        self._clock = clock
        self._seen: Seen | None = None
        self._made, self._newest = -math.inf, b""
        self._lines = LimitedLog(log)
        self._messages = MessageServer(NAME, claim.listen(), shared_by(claim.path.parent), self._serve, _COUNTS_S)

    def start(self) -> None:
        """Begin to accept readers."""
        self._messages.start()

    def show(self, snapshot: Snapshot) -> None:
        """Keep the newest snapshot for the next look. Takes about a microsecond, whoever reads."""
        self._seen = Seen(snapshot) if self._seen is None else self._seen.then(snapshot)

    def close(self) -> None:
        """Close all connections and remove the socket."""
        self._messages.close()
        self._path.unlink(missing_ok=True)

    # ------------------------------------------------------------ the server's thread

    async def _serve(self, peer: Peer, first: bytes) -> None:
        """Tell one reader everything, from its greeting to its end."""
        try:
            greeting = msgspec.msgpack.decode(first, type=prepared(Greeting))
        except msgspec.MsgspecError as error:
            self._lines.log(logging.WARNING, "a reader of the feed sent no greeting (%s): connection closed", error)
            return
        if greeting.version != VERSION:
            words = "a reader of the feed is of version %d, the table of %d: update both, then start it again"
            self._lines.log(logging.WARNING, words, greeting.version, VERSION)
            return
        peer.hear_no_more()
        peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BACKLOG)
        loop, told, at = asyncio.get_running_loop(), b"", -math.inf
        while True:
            data, now = self._look(), loop.time()
            if data and (data != told or now - at >= HEARTBEAT_S):
                told, at = data, now
                await peer.send(data)
            await asyncio.sleep(FASTEST_S)

    def _look(self) -> bytes:
        """Return the message of now, the same one for all readers that ask within ``FASTEST_S``; empty: none yet."""
        now, seen = asyncio.get_running_loop().time(), self._seen
        if seen is not None and now - self._made >= FASTEST_S:
            self._made = now
            self._newest = msgspec.msgpack.encode(self._feed(seen))
        return self._newest

    def _feed(self, seen: Seen) -> Feed:
        return feed_of(seen, self._about(), self._clock())
