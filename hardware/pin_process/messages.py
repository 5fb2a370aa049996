"""What the table and its pin process say to each other, and the way it takes between them."""

from __future__ import annotations

import contextlib
import logging
import pickle
import socket
from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from hardware.api import Fault, HardwareInput, LampState, Wiring
from hardware.gpio.factory import Library

log = logging.getLogger(__name__)

_LARGEST: Final = 1 << 16


class Setup(NamedTuple):
    """The table's first word: the pins. ``why_not``: real time has been refused already, so it is not asked for.

    ``library``: of the lamps at the header.
    """

    library: Library
    wiring: tuple[Wiring, ...]
    why_not: str | None


class Alive(NamedTuple):
    """The process waits for edges; its answer, too, whenever it is asked. ``why_not``: it has no real time, and why."""

    why_not: str | None


class Failed(NamedTuple):
    """Instead of ``Alive``, at first: the pins cannot be used at all."""

    fault: Fault


class Showing(NamedTuple):
    """What every lamp shows, so that the newest word is enough. ``ask``: whether the process is alive."""

    lamps: Mapping[int, tuple[int, LampState]]
    """Of each seat how often its lamp has been told something, and what last.

    What is known already is not shown again: a press may have changed the lamp since.
    """
    ask: bool


Message: TypeAlias = Setup | Showing | Alive | Failed | HardwareInput | logging.LogRecord


class Ended(Exception):  # noqa: N818  it reads as what is the case
    """The other end is gone."""


class Way:
    """One end of a pair of sockets that keep messages apart (SOCK_SEQPACKET). Any thread may send."""

    def __init__(self, end: socket.socket) -> None:
        self.end = end

    def send(self, message: Message) -> None:
        """Send it, when there is room. Does nothing if nobody is there any more: whoever receives is told."""
        self._send(message, 0)

    def send_now(self, message: Message) -> None:
        """Send it if there is room at once, which there always is unless the other end reads nothing for long.

        Never raises.
        """
        with contextlib.suppress(OSError):  # it is full, or the kernel has no memory for it
            self._send(message, socket.MSG_DONTWAIT)

    def receive(self) -> Message:
        """The next message. Raises Ended, and TimeoutError where the socket has a timeout.

        Whoever says what cannot be understood is given up as one that has ended.
        """
        told = self._told()
        if not told:
            raise Ended
        try:
            message: Message = pickle.loads(told)  # noqa: S301  of our own process: the pair has no name to connect to
        except Exception as error:
            log.exception("%d bytes between the table and its pin process are no message", len(told))
            raise Ended from error
        return message

    def _told(self) -> bytes:
        while True:
            # The other end has ended with words of ours unread: the kernel says so once, before its own last words.
            with contextlib.suppress(ConnectionResetError):
                return self.end.recv(_LARGEST)

    def _send(self, message: Message, flags: int) -> None:
        with contextlib.suppress(ConnectionError):
            self.end.send(pickle.dumps(message), flags)
