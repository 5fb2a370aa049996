"""The connection of the table and its pin process: sent messages arrive, however the other end ends."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator

import pytest

from hardware.api import Button, ButtonEdge, Instant, LampState
from hardware.pin_process.messages import LampStates, Message, PeerGone, PinsAlive, SocketEnd

PRESSES = [ButtonEdge(seat, Button.STOP, True, Instant(seat)) for seat in range(1, 13)]
SHOWING = LampStates({1: (1, LampState.READY, Instant(5))}, ask=True)


@pytest.fixture
def ways() -> Iterator[tuple[SocketEnd, SocketEnd]]:
    table, pins = (SocketEnd(end) for end in socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET))
    yield table, pins
    table.end.close()
    pins.end.close()


def until_it_ends(way: SocketEnd) -> list[Message]:
    way.end.settimeout(10)
    told: list[Message] = []
    with contextlib.suppress(PeerGone):
        while True:
            told.append(way.receive())
    return told


def test_presses_told_with_the_last_breath_are_heard_whatever_was_left_unread(
    ways: tuple[SocketEnd, SocketEnd],
) -> None:
    table, pins = ways
    table.send(SHOWING)  # never read
    for press in PRESSES:
        pins.send(press)
    pins.end.close()
    assert until_it_ends(table) == PRESSES


def test_presses_told_before_a_process_was_given_up_are_heard(ways: tuple[SocketEnd, SocketEnd]) -> None:
    table, pins = ways
    table.send(SHOWING)
    for press in PRESSES:
        pins.send(press)
    table.end.shutdown(socket.SHUT_RDWR)
    pins.end.close()
    assert until_it_ends(table) == PRESSES


def test_what_cannot_be_understood_is_the_end_and_told_in_the_log(
    ways: tuple[SocketEnd, SocketEnd], caplog: pytest.LogCaptureFixture
) -> None:
    table, pins = ways
    pins.end.send(b"of another version")
    pins.send(PinsAlive(None))
    with pytest.raises(PeerGone):
        table.receive()
    (line,) = caplog.messages
    assert "18 bytes" in line


def test_who_must_not_wait_is_let_go_when_there_is_no_room_and_when_nobody_is_there(
    ways: tuple[SocketEnd, SocketEnd],
) -> None:
    table, pins = ways
    for _time in range(5000):
        table.send_now(SHOWING)
    assert pins.receive() == SHOWING
    pins.end.close()
    table.send_now(SHOWING)
    table.end.close()
    table.send_now(SHOWING)
