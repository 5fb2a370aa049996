"""The message server against silent, slow, numerous and invalid peers."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import resource
import socket
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Client, Connection
from pathlib import Path

import pytest

from kiosk.system import message_server, unix_socket
from kiosk.system.logs import LINES
from kiosk.system.message_server import BURST, BURST_S, LARGEST, MOST_OF_A_USER, MessageServer, Peer
from kiosk.system.unix_socket import listen_at

LIMIT_S = 10.0
OTHER_USER = 4242
HALF = (1000).to_bytes(4, "big") + b"half of a message"


async def echo(peer: Peer, first: bytes) -> None:
    """Send every message back; fail at ``b"fail"``."""
    message = first
    while True:
        if message == b"fail":
            raise ZeroDivisionError
        await peer.send(message)
        message = await peer.receive()


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "echo.sock"
    server = MessageServer("echo", listen_at(path), None, echo)
    server.start()
    yield path
    server.close()
    assert "echo" not in {thread.name for thread in threading.enumerate()}


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short deadline for the first message, and short pauses after those who are refused."""
    monkeypatch.setattr(message_server, "FIRST_S", 0.05)
    monkeypatch.setattr(message_server, "REFUSED_S", (0.002, 0.002))


def silent(path: Path, said: bytes = b"") -> socket.socket:
    """Return a connection that has said so much, and goes on to be silent."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(str(path))  # without a timeout: it waits while too many others wait
    connection.settimeout(LIMIT_S)
    with contextlib.suppress(ConnectionError):  # refused already
        connection.sendall(said)
    return connection


def is_closed(connection: socket.socket) -> bool:
    """Wait until the server closes the connection; raises TimeoutError if it does not."""
    with contextlib.suppress(ConnectionResetError):
        assert connection.recv(1) == b""
    return True


def answers(connection: Connection, message: bytes = b"hello") -> bool:
    connection.send_bytes(message)
    assert connection.poll(LIMIT_S), "no answer"
    return connection.recv_bytes() == message


def eventually(what: Callable[[], object]) -> None:
    """Wait for something that the server's thread does."""
    end = time.monotonic() + LIMIT_S
    pause = threading.Event()
    while not what():
        assert time.monotonic() < end, "it did not come"
        pause.wait(0.01)


def can_talk(path: Path) -> bool:
    try:
        with Client(str(path), family="AF_UNIX") as connection:
            return answers(connection)
    except (EOFError, OSError):
        return False


@pytest.mark.parametrize("message", [b"", b"x", b"x" * LARGEST])
def test_messages_of_every_allowed_length_come_and_go(path: Path, message: bytes) -> None:
    with Client(str(path), family="AF_UNIX") as connection:
        assert answers(connection, message)
        assert answers(connection, message)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("said", [b"", b"\0", HALF])
def test_who_does_not_finish_the_first_message_in_time_is_closed(path: Path, said: bytes) -> None:
    with silent(path, said) as connection:
        assert is_closed(connection)


@pytest.mark.usefixtures("soon")
def test_after_the_first_message_a_peer_may_be_silent(path: Path) -> None:
    with Client(str(path), family="AF_UNIX") as connection, silent(path) as other:
        assert answers(connection)
        assert is_closed(other)  # the deadline is over
        assert answers(connection)


def test_half_a_message_delays_nobody(path: Path) -> None:
    with silent(path, HALF), Client(str(path), family="AF_UNIX") as connection:
        assert answers(connection)


def test_a_user_who_floods_the_server_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    now, waits = [100.0], []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        now[0] += seconds

    async def flood(user: message_server.User, messages: int) -> None:
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now[0])
        for _ in range(messages):
            await user.message()

    monkeypatch.setattr(asyncio, "sleep", sleep)
    flooding = message_server.User()
    asyncio.run(flood(flooding, 10 * BURST))
    assert waits == pytest.approx([BURST_S] * 9)
    asyncio.run(flood(message_server.User(), BURST))
    assert len(waits) == 9, "another user does not wait"
    now[0] += 1
    asyncio.run(flood(flooding, BURST))
    assert len(waits) == 9, "nor does this one later"


@pytest.mark.parametrize("length", [LARGEST + 1, -1, -2])
def test_a_frame_of_an_impossible_length_is_closed(path: Path, length: int, caplog: pytest.LogCaptureFixture) -> None:
    with silent(path, length.to_bytes(4, "big", signed=True)) as connection:
        assert is_closed(connection)
    assert f"a message of {length} bytes" in caplog.text
    assert can_talk(path)


