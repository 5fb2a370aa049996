"""The display's end of the link to the table: one thread that listens, and writes that never wait.

The link thread connects, for ever anew, and keeps the newest word of the table in a mailbox; the main thread takes it
out when it was woken, once however many snapshots came. Frames are those of ``multiprocessing.connection``
(``send_bytes``, ``recv_bytes``; never ``recv``, which unpickles).
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from kiosk import protocol as msg

RETRY_S: Final = 0.1
"""Pause before the next attempt to reach a table that is not there."""

MAX_UNSENT: Final = 64 * 1024
"""Bytes that may wait for a table that does not read: then it is as good as gone, and the link is made anew."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mail:
    """The messages of the table since the mailbox was last emptied.

    ``welcome``: there is a (new) link, and this is the table's shape. ``snapshot``: the newest one. ``gone``: there was
    a link and now there is none. ``refused``: why the table does not talk to this display.
    """

    welcome: msg.Welcome | None = None
    snapshot: msg.Snapshot | None = None
    gone: bool = False
    refused: str | None = None


@dataclass(slots=True)
class _Link:
    """One connection. Reading and writing have descriptors of their own, so that neither is closed under the other."""

    sock: socket.socket
    unsent: bytearray = field(default_factory=bytearray)


class Bridge:
    """The link to the table at ``path`` (a Unix socket). ``wake`` is called from the link thread: there is mail.

    ``start`` once; ``send`` from the main thread; ``close`` at the end.
    """

    def __init__(self, path: Path, wake: Callable[[], None]) -> None:
        self._path = path
        self._wake = wake
        self._lock = threading.Lock()
        self._mail = Mail()
        self._awake = False
        self._link: _Link | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)

    def start(self) -> None:
        """Begin to connect."""
        self._thread.start()

    def close(self) -> None:
        """End the link and its thread."""
        self._closing.set()
        with self._lock:
            _hang_up(self._link)
        self._thread.join()

    # ------------------------------------------------------------ main thread

    def take(self) -> Mail:
        """All that has come since the last time."""
        with self._lock:
            mail, self._mail, self._awake = self._mail, Mail(), False
        return mail

    def send(self, message: msg.ToTable) -> None:
        """Tell the table; never waits. Without a link it is forgotten: a touch is worth nothing later."""
        data = msg.encode(message)
        with self._lock:
            if self._link is None or (self._link.unsent and isinstance(message, msg.Mark)):
                return  # of watermarks only a fresh one is worth anything
            self._link.unsent += struct.pack("!i", len(data)) + data
            _flush(self._link)

    def flush(self) -> None:
        """Once a frame: what the kernel would not take before, if anything."""
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
                pass  # no table there, or not any more
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
                _log.error("The table speaks another language (%s): start table and display of one version.", error)
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
            self._mail = replace(self._mail, **news)  # type: ignore[arg-type]
            wake, self._awake = not self._awake, True
        if wake and not self._closing.is_set():
            self._wake()


def _flush(link: _Link) -> None:
    """Hand the kernel what it takes at once; a table that does not read for long is hung up on."""
    try:
        while link.unsent:
            sent = link.sock.send(link.unsent, socket.MSG_DONTWAIT)
            del link.unsent[:sent]
    except BlockingIOError:
        if len(link.unsent) > MAX_UNSENT:
            _hang_up(link)
    except OSError:
        link.unsent.clear()  # the link thread sees the end by itself


def _hang_up(link: _Link | None) -> None:
    if link is not None:
        with contextlib.suppress(OSError):
            link.sock.shutdown(socket.SHUT_RDWR)
