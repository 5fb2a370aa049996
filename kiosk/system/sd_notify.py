"""systemd's notifications (sd_notify): ready, watchdog, status. Without systemd nothing is sent.

Each is one datagram to the socket named in the environment (sd_notify(3)); sending never blocks.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping
from typing import Final

from kiosk.system.printable import printable

log = logging.getLogger(__name__)

BEATS: Final = 4
"""Watchdog notifications per watchdog timeout, so that a lost or late one does no harm."""


class SystemdNotifier:
    """The connection of this process to systemd, according to its ``environment``. Thread-safe.

    ``listened_to``: true if systemd expects notifications. ``every_s``: maximum seconds between two calls of ``alive``;
    None: there is no watchdog.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + name[1:] if name.startswith("@") else name
        self._status = ""
        self._ready = False
        self.listened_to = bool(self._address)
        self.every_s = _watchdog_s(environment) if self.listened_to else None

    def ready(self) -> None:
        """Report that the service is ready; sent once, however often it is called."""
        if not self._ready:
            self._ready = self._tell("READY=1")

    def alive(self) -> None:
        """Feed the watchdog."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """Report that the service is stopping."""
        self._tell("STOPPING=1")

    def status(self, words: str) -> None:
        """Set the line for people (``systemctl status``); sent when it changes. A line break would end it."""
        if words != self._status and self._tell(f"STATUS={printable(words)}"):
            self._status = words

    def _tell(self, what: str) -> bool:
        """Send a notification; return whether it was sent, or there is no systemd to send it to."""
        if not self.listened_to:
            return True
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sock:
                sock.setblocking(False)
                sock.connect(self._address)
                sock.send(what.encode())
        except OSError as error:  # systemd is busy, or gone: the next notification may succeed
            log.debug("could not notify systemd of %s: %s", what, error)
            return False
        return True


def _watchdog_s(environment: Mapping[str, str]) -> float | None:
    """Return the interval of notifications for this process's watchdog; None: there is none."""
    within, pid = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not (within.isdigit() and int(within)) or pid not in ("", str(os.getpid())):
        return None
    return int(within) / 1e6 / BEATS
