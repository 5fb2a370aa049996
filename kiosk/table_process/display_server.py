"""The server socket for displays. Each display has a reader and a sender thread; neither touches the session.

Frames are those of ``multiprocessing.connection``'s ``send_bytes`` and ``recv_bytes``; ``recv`` would unpickle and is
never called. Access is controlled by the socket's mode and the peer's user: this one, or root, or a member of the group
that shares the folder (``kiosk.system.paths.shared_by``).
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import socket
import struct
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import structs

from hardware.api import Button, Instant, milliseconds
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol import english
from kiosk.system.paths import shared_by
from kiosk.system.unix_socket import listen_at
from kiosk.table.games.game import understood
from kiosk.table.inputs import DisplayGone, DisplayJoined, FromDisplay, Input
from kiosk.table_process.claim import Claim, no_place

log = logging.getLogger(__name__)

LARGEST: Final = 1 << 16
"""Maximum bytes of a message from a display."""

BACKLOG: Final = 8 * 1024
"""Send buffer in bytes for a display that does not read (Linux doubles it): a few snapshots of twelve seats. The
default would hold a hundred, and a display that wakes would show them all before the newest.
"""

Drive: TypeAlias = Callable[[int, Button, bool], None]
"""A function that moves a simulated pin: seat from 1, button, pressed."""

DriveBoard: TypeAlias = Callable[[SeatNumber, Literal["throw", "plug"]], None]
"""A function that throws at, or plugs, a seat's simulated dice-reader board (``protocol.DriveBoard``)."""

ASLEEP: Final = milliseconds(2000)
"""Age of an unsent snapshot after which a display counts as not reading: logged once; the display is kept."""

_UCRED: Final = struct.Struct("3i")
_GID: Final = struct.Struct("I")
_SO_PEERGROUPS: Final = 59  # since Linux 4.13; Python has no constant for it
_MOST_GROUPS: Final = 255  # 1020 bytes; getsockopt returns 1024 at most

_RETRY_S: Final = 0.1


