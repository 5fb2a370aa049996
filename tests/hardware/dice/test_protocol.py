"""LDR/1, line by line: written frames are read, and malformed lines are dropped with their cause."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.api import TrayDie, TrayState
from hardware.dice.protocol import (
    BoardError,
    BoardHello,
    DropCause,
    Frame,
    FrameDone,
    OtherVersion,
    Report,
    WhoAreYou,
    checksum,
    decode,
    encode,
)

TOO_LONG, BAD_CHECKSUM, BAD_GRAMMAR, OUT_OF_RANGE = DropCause
HELLO = "HI 0 v=1 id=LDR-1 fw=1.0.0 seat=3 max=24 boot=7F3A90C1"
REPORT = "ST 3 boot=7F3A90C1 rev=2 up=6120 s=S n=4 d=B2,G6,R4,Y1"


def line(body: str) -> bytes:
    return b"$%b*%b" % (body.encode(), checksum(body.encode()))


def test_the_checksum_is_crc_16_ibm_3740() -> None:
    assert checksum(b"123456789") == b"29B1"


def test_the_documents_examples_are_read_and_written(documented: tuple[tuple[bytes, Frame], ...]) -> None:
    assert [decode(text) for text, _ in documented] == [frame for _, frame in documented]
    assert [encode(frame) for _, frame in documented] == [text + b"\n" for text, _ in documented]


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_line_may_end_with_a_carriage_return(end: bytes) -> None:
    assert decode(b"$OK 5 re=3*5F30" + end) == FrameDone(5, 3)


def test_any_frame_is_read_as_it_was_written(frames: st.SearchStrategy[Frame]) -> None:
    @settings(max_examples=150)
    @given(frames)
    def check(frame: Frame) -> None:
        assert decode(encode(frame)) == frame

    check()


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ("ST 3", "ST 03", BAD_GRAMMAR),
        ("ST 3", "ST  3", BAD_GRAMMAR),
        ("ST 3", "st 3", BAD_GRAMMAR),
        ("ST 3", "SX 3", BAD_GRAMMAR),
        ("ST 3", "ST +3", BAD_GRAMMAR),
        ("ST 3", "ST 65536", OUT_OF_RANGE),
        ("rev=2", "rev=4294967296", OUT_OF_RANGE),
        ("up=6120", "up=99999999999999999999999", OUT_OF_RANGE),
        ("up=6120", "up=", BAD_GRAMMAR),
        ("boot=7F3A90C1", "boot=7F3A90C", BAD_GRAMMAR),
        ("n=4", "n=33", OUT_OF_RANGE),
        ("n=4", "n=3", BAD_GRAMMAR),
        ("n=4", "n=5", BAD_GRAMMAR),
        ("B2,G6", "G6,B2", BAD_GRAMMAR),
        ("B2", "B7", BAD_GRAMMAR),
        ("B2", "B0", BAD_GRAMMAR),
        ("B2", "P2", BAD_GRAMMAR),
        ("B2", "B?", BAD_GRAMMAR),
        ("R4,Y1", "X4,Y1", BAD_GRAMMAR),
        ("Y1", "Y1,", BAD_GRAMMAR),
        ("Y1", "Y1 ", BAD_GRAMMAR),
        ("s=S", "s=E", BAD_GRAMMAR),
        ("s=S", "s=Q", BAD_GRAMMAR),
        ("n=4 d=B2,G6,R4,Y1", "n=0 d=-", BAD_GRAMMAR),
    ],
)
def test_a_report_that_is_not_written_so_is_dropped(old: str, new: str, cause: DropCause) -> None:
    assert isinstance(decode(line(REPORT)), Report)
    assert decode(line(REPORT.replace(old, new, 1))) is cause


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ("seat=3", "seat=13", OUT_OF_RANGE),
        ("max=24", "max=0", OUT_OF_RANGE),
        ("max=24", "max=33", OUT_OF_RANGE),
        ("id=LDR-1", "id=LDR", BAD_GRAMMAR),
        ("id=LDR-1", "id=-LDR", BAD_GRAMMAR),
        ("id=LDR-1", "id=ldr-1", BAD_GRAMMAR),
        ("id=LDR-1", "id=" + 25 * "A", BAD_GRAMMAR),
        ("fw=1.0.0", "fw=1.0", BAD_GRAMMAR),
        ("fw=1.0.0", "fw=1.00.0", BAD_GRAMMAR),
        ("v=1", "v=01", BAD_GRAMMAR),
        ("v=1", "v=65536", OUT_OF_RANGE),
    ],
)
def test_a_hello_that_is_not_written_so_is_dropped(old: str, new: str, cause: DropCause) -> None:
    assert isinstance(decode(line(HELLO)), BoardHello)
    assert decode(line(HELLO.replace(old, new, 1))) is cause


@pytest.mark.parametrize("body", ["HI 7 v=2", "HI 7 v=2 id=LDR-1 of=another,kind", HELLO.replace("v=1", "v=2")])
def test_a_hello_of_another_version_is_known_as_one_whatever_it_says(body: str) -> None:
    frame = decode(line(body))
    assert isinstance(frame, OtherVersion)
    assert frame.version == 2


def test_a_seat_that_is_not_set_is_none() -> None:
    frame = decode(line(HELLO.replace("seat=3", "seat=0")))
    assert isinstance(frame, BoardHello)
    assert frame.seat is None


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (b"", BAD_GRAMMAR),
        (b"$", BAD_GRAMMAR),
        (b"$*FFFF", BAD_GRAMMAR),
        (b"OK 5 re=3*5F30", BAD_GRAMMAR),
        (b"$OK 5 re=3*5F3", BAD_GRAMMAR),
        (b"$OK 5 re=3*5f30", BAD_GRAMMAR),
        (b"$OK 5 re=3*5F300", BAD_GRAMMAR),
        (b"$OK 5 re=3*5F30\r\r\n", BAD_GRAMMAR),
        (b"$OK 5 re=3*5F30 \n", BAD_GRAMMAR),
        (b"$OK 5 r\xe9=3*5F30", BAD_GRAMMAR),
        (b"$OK 5 re=3*5F31", BAD_CHECKSUM),
        (b"$OK 5 re=4*5F30", BAD_CHECKSUM),
        (line("A" * 153), BAD_GRAMMAR),
        (line("A" * 154), TOO_LONG),
        (b"\xff" * 10_000, TOO_LONG),
    ],
)
def test_a_line_that_is_no_frame_is_dropped_for_its_cause(text: bytes, cause: DropCause) -> None:
    assert decode(text) is cause


@pytest.mark.parametrize(
    "frame",
    [
        FrameDone(65536, 3),
        FrameDone(-1, 3),
        BoardError(1, "X", 0),
        BoardHello(1, "ldr", "1.0.0", None, 24, 1),
        BoardHello(1, "LDR-1", "1.0.0", None, 24, 1 << 32),
        OtherVersion(1, 1),
        Report(1, 1, 1, 1, TrayState.LOST),
        Report(1, 1, 1, 1, TrayState.SETTLED, (TrayDie("r", None),)),
        Report(1, 1, 1, 1, TrayState.SETTLED, (TrayDie("r", 1), TrayDie("b", 1))),
        Report(1, 1, 1, 1, TrayState.SETTLED, (TrayDie("p", 7),)),
        Report(65535, 1, 4294967295, 4294967295, TrayState.SETTLED, (TrayDie("r", 1),) * 32),
    ],
)
def test_what_is_no_frame_cannot_be_written(frame: Frame) -> None:
    with pytest.raises(ValueError, match="LDR/1"):
        encode(frame)


@settings(max_examples=250)
@given(st.binary(max_size=200) | st.from_regex(rb"\$(HI|ST|OK|NO|ER|HQ|GS|LD) .{0,40}\*[0-9A-F]{4}", fullmatch=True))
def test_no_line_whatever_raises(text: bytes) -> None:
    result: Any = decode(text)
    assert isinstance(result, DropCause) or encode(result).rstrip() == text.rstrip(b"\r\n")


def test_frames_of_different_kinds_are_never_equal() -> None:
    assert FrameDone(1, 1) != WhoAreYou(1, 1)
