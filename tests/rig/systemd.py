"""A stand-in for systemd at its notification socket."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

LIMIT_S: Final = 30.0


class Systemd:
    """A receiver of a service's notifications. ``watchdog_s``: the service's watchdog timeout."""

    def __init__(self, path: Path, watchdog_s: float | None = None) -> None:
        self.path = path
        watched = {} if watchdog_s is None else {"WATCHDOG_USEC": str(round(watchdog_s * 1e6))}
        self.environment = {"NOTIFY_SOCKET": str(path), **watched}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))

    def heard(self) -> list[str]:
        """Return all notifications since the last call."""
        told = []
        self._socket.setblocking(False)
        try:
            while True:
                told.append(self._socket.recv(4096).decode())
        except BlockingIOError:
            return told

    def next(self, within_s: float = LIMIT_S) -> str | None:
        """Return the next notification; None: none within ``within_s``."""
        self._socket.settimeout(within_s)
        try:
            return self._socket.recv(4096).decode()
        except TimeoutError:
            return None

    def hears(self, wanted: Callable[[str], bool]) -> list[str]:
        """Return all notifications up to the first wanted one. ``AssertionError`` if it does not come."""
        told: list[str] = []
        end = time.monotonic() + LIMIT_S
        while not told or not wanted(told[-1]):
            word = self.next(max(0.0, end - time.monotonic()) or 1e-3)
            assert word is not None, f"told was only {told}"
            told.append(word)
        return told

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