def test_a_user_has_so_many_connections_and_leaves_room_for_others(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = [silent(path) for _ in range(MOST_OF_A_USER)]
    eventually(lambda: not can_talk(path))
    monkeypatch.setattr(unix_socket, "may_connect", lambda _handle, _group: True)
    monkeypatch.setattr(unix_socket, "user_and_group", lambda _handle: (OTHER_USER, OTHER_USER))
    assert can_talk(path)
    monkeypatch.undo()
    held.pop().close()
    eventually(lambda: can_talk(path))
    for connection in held:
        connection.close()


def test_a_crowd_that_is_refused_has_to_queue(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a flood of them would take the processor, and Python's lock, from the game."""
    pauses, sleep = list[float](), asyncio.sleep

    async def noting(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", noting)
    held = [silent(path) for _ in range(MOST_OF_A_USER)]
    for _ in range(7):
        with silent(path) as refused:
            assert is_closed(refused)
    held.pop().close()
    eventually(lambda: can_talk(path))
    begun = len(pauses)
    while len(pauses) == begun:
        held.append(silent(path))
        time.sleep(0.01)
    assert pauses[:7] == [0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.064]
    assert pauses[begun] == 0.002, "somebody was let in meanwhile"
    for connection in held:
        connection.close()


def test_whoever_says_nothing_costs_no_stream(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, open_stream = list[socket.socket](), asyncio.open_unix_connection

    async def noting(*, sock: socket.socket, **more: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        opened.append(sock)
        return await open_stream(sock=sock, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(asyncio, "open_unix_connection", noting)
    with silent(path), silent(path):
        assert can_talk(path)
        assert len(opened) == 1  # one that hangs up is read: its stream would count


def test_whoever_comes_and_goes_has_no_more_than_whoever_stays(tmp_path: Path) -> None:
    """A connection counts for so long, even if it ends before."""
    path = tmp_path / "echo.sock"
    for counts_s, again in ((1000.0, False), (0.01, True)):
        server = MessageServer("echo", listen_at(path), None, echo, counts_s)
        server.start()
        for _ in range(MOST_OF_A_USER):
            eventually(partial(can_talk, path))
        if again:
            eventually(partial(can_talk, path))
        else:
            assert not can_talk(path)
        server.close()


@pytest.fixture
def many_files() -> Iterator[None]:
    """Let this process open as many files as the test needs for its own ends of the connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 4096), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("soon", "many_files")
def test_a_thousand_half_open_connections_use_up_nothing(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    before = open_files()
    half_open = [silent(path, HALF) for _ in range(1024)]
    eventually(lambda: open_files() - before <= len(half_open) + MOST_OF_A_USER)
    eventually(lambda: can_talk(path))  # also while they are held
    for connection in half_open:
        connection.close()
    eventually(lambda: open_files() <= before)  # fewer: what earlier tests have left may be collected meanwhile
    assert len(caplog.messages) <= LINES


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_without_free_descriptors_it_accepts_again_once_there_are_some(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    connection = socket.socket(socket.AF_UNIX)
    spare = os.dup(connection.fileno())
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (spare + 1, hard))
        used_up = use_up()
        connection.connect(str(path))
        eventually(lambda: "no connection can be accepted" in caplog.text)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    for descriptor in [spare, *used_up]:
        os.close(descriptor)
    with Connection(connection.detach()) as late:
        assert answers(late)


def test_it_accepts_again_if_the_kernel_could_not_watch_for_peers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_server, "AGAIN_S", 0.01)
    readable, failures = message_server._readable, [OSError(errno.ENOSPC, "too many watches")]

    async def watched(handle: socket.socket) -> None:
        if failures:
            raise failures.pop()
        await readable(handle)

    monkeypatch.setattr(message_server, "_readable", watched)
    server = MessageServer("echo", listen_at(tmp_path / "echo.sock"), None, echo)
    server.start()
    try:
        with silent(tmp_path / "echo.sock") as late, Connection(late.detach()) as connection:
            assert answers(connection)
    finally:
        server.close()


def use_up() -> list[int]:
    """Open files until there is no free descriptor."""
    descriptors = []
    with contextlib.suppress(OSError):
        while True:
            descriptors.append(os.open("/dev/null", os.O_RDONLY))
    return descriptors


def test_a_failure_while_a_peer_is_served_ends_only_that_connection(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Client(str(path), family="AF_UNIX") as other, Client(str(path), family="AF_UNIX") as connection:
        assert answers(other)
        connection.send_bytes(b"fail")
        with pytest.raises((EOFError, ConnectionResetError)):
            connection.recv_bytes()
        assert answers(other)
    assert "ZeroDivisionError" in caplog.text


def test_a_connection_that_cannot_be_opened_is_closed_without_a_word(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As if its peer had gone: what asyncio tells of a task whose error nobody took says nothing of a peer."""

    async def fail(**_: object) -> None:
        raise ConnectionAbortedError

    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "open_unix_connection", fail)
        with silent(path) as connection:
            assert is_closed(connection)
    assert can_talk(path)
    assert not caplog.messages


def test_a_peer_that_never_reads_delays_nobody_and_does_not_keep_the_server_from_closing(path: Path) -> None:
    with Client(str(path), family="AF_UNIX") as connection, silent(path) as deaf:
        deaf.settimeout(0.2)
        with contextlib.suppress(TimeoutError):
            while True:
                deaf.sendall(LARGEST.to_bytes(4, "big") + bytes(LARGEST))
        assert answers(connection)


def test_who_connects_in_the_moment_of_the_end_is_closed(tmp_path: Path) -> None:
    busy, free = threading.Event(), threading.Event()
    server = MessageServer("echo", listen_at(tmp_path / "echo.sock"), None, echo)
    server.start()
    server.call(lambda: (busy.set(), free.wait()))
    busy.wait()
    server.call(server._end.set)
    with silent(tmp_path / "echo.sock") as late, warnings.catch_warnings(record=True) as left:
        warnings.simplefilter("always")
        free.set()
        server.close()
        assert is_closed(late)
    assert not left


def test_its_progress_can_be_observed_while_it_accepts(tmp_path: Path) -> None:
    server = MessageServer("echo", listen_at(tmp_path / "echo.sock"), None, echo)
    server.start()
    for turns in (1, 2):
        server.stir()
        eventually(lambda wanted=turns: server.turns == wanted)
    server.close()
    server.stir()  # does nothing any more


def test_a_server_that_was_never_started_can_be_closed(tmp_path: Path) -> None:
    server = MessageServer("echo", listen_at(tmp_path / "echo.sock"), None, echo)
    server.call(lambda: None)
    server.close()