class DisplayServer:
    """The server for displays at the path of ``claim``. ``put`` takes their messages, ``welcome`` is the greeting.

    ``drive`` moves a simulated pin, ``drive_board`` controls a simulated dice-reader board. ``health`` returns the
    table's health, from any thread; the display's health is added here.
    """

    def __init__(
        self,
        claim: Claim,
        welcome: msg.Welcome,
        put: Callable[[Input], None],
        drive: Drive | None,
        clock: Callable[[], Instant],
        health: Callable[[], msg.Health],
        drive_board: DriveBoard | None = None,
    ) -> None:
        self._path = claim.path
        self._welcome = msg.encode(welcome)
        self._put = put
        self._drive = drive
        self._clock = clock
        self._health = health
        self._drive_board = drive_board
        self._display_health: dict[str, msg.DisplayHealth] = {}
        self._numbers = itertools.count(1)
        self._displays: dict[str, _Display] = {}
        self._lock = threading.Lock()
        self._latest: bytes | None = None
        self._listener = _listen(claim.path)
        self._group = shared_by(claim.path.parent)
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._accept, name="link", daemon=True)

    def start(self) -> None:
        """Begin to accept displays."""
        self._thread.start()

    def show(self, snapshot: msg.Snapshot) -> None:
        """Send the newest snapshot to every display; a slow one skips those it has not read yet."""
        data = msg.encode(snapshot)
        with self._lock:
            self._latest = data
            displays = list(self._displays.values())
        for display in displays:
            display.offer(data)

    def close(self) -> None:
        """Close all connections and remove the socket."""
        self._closed.set()
        with contextlib.suppress(OSError):  # wakes a blocked accept
            self._listener.shutdown(socket.SHUT_RDWR)
        if self._thread.is_alive():
            self._thread.join()
        self._listener.close()
        with self._lock:
            displays = list(self._displays.values())
        for display in displays:
            display.end()
        self._path.unlink(missing_ok=True)

    def _accept(self) -> None:
        while not self._closed.is_set():
            try:
                handle, _ = self._listener.accept()
            except OSError as error:
                # Out of descriptors, or the peer has already closed: continue to accept later displays.
                if not self._closed.wait(_RETRY_S):
                    log.warning("a display's connection could not be accepted (%s)", error)
                continue
            if not _may_connect(handle, self._group):
                log.warning("a process of another user tried to connect as a display: refused")
                handle.close()
                continue
            handle.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BACKLOG)
            connection = Connection(handle.detach())
            threading.Thread(target=self._serve, args=(connection,), name="display", daemon=True).start()

    def _serve(self, connection: Connection) -> None:
        """Serve one display, from its greeting to its end."""
        name, level = f"display {next(self._numbers)}", logging.INFO
        display = _Display(name, connection, self._clock)
        with self._lock:
            self._displays[name] = display
            if self._latest is not None:
                display.offer(self._latest)  # waits in the mailbox for the greeting
            if self._closed.is_set():
                display.end()
        try:
            hello = msg.decode_to_table(connection.recv_bytes(LARGEST))
            if not isinstance(hello, msg.Hello) or hello.protocol != msg.PROTOCOL:
                refusal = "this display belongs to another version of the table: update both, then start it again"
                connection.send_bytes(msg.encode(msg.Refused(refusal)))
                return
            display.greet(self._welcome)
            if hello.read_only:  # queries and read-only displays are not worth a log line
                level = logging.DEBUG
            log.log(level, "%s has joined", name)
            if not hello.read_only:
                self._put(DisplayJoined(name))
            self._read(display, read_only=hello.read_only)
        except (EOFError, OSError):
            log.log(level, "%s has disconnected", name)
        except msg.GARBAGE as error:
            log.warning("%s sent an invalid message (%s): connection closed", name, error)
        finally:
            with self._lock:
                self._displays.pop(name, None)
                self._display_health.pop(name, None)
            self._put(DisplayGone(name, self._clock()))
            display.close()  # only this thread may close what it reads from

    def _read(self, display: _Display, *, read_only: bool) -> None:
        while True:
            message = checked(msg.decode_to_table(display.connection.recv_bytes(LARGEST)), self._clock())
            if isinstance(message, msg.AskHealth):
                display.answer(msg.encode(self._whole_health()))
            elif read_only:
                continue
            elif isinstance(message, msg.DisplayHealth):
                self._note(display.name, message)
            elif isinstance(message, msg.DrivePin):
                if self._drive is not None:
                    self._drive(message.seat, Button(message.button), message.pressed)
            elif isinstance(message, msg.DriveBoard):
                if self._drive_board is not None:
                    self._drive_board(message.seat, message.do)
            else:
                self._put(FromDisplay(display.name, message))

    def _note(self, name: str, health: msg.DisplayHealth) -> None:
        """Store the health of an interactive display; log a fault once."""
        with self._lock:
            before = self._display_health.get(name)
            self._display_health[name] = health
        if health.fault is not None and (before is None or before.fault != health.fault):
            log.warning("%s: %s", name, english(health.fault))

    def _whole_health(self) -> msg.Health:
        """Return the health of the table and of the newest interactive display."""
        with self._lock:
            display = next(reversed(self._display_health.values()), None)
        return structs.replace(self._health(), display=display)


