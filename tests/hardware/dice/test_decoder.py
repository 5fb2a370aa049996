"""Bytes to frames, however they are split and whatever is between them."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.dice.protocol import TAKEN, DropCause, Frame, FrameDone, ReportNow, board_decoder, checksum, encode
from tests.rig.ldr import host_decoder

OK = b"$OK 5 re=3*5F30\n"
NOISE = st.lists(st.binary(max_size=40) | st.text("$*\n\rOKST 0123=", max_size=40).map(str.encode)).map(b"".join)


@pytest.fixture
def streams(board_frames: st.SearchStrategy[Frame]) -> st.SearchStrategy[bytes]:
    """Return a strategy of frames, halves of frames and noise."""
    whole = board_frames.map(encode)
    half = st.tuples(whole, st.integers(0, 160)).map(lambda cut: cut[0][: cut[1]])
    return st.lists(whole | half | NOISE | st.just(b"\r\n") | st.just(b"x" * 200), max_size=8).map(b"".join)


def test_every_split_of_a_stream_gives_the_same_frames_and_counters(streams: st.SearchStrategy[bytes]) -> None:
    @settings(max_examples=80)
    @given(streams, st.data())
    def check(stream: bytes, data: st.DataObject) -> None:
        whole, cut, single = board_decoder(), board_decoder(), board_decoder()
        expected = whole.feed(stream)
        places = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
        pieces = [stream[a:b] for a, b in zip([0, *places], [*places, len(stream)], strict=True)]
        assert [frame for piece in pieces for frame in cut.feed(piece)] == expected
        assert [frame for at in range(len(stream)) for frame in single.feed(stream[at : at + 1])] == expected
        assert whole.counters == cut.counters == single.counters

    check()


def test_noise_before_a_frame_costs_nothing_but_itself(board_frames: st.SearchStrategy[Frame]) -> None:
    @settings(max_examples=100)
    @given(NOISE | st.binary(min_size=150, max_size=2000), board_frames)
    def check(noise: bytes, frame: Frame) -> None:
        assert board_decoder().feed(noise + encode(frame))[-1:] == [frame]

    check()


@settings(max_examples=100)
@given(NOISE)
def test_every_line_is_taken_or_counted_as_dropped(noise: bytes) -> None:
    decoder = board_decoder()
    decoder.feed(b"\n" + noise.replace(b"*", b"+") + b"\n")
    lines = [text for text in noise.split(b"\n") if text]
    assert sum(decoder.counters.values()) == len(lines)
    assert decoder.counters[TAKEN] == 0


@pytest.mark.parametrize(
    ("stream", "taken", "drops"),
    [
        (OK, 1, {}),
        (OK.replace(b"\n", b"\r\n"), 1, {}),
        (b"\n\n" + OK, 1, {}),
        (b"$ST 1 boot=7F" + OK, 1, {DropCause.BAD_GRAMMAR: 1}),
        (b"$ST 1 boot=7F\n" + OK, 1, {DropCause.BAD_GRAMMAR: 1}),
        (OK.rstrip() + OK, 1, {DropCause.BAD_GRAMMAR: 1}),
        (OK.replace(b"3*", b"4*") + OK, 1, {DropCause.BAD_CHECKSUM: 1}),
        (b"$OK 70000 re=3*" + checksum(b"OK 70000 re=3") + b"\n", 0, {DropCause.OUT_OF_RANGE: 1}),
        (b"x" * 161 + b"\n" + OK, 1, {DropCause.TOO_LONG: 1}),
        (b"x" * 161 + OK, 1, {DropCause.TOO_LONG: 1}),
        (b"$" + b"x" * 159 + b"\n" + OK, 1, {DropCause.TOO_LONG: 1}),
        (b"x" * 100_000, 0, {DropCause.TOO_LONG: 1}),
        (encode(ReportNow(1)) + OK, 1, {DropCause.BAD_GRAMMAR: 1}),
    ],
)
def test_drops_are_counted_by_cause(stream: bytes, taken: int, drops: dict[DropCause, int]) -> None:
    decoder = board_decoder()
    assert decoder.feed(stream) == [FrameDone(5, 3)] * taken
    assert {name: count for name, count in decoder.counters.items() if count} == {
        **({TAKEN: taken} if taken else {}),
        **drops,
    }


def test_a_board_hears_the_hosts_frames_alone() -> None:
    assert host_decoder().feed(OK + encode(ReportNow(2))) == [ReportNow(2)]


def test_after_a_restart_the_begun_line_is_forgotten() -> None:
    decoder = board_decoder()
    decoder.feed(OK[:8])
    decoder.restart()
    assert decoder.feed(OK[8:]) == []
    assert decoder.feed(OK) == [FrameDone(5, 3)]


@pytest.mark.parametrize("noise", [b"$" * 4096, b"x" * 4096, b"$x" * 2048])
def test_a_line_without_an_end_does_not_grow(noise: bytes) -> None:
    decoder = board_decoder()
    decoder.feed(noise)
    tracemalloc.start()
    for _ in range(500):
        decoder.feed(noise)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 10_000
    assert decoder.feed(b"\n" + OK) == [FrameDone(5, 3)]
