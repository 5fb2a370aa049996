"""Decoder of a serial port's byte stream into frames, tolerant of noise between them. Pure; buffers at most one line.

A line ends at its LF and is decoded from its last ``$`` on, so a truncated frame or noise before a frame does not
damage the next one. The result does not depend on how the bytes are split into reads.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar, get_args

from hardware.dice.protocol import MAX_LINE, BoardFrame, Drop, decode

TAKEN: Final = "frames"
"""The name of the counter of accepted frames; the others are named as their ``Drop``."""

_Frame = TypeVar("_Frame")


class Decoder(Generic[_Frame]):
    """The decoder of one direction of a port: it drops everything but frames of ``kinds``."""

    def __init__(self, kinds: tuple[type[_Frame], ...]) -> None:
        self.counters: dict[str, int] = {TAKEN: 0, **{cause.value: 0 for cause in Drop}}
        """The number of accepted frames, and of drops by cause (at most one drop per line). Never reset."""
        self._kinds = kinds
        self.restart()

    def restart(self) -> None:
        """Discard the incomplete line, because a new connection begins."""
        self._length = 0  # of the line so far
        self._tail = b""  # from its last "$" on, limited to the length of a frame
        self._prefixed = False  # there are bytes before that "$"

    def feed(self, data: bytes) -> list[_Frame]:
        """Return the frames that ``data`` completes, in order."""
        *ended, rest = data.split(b"\n")
        frames: list[_Frame] = []
        for piece in ended:
            self._extend(piece)
            if self._length:  # an empty line does not count as a drop
                self._end(frames)
            self.restart()
        self._extend(rest)
        return frames

    def _extend(self, piece: bytes) -> None:
        before = self._length
        self._length += len(piece)
        if before <= MAX_LINE < self._length:
            self.counters[Drop.TOO_LONG] += 1
        start = piece.rfind(b"$")
        if start >= 0:
            self._prefixed = before + start > 0
            self._tail = piece[start : start + MAX_LINE + 1]
        elif self._tail:
            self._tail = (self._tail + piece[: MAX_LINE + 1])[: MAX_LINE + 1]

    def _end(self, frames: list[_Frame]) -> None:
        frame = decode(self._tail)
        if isinstance(frame, self._kinds):
            frames.append(frame)
            self.counters[TAKEN] += 1
            drop = Drop.BAD_GRAMMAR if self._prefixed else None
        else:  # a drop, or a frame of the other direction (an echo)
            drop = frame if isinstance(frame, Drop) else Drop.BAD_GRAMMAR
        if drop is not None and self._length <= MAX_LINE:  # a longer line is counted already
            self.counters[drop] += 1


def board_decoder() -> Decoder[BoardFrame]:
    """Return a decoder for what boards send."""
    return Decoder(get_args(BoardFrame))
