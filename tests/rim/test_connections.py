"""Connections that are silent, slow or numerous: none delays a press, or keeps a button down."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import http.client
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kiosk.protocol import DrivePins, PinEdge
from kiosk.rim.kiosk_client import MOST_FINGERS
from kiosk.web import connections
from kiosk.web.connections import USUAL
from tests.rim.conftest import LIMIT_S, ONE, PretendedKiosk, Visitor, eventually, serving

PAGE = "0123456789abcdef"
RELEASED = DrivePins((PinEdge(ONE, "stop", pressed=False),))

HALF = b"POST /hold HTTP/1.1\r\nHost: 127.0.0.1"
"""A request that stops in its header."""

CROWD = """
import resource, socket, sys, time
port, idle, half = map(int, sys.argv[1:4])
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4096), most))
worked = time.process_time()
held = [socket.create_connection(("127.0.0.1", port)) for _ in range(idle + half)]
for one in held[idle:]:
    try:
        one.sendall(b"POST /hold HTTP/1.1\\r\\nHost: 127.0.0.1")
    except ConnectionError:
        pass  # another has taken its place
print(time.process_time() - worked, flush=True)
sys.stdin.read()
"""


class PatientKiosk(PretendedKiosk):
    """A kiosk whose touches last until the test ends."""

    def __init__(self) -> None:
        super().__init__()
        self.fingers = 0
        self.lift = threading.Event()

    async def touch(self, points: Sequence[tuple[int, int]], seconds: float, window: tuple[int, int]) -> str:
        self.fingers += 1
        while not self.lift.is_set():
            await asyncio.sleep(0.1)  # rarely: its work is counted with the server's
        return ""


@pytest.fixture
def kiosk() -> Iterator[PatientKiosk]:
    kiosk = PatientKiosk()
    yield kiosk
    kiosk.lift.set()
    kiosk.end()


@contextlib.contextmanager
def crowd(port: int, idle: int, half: int) -> Iterator[float]:
    """Have another process keep idle connections, and half-sent requests; yield its CPU seconds for that."""
    command = [sys.executable, "-c", CROWD, str(port), str(idle), str(half)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield float(process.stdout.readline())
        process.stdin.close()


@contextlib.contextmanager
def touching(kiosk: PatientKiosk, visitor: Visitor, fingers: int) -> Iterator[None]:
    """Have fingers lie on the picture."""
    visitor.ask("GET", "/picture")
    touch = {"points": [[0.5, 0.5]], "seconds": 60}
    with ThreadPoolExecutor(fingers) as pool:
        asked = [pool.submit(visitor.post, "/touch", touch) for _ in range(fingers)]
        try:
            eventually("all touch", lambda: kiosk.fingers == fingers)
            yield
        finally:
            kiosk.lift.set()
        assert [one.result().error for one in asked] == [""] * fingers


@contextlib.contextmanager
def connection(visitor: Visitor, sent: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", visitor.port), LIMIT_S) as one:
        one.sendall(sent)
        yield one


def is_closed(one: socket.socket) -> bool:
    """Return whether the server closes it within the limit."""
    with contextlib.suppress(ConnectionResetError):
        while one.recv(1 << 16):
            pass
    return True


def press(visitor: Visitor, number: int) -> float:
    """Press Stop of seat 1, as a new connection; return for how many seconds all slept until it was answered."""
    watch = Idle()
    assert visitor.post("/hold", {"page": PAGE, "number": number, "held": [[1, "stop"]]}).error == ""
    return watch.seconds()


class Idle:
    """How long the threads of this process sleep from now on: neither work, nor wait while others have the cores.

    So it tells the same on a quiet PC and on a starved one. Work is judged by itself.
    """

    def __init__(self) -> None:
        self._begun, self._spent = time.monotonic(), self._spent_by_thread()

    def seconds(self) -> float:
        """Return the seconds so far."""
        spent = sum(now - self._spent.get(thread, 0) for thread, now in self._spent_by_thread().items())
        return time.monotonic() - self._begun - spent / 1e9

    @staticmethod
    def _spent_by_thread() -> dict[str, int]:
        """Return the nanoseconds for which each thread has worked, or waited for a core."""
        found = {}
        for file in Path("/proc/self/task").glob("*/schedstat"):
            with contextlib.suppress(OSError):  # it has just ended
                found[file.parent.name] = sum(map(int, file.read_text().split()[:2]))
        return found


def test_a_crowd_delays_no_press_and_keeps_no_button_down(kiosk: PatientKiosk, visitor: Visitor) -> None:
    """The first press comes right behind the crowd: it waits until everybody before it is let in or sent away."""
    with touching(kiosk, visitor, 8):
        worked = time.process_time()
        with crowd(visitor.port, idle=1100, half=500) as its_work:
            took = [press(visitor, number) for number in range(1, 6)]
            silent = Idle()
            worked = time.process_time() - worked
            assert max(took) < 0.1
            assert worked < 2.5 * its_work
            eventually("it is released", lambda: RELEASED in kiosk.done)
            assert silent.seconds() < 3


def test_answers_on_a_kept_connection_come_at_once(visitor: Visitor) -> None:
    """In two parts, of which the second waits for the first one's receipt, each would take 40 ms."""
    asked = f"GET /theme.css HTTP/1.1\r\nHost: {visitor.host}\r\nCookie: {visitor.cookie}\r\n\r\n".encode()
    took = []
    with connection(visitor) as kept:
        for _ in range(8):
            begun = time.monotonic()
            kept.sendall(asked)
            answer = http.client.HTTPResponse(kept)
            answer.begin()
            answer.read()
            took.append(time.monotonic() - begun)
    assert min(took[3:]) < 0.03


