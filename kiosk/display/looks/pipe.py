"""What the display and its painter say to each other, over a socket that nobody else has.

The display asks in pickles, which are its own; the painter's answers are plain data, and pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from struct import Struct
from typing import Final

import msgspec

from kiosk.display.paint.cuts import Cut

_ASKED: Final = Struct(">BIBI")
"""Before a pickle: what it is, its number, whether it is urgent, its length."""
_ANSWERED: Final = Struct(">II")
"""The lengths of an answer and of its pixels."""
_LARGEST_ANSWER: Final = 1 << 20
LARGEST: Final = 1 << 28
"""The bytes of a picture at most."""


class PainterRequest(IntEnum):
    """What the display asks for."""

    PAINT = 0
    """A look."""
    PLAN = 1
    """All that may follow a snapshot (``ahead.Plan``)."""


class Asked(msgspec.Struct, frozen=True):
    """A question of the display: ``pickled`` is a look or a plan."""

    kind: PainterRequest
    number: int
    urgent: bool
    pickled: bytes


class PaintAnswer(msgspec.Struct, frozen=True, array_like=True):
    """An answer of the painter about the look of this number: it ``begins``, has ``failed``, or is painted.

    ``looks``: instead, pickled, some that will be shown, and may be on the disk by now.
    """

    number: int = 0
    size: tuple[int, int] = (0, 0)
    cut: Cut = ()
    begins: bool = False
    failed: str = ""
    looks: bytes = b""


class BrokenPipe(Exception):  # noqa: N818  it is no mistake
    """What came is no answer of a painter."""


def question(kind: PainterRequest, number: int, pickled: bytes, *, urgent: bool = False) -> bytes:
    """Return a question as it is sent."""
    return _ASKED.pack(kind, number, urgent, len(pickled)) + pickled


def answer(told: PaintAnswer, pixels: bytes = b"") -> bytes:
    """Return an answer as it is sent."""
    packed = msgspec.msgpack.encode(told)
    return _ANSWERED.pack(len(packed), len(pixels)) + packed + pixels


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


def answers(received: bytearray) -> Iterator[tuple[PaintAnswer, bytes]]:
    """Take all whole answers from what has been received, each with its pixels; raise BrokenPipe."""
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
                answer = msgspec.msgpack.decode(packed, type=PaintAnswer)
            except msgspec.MsgspecError as error:
                raise BrokenPipe(str(error)) from error
            if 4 * answer.size[0] * answer.size[1] != area:
                raise BrokenPipe(f"{area} bytes for a picture of {answer.size}")
            yield answer, pixels
    finally:
        del received[:at]  # once: what is left may be long
