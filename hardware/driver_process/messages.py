"""Messages between the table and the process of a driver, and their transport.

What comes from a driver is foreign: it is MessagePack, whose integers are bounded, and every field is checked when it
is received.
"""

from __future__ import annotations

import contextlib
import pickle
import socket
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from hardware.api import (
    BoardHealth,
    ButtonEdge,
    DeviceFault,
    DeviceHealthy,
    Fault,
    HardwareInput,
    Instant,
    LampState,
    TrayLamp,
    TrayReading,
    Wiring,
)
from hardware.installed_drivers import DriverRole

_LARGEST: Final = 1 << 16


class Setup(NamedTuple):
    """The table's first message: which driver, and its ``DriverContext``.

    ``path``: Python's path, so that the process finds the same packages. ``why_not``: why real time was refused before,
    in which case it is not requested.
    """

    role: DriverRole
    name: str
    path: tuple[str, ...]
    wiring: tuple[Wiring, ...]
    boards: Mapping[int, str]
    options: Mapping[str, Any]
    why_not: str | None


class Start(NamedTuple):
    """The request to begin to deliver."""


Shown: TypeAlias = tuple[LampState, Instant | None] | tuple[TrayLamp]
"""What a seat is to show: the arguments of ``Lamps.show`` or ``DiceReaders.light`` after the seat."""


class Showing(NamedTuple):
    """What all seats are to show, so that the latest message suffices. ``ask``: request an ``Alive`` in reply."""

    seats: Mapping[int, tuple[int, Shown]]
    """The number of changes of each seat, and the latest. An unchanged number is not applied again."""
    ask: bool


ToDriver: TypeAlias = Setup | Start | Showing


class Opened(msgspec.Struct, tag=True, frozen=True):
    """The driver is open. ``delay``: its ``delivery_delay``; ``why_not``: why it does not run in real time."""

    delay: int
    why_not: str | None


class Failed(msgspec.Struct, tag=True, frozen=True):
    """The driver cannot be used (any more), and why."""

    why: str | Fault


class Alive(msgspec.Struct, tag=True, frozen=True):
    """The reply to a poll. ``boards``: the health of dice readers."""

    boards: tuple[BoardHealth, ...] = ()


class _Edge(msgspec.Struct, tag="edge", frozen=True):
    item: ButtonEdge


class _Reading(msgspec.Struct, tag="reading", frozen=True):
    item: TrayReading


class _Faulty(msgspec.Struct, tag="fault", frozen=True):
    item: DeviceFault


class _Healthy(msgspec.Struct, tag="healthy", frozen=True):
    item: DeviceHealthy


_Input: TypeAlias = _Edge | _Reading | _Faulty | _Healthy
_INPUTS: Final = {ButtonEdge: _Edge, TrayReading: _Reading, DeviceFault: _Faulty, DeviceHealthy: _Healthy}

FromDriver: TypeAlias = Opened | Failed | Alive | HardwareInput

_DECODER: Final = msgspec.msgpack.Decoder(Opened | Failed | Alive | _Input)


class Ended(Exception):  # noqa: N818  a condition rather than an error
    """The other end is gone."""


class NoInputError(Exception):
    """The error for what a driver sends that is no input; the message says what is wrong with it."""


def encoded(message: FromDriver) -> bytes:
    """Return a driver's message as it is sent. Raises NoInputError if the table would not take it."""
    wrap: Any = _INPUTS.get(type(message))
    if wrap is None and not isinstance(message, Opened | Failed | Alive):
        raise NoInputError(type(message).__name__)
    try:
        data = msgspec.msgpack.encode(message if wrap is None else wrap(message))
        decoded(data)
    except (TypeError, ValueError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
        raise NoInputError(f"{type(message).__name__}: {error}"[:300]) from error
    return data


def decoded(data: bytes) -> FromDriver:
    """Return a driver's message. Raises NoInputError."""
    if len(data) >= _LARGEST:
        raise NoInputError(f"a message of more than {_LARGEST} bytes")
    try:
        message = _DECODER.decode(data)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NoInputError(str(error)[:300]) from error
    return message if isinstance(message, Opened | Failed | Alive) else message.item


class TableEnd:
    """The table's end of a pair of sockets that preserve message boundaries (SOCK_SEQPACKET). Any thread may send."""

    def __init__(self, end: socket.socket) -> None:
        self.socket = end

    def send(self, message: ToDriver) -> None:
        """Send ``message`` without blocking; drop it if the process has long not read. Never raises."""
        with contextlib.suppress(OSError):
            self.socket.send(pickle.dumps(message), socket.MSG_DONTWAIT)

    def receive(self) -> FromDriver:
        """Return the next message. Raises Ended, NoInputError, and TimeoutError if the socket has a timeout."""
        data = self._data()
        if not data:
            raise Ended
        return decoded(data)

    def _data(self) -> bytes:
        while True:
            # The driver has ended with data of ours unread: the kernel tells that once, before the driver's last data.
            with contextlib.suppress(ConnectionResetError):
                return self.socket.recv(_LARGEST)


class DriverEnd:
    """The driver's end of the pair. Any thread may send."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end

    def send(self, message: FromDriver) -> None:
        """Send ``message``, blocking until there is room; ignored if the table is gone. Raises NoInputError."""
        data = encoded(message)
        with contextlib.suppress(OSError):
            self._socket.send(data)

    def receive(self) -> ToDriver:
        """Return the next message. Raises Ended."""
        try:
            data = self._socket.recv(_LARGEST)
        except OSError:
            data = b""
        if not data:
            raise Ended
        message: ToDriver = pickle.loads(data)  # noqa: S301  from the table, which has started this process
        return message