def test_a_stranger_that_asks_for_nothing_is_hung_up_on(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE_S", 0.1)
    refused = f"GET / HTTP/1.1\r\nHost: {visitor.host}\r\n\r\n".encode()
    with (
        connection(visitor) as idle,
        connection(visitor, HALF) as half,
        connection(visitor, refused) as stranger,
        connection(visitor, refused * 3 + HALF) as stranger_who_goes_on,
    ):
        assert all(map(is_closed, (idle, half, stranger, stranger_who_goes_on)))


@pytest.mark.parametrize("length", [0, 20_000])
def test_a_request_may_come_in_parts(visitor: Visitor, length: int) -> None:
    with connection(visitor, HALF) as one:
        for part in (f":{visitor.port}\r\nX: {'x' * length}", f"\r\nCookie: {visitor.cookie}\r\n", "\r\n"):
            assert visitor.ask("GET", "/").status == 200  # what came before has been looked at
            one.sendall(part.encode())
        assert one.recv(99).startswith(b"HTTP/1.1 403")  # it is no page's


def test_half_a_request_that_ends_is_hung_up_on(visitor: Visitor) -> None:
    with connection(visitor, HALF) as one:
        one.shutdown(socket.SHUT_WR)
        begun = time.monotonic()
        assert is_closed(one)
        assert time.monotonic() - begun < connections.PATIENCE_S


@pytest.mark.parametrize("unfinished", ["Content-Length: 9\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n", "X: "])
def test_a_page_that_stops_in_the_middle_of_a_request_is_hung_up_on(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, unfinished: str
) -> None:
    monkeypatch.setattr(connections, "PATIENCE_S", 0.1)
    known = f"Host: {visitor.host}\r\nOrigin: http://{visitor.host}\r\nCookie: {visitor.cookie}\r\n"
    whole = f"GET /theme.css HTTP/1.1\r\n{known}\r\n"
    half = f"POST /hold HTTP/1.1\r\n{known}{unfinished}"
    with connection(visitor, half.encode()) as first, connection(visitor, f"{whole}{half}".encode()) as second:
        assert is_closed(first)
        assert is_closed(second)


def test_what_a_page_follows_is_not_cut(kiosk: PatientKiosk, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page's events last longer than the server's patience, and outlive strangers' connections."""
    monkeypatch.setattr(connections, "PATIENCE_S", 0.1)
    kiosk.show(lamp="off")
    views = visitor.views()
    assert any(view["table"] for view in views)
    with contextlib.ExitStack() as strangers:
        for _ in range(USUAL.of_an_address + 1):
            last = strangers.enter_context(connection(visitor))
        assert is_closed(last)
        kiosk.show(lamp="ready")
        assert any(view["table"]["seats"][0]["lamp"] == "ready" for view in views)


def test_a_crowd_that_speaks_at_once_harms_nothing(
    capfd: pytest.CaptureFixture[str], visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some are hung up on between their request and its being read."""
    monkeypatch.setattr(connections, "AT_ONCE", 4 * USUAL.of_an_address)
    whole = HALF + b"\r\n\r\n"
    with contextlib.ExitStack() as closing:
        for _ in range(3):
            for _ in range(2 * USUAL.of_an_address):
                closing.enter_context(connection(visitor, whole))
            assert visitor.ask("GET", "/").status == 200
    assert capfd.readouterr().err == ""


def test_a_machine_without_files_is_told_and_accepts_again(
    caplog: pytest.LogCaptureFixture, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "AGAIN_S", 0.01)
    accept, failures = socket.socket.accept, iter(range(3))

    def fail_first(listening: socket.socket) -> tuple[socket.socket, Any]:
        if next(failures, None) is not None:
            raise OSError(errno.EMFILE, "Too many open files")
        return accept(listening)

    monkeypatch.setattr(socket.socket, "accept", fail_first)
    assert visitor.ask("GET", "/").status == 200
    assert len(caplog.messages) == 3
    assert "no connection can be accepted, it is tried again: [Errno 24]" in caplog.messages[0]


def test_more_fingers_than_hands_have_are_refused(kiosk: PatientKiosk, visitor: Visitor) -> None:
    with touching(kiosk, visitor, MOST_FINGERS):
        refused = visitor.post("/touch", {"points": [[0.5, 0.5]], "seconds": 1})
        assert refused.error == f"{MOST_FINGERS} fingers touch the table already: wait until one lifts."


def test_the_end_does_not_wait_for_a_long_touch(kiosk: PatientKiosk, capfd: pytest.CaptureFixture[str]) -> None:
    with ThreadPoolExecutor(1) as pool:
        with serving(kiosk) as server:
            visitor = Visitor(server.address)
            visitor.enter()
            visitor.ask("GET", "/picture")
            asked = pool.submit(visitor.post, "/touch", {"points": [[0.5, 0.5]], "seconds": 60})
            eventually("it touches", lambda: kiosk.fingers)
        assert asked.result().error == "kiosk rim ends."
    assert capfd.readouterr().err == ""


def test_a_message_that_is_cut_or_nonsense_is_no_news(capfd: pytest.CaptureFixture[str], visitor: Visitor) -> None:
    for path in ("hold", "board", "touch"):
        known = f"Host: {visitor.host}\r\nOrigin: http://{visitor.host}\r\nCookie: {visitor.cookie}\r\n"
        cut = f"POST /{path} HTTP/1.1\r\n{known}Content-Length: 99\r\nExpect: 100-continue\r\n\r\n"
        with connection(visitor, cut.encode()) as one:
            assert one.recv(99).startswith(b"HTTP/1.1 100")  # it is being read
        chunked = f"{known}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n".encode()
        for method in ("POST", "HEAD"):
            with connection(visitor, f"{method} /{path} HTTP/1.1\r\n".encode() + chunked) as one:
                assert is_closed(one)
    with connection(visitor, b"no HTTP at all\r\n\r\n") as one:
        assert one.recv(99).startswith(b"HTTP/1.1 400")
        assert is_closed(one)
    assert visitor.ask("GET", "/").status == 200
    assert capfd.readouterr().err == ""
