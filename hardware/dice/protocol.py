"""Codec of LDR/1, the serial protocol of a dice-reader board: a line to a frame and back, and a stream to frames. Pure.

``line = "$" body "*" CRC LF``, ASCII, at most 160 bytes; ``CRC`` is CRC-16/IBM-3740 of the body. Every frame decodes to
a value, any other line to the cause of its drop. The grammar is strict: each frame has exactly one spelling (except for
the case of a hexadecimal ``boot``), so a damaged line is unlikely to be a valid one.

In a stream a line ends at its LF and is decoded from its last ``$`` on, so a truncated frame or noise before a frame
does not damage the next one. The result does not depend on how the bytes are split into reads; at most one line is
kept.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, Generic, TypeAlias, TypeVar, get_args

from msgspec import Struct

from hardware.api import BOARD_ID, TrayDie, TrayLamp, TrayState

VERSION: Final = 1
MAX_LINE: Final = 160
"""Bytes of a line with its LF; a CR before the LF is tolerated and not counted."""

U16: Final = 0xFFFF
U32: Final = 0xFFFF_FFFF
MAX_DICE: Final = 32


class DropCause(StrEnum):
    """The cause for which a line is dropped."""

    TOO_LONG = "too_long"
    BAD_CHECKSUM = "bad_checksum"
    BAD_GRAMMAR = "bad_grammar"
    OUT_OF_RANGE = "out_of_range"
    """A well-formed frame with a number that is not allowed."""


class Refusal(StrEnum):
    """The reason for which a board refuses a frame of the host."""

    VERSION = "VER"
    COMMAND = "CMD"
    ARGUMENT = "ARG"
    BUSY = "BUSY"


class BoardHello(Struct, frozen=True):
    """``HI``: the board's identity. ``seat``: the seat set on the board itself, 1 to 12; None: none."""

    seq: int
    board: str
    firmware: str
    seat: int | None
    max_dice: int
    boot: int


class OtherVersion(Struct, frozen=True):
    """``HI`` of a board with another protocol version; its other fields are unknown."""

    seq: int
    version: int


class Report(Struct, frozen=True):
    """``ST``: the whole tray. ``up_ms``: milliseconds since the board's start; ``dice`` in the order of the wire."""

    seq: int
    boot: int
    rev: int
    up_ms: int
    state: TrayState
    dice: tuple[TrayDie, ...] = ()


class FrameDone(Struct, frozen=True):
    """``OK``: the host's frame ``re`` was carried out."""

    seq: int
    re: int


class FrameRefused(Struct, frozen=True):
    """``NO``: the host's frame ``re`` was not carried out."""

    seq: int
    re: int
    why: Refusal


class BoardError(Struct, frozen=True):
    """``ER``: an internal error of the board: a code of 2 to 8 letters, and a count or index."""

    seq: int
    code: str
    number: int


class WhoAreYou(Struct, frozen=True):
    """``HQ``: answered by ``HI``."""

    seq: int
    version: int = VERSION


class ReportNow(Struct, frozen=True):
    """``GS``: answered by ``ST``."""

    seq: int


class SetTrayLamp(Struct, frozen=True):
    """``LD``: set the tray's lamp; answered by ``OK`` or ``NO``."""

    seq: int
    lamp: TrayLamp


BoardFrame: TypeAlias = BoardHello | OtherVersion | Report | FrameDone | FrameRefused | BoardError
HostFrame: TypeAlias = WhoAreYou | ReportNow | SetTrayLamp
Frame: TypeAlias = BoardFrame | HostFrame

STATES: Final = {"E": TrayState.EMPTY, "R": TrayState.ROLLING, "S": TrayState.SETTLED, "F": TrayState.FAULT}
STATE_LETTERS: Final = {state: letter for letter, state in STATES.items()}
DICE: Final = {
    f"{color}{value}": TrayDie(None if color == "X" else color.lower(), None if value == "?" else int(value))
    for color in "RGBYX"
    for value in "123456?"
}
DIE_WORDS: Final = {die: word for word, die in DICE.items()}


def checksum(body: bytes) -> bytes:
    """Return the CRC-16/IBM-3740 of ``body`` as four upper-case hexadecimal digits."""
    return b"%04X" % crc_hqx(body, 0xFFFF)


