"""The connections of pages and strangers: no peer can use them up by being silent, slow or numerous.

uvicorn bounds the requests under way, not connections that never ask, and gives a request as long as it takes.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Final

import h11
import uvicorn
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

MOST: Final = 256
"""Connections at a time: with what a request needs at the kiosk they stay far below the usual limit of 1,024 files."""
MOST_OF_AN_ADDRESS: Final = 64
"""Connections of one address at a time: ten browsers, which open six each."""
PATIENCE_S: Final = 5
"""A connection on which the next request is not complete within this time is closed, and one that has not shown the
token this long after it was opened.
"""
AT_ONCE: Final = 8
"""Connections accepted between two looks at those that are open: a crowd that comes in delays nobody's press."""
QUEUE: Final = 4096
"""Connections that the kernel may keep until they are accepted; one more would be tried again after a second."""
LONGEST_HEADER: Final = 1 << 16
"""The most bytes before a request's body: browsers send the cookies of all programs on this machine."""

_VOUCH: Final = "kiosk.rim.vouch"


def vouch(scope: Scope) -> None:
    """Tell the connection of this request that its peer has shown the token."""
    scope["state"][_VOUCH]()


class RimConnection(H11Protocol):
    """A connection within the budget.

    If there are too many, the newest one stays, and the least deserving of the address that has most is closed: first
    one that has not shown the token, then one without a request under way, then the one that was idle longest.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, {**app_state, _VOUCH: self._vouch}, _loop)
        self._known = False
        self._since = self.loop.time()
        self._patience: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """Where the peer is."""
        return self.client[0] if self.client else ""

    @property
    def merit(self) -> tuple[bool, bool, float]:
        """What is compared if one has to go: the least is closed."""
        under_way = self.cycle is not None and not self.cycle.response_complete
        return self._known, under_way, self._since

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, and make room."""
        super().connection_made(transport)
        self._wait()
        self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """End what waits for the peer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Stop to wait if the request is complete."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if self._known:
            self._since = self.loop.time()
            self._wait()
            self._look()  # the next one may have come already

    def _vouch(self) -> None:
        self._known = True
        self._look()

    def _look(self) -> None:
        if self._known and self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_waiting()

    def _wait(self) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(PATIENCE_S, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _make_room(self) -> None:
        """Close one connection if there are too many."""
        held = [one for one in self.connections if isinstance(one, RimConnection) and not one.transport.is_closing()]
        of_address = Counter(one.address for one in held)
        crowd = self.address if of_address[self.address] > MOST_OF_AN_ADDRESS else of_address.most_common(1)[0][0]
        if of_address[crowd] > MOST_OF_AN_ADDRESS or len(held) > MOST:
            others = (one for one in held if one.address == crowd and one is not self)
            min(others, key=lambda one: one.merit, default=self).transport.abort()