class _Display:
    """The sending half of a connection: a mailbox of one snapshot and one answer, emptied by a thread of its own."""

    def __init__(self, name: str, connection: Connection, clock: Callable[[], Instant]) -> None:
        self.name = name
        self.connection = connection
        self._clock = clock
        self._fresh = threading.Condition()
        self._mail: bytes | None = None
        self._answer: bytes | None = None
        self._waits_since = Instant(0)  # with something in the mailbox
        self._asleep = False
        self._ended = False
        self._sender = threading.Thread(target=self._send, name="display sender", daemon=True)

    def greet(self, data: bytes) -> None:
        """Send the greeting, then start to send the mailbox."""
        self.connection.send_bytes(data)
        self._sender.start()

    def offer(self, data: bytes) -> None:
        """Put the newest snapshot into the mailbox, replacing one that was not sent yet."""
        with self._fresh:
            if self._mail is None:
                self._waits_since = self._clock()
            elif not self._asleep and self._clock() - self._waits_since > ASLEEP:
                self._asleep = True
                log.warning("%s does not read: when it continues, it gets the newest snapshot", self.name)
            self._mail = data
            self._fresh.notify()

    def answer(self, data: bytes) -> None:
        """Send an answer; a display that asks faster than it reads gets only the newest one."""
        with self._fresh:
            self._answer = data
            self._fresh.notify()

    def end(self) -> None:
        """Wake both threads of this display, so that they end. Callable from any thread."""
        with self._fresh:
            self._ended = True
            self._fresh.notify()
        with contextlib.suppress(OSError), socket.socket(fileno=os.dup(self.connection.fileno())) as handle:
            handle.shutdown(socket.SHUT_RDWR)  # wakes a blocked read or write; the peer may have closed it first

    def close(self) -> None:
        """End the threads and free the connection. Only for the thread that reads from it."""
        self.end()
        if self._sender.is_alive():
            self._sender.join()
        self.connection.close()

    def _send(self) -> None:
        while True:
            with self._fresh:
                self._fresh.wait_for(lambda: self._mail or self._answer or self._ended)
                waiting = [data for data in (self._answer, self._mail) if data is not None]
                self._answer = self._mail = None
                if self._ended:
                    return
            try:
                for data in waiting:
                    self.connection.send_bytes(data)
            except OSError:
                return  # the reading half notices too, and cleans up
            with self._fresh:
                if self._asleep:
                    self._asleep = False
                    log.info("%s reads again", self.name)


_UNSTAMPED = (
    msg.Hello | msg.DrivePin | msg.DriveBoard | msg.DriveReplay | msg.WindowSize | msg.AskHealth | msg.DisplayHealth
)


_BUTTONS: Final = frozenset(button.value for button in Button)


def checked(message: msg.ToTable, now: Instant) -> msg.ToTable:
    """Return the message if it is valid; raises ``msgspec.ValidationError``. A future timestamp becomes now."""
    if isinstance(message, msg.WithPiece) and not understood(message):
        raise msgspec.ValidationError(f"no game understands {message}")
    if isinstance(message, msg.PressButton | msg.DrivePin) and message.button not in _BUTTONS:
        raise msgspec.ValidationError(f"{message.button!r} is no button")
    if not isinstance(message, _UNSTAMPED) and message.at > now:
        return structs.replace(message, at=now)
    return message


def _listen(path: Path) -> socket.socket:
    try:
        return listen_at(path)
    except OSError as error:
        raise no_place(path, error) from None


def _may_connect(handle: socket.socket, group: int | None) -> bool:
    """Return whether the process at the other end belongs to this user, to root, or to ``group``."""
    user, its_group = _peer(handle)
    if user in {os.getuid(), 0}:
        return True
    return group is not None and (its_group == group or group in _further_groups(handle))


def _peer(handle: socket.socket) -> tuple[int, int]:
    """Return the user and the primary group of the peer."""
    _, user, group = _UCRED.unpack(handle.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _UCRED.size))
    return int(user), int(group)


def _further_groups(handle: socket.socket) -> tuple[int, ...]:
    """Return the peer's supplementary groups; () if the kernel does not support that."""
    try:
        data = handle.getsockopt(socket.SOL_SOCKET, _SO_PEERGROUPS, _MOST_GROUPS * _GID.size)
    except OSError:
        return ()
    return tuple(gid for (gid,) in _GID.iter_unpack(data))
