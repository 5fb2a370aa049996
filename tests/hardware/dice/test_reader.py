"""One port: its opening, and that no error there ends its thread."""

from __future__ import annotations

import select
import socket
import termios
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Self

import pytest
from serial import SerialException, SerialTimeoutException

from hardware.api import Fault, Instant, milliseconds, now
from hardware.dice import conversation
from hardware.dice import readers as reading
from hardware.dice.conversation import Event
from hardware.dice.protocol import Report, board_decoder
from hardware.dice.readers import Reader
from hardware.firmware import ldr_core
from kiosk.faults.fault import english


class Waiter:
    """An owner that waits for two failures."""

    def __init__(self) -> None:
        self.troubles: list[Fault | None] = []
        self.twice = threading.Event()

    def heard(self, reader: Reader, event: Event, at: Instant) -> None:
        """Ignore events."""

    def ended(self, reader: Reader, at: Instant) -> None:
        self.troubles.append(reader.known.trouble)
        if len(self.troubles) == 2:
            self.twice.set()


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[..., Any]], list[Fault | None]]]:
    """Yield a function that runs a reader with a given way to open its port, and returns its first two failures."""
    started: list[Reader] = []

    def run(opened: Callable[..., Any]) -> list[Fault | None]:
        monkeypatch.setattr("hardware.dice.readers.Serial", opened)
        waiter = Waiter()
        reader = Reader(Path("/dev/serial/by-id/usb-Pico"), waiter, board_decoder(), now, lambda: 0.0)
        started.append(reader)
        reader.start()
        reader.hurry()
        assert waiter.twice.wait(5)
        return waiter.troubles[:2]

    yield run
    for reader in started:
        reader.close()


@pytest.mark.parametrize(
    ("error", "mend"),
    [
        (SerialException(13, "could not open port"), "`kiosk doctor` tells under permissions"),
        (SerialException(11, "Could not exclusively lock port"), "another program uses it"),
        (SerialException(2, "could not open port"), "put it in again"),
        (SerialException("device reports readiness to read but returned no data"), "put it in again"),
        (OSError(5, "Input/output error"), "put it in again"),
        (termios.error(5, "Input/output error"), "put it in again"),
        (SerialTimeoutException("Write timeout"), "it accepts no data"),
        (OSError(28, "No space left on device"), "another socket"),
        (ValueError("not a valid baudrate"), "report it"),
    ],
)
def test_whatever_a_port_raises_is_told_with_its_mend_and_it_is_opened_again(
    run: Callable[..., list[Fault | None]], error: Exception, mend: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    first, second = run(fail)
    assert first
    assert mend in english(first)
    assert second == first


def test_a_port_is_opened_for_us_alone_never_blocks_and_never_starts_a_bootloader(
    run: Callable[..., list[Fault | None]],
) -> None:
    calls: list[dict[str, Any]] = []

    def note(port: str, baud: int, **how: Any) -> None:
        calls.append({"port": port, "baud": baud, **how})
        raise SerialException("gone")

    run(note)
    assert calls[0]["port"] == "/dev/serial/by-id/usb-Pico"
    assert calls[0]["baud"] != 1200
    assert calls[0]["exclusive"] is True
    assert calls[0]["timeout"] == 0
    assert 0 < calls[0]["write_timeout"] <= 1


class RestartedBoard:
    """A port whose opening restarts its board, which answers only after ``starts_s`` (``serial.Serial``)."""

    starts_s = 0.5
    opened: ClassVar[list[RestartedBoard]] = []

    def __init__(self, *_: object, **__: object) -> None:
        self._host, self._board = socket.socketpair()
        self._host.setblocking(False)
        self.fileno = self._host.fileno
        self.write = self._host.send
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        self.opened.append(self)

    def read(self, most: int) -> bytes:
        return self._host.recv(most)

    def reset_output_buffer(self) -> None:
        """Nothing is left unsent."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()
        self._thread.join()
        self._host.close()
        self._board.close()

    def _run(self) -> None:
        if self._closed.wait(self.starts_s):
            return
        board, began = ldr_core.Board("LDR-SLOW", lambda: ([], False), boot=len(self.opened)), now()
        while not self._closed.is_set():
            there = select.select([self._board], [], [], 0.005)[0]
            told = board.step((now() - began) // 1_000_000, self._board.recv(256) if there else b"")
            if told:
                self._board.send(told)


def test_a_board_that_each_opening_restarts_is_found_however_long_it_takes_to_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a twentieth of the time: the silence that ends a connection is 0.15 s here, the start 0.5 s."""
    monkeypatch.setattr(reading, "Serial", RestartedBoard)
    monkeypatch.setattr(RestartedBoard, "opened", [])
    for module, name, ms in ((conversation, "GONE", 150), (reading, "GONE", 150), (conversation, "SILENT", 75)):
        monkeypatch.setattr(module, name, milliseconds(ms))
    monkeypatch.setattr(ldr_core, "BEAT_MS", 25)
    reported = threading.Event()

    class Listener(Waiter):
        def heard(self, reader: Reader, event: Event, at: Instant) -> None:
            if isinstance(event, Report):
                reported.set()

    reader = Reader(Path("/dev/serial/by-id/usb-Uno"), Listener(), board_decoder(), now, lambda: 0.0)
    reader.start()
    try:
        assert reported.wait(10)
        assert len(RestartedBoard.opened) == 3  # waited for 0.15, 0.3 and 0.6 s
    finally:
        reader.close()


def test_the_wait_for_a_first_answer_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[int] = []
    enough = threading.Event()

    class Mute(conversation.Conversation):
        """A conversation that ends at once."""

        def __init__(self, at: Instant, decoder: Any, starts: Any) -> None:
            super().__init__(at, decoder, starts)
            waits.append(starts // 1_000_000_000)
            if len(waits) == 6:
                enough.set()

        def step(self, at: Instant, data: bytes = b"") -> tuple[bytes, list[Event]]:
            return b"", [conversation.Silence.GONE]

    monkeypatch.setattr(reading, "Serial", RestartedBoard)
    monkeypatch.setattr(reading, "Conversation", Mute)
    reader = Reader(Path("/dev/serial/by-id/usb-Uno"), Waiter(), board_decoder(), now, lambda: 0.0)
    reader.start()
    try:
        while not enough.wait(0.01):
            reader.hurry()
    finally:
        reader.close()
    assert waits[:6] == [3, 6, 12, 24, 30, 30]
