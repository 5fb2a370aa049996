"""A server for messages at a Unix socket, on one thread: no peer can use it up by being silent, slow or numerous."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, Final

from msgspec import Struct

from kiosk.system import frame, unix_socket
from kiosk.system.frame import InvalidFrameError
from kiosk.system.logs import LimitedLog

LARGEST: Final = 1 << 16
"""Maximum bytes of a message from a peer."""

MOST_OF_A_USER: Final = 16
"""Connections of one user at a time. Others are closed at once: a user cannot take the others' place."""

FIRST_S: Final = 2.0
"""Seconds within which the first message must be complete."""

BURST: Final = 200
"""Messages that are received from one user, on all connections together, within ``BURST_S``. More wait: twelve quick
people need a tenth of it, and a flood would otherwise take the processor from the game.
"""

BURST_S: Final = 0.05

_log = logging.getLogger(__name__)


class User(Struct):
    """What the processes of one user have used: connections now, and messages since ``begun`` (the loop's time)."""

    connections: int = 0
    messages: int = 0
    begun: float = 0.0

    async def message(self) -> None:
        """Count a message, and wait if there were too many."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if now - self.begun >= BURST_S:
            self.messages, self.begun = 0, now
        self.messages += 1
        if self.messages > BURST:
            await asyncio.sleep(self.begun + BURST_S - now)
            self.messages, self.begun = 1, loop.time()


class Peer:
    """A connection, for use on the server's thread."""

    def __init__(self, user: User, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._user = user
        self._reader = reader
        self._writer = writer
        writer.transport.set_write_buffer_limits(high=0)  # ``send`` waits until the kernel has everything

    @property
    def socket(self) -> socket.socket:
        """The connection's socket, for its options."""
        handle: socket.socket = self._writer.get_extra_info("socket")
        return handle

    async def receive(self) -> bytes:
        """Return the next message. Raises EOFError or OSError at the end, and InvalidFrameError."""
        data = await frame.receive(self._reader, LARGEST)
        await self._user.message()
        return data

    def hear_no_more(self) -> None:
        """Read nothing more: what the peer sends stays with it. Its end is noticed at the next ``send``."""
        self._writer.transport.pause_reading()  # type: ignore[attr-defined]

    async def send(self, data: bytes) -> None:
        """Send a message, and wait until the kernel has taken it. Raises OSError."""
        self._writer.write(frame.framed(data))
        await self._writer.drain()

    def close(self) -> None:
        """Close the connection; what the kernel has taken still arrives."""
        self._writer.transport.abort()


Serve = Callable[[Peer, bytes], Awaitable[None]]
"""A function that serves a peer whose first message is given, until the connection is to be closed."""


class MessageServer:
    """The server at ``listener``, for processes of this user, root, and ``group``; ``name`` is its thread's.

    ``serve`` is called on that thread for each peer that has sent a message in time; its EOFError and OSError mean that
    the peer has gone. ``turns`` counts the wakings that ``stir`` has asked for (``table_process.watchdog``).
    """

    def __init__(self, name: str, listener: socket.socket, group: int | None, serve: Serve) -> None:
        self.turns = 0
        self._listener = listener
        self._group = group
        self._serve = serve
        self._users: defaultdict[int, User] = defaultdict(User)
        self._tasks: set[asyncio.Task[None]] = set()
        self._lines = LimitedLog(_log)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to accept peers."""
        self._thread.start()
        self._ready.wait()

    def call(self, what: Callable[[], object]) -> None:
        """Have the server's thread call ``what`` soon. Never blocks; does nothing before ``start`` or after the end."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(what)

    def stir(self) -> None:
        """Have the thread count a turn."""
        self.call(self._turn)

    def close(self) -> None:
        """Close all connections and the listener, and end the thread."""
        self.call(self._end.set)
        if self._thread.is_alive():
            self._thread.join()
        self._listener.close()

    # ------------------------------------------------------------ the server's thread

    def _turn(self) -> None:
        self.turns += 1

    def _run(self) -> None:
        try:
            with asyncio.Runner() as runner:
                self._loop = runner.get_loop()
                self._loop.set_exception_handler(self._tell)
                runner.run(self._accept())
        finally:
            self._ready.set()

    async def _accept(self) -> None:
        """Accept peers until the end, and then hang up."""
        async with await asyncio.start_unix_server(self._come_in, sock=self._listener, limit=LARGEST):
            self._ready.set()
            await self._end.wait()
            tasks = list(self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _come_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a new connection, if its user may connect and has not too many already."""
        handle = writer.get_extra_info("socket")
        if not unix_socket.may_connect(handle, self._group):
            self._lines.log(logging.WARNING, "a process of another user tried to connect: refused")
            writer.transport.abort()
            return
        number, _ = unix_socket.user_and_group(handle)
        user = self._users[number]
        if user.connections >= MOST_OF_A_USER:
            message = "user %d has %d connections already: a further one was refused"
            self._lines.log(logging.WARNING, message, number, MOST_OF_A_USER)
            writer.transport.abort()
            return
        user.connections += 1
        task = asyncio.get_running_loop().create_task(self._attend(Peer(user, reader, writer)))
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._forget(done, user))

    def _forget(self, task: asyncio.Task[None], user: User) -> None:
        self._tasks.discard(task)
        user.connections -= 1

    async def _attend(self, peer: Peer) -> None:
        """Serve one peer, from its first message to its end."""
        try:
            async with asyncio.timeout(FIRST_S):
                first = await peer.receive()
            await self._serve(peer, first)
        except (EOFError, OSError):  # also: no message in time
            pass
        except InvalidFrameError as error:
            self._lines.log(logging.WARNING, "a peer has sent %s: connection closed", error)
        except Exception:
            _log.exception("a connection failed")
        finally:
            peer.close()

    def _tell(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log what has failed outside of a connection's task, such as an accept without free descriptors."""
        self._lines.log(logging.WARNING, "%s (%s)", context["message"], context.get("exception"))
