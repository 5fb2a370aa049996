"""systemd's notifications (sd_notify): ready, watchdog, status. Without systemd nothing is told.

One datagram to the socket that the environment names (sd_notify(3)); it never waits.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping
from typing import Final

log = logging.getLogger(__name__)

BEATS: Final = 4
"""Watchdog notifications within the watchdog's time: a beat that is lost or late ends nobody."""


class Service:
    """The service of systemd that this process is, by its ``environment``; from any thread.

    ``listened_to``: there is a systemd that wants to know. ``every_s``: seconds between two ``alive``, at most; None:
    nobody waits for them.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + name[1:] if name.startswith("@") else name
        self._status = ""
        self._ready = False
        self.listened_to = bool(self._address)
        self.every_s = _watchdog_s(environment) if self.listened_to else None

    def ready(self) -> None:
        """It does what it is there for; told once, however often it is called."""
        if not self._ready:
            self._ready = self._tell("READY=1")

    def alive(self) -> None:
        """It has made progress."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """It has been told to end, and does."""
        self._tell("STOPPING=1")

    def status(self, words: str) -> None:
        """Set the line for people (``systemctl status``); told when it changes."""
        if words != self._status and self._tell(f"STATUS={words}"):
            self._status = words

    def _tell(self, what: str) -> bool:
        """Return whether it was told, or nobody is there to be told."""
        if not self.listened_to:
            return True
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sock:
                sock.setblocking(False)
                sock.connect(self._address)
                sock.send(what.encode())
        except OSError as error:  # systemd is busy, or gone: it is told the next time
            log.debug("systemd was not told %s: %s", what, error)
            return False
        return True


def _watchdog_s(environment: Mapping[str, str]) -> float | None:
    """Return the interval of a watchdog that waits for this very process; None: there is none."""
    within, pid = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not (within.isdigit() and int(within)) or pid not in ("", str(os.getpid())):
        return None
    return int(within) / 1e6 / BEATS
