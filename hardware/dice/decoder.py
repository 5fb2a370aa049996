"""From a serial port's bytes to frames, whatever lies between them. Pure; memory is bounded by one line.

A line ends at its LF and is read from its last ``$`` on, so neither half a frame nor noise before a frame costs more
than itself. How the bytes were cut into reads changes nothing.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar, get_args

from hardware.dice.protocol import MAX_LINE, BoardFrame, Drop, HostFrame, decode

TAKEN: Final = "frames"
"""The counter of frames that were taken; the others are named as their ``Drop``."""

_Frame = TypeVar("_Frame")


class Decoder(Generic[_Frame]):
    """One direction of a port: what is no frame of ``kinds`` is dropped."""

    def __init__(self, kinds: tuple[type[_Frame], ...]) -> None:
        self.counters: dict[str, int] = {TAKEN: 0, **{cause.value: 0 for cause in Drop}}
        """Frames taken and drops by cause, for ever; at most one drop a line."""
        self._kinds = kinds
        self.restart()

    def restart(self) -> None:
        """Forget the begun line: what comes now is another connection's."""
        self._length = 0  # of the line so far
        self._tail = b""  # from its last "$" on, as much of it as can matter
        self._prefixed = False  # something lies before that "$"

    def feed(self, data: bytes) -> list[_Frame]:
        """The frames that ``data`` completes, in their order."""
        *ended, rest = data.split(b"\n")
        frames: list[_Frame] = []
        for piece in ended:
            self._extend(piece)
            if self._length:  # an empty line drops nothing
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
        else:  # a drop, or the other direction's frame: an echo
            drop = frame if isinstance(frame, Drop) else Drop.BAD_GRAMMAR
        if drop is not None and self._length <= MAX_LINE:  # a longer line is counted already
            self.counters[drop] += 1


def board_decoder() -> Decoder[BoardFrame]:
    """What the host hears."""
    return Decoder(get_args(BoardFrame))


def host_decoder() -> Decoder[HostFrame]:
    """What a board hears."""
    return Decoder(get_args(HostFrame))
