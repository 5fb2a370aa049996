"""Messages between the table and its pin process, and their transport."""

from __future__ import annotations

import contextlib
import logging
import pickle
import socket
from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from hardware.api import Fault, HardwareInput, Instant, LampState, Wiring
from hardware.gpio.factory import Library

log = logging.getLogger(__name__)

_LARGEST: Final = 1 << 16


class PinsSetup(NamedTuple):
    """The table's first message. ``library``: the driver of the lamps at the header.

    ``why_not``: why real time was refused before, in which case it is not requested.
    """

    library: Library
    wiring: tuple[Wiring, ...]
    why_not: str | None


class PinsAlive(NamedTuple):
    """Sent when the process is waiting for edges, and in reply to a poll. ``why_not``: why it has no real time."""

    why_not: str | None


class PinsFailed(NamedTuple):
    """Sent instead of the first ``PinsAlive`` if the pins cannot be used at all."""

    fault: Fault


class LampStates(NamedTuple):
    """The state of all lamps, so that the latest message suffices. ``ask``: request an ``PinsAlive`` in reply."""

    lamps: Mapping[int, tuple[int, LampState, Instant | None]]
    """The number of changes of each seat's lamp, its latest state, and since when (``hardware.api.Lamps.show``).

    An unchanged number is not applied again, because a press may have changed the lamp since.
    """
    ask: bool


Message: TypeAlias = PinsSetup | LampStates | PinsAlive | PinsFailed | HardwareInput | logging.LogRecord


class PeerGone(Exception):  # noqa: N818  a condition rather than an error
    """The other end is gone."""


class SocketEnd:
    """One end of a pair of sockets that preserve message boundaries (SOCK_SEQPACKET). Any thread may send."""

    def __init__(self, end: socket.socket) -> None:
        self.end = end

    def send(self, message: Message) -> None:
        """Send ``message``, blocking until there is room. Ignored if the peer is gone, which ``receive`` reports."""
        self._send(message, 0)

    def send_now(self, message: Message) -> None:
        """Send ``message`` without blocking; drop it if the buffer is full because the peer has long not read.

        Never raises.
        """
        with contextlib.suppress(OSError):  # the buffer is full, or the kernel is out of memory
            self._send(message, socket.MSG_DONTWAIT)

    def receive(self) -> Message:
        """Return the next message. Raises PeerGone, and TimeoutError if the socket has a timeout.

        A peer that sends an invalid message is treated as ended.
        """
        data = self._told()
        if not data:
            raise PeerGone
        try:
            message: Message = pickle.loads(data)  # noqa: S301  nothing else can connect to a socket pair
        except Exception as error:
            log.exception("%d bytes between the table and its pin process are not a valid message", len(data))
            raise PeerGone from error
        return message

    def _told(self) -> bytes:
        while True:
            # The peer has ended with data of ours unread: the kernel reports that once, before the peer's last data.
            with contextlib.suppress(ConnectionResetError):
                return self.end.recv(_LARGEST)

    def _send(self, message: Message, flags: int) -> None:
        with contextlib.suppress(ConnectionError):
            self.end.send(pickle.dumps(message), flags)
