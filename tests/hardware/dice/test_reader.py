"""One port: its opening, and that no error there ends its thread."""

from __future__ import annotations

import termios
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from serial import SerialException, SerialTimeoutException

from hardware.api import Fault, Instant, now
from hardware.dice.conversation import Event
from hardware.dice.decoder import board_decoder
from hardware.dice.reader import Reader
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
        monkeypatch.setattr("hardware.dice.reader.Serial", opened)
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
        (SerialTimeoutException("Write timeout"), "takes nothing that is sent to it"),
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