def decode(line: bytes) -> Frame | DropCause:
    """Return the frame in ``line``, which begins with ``$``, with or without its LF (and CR); else the drop's cause."""
    line = line.removesuffix(b"\n").removesuffix(b"\r")
    if len(line) >= MAX_LINE:
        return DropCause.TOO_LONG
    envelope = _ENVELOPE.fullmatch(line)
    if envelope is None:
        return DropCause.BAD_GRAMMAR
    body, crc = envelope.groups()
    if checksum(body) != crc:
        return DropCause.BAD_CHECKSUM
    for grammar, read in _READERS.get(body[:2], ()):
        words = grammar.fullmatch(body.decode("ascii"))
        if words is not None:
            return read(words.groupdict())
    return DropCause.BAD_GRAMMAR


def encode(frame: Frame) -> bytes:
    """Return the line of ``frame`` with its LF. Raises ValueError if LDR/1 cannot express it."""
    body = _body(frame).encode("ascii")
    line = b"$%b*%b\n" % (body, checksum(body))
    if decode(line) != frame:
        raise ValueError(f"{frame} cannot be written as a frame of LDR/1")
    return line


def _body(frame: Frame) -> str:
    return _BODIES[type(frame)](frame)


def _hello_body(frame: BoardHello) -> str:
    about = f"id={frame.board} fw={frame.firmware} seat={frame.seat or 0} max={frame.max_dice}"
    return f"HI {frame.seq} v={VERSION} {about} boot={frame.boot:08X}"


def _report_body(frame: Report) -> str:
    words = ",".join(DIE_WORDS.get(die, "?") for die in frame.dice) or "-"
    state = f"s={STATE_LETTERS.get(frame.state)} n={len(frame.dice)} d={words}"
    return f"ST {frame.seq} boot={frame.boot:08X} rev={frame.rev} up={frame.up_ms} {state}"


_BODIES: Final[Mapping[type[Any], Callable[[Any], str]]] = {
    BoardHello: _hello_body,
    OtherVersion: lambda frame: f"HI {frame.seq} v={frame.version}",
    Report: _report_body,
    FrameDone: lambda frame: f"OK {frame.seq} re={frame.re}",
    FrameRefused: lambda frame: f"NO {frame.seq} re={frame.re} err={frame.why}",
    BoardError: lambda frame: f"ER {frame.seq} code={frame.code} n={frame.number}",
    WhoAreYou: lambda frame: f"HQ {frame.seq} v={frame.version}",
    ReportNow: lambda frame: f"GS {frame.seq}",
    SetTrayLamp: lambda frame: f"LD {frame.seq} m={frame.lamp.name}",
}
"""The text of each frame between ``$`` and ``*``."""

_Words: TypeAlias = Mapping[str, str]
_Reader: TypeAlias = Callable[[_Words], "Frame | DropCause"]

_ENVELOPE: Final = re.compile(rb"\$([\x20-\x23\x25-\x29\x2B-\x7E]+)\*([0-9A-F]{4})")


def _grammar(text: str) -> re.Pattern[str]:
    """Compile a line of the protocol document: ``<name>`` is a decimal, other fields are ``<name:pattern>``."""
    text = re.sub(r"<(\w+)>", r"<\1:0|[1-9][0-9]*>", text)
    return re.compile(re.sub(r"<(\w+):([^<>]*)>", r"(?P<\1>\2)", text))


def _within(words: _Words, **most: int) -> bool:
    """Return whether each decimal, ``seq`` included, is within the limit of its field."""
    return all(int(words[name]) <= limit for name, limit in (("seq", U16), *most.items()))


def _hello(words: _Words) -> Frame | DropCause:
    if not _within(words, seat=12, max=MAX_DICE) or words["max"] == "0":
        return DropCause.OUT_OF_RANGE
    seat = int(words["seat"]) or None
    return BoardHello(int(words["seq"]), words["id"], words["fw"], seat, int(words["max"]), int(words["boot"], 16))


def _other_version(words: _Words) -> Frame | DropCause:
    version = int(words["v"])
    if version == VERSION:
        return DropCause.BAD_GRAMMAR  # our version, but not in its form
    return OtherVersion(int(words["seq"]), version) if _within(words, v=U16) else DropCause.OUT_OF_RANGE


