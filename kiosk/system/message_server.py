"""A server for messages at a Unix socket, on one thread: no peer can use it up by being silent, slow or numerous."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
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

WAITING: Final = 100
"""Connections that the kernel keeps until they are accepted; who comes then has to wait."""

REFUSED_S: Final = (0.002, 0.064)
"""Pause after a connection that was refused; after each further one in a row it is twice as long, up to the second."""

AGAIN_S: Final = 1.0
"""After this time it is tried again to accept, if that has failed: the machine may lack files."""

_log = logging.getLogger(__name__)


class User(Struct):
    """What the processes of one user have used: connections now, and messages since ``begun`` (the loop's time)."""

    connections: int = 0
    messages: int = 0
    begun: float = 0.0

    def leave(self) -> None:
        """Count a connection no more."""
        self.connections -= 1

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
    the peer has gone. ``counts_s``: for how long a connection counts as one of its user's, even if it ends before: so
    whoever comes and goes again and again is let in only so often. ``turns`` counts the wakings that ``stir`` has asked
    for (``table_process.watchdog``).
    """

    def __init__(
        self, name: str, listener: socket.socket, group: int | None, serve: Serve, counts_s: float = 0.0
    ) -> None:
        self.turns = 0
        self._counts_s = counts_s
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
        self._listener.setblocking(False)
        self._listener.listen(WAITING)
        accepting = asyncio.create_task(self._let_in())
        self._ready.set()
        await self._end.wait()
        tasks = [accepting, *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _let_in(self) -> None:
        """Let in one peer after the other; a crowd of those who are refused gets no more than a part of the time.

        asyncio's own servers make a stream for each before anybody can look at it, for a hundred in a row.
        """
        loop, (pause, longest) = asyncio.get_running_loop(), REFUSED_S
        while True:
            try:
                await _readable(self._listener)
                # Not ``loop.sock_accept``: if the task ends in the moment of a connection, nobody would close that.
                handle, _ = self._listener.accept()
            except BlockingIOError:  # the peer has gone again
                continue
            except OSError as error:
                self._lines.log(logging.WARNING, "no connection can be accepted, it is tried again: %s", error)
                await asyncio.sleep(AGAIN_S)
                continue
            user = self._user_of(handle)
            if user is None:
                handle.close()
                await asyncio.sleep(pause)
                pause = min(2 * pause, longest)
                continue
            pause, _ = REFUSED_S
            user.connections += 1
            task = loop.create_task(self._attend(handle, user))
            self._tasks.add(task)
            task.add_done_callback(partial(self._forget, user, handle, loop.time() + self._counts_s))

    def _user_of(self, handle: socket.socket) -> User | None:
        """Return the user of a new connection; None: it may not connect, or has too many already."""
        if not unix_socket.may_connect(handle, self._group):
            self._lines.log(logging.WARNING, "a process of another user tried to connect: refused")
            return None
        number, _ = unix_socket.user_and_group(handle)
        user = self._users[number]
        if user.connections >= MOST_OF_A_USER:
            message = "user %d has %d connections already: a further one was refused"
            self._lines.log(logging.WARNING, message, number, MOST_OF_A_USER)
            return None
        return user

    def _forget(self, user: User, handle: socket.socket, counts_until: float, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        task.get_loop().call_at(counts_until, user.leave)
        handle.close()  # unless its stream has done so: a task may end before it begins

    async def _attend(self, handle: socket.socket, user: User) -> None:
        """Serve one peer, from its first message to its end."""
        try:
            async with asyncio.timeout(FIRST_S) as patience:
                await _readable(handle)  # a stream for each of a silent crowd would cost far more
                reader, writer = await asyncio.open_unix_connection(sock=handle, limit=LARGEST)
                with contextlib.closing(Peer(user, reader, writer)) as peer:
                    first = await peer.receive()
                    patience.reschedule(None)
                    await self._serve(peer, first)
        except (EOFError, OSError):  # also: no message in time
            pass
        except InvalidFrameError as error:
            self._lines.log(logging.WARNING, "a peer has sent %s: connection closed", error)
        except Exception:
            _log.exception("a connection failed")

    def _tell(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log what has failed outside of a connection's task, such as an accept without free descriptors."""
        self._lines.log(logging.WARNING, "%s (%s)", context["message"], context.get("exception"))


async def _readable(handle: socket.socket) -> None:
    """Wait until there is something to read or to accept, or the peer has gone."""
    loop = asyncio.get_running_loop()
    there = asyncio.Event()
    loop.add_reader(handle, there.set)
    try:
        await there.wait()
    finally:
        loop.remove_reader(handle)
