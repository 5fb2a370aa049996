"""A server of pages: listens on one address of this machine."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import socket
from collections.abc import Callable, Collection
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from kiosk.system.sd_notify import SystemdNotifier
from kiosk.web.connections import (
    LONGEST_HEADER,
    PATIENCE_S,
    SEND_BUFFER,
    USUAL,
    Caller,
    Door,
    Limits,
    PageConnection,
)

_ENDS_S: Final = 2
"""How long a request under way may delay the end."""
_PORT_ERRORS: Final = (errno.EADDRINUSE, errno.EACCES)


class CannotServeError(Exception):
    """The address cannot be listened on; the message says why, and the fix."""


class PageServer:
    """An application at one address. ``port`` 0: any that is free. Raises CannotServeError.

    ``application`` makes it, for the values that ``Host`` may have. ``ends`` is called first when the server ends: it
    has to end answers that would not end by themselves, and must not block. ``service`` is told that it
    serves, and that it lives. ``limits``: of its connections.
    """

    def __init__(
        self,
        host: str,
        port: int,
        application: Callable[[Collection[str]], ASGIApp],
        ends: Callable[[], None] = lambda: None,
        service: SystemdNotifier | None = None,
        limits: Limits = USUAL,
    ) -> None:
        self._socket = _listen(host, port)
        bound = self._socket.getsockname()
        address, port = ipaddress.ip_address(bound[0]), bound[1]
        self.address: Final = f"http://{_authority(host, port)}/"
        self.is_public: Final = not address.is_loopback
        """True if others in the network can reach it."""
        names = {host.lower(), str(address), *(() if self.is_public else ("localhost",))}
        config = uvicorn.Config(
            application({_authority(name, port) for name in names}),
            h11_max_incomplete_event_size=LONGEST_HEADER,
            timeout_keep_alive=PATIENCE_S,
            log_level="error",  # what strangers send is not told, and a line for each request would have its address
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            timeout_graceful_shutdown=_ENDS_S,
        )
        self._server = _Server(config, ends, service or SystemdNotifier({}), limits)

    def run(self) -> None:
        """Serve until SIGINT, SIGTERM, or ``stop``."""
        with contextlib.suppress(KeyboardInterrupt), self._socket:
            self._server.run([self._socket])

    def stop(self) -> None:
        """End ``run``; from any thread."""
        self._server.should_exit = True

    def close(self) -> None:
        """Listen no more; for who does not ``run``."""
        self._socket.close()


class _Server(uvicorn.Server):
    """A server that lets the application end first what would not end by itself."""

    def __init__(
        self, config: uvicorn.Config, ends: Callable[[], None], service: SystemdNotifier, limits: Limits
    ) -> None:
        super().__init__(config)
        self._limits = limits
        self._ends = ends
        self._service = service
        self._beats: asyncio.Task[None] | None = None
        self._doors: list[Door] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen at the door instead of by uvicorn's own servers."""
        await super().startup([])
        self._limits.make_room()
        self._doors = [Door(listening, self._begin, self._limits) for listening in sockets or ()]
        for door in self._doors:
            door.open()
        self._service.ready()
        if self._service.every_s is not None:
            self._beats = asyncio.create_task(self._stay_alive(self._service.every_s))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is under way."""
        self._ends()
        if self._beats is not None:
            self._beats.cancel()
        for door in self._doors:
            door.close()
        for connection in [*self.server_state.connections]:
            if isinstance(connection, PageConnection):
                connection.end()
        await super().shutdown([])

    async def _stay_alive(self, every_s: float) -> None:
        """Feed the watchdog; uvicorn's own call would wait for a clock that was set back."""
        while True:
            self._service.alive()
            await asyncio.sleep(every_s)

    def _begin(self, caller: Caller) -> PageConnection:
        return PageConnection(self.config, self.server_state, caller)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise CannotServeError(f"--host {host}: no such address: `ip address` lists this machine's") from None
    if ipaddress.ip_address(address[0]).is_unspecified:
        # The Host header is compared with the address, which would have to be any.
        raise CannotServeError(f"--host {host}: write the one address to listen on: `ip address` lists them")
    # Named, the protocol has asyncio send each part of an answer at once: a kept connection's would wait 40 ms.
    listening = socket.socket(family, kind, protocol)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # those accepted inherit it
    try:
        listening.bind(address)
        listening.listen()
    except OSError as error:
        listening.close()
        of_port = error.errno in _PORT_ERRORS
        fix = "choose another with --port; 0: any that is free" if of_port else "`ip address` lists this machine's"
        raise CannotServeError(f"{_authority(host, port)}: cannot be listened on ({error.strerror}): {fix}") from None
    return listening


def _authority(host: str, port: int) -> str:
    """Return what a browser sends as ``Host``."""
    name = f"[{host}]" if ":" in host else host
    return name if port == 80 else f"{name}:{port}"
