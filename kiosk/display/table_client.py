"""The display's end of the link to the table: a listening thread, and writes that never block.

The link thread connects and reconnects for ever, and keeps the table's latest messages in a mailbox; the main thread
empties it when woken, once for any number of snapshots. Frames are those of ``multiprocessing.connection``
(``send_bytes``, ``recv_bytes``; never ``recv``, which unpickles).
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from kiosk import protocol as msg
from kiosk.system.frame import framed

RETRY_S: Final = 0.1
"""Seconds between two attempts to connect."""

MAX_UNSENT: Final = 64 * 1024
"""Limit of unsent bytes for a table that does not read: beyond it the connection is closed and opened again."""

_log = logging.getLogger(__name__)


class Mailbox(Struct, frozen=True):
    """The messages of the table since the mailbox was last emptied.

    ``welcome``: a (new) link, and the table's shape. ``snapshot``: the latest one. ``gone``: the link was lost.
    ``refused``: the reason why the table refuses this display.
    """

    welcome: msg.Welcome | None = None
    snapshot: msg.Snapshot | None = None
    gone: bool = False
    refused: str | None = None


class _Link(Struct):
    """A connection. Reading and writing use separate descriptors, so that neither is closed while the other is used."""

    sock: socket.socket
    unsent: bytearray = field(default_factory=bytearray)


class TableClient:
    """The link to the table at ``path`` (a Unix socket). The link thread calls ``wake`` when there is mail.

    Call ``start`` once, ``send`` on the main thread, and ``close`` at the end.
    """

    def __init__(self, path: Path, wake: Callable[[], None]) -> None:
        self._path = path
        self._wake = wake
        self._lock = threading.Lock()
        self._mail = Mailbox()
        self._awake = False
        self._link: _Link | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)

    def start(self) -> None:
        """Start the link thread."""
        self._thread.start()

    def close(self) -> None:
        """End the link and its thread."""
        self._closing.set()
        with self._lock:
            _hang_up(self._link)
        self._thread.join()

    # ------------------------------------------------------------ main thread

    def take(self) -> Mailbox:
        """Return all that has arrived since the last call, and empty the mailbox."""
        with self._lock:
            mail, self._mail, self._awake = self._mail, Mailbox(), False
        return mail

    def send(self, message: msg.ToTable) -> None:
        """Send a message; never blocks. Without a link the message is dropped: an old touch is useless later."""
        data = msg.encode(message)
        with self._lock:
            if self._link is None or (self._link.unsent and isinstance(message, msg.Mark)):
                return  # a stale watermark is useless
            self._link.unsent += framed(data)
            _flush(self._link)

    def flush(self) -> None:
        """Write what the kernel did not take before, if anything; called once a frame."""
        with self._lock:
            if self._link is not None and self._link.unsent:
                _flush(self._link)

    # ------------------------------------------------------------ link thread

    def _run(self) -> None:
        complaint = ""
        while not self._closing.is_set():
            try:
                with socket.socket(socket.AF_UNIX) as sock:
                    sock.connect(str(self._path))
                    self._talk(sock)
            except (FileNotFoundError, ConnectionError):
                pass  # no table, or no longer
            except OSError as error:
                if str(error) != complaint:
                    complaint = str(error)
                    _log.error("Cannot reach the table at %s: %s", self._path, complaint)
            self._closing.wait(RETRY_S)

    def _talk(self, sock: socket.socket) -> None:
        """Say hello and listen until the link ends."""
        with Connection(os.dup(sock.fileno())) as connection:
            connection.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
            with self._lock:
                self._link = _Link(sock)
            try:
                while not self._closing.is_set():
                    self._put(msg.decode_from_table(connection.recv_bytes()))
            except (EOFError, ConnectionError):
                pass
            except msg.GARBAGE as error:
                _log.error("The table and this display do not match (%s): start both from the same version.", error)
            finally:
                with self._lock:
                    self._link = None
                self._post(gone=True, snapshot=None)

    def _put(self, message: msg.FromTable) -> None:
        match message:
            case msg.Welcome():
                self._post(welcome=message, gone=False, refused=None)
            case msg.Snapshot():
                self._post(snapshot=message)
            case msg.Refused(message=reason):
                self._post(refused=reason)

    def _post(self, **news: object) -> None:
        with self._lock:
            self._mail = replace(self._mail, **news)
            wake, self._awake = not self._awake, True
        if wake and not self._closing.is_set():
            self._wake()


def _flush(link: _Link) -> None:
    """Write as much as the kernel takes; close the link to a table that has not read for long."""
    try:
        while link.unsent:
            sent = link.sock.send(link.unsent, socket.MSG_DONTWAIT)
            del link.unsent[:sent]
    except BlockingIOError:
        if len(link.unsent) > MAX_UNSENT:
            _hang_up(link)
    except OSError:
        link.unsent.clear()  # the link thread notices the end itself


def _hang_up(link: _Link | None) -> None:
    if link is not None:
        with contextlib.suppress(OSError):
            link.sock.shutdown(socket.SHUT_RDWR)
