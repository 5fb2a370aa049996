"""The socket of what a hall may see: who reads slowly, says anything or comes in numbers changes nothing for others."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Client, Connection
from pathlib import Path

import msgspec
import pytest

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.hall import feed as feed_module
from kiosk.hall.feed import FASTEST_S, VERSION, Activity, Feed, Greeting, read_feed
from kiosk.protocol.state import State
from kiosk.system import message_server
from kiosk.system.message_server import MOST_OF_A_USER
from kiosk.system.unix_socket import Claim
from kiosk.table.hall_view import About
from kiosk.table_process import hall_server
from kiosk.table_process.hall_server import HallServer

LIMIT_S = 10.0
STALE = 12
"""The number of messages that may be in the kernel or on their way: old ones of a sleeper."""


def shot(state: State, number: int = 1) -> msg.Snapshot:
    return msg.Snapshot(number, 0, state, ())


class Table:
    """A server, and how often it has been asked what it tells."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "hall" / "feed.sock"
        self.asked, self.name = 0, "corner"
        self._claim = Claim(self.path)
        self.server = HallServer(self._claim, self._about, lambda: Instant(0))
        self.server.start()

    def _about(self) -> About:
        self.asked += 1
        return About("0" * 32, self.name, names=False)

    def close(self) -> None:
        self.server.close()
        self._claim.close()

    def connect(self, said: bytes = msgspec.msgpack.encode(Greeting())) -> Connection:
        reader = Client(str(self.path), family="AF_UNIX")
        reader.send_bytes(said)
        return reader


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    before = set(threading.enumerate())
    table = Table(tmp_path)
    yield table
    table.close()
    assert set(threading.enumerate()) <= before
    assert not table.path.exists()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages may follow each other sooner."""
    monkeypatch.setattr(hall_server, "FASTEST_S", 0.01)


def activity(reader: Connection) -> Activity:
    assert reader.poll(LIMIT_S), "nothing is told"
    return feed_module.decode(reader.recv_bytes()).activity


def is_closed(reader: Connection) -> bool:
    with contextlib.suppress(EOFError, ConnectionError):
        while reader.poll(LIMIT_S):
            reader.recv_bytes()
        return False
    return True


@pytest.mark.usefixtures("quick")
def test_a_reader_gets_the_newest_at_once_and_then_every_change(table: Table) -> None:
    for state in (State.ATTRACT, State.LOBBY):
        table.server.show(shot(state))
    feeds = read_feed(table.path)
    first = next(feeds)
    assert (first.version, first.table, first.name, first.activity) == (VERSION, "0" * 32, "corner", Activity.LOBBY)
    table.server.show(shot(State.COUNTDOWN))
    assert next(feeds).activity is Activity.COUNTDOWN
    feeds.close()


@pytest.mark.usefixtures("quick")
def test_a_reader_that_comes_before_the_table_shows_anything_waits(table: Table) -> None:
    with table.connect() as reader:
        assert not reader.poll(0.05)
        table.server.show(shot(State.LOBBY))
        assert activity(reader) is Activity.LOBBY


def test_of_many_changes_in_a_row_only_the_newest_is_told_four_times_a_second(table: Table) -> None:
    table.server.show(shot(State.LOBBY))
    with table.connect() as reader:
        assert activity(reader) is Activity.LOBBY
        began = time.monotonic()
        for state in (State.COUNTDOWN, State.PLAY, State.PAUSED):
            table.server.show(shot(state))
        assert activity(reader) is Activity.PAUSED
        assert time.monotonic() - began > 0.5 * FASTEST_S
    assert table.asked < 10


@pytest.mark.usefixtures("quick")
def test_what_has_not_changed_is_told_again_after_a_while(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.server.show(shot(State.LOBBY))
    with table.connect() as reader:
        assert activity(reader) is Activity.LOBBY
        assert not reader.poll(0.1)
        monkeypatch.setattr(hall_server, "HEARTBEAT_S", 0.05)
        assert activity(reader) is Activity.LOBBY


@pytest.mark.usefixtures("quick")
def test_without_a_reader_nothing_is_made(table: Table) -> None:
    with table.connect() as reader:
        table.server.show(shot(State.LOBBY))
        assert activity(reader) is Activity.LOBBY
    table.server.show(shot(State.PLAY))
    end = time.monotonic() + LIMIT_S
    while table.asked != (asked := table.asked) or pauses(table, asked):
        assert time.monotonic() < end, "messages are made for nobody"


def pauses(table: Table, asked: int) -> bool:
    """Return whether it is asked again within a few looks."""
    time.sleep(0.1)
    return table.asked != asked


@pytest.mark.parametrize("said", [b"", b"\xc1", b"hello", msgspec.msgpack.encode([VERSION + 1]), b"\x91\xa1x"])
def test_who_does_not_greet_or_is_of_another_version_is_told_nothing(
    table: Table, said: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    table.server.show(shot(State.LOBBY))
    with table.connect(said) as reader:
        assert is_closed(reader)
    assert "reader of the feed" in caplog.text


@pytest.mark.usefixtures("quick")
def test_nothing_is_read_after_the_greeting(table: Table) -> None:
    table.server.show(shot(State.LOBBY))
    with table.connect() as chatty, table.connect() as reader:
        assert activity(chatty) is activity(reader) is Activity.LOBBY
        with socket.socket(fileno=os.dup(chatty.fileno())) as flood:
            flood.settimeout(0.2)
            sent = 0
            with contextlib.suppress(TimeoutError):
                while sent < 1 << 24:
                    sent += flood.send(bytes(1 << 16))
        assert sent < 1 << 20, "what it says stays in the kernel's buffer"
        table.server.show(shot(State.PLAY))
        assert activity(reader) is activity(chatty) is Activity.PLAY


@pytest.mark.usefixtures("quick")
def test_a_reader_that_sleeps_delays_nobody_and_wakes_to_the_newest(table: Table) -> None:
    table.name = "x" * 2000  # as large as with twelve seats
    table.server.show(shot(State.LOBBY))
    with table.connect() as sleeper, table.connect() as reader:
        assert activity(reader) is Activity.LOBBY
        for state in (State.PLAY, State.PAUSED) * 20:
            table.server.show(shot(state))
            assert activity(reader) is Activity(state.value)
        table.server.show(shot(State.CLOSED))
        assert activity(reader) is Activity.CLOSED
        old = 0
        while activity(sleeper) is not Activity.CLOSED:
            old += 1
        assert old <= STALE


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who are refused have to wait less long."""
    monkeypatch.setattr(message_server, "REFUSED_S", (0.0001, 0.0001))


