"""What the display and its painter say to each other, over a socket that nobody else has.

The display asks in pickles, which are its own; the painter's answers are plain data, and pixels. Large pictures come in
memory of their own: a socket holds 200 kB, so that a painter would wait for frames to take the rest, and paint nothing.
"""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Iterator
from enum import IntEnum
from mmap import ACCESS_READ, mmap
from struct import Struct
from typing import Final

import msgspec
from msgspec.structs import replace

from kiosk.display.paint.cuts import Cut
from kiosk.system.decoders import prepared

_ASKED: Final = Struct(">BIBI")
"""Before a pickle: what it is, its number, whether it is urgent, its length."""
_ANSWERED: Final = Struct(">II")
"""The lengths of an answer and of its pixels."""
_LARGEST_ANSWER: Final = 1 << 20
LARGEST: Final = 1 << 28
"""The bytes of a picture at most."""
APART: Final = 128 << 10
"""The bytes of a picture from which on it comes in memory of its own."""
_RECEIVED: Final = 1 << 18
_FILES: Final = 32
"""The bytes, and the pieces of memory, that are received at once at most."""


class PainterRequest(IntEnum):
    """What the display asks for."""

    PAINT = 0
    """A look."""
    PLAN = 1
    """All that may follow a snapshot (``ahead.Plan``)."""
    HASTEN = 2
    """The look of this number sooner: it is shown by now."""
    FORGET = 3
    """The look of this number no longer: nobody sees it any more."""


class Asked(msgspec.Struct, frozen=True):
    """A question of the display: ``pickled`` is a look or a plan, or nothing."""

    kind: PainterRequest
    number: int
    urgent: bool
    pickled: bytes


class PaintAnswer(msgspec.Struct, frozen=True, array_like=True):
    """An answer of the painter about the look of this number: it ``begins``, has ``failed``, or is painted.

    ``looks``: instead, pickled, some that will be shown, and may be on the disk by now. ``apart``: its pixels are in
    memory of their own.
    """

    number: int = 0
    size: tuple[int, int] = (0, 0)
    cut: Cut = ()
    begins: bool = False
    failed: str = ""
    looks: bytes = b""
    apart: bool = False


class BrokenPipe(Exception):  # noqa: N818  it is no mistake
    """What came is no answer of a painter."""


def question(kind: PainterRequest, number: int, pickled: bytes = b"", *, urgent: bool = False) -> bytes:
    """Return a question as it is sent."""
    return _ASKED.pack(kind, number, urgent, len(pickled)) + pickled


def answer(told: PaintAnswer, pixels: bytes = b"") -> bytes:
    """Return an answer as it is sent."""
    packed = msgspec.msgpack.encode(told)
    return _ANSWERED.pack(len(packed), len(pixels)) + packed + pixels


def tell(display: socket.socket, told: PaintAnswer, pixels: bytes = b"") -> None:
    """Send an answer, large pixels in memory of their own."""
    if len(pixels) < APART:
        display.sendall(answer(told, pixels))
        return
    memory = os.memfd_create("look")
    try:
        with open(memory, "wb", closefd=False) as file:
            file.write(pixels)
        packed = answer(replace(told, apart=True))
        sent = socket.send_fds(display, [packed], [memory])
        display.sendall(packed[sent:])
    finally:
        os.close(memory)


def receive(painter: socket.socket, files: deque[int]) -> bytes:
    """Receive some bytes, none at the end, and memory that comes with them."""
    received, came, *_ = socket.recv_fds(painter, _RECEIVED, _FILES)
    files.extend(came)
    return received


def questions(received: bytearray) -> Iterator[Asked]:
    """Take all whole questions from what has been received."""
    while len(received) >= _ASKED.size:
        kind, number, urgent, length = _ASKED.unpack_from(received)
        end = _ASKED.size + length
        if len(received) < end:
            return
        pickled = bytes(received[_ASKED.size : end])
        del received[:end]
        yield Asked(PainterRequest(kind), number, bool(urgent), pickled)


def answers(received: bytearray, files: deque[int]) -> Iterator[tuple[PaintAnswer, bytes | mmap]]:
    """Take all whole answers from what has been received, each with its pixels; raise BrokenPipe, OSError.

    ``files``: the memory that has come with it.
    """
    at = 0
    try:
        while len(received) - at >= _ANSWERED.size:
            length, area = _ANSWERED.unpack_from(received, at)
            if length > _LARGEST_ANSWER or area > LARGEST:
                raise BrokenPipe(f"an answer of {length} and {area} bytes")
            start = at + _ANSWERED.size
            end = start + length + area
            if len(received) < end:
                return
            with memoryview(received) as view:
                packed, pixels = bytes(view[start : start + length]), bytes(view[start + length : end])
            at = end
            try:
                answer = msgspec.msgpack.decode(packed, type=prepared(PaintAnswer))
            except msgspec.MsgspecError as error:
                raise BrokenPipe(str(error)) from error
            told = 4 * answer.size[0] * answer.size[1]
            memory = _mapped(files, told) if answer.apart else pixels
            if len(memory) != told:
                raise BrokenPipe(f"{len(memory)} bytes for a picture of {answer.size}")
            yield answer, memory
    finally:
        del received[:at]  # once: what is left may be long


def _mapped(files: deque[int], length: int) -> mmap | bytes:
    """Return the memory that has come next, which is read where it is."""
    if not files:
        raise BrokenPipe("a picture apart that has not come")
    if not 0 < length <= LARGEST:
        raise BrokenPipe(f"a picture apart of {length} bytes")
    file = files.popleft()
    try:
        return mmap(file, length, access=ACCESS_READ)
    except ValueError as error:  # it is shorter
        raise BrokenPipe(str(error)) from error
    finally:
        os.close(file)