def _report(words: _Words) -> Frame | DropCause:
    if not _within(words, rev=U32, up=U32, n=MAX_DICE):
        return DropCause.OUT_OF_RANGE
    state = STATES[words["s"]]
    dice_words = [] if words["d"] == "-" else words["d"].split(",")
    if len(dice_words) != int(words["n"]) or dice_words != sorted(dice_words):
        return DropCause.BAD_GRAMMAR
    dice = tuple(DICE[word] for word in dice_words)
    if not _agrees(state, dice):
        return DropCause.BAD_GRAMMAR
    return Report(int(words["seq"]), int(words["boot"], 16), int(words["rev"]), int(words["up"]), state, dice)


def _agrees(state: TrayState, dice: tuple[TrayDie, ...]) -> bool:
    """Return whether a tray in this state may hold these dice: none if empty, only readable ones if settled."""
    if state is TrayState.EMPTY:
        return not dice
    return state is not TrayState.SETTLED or (bool(dice) and not any(None in die for die in dice))


def _done(words: _Words) -> Frame | DropCause:
    return FrameDone(int(words["seq"]), int(words["re"])) if _within(words, re=U16) else DropCause.OUT_OF_RANGE


def _refused(words: _Words) -> Frame | DropCause:
    if not _within(words, re=U16):
        return DropCause.OUT_OF_RANGE
    return FrameRefused(int(words["seq"]), int(words["re"]), Refusal(words["err"]))


def _board_error(words: _Words) -> Frame | DropCause:
    if not _within(words, n=U32):
        return DropCause.OUT_OF_RANGE
    return BoardError(int(words["seq"]), words["code"], int(words["n"]))


def _who_are_you(words: _Words) -> Frame | DropCause:
    return WhoAreYou(int(words["seq"]), int(words["v"])) if _within(words, v=U16) else DropCause.OUT_OF_RANGE


def _report_now(words: _Words) -> Frame | DropCause:
    return ReportNow(int(words["seq"])) if _within(words) else DropCause.OUT_OF_RANGE


def _light(words: _Words) -> Frame | DropCause:
    return SetTrayLamp(int(words["seq"]), TrayLamp[words["m"]]) if _within(words) else DropCause.OUT_OF_RANGE


_BOOT: Final = "boot=<boot:[0-9A-Fa-f]{8}>"
_VERSION_NUMBER: Final = r"(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*)){2}"
_READERS: Final[Mapping[bytes, tuple[tuple[re.Pattern[str], _Reader], ...]]] = {
    b"HI": (
        (_grammar(f"HI <seq> v=1 id=<id:{BOARD_ID}> fw=<fw:{_VERSION_NUMBER}> seat=<seat> max=<max> {_BOOT}"), _hello),
        (_grammar("HI <seq> v=<v>(?: .+)?"), _other_version),
    ),
    b"ST": (
        (
            _grammar(f"ST <seq> {_BOOT} rev=<rev> up=<up> s=<s:[ERSF]> n=<n> d=<d:-|[RGBYX][1-6?](?:,[RGBYX][1-6?])*>"),
            _report,
        ),
    ),
    b"OK": ((_grammar("OK <seq> re=<re>"), _done),),
    b"NO": ((_grammar("NO <seq> re=<re> err=<err:VER|CMD|ARG|BUSY>"), _refused),),
    b"ER": ((_grammar("ER <seq> code=<code:[A-Za-z]{2,8}> n=<n>"), _board_error),),
    b"HQ": ((_grammar("HQ <seq> v=<v>"), _who_are_you),),
    b"GS": ((_grammar("GS <seq>"), _report_now),),
    b"LD": ((_grammar("LD <seq> m=<m:OFF|READY|LOCK|FIND>"), _light),),
}


TAKEN: Final = "frames"
"""The name of the counter of accepted frames; the others are named as their ``DropCause``."""

_Frame = TypeVar("_Frame")


class Decoder(Generic[_Frame]):
    """The decoder of one direction of a port: it drops everything but frames of ``kinds``."""

    def __init__(self, kinds: tuple[type[_Frame], ...]) -> None:
        self.counters: dict[str, int] = {TAKEN: 0, **{cause.value: 0 for cause in DropCause}}
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
            self.counters[DropCause.TOO_LONG] += 1
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
            drop = DropCause.BAD_GRAMMAR if self._prefixed else None
        else:  # a drop, or a frame of the other direction (an echo)
            drop = frame if isinstance(frame, DropCause) else DropCause.BAD_GRAMMAR
        if drop is not None and self._length <= MAX_LINE:  # a longer line is counted already
            self.counters[drop] += 1


def board_decoder() -> Decoder[BoardFrame]:
    """Return a decoder for what boards send."""
    return Decoder(get_args(BoardFrame))