@pytest.mark.usefixtures("quick", "hurried")
def test_a_thousand_connections_leave_a_reader_that_is_there_what_it_has(table: Table) -> None:
    table.server.show(shot(State.LOBBY))
    with table.connect() as reader:
        assert activity(reader) is Activity.LOBBY
        held = [table.connect() for _ in range(MOST_OF_A_USER - 1)]
        for _ in range(1000):
            with socket.socket(socket.AF_UNIX) as other:
                other.connect(str(table.path))
        table.server.show(shot(State.PLAY))
        assert activity(reader) is Activity.PLAY
        for one in held:
            one.close()


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection counts for longer than any test takes."""
    monkeypatch.setattr(hall_server, "_COUNTS_S", 1000.0)


@pytest.mark.usefixtures("remembered")
def test_a_reader_that_comes_and_goes_is_let_in_only_so_often(table: Table) -> None:
    """Otherwise one that does nothing else would take the processor, and Python's lock, from the game."""
    table.server.show(shot(State.LOBBY))
    for _ in range(MOST_OF_A_USER):
        with table.connect() as reader:
            assert activity(reader) is Activity.LOBBY
    with socket.socket(socket.AF_UNIX) as reader:
        reader.settimeout(LIMIT_S)
        reader.connect(str(table.path))
        assert reader.recv(1) == b""


def test_a_table_that_falls_silent_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_module, "SILENT_S", 0.05)
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(str(tmp_path / "feed.sock"))
        deaf.listen()
        with pytest.raises(TimeoutError, match="said nothing"):
            next(read_feed(tmp_path / "feed.sock"))


def test_a_reader_of_an_earlier_release_leaves_new_fields_out() -> None:
    one = Feed(VERSION, "id", "", Activity.FREE, "cards", "nordic_is", 0, 0, (), (), None, open=True)
    assert feed_module.decode(msgspec.msgpack.encode([*msgspec.to_builtins(one), "a later field"])) == one
