"""Connections to pages: how many of whom there may be, also behind a proxy, and what each of them costs."""

from __future__ import annotations

import asyncio
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest

from kiosk.web import server
from kiosk.web.connections import Limits, lasts, vouch
from kiosk.web.server import PageServer

LIMIT_S = 60
BEGIN = {"type": "http.response.start", "status": 200, "headers": []}


class Listened:
    """An application whose answers do not end by themselves, of these parts. ``sent``: how many it could send."""

    def __init__(self, *parts: bytes) -> None:
        self._parts = parts
        self.sent = 0
        self._end = asyncio.Event()

    async def __call__(self, scope: Any, _receive: Any, send: Callable[..., Any]) -> None:
        vouch(scope)
        lasts(scope)
        await send(BEGIN)
        for part in self._parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
            self.sent += 1
        await self._end.wait()
        await send({"type": "http.response.body"})

    def end(self) -> None:
        self._end.set()

    def wait_full(self) -> None:
        """Wait until it can send nothing more to whoever does not read."""
        sent = -1
        while sent != self.sent:
            sent = self.sent
            time.sleep(0.1)


@contextmanager
def serving(limits: Limits, listened: Listened | None = None) -> Iterator[Callable[..., socket.socket]]:
    """Serve that at an address; yield what connects to it, asks and waits for the answer's begin."""
    app = listened or Listened(b"begun")
    pages = PageServer("127.0.0.1", 0, lambda _: app, app.end, limits=limits)
    host = pages.address.removeprefix("http://").rstrip("/")
    running = threading.Thread(target=pages.run)
    running.start()
    with ExitStack() as closing:

        def come(*asks_for: str, own: str = "127.0.0.1", buffer: int = 0, silent: bool = False) -> socket.socket:
            one = closing.enter_context(socket.socket())
            one.settimeout(LIMIT_S)
            if buffer:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            one.bind((own, 0))
            one.connect(("127.0.0.1", int(host.rpartition(":")[2])))
            if not silent:
                lines = [f"Host: {host}", *(f"X-Forwarded-For: {value}" for value in asks_for)]
                one.sendall("\r\n".join(["GET / HTTP/1.1", *lines, "", ""]).encode())
                assert one.recv(999).startswith(b"HTTP/1.1 200")
            return one

        try:
            yield come
        finally:
            pages.stop()
            running.join(LIMIT_S)


def is_closed(one: socket.socket, within_s: float = LIMIT_S) -> bool:
    """Return whether the server closes it within that time."""
    one.settimeout(within_s)
    with suppress(ConnectionResetError):
        try:
            while one.recv(1 << 16):
                pass
        except TimeoutError:
            return False
    return True


def are_open(*all_of: socket.socket) -> bool:
    return not any(is_closed(one, 0.01) for one in all_of)


def test_one_address_does_not_take_the_place_of_others() -> None:
    """All of 127 is this machine: connections come from two of its addresses."""
    with serving(Limits(most=4)) as come:
        first = come(own="127.0.0.2")
        crowd = [come(own="127.0.0.3", silent=True) for _ in range(5)]
        assert is_closed(crowd[0])
        assert is_closed(crowd[1])
        assert are_open(first, *crowd[2:])


def test_behind_a_proxy_each_visitor_counts_alone() -> None:
    with serving(Limits(of_an_address=2, proxied=True)) as come:
        visitors = [come(f"10.0.0.{number}") for number in range(8)]
        greedy = [come("1.1.1.1, 10.0.1.1"), come("1.1.1.2", "10.0.1.1"), come("10.0.1.1")]
        assert is_closed(greedy[0])
        assert are_open(*visitors, *greedy[1:])


def test_a_proxy_that_does_not_say_for_whom_it_asks_is_one_visitor() -> None:
    with serving(Limits(of_an_address=2, proxied=True)) as come:
        asked = [come(), come("unknown"), come("10.0.0.1, caf\u00e9")]
        assert is_closed(asked[0])
        assert are_open(*asked[1:])


def test_a_visitor_who_is_no_proxy_may_say_what_it_wants() -> None:
    with serving(Limits(of_an_address=2)) as come:
        asked = [come(f"10.0.0.{number}") for number in range(3)]
        assert is_closed(asked[0])
        assert are_open(*asked[1:])


def test_a_phone_with_many_addresses_does_not_take_the_place_of_others() -> None:
    with serving(Limits(most=9, proxied=True)) as come:
        visitors = [come("2001:db8:0:2::1") for _ in range(2)] + [come("10.0.0.1") for _ in range(2)]
        phone = [come(f"2001:db8:0:1::{number}") for number in range(5)]
        visitors.append(come("::ffff:10.0.0.2"))
        assert is_closed(phone[0])
        assert are_open(*visitors, *phone[1:])


def test_a_crowd_behind_a_proxy_is_not_too_many_before_it_has_asked() -> None:
    with serving(Limits(most=9, of_an_address=2, proxied=True)) as come:
        crowd = [come(silent=True) for _ in range(10)]
        assert is_closed(crowd[0])
        assert are_open(*crowd[1:])


def test_for_who_does_not_read_little_is_kept() -> None:
    listened = Listened(*[bytes(1 << 16)] * 40)
    with serving(Limits(), listened) as come:
        asleep = come(buffer=4096)
        listened.wait_full()
        assert 0 < listened.sent < 8
        asleep.close()


def test_the_end_waits_for_nobody_who_does_not_read_what_would_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_ENDS_S", LIMIT_S)
    listened = Listened(*[bytes(1 << 16)] * 40)
    with serving(Limits(), listened) as come:
        come(buffer=4096)
        listened.wait_full()
        begun = time.monotonic()
    assert time.monotonic() - begun < LIMIT_S / 2


@pytest.mark.parametrize(("hard", "wanted"), [(4096, 1536), (1200, 1200), (resource.RLIM_INFINITY, 1536)])
def test_files_are_allowed_for_all_callers(monkeypatch: pytest.MonkeyPatch, hard: int, wanted: int) -> None:
    allowed: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: allowed.append(both))
    Limits(most=1024).make_room()
    Limits(most=256).make_room()
    assert allowed == [(wanted, hard)]
