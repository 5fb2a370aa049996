"""Queries to a running kiosk from other programs, over its Unix sockets, without any graphics."""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, TypeVar

from kiosk import protocol as msg
from kiosk.system.unix_socket import no_place

ANSWER_S: Final = 10.0
"""Timeout in seconds; a healthy kiosk answers within it."""

NO_ANSWER: Final = (
    "The kiosk's {who} does not answer within {limit_s:.0f} s: it hangs, or is very busy. "
    "Wait a moment, or end it and start it again."
)
OTHER_VERSION: Final = "The kiosk's {who} is of another version: end it, and start it again."

_TIMEVAL: Final = struct.Struct("@ll")
"""The kernel's form of a time limit: seconds and microseconds."""

_Answer = TypeVar("_Answer")


class NotRunning(ConnectionError):  # noqa: N818  a condition rather than an error
    """No kiosk answers at the socket; the text includes the fix."""


class Silent(NotRunning):
    """A kiosk is running but gives no answer: it hangs, has another version, or belongs to another user."""


def ask_health(path: Path, limit_s: float = ANSWER_S) -> msg.Health:
    """Return the health of the table that listens at ``path``. Raises NotRunning.

    The query connects as a read-only display, which is not noticeable at the table.
    """

    def hear(data: bytes) -> msg.Health | None:
        answer = msg.decode_from_table(data)
        if isinstance(answer, msg.Refused):
            raise Silent(f"The kiosk's table does not talk to this version: {answer.message}.")
        return answer if isinstance(answer, msg.Health) else None  # the greeting and snapshots come before

    return ask(path, [msg.Hello(msg.PROTOCOL, read_only=True), msg.AskHealth()], hear, "table", limit_s)


def ask_welcome(path: Path) -> msg.Welcome:
    """Return the layout of the table that listens at ``path``. Raises NotRunning."""

    def hear(data: bytes) -> msg.Welcome | None:
        answer = msg.decode_from_table(data)
        if isinstance(answer, msg.Refused):
            raise Silent(f"The kiosk's table does not talk to this version: {answer.message}.")
        return answer if isinstance(answer, msg.Welcome) else None

    return ask(path, [msg.Hello(msg.PROTOCOL, read_only=True)], hear, "table")


def drive(path: Path, wish: msg.DrivePins | msg.DriveBoard) -> str:
    """Have the table at ``path`` move its simulated hardware; return why that cannot be done, empty if it is done.

    Raises NotRunning.
    """

    def hear(data: bytes) -> msg.Driven | None:
        answer = msg.decode_from_table(data)
        if isinstance(answer, msg.Refused):
            raise Silent(f"The kiosk's table does not talk to this version: {answer.message}.")
        return answer if isinstance(answer, msg.Driven) else None

    return ask(path, [msg.Hello(msg.PROTOCOL, read_only=True), wish], hear, "table").error


def ask_hands(path: Path, first: int) -> msg.SeenHands:
    """Return what hands have done lately at buttons and boards, from the number ``first`` on. Raises NotRunning."""

    def hear(data: bytes) -> msg.SeenHands | None:
        answer = msg.decode_from_table(data)
        if isinstance(answer, msg.Refused):
            raise Silent(f"The kiosk's table does not talk to this version: {answer.message}.")
        return answer if isinstance(answer, msg.SeenHands) else None

    return ask(path, [msg.Hello(msg.PROTOCOL, read_only=True), msg.AskHands(first)], hear, "table")


def snapshots(path: Path) -> Iterator[msg.Snapshot]:
    """Yield the newest snapshot of the table at ``path``, and every later one that is not overtaken by another.

    Raises NotRunning when the table is gone, or if it says nothing for ``ANSWER_S`` seconds at the beginning.
    """
    with _connected(path) as (_, connection):
        try:
            connection.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL, read_only=True)))
            if not connection.poll(ANSWER_S):
                raise Silent(NO_ANSWER.format(who="table", limit_s=ANSWER_S))
            while True:
                news = msg.decode_from_table(connection.recv_bytes())
                if isinstance(news, msg.Refused):
                    raise Silent(f"The kiosk's table does not talk to this version: {news.message}.")
                if isinstance(news, msg.Snapshot):
                    yield news
        except msg.GARBAGE:
            raise Silent(OTHER_VERSION.format(who="table")) from None
        except (EOFError, OSError) as error:
            if isinstance(error, NotRunning):
                raise
            raise NotRunning("The kiosk's table has just ended.") from None


@contextlib.contextmanager
def _connected(path: Path, limit_s: float = ANSWER_S) -> Iterator[tuple[socket.socket, Connection]]:
    """Yield a connection to the kiosk at ``path``: its socket, and what exchanges messages. Raises NotRunning.

    ``limit_s``: how long it may wait for its turn at a kiosk at which many wait.
    """
    with contextlib.ExitStack() as closing:
        try:
            sock = closing.enter_context(socket.socket(socket.AF_UNIX))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _TIMEVAL.pack(int(limit_s), int(limit_s % 1 * 1e6)))
            sock.connect(str(path))
            connection = closing.enter_context(Connection(os.dup(sock.fileno())))
        except OSError as error:
            raise unreachable(path, error) from None
        yield sock, connection


def unreachable(path: Path, error: OSError) -> NotRunning:
    """Return why there is no connection to the kiosk at ``path``."""
    if isinstance(error, FileNotFoundError | NotADirectoryError | ConnectionRefusedError):
        return NotRunning("No kiosk is running here: start it with `kiosk`.")
    if isinstance(error, PermissionError):
        return Silent(f"The kiosk at {path} belongs to another user: ask as that one, or with sudo.")
    if error.errno is None:  # the path is too long
        return Silent(no_place(path, error))
    if isinstance(error, BlockingIOError):
        return Silent(f"The kiosk at {path} does not answer, and others wait already: it hangs, or is very busy.")
    return Silent(f"The kiosk at {path} cannot be asked ({error.strerror or error}).")


def ask(
    path: Path,
    questions: Sequence[msg.Message],
    hear: Callable[[bytes], _Answer | None],
    who: str,
    limit_s: float = ANSWER_S,
) -> _Answer:
    """Query the kiosk's ``who`` ("table", "display") at ``path``; return the first result of ``hear``.

    ``hear`` gets each received message, and returns None if that is not the answer. Raises NotRunning, after
    ``limit_s`` seconds at the latest.
    """
    deadline = time.monotonic() + limit_s
    with _connected(path, limit_s) as (sock, connection), _cut_off(sock, deadline):
        try:
            for question in questions:
                connection.send_bytes(msg.encode(question))
            while connection.poll(max(0.0, deadline - time.monotonic())):
                answer = hear(connection.recv_bytes())
                if answer is not None:
                    return answer
        except msg.GARBAGE:
            raise Silent(OTHER_VERSION.format(who=who)) from None
        except (EOFError, OSError) as error:
            if isinstance(error, NotRunning):
                raise
            if time.monotonic() < deadline:
                raise NotRunning(f"The kiosk's {who} has just ended.") from None
    raise Silent(NO_ANSWER.format(who=who, limit_s=limit_s))


@contextlib.contextmanager
def _cut_off(sock: socket.socket, deadline: float) -> Iterator[None]:
    """Shut the socket down at ``deadline``: a peer that stops in the middle of a message would block for ever."""

    def end() -> None:
        with contextlib.suppress(OSError):  # already closed by the peer
            sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(max(0.0, deadline - time.monotonic()), end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
