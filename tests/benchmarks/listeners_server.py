"""A server of pages that are told what is new, for ``tests.benchmarks.listeners``: ours, or a bare one.

Arguments: the store of the hall, or how many bytes the bare one tells each second. It prints its address.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from kiosk.cli.venue import MOST_CONNECTIONS
from kiosk.results.store import read_store
from kiosk.web.connections import Limits
from kiosk.web.server import PageServer
from kiosk.web.venue.app import VenuePages
from tests.benchmarks.output import say

BARE_PORT: Final = 7299


class Bare:
    """Tells all the same message once a second."""

    def __init__(self, size: int) -> None:
        self._message = b"data: " + bytes(size - 8).replace(b"\0", b"x") + b"\n\n"
        self._next = asyncio.Condition()

    async def told(self, _request: Request) -> StreamingResponse:
        """Answer without an end."""
        return StreamingResponse(self._messages(), media_type="text/event-stream")

    async def _messages(self) -> AsyncIterator[bytes]:
        while True:
            yield self._message
            async with self._next:
                await self._next.wait()

    async def serve(self) -> None:
        """Serve for good."""
        app = Starlette(routes=[Route("/live", self.told)])
        config = uvicorn.Config(app, port=BARE_PORT, log_level="error", access_log=False, http="h11", ws="none")
        serving = asyncio.create_task(uvicorn.Server(config).serve())
        while not serving.done():
            await asyncio.sleep(1.0)
            async with self._next:
                self._next.notify_all()


def main() -> None:
    """Serve until it is ended."""
    what = sys.argv[1]
    if what.isdecimal():
        say(f"http://127.0.0.1:{BARE_PORT}/\n")
        asyncio.run(Bare(int(what)).serve())
    else:
        pages = VenuePages(read_store("", Path(what)), names="web")
        limits = Limits(most=MOST_CONNECTIONS, proxied=True)
        server = PageServer("127.0.0.1", 0, pages.application, pages.end, limits=limits)
        say(f"{server.address}\n")
        server.run()


if __name__ == "__main__":
    main()
