"""The board's half of LDR/1: its reports of the tray, and its answers."""

from __future__ import annotations

import binascii
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from hardware.api import TrayLamp, TrayState
from hardware.dice.protocol import (
    DIE_WORDS,
    MAX_LINE,
    BoardError,
    BoardHello,
    DropCause,
    Frame,
    FrameDone,
    FrameRefused,
    Refusal,
    Report,
    ReportNow,
    SetTrayLamp,
    WhoAreYou,
    decode,
    encode,
)
from hardware.firmware.ldr_core import BEAT_MS, DICE_MOST, SCAN_MS, SETTLED_MS, Board, body_of, checksum, frame
from hardware.firmware.simulated_sensor import SimulatedTray

BOOT = 0x7F3A90C1
NAME = "LDR-E6614C311B7A2F35"


class Aged(Board):
    """A board that has run for very long."""

    def age(self, frames: int, changes: int) -> None:
        """Have sent so many frames, and seen so many changes of the tray after the first look."""
        self._seq, self._rev = frames, changes


class Rig:
    """A board with its tray, in a time that only the test moves."""

    def __init__(self, sensor: Callable[[], tuple[list[str], bool]] | None = None, begin: int = 0) -> None:
        self.at = begin
        self.tray = SimulatedTray(lambda: self.at)
        self.board = Aged(NAME, sensor or self.tray, BOOT, seat=3)
        self.frames: list[Frame] = []

    def ask(self, *lines: bytes) -> list[Frame]:
        """Send these lines at this moment; return its answers."""
        said = [decode(line) for line in self.board.step(self.at, b"".join(lines)).splitlines(keepends=True)]
        frames = [frame for frame in said if not isinstance(frame, DropCause)]
        assert len(frames) == len(said), "a board never says what is no frame"
        self.frames += frames
        return frames

    def wait(self, ms: int) -> list[Report]:
        """Let time pass; return the reports."""
        heard: list[Frame] = []
        end = self.at + ms
        while self.board.due <= end:
            self.at = max(self.at, self.board.due)
            heard += self.ask()
        self.at = end
        return [frame for frame in heard if isinstance(frame, Report)]


@pytest.fixture
def rig() -> Rig:
    """A board that has sent its hello and is at rest with an empty tray."""
    rig = Rig()
    rig.wait(SETTLED_MS)
    return rig


def words(report: Report) -> tuple[str, str]:
    return report.state.value, " ".join(DIE_WORDS[die] for die in report.dice)


def test_it_says_who_it_is_first_and_does_not_call_a_tray_empty_before_it_has_looked_long_enough() -> None:
    rig = Rig()
    hello, report = rig.ask()
    assert hello == BoardHello(0, NAME, "1.0.0", 3, 24, BOOT)
    assert report == Report(1, BOOT, 0, 0, TrayState.ROLLING)
    (empty,) = rig.wait(SETTLED_MS)
    assert empty == Report(2, BOOT, 1, SETTLED_MS, TrayState.EMPTY)


def test_a_throw_is_told_as_rolling_unread_then_read_then_settled_after_400_ms(rig: Rig) -> None:
    rig.tray.throw(["Y1", "B2", "R4", "G6"], ms=600)
    rolling, *_, settled = reports = rig.wait(600 + SETTLED_MS + 2 * SCAN_MS)
    assert words(rolling) == ("rolling", "B? G? R? Y?")
    assert words(settled) == ("settled", "B2 G6 R4 Y1")
    read = next(report for report in reports if words(report) == ("rolling", "B2 G6 R4 Y1"))
    assert SETTLED_MS <= settled.up_ms - read.up_ms < SETTLED_MS + SCAN_MS


def test_a_die_that_is_touched_makes_the_tray_restless_for_400_ms_again(rig: Rig) -> None:
    rig.tray.put("R4")
    rig.wait(SETTLED_MS - 2 * SCAN_MS)
    rig.tray.hold("R4")
    rig.wait(SCAN_MS)
    rig.tray.take("R?")
    rig.tray.put("R5")
    reports = rig.wait(SETTLED_MS)
    assert {report.state for report in reports} == {TrayState.ROLLING}
    assert words(rig.wait(2 * SCAN_MS)[0]) == ("settled", "R5")


@pytest.mark.parametrize("die", ["X?", "X4", "Y?"])
def test_a_die_that_lies_still_and_cannot_be_read_is_a_fault(rig: Rig, die: str) -> None:
    rig.tray.put(die)
    rig.tray.put("R4")
    assert words(rig.wait(SETTLED_MS + 2 * SCAN_MS)[-1]) == ("fault", f"R4 {die}")


def test_movement_that_changes_no_value_is_rolling_as_long_as_it_lasts() -> None:
    rig = Rig(sensor=lambda: (["R?"], True))
    assert {report.state for report in rig.wait(5000)} == {TrayState.ROLLING}


def test_every_change_has_a_new_number_and_a_repeat_has_the_old_one(rig: Rig) -> None:
    rig.tray.throw(["R1"], ms=100)
    rig.wait(3000)
    reports = [frame for frame in rig.frames if isinstance(frame, Report)]
    changes = 0
    for before, after in pairwise(reports):
        changed = (before.state, before.dice) != (after.state, after.dice)
        assert after.rev == before.rev + changed
        changes += changed
    assert 2 <= changes < len(reports) - 2


def test_a_report_comes_at_least_every_500_ms(rig: Rig) -> None:
    times = [report.up_ms for report in rig.wait(20 * BEAT_MS)]
    assert len(times) >= 20
    assert max(b - a for a, b in pairwise(times)) <= BEAT_MS


def test_the_host_is_answered_at_once(rig: Rig) -> None:
    hello = rig.ask(encode(WhoAreYou(7)))
    assert [type(frame) for frame in hello] == [BoardHello]
    (report,) = rig.ask(encode(ReportNow(8)))
    assert isinstance(report, Report)
    assert report.up_ms == rig.at


@pytest.mark.parametrize("lamp", list(TrayLamp))
def test_the_lamp_is_what_the_host_wants_and_the_answer_names_the_question(rig: Rig, lamp: TrayLamp) -> None:
    (done,) = rig.ask(encode(SetTrayLamp(65535, lamp)))
    assert isinstance(done, FrameDone)
    assert done.re == 65535
    assert rig.board.lamp == lamp.name


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("HQ 5 v=2", Refusal.VERSION),
        ("HQ 5", Refusal.ARGUMENT),
        ("HQ 5 v=01", Refusal.ARGUMENT),
        ("GS 5 now", Refusal.ARGUMENT),
        ("LD 5 m=DISCO", Refusal.ARGUMENT),
        ("LD 5", Refusal.ARGUMENT),
        ("UP 5", Refusal.COMMAND),
    ],
)
def test_what_it_does_not_do_is_refused_with_the_reason(rig: Rig, body: str, why: Refusal) -> None:
    (refused,) = rig.ask(frame(body))
    assert isinstance(refused, FrameRefused)
    assert (refused.re, refused.why, rig.board.lamp) == (5, why, "OFF")


@pytest.mark.parametrize(
    "line",
    [
        encode(ReportNow(5)).replace(b"5", b"6"),
        frame("GS"),
        frame("GS 65536"),
        frame("GS 05"),
        frame("GS x"),
        b"AT+CGMI\r\n",
        b"$*\n",
        frame("GS 5" + " " * MAX_LINE),
    ],
)
def test_damaged_lines_are_counted_and_told_but_not_answered(rig: Rig, line: bytes) -> None:
    (error,) = rig.ask(line)
    assert isinstance(error, BoardError)
    assert (error.code, error.number) == ("LINE", 1)
    rig.wait(4 * BEAT_MS)
    assert len([f for f in rig.frames if isinstance(f, BoardError)]) == 1, "told once"


def test_errors_are_told_at_most_every_500_ms_however_restless_the_tray_is() -> None:
    rig = Rig(sensor=lambda: ([f"R{rig.at // SCAN_MS % 6 + 1}"], False))
    told: list[tuple[int, int]] = []
    for _ in range(4 * BEAT_MS // SCAN_MS):
        rig.at += SCAN_MS
        told += [(rig.at, frame.number) for frame in rig.ask(b"?\n") if isinstance(frame, BoardError)]
    assert [number for _, number in told] == [1, 26, 51, 76]
    assert {b - a for (a, _), (b, _) in pairwise(told)} == {BEAT_MS}


def test_a_good_frame_after_rubbish_in_its_line_is_taken(rig: Rig) -> None:
    good = encode(ReportNow(5))
    (report,) = rig.ask(b"\xff\x00$GS 5*FF" * 100 + good.replace(b"\n", b"\r\n"))
    assert isinstance(report, Report)


@given(
    noise=st.lists(
        st.binary(max_size=200) | st.just(encode(WhoAreYou(5))) | st.sampled_from([b"$" + b"x" * 170, b"\n"]),
        max_size=6,
    ),
    cuts=st.lists(st.integers(0, 1200)),
)
@example(noise=[b"$" + b"x" * 170], cuts=[171])
def test_however_the_bytes_are_cut_the_same_is_said_and_no_more_than_a_frame_is_kept(
    noise: list[bytes], cuts: list[int]
) -> None:
    data = b"".join(noise) + b"\n" + encode(ReportNow(1))
    whole, cut = Rig(), Rig()
    whole.ask(data)
    places = [0, *sorted(cuts), len(data)]
    for begin, end in pairwise(places):
        cut.ask(data[begin:end])
        assert len(cut.board._line) <= MAX_LINE
    for rig in (whole, cut):
        rig.wait(2 * BEAT_MS)
    assert _said(whole) == _said(cut)


def _said(rig: Rig) -> tuple[list[Frame], set[int]]:
    """Return its frames without its errors, which are sent at a rate of their own, and the numbers of errors."""
    errors = [frame.number for frame in rig.frames if isinstance(frame, BoardError)]
    return [replace(frame, seq=0) for frame in rig.frames if not isinstance(frame, BoardError)], set(errors[-1:])


def _sensor_that(does: object) -> Callable[[], tuple[list[str], bool]]:
    def sensor() -> tuple[list[str], bool]:
        if isinstance(does, Exception):
            raise does
        return does  # type: ignore[return-value]

    return sensor


@pytest.mark.parametrize(
    "does", [OSError("no bus"), None, ([], 0, 1), (["R7"], False), (["R"], False), ([4], False), (["R1"] * 25, False)]
)
def test_a_sensor_that_fails_is_a_fault_in_the_tray_and_told_with_its_count(does: object) -> None:
    rig = Rig(_sensor_that(does))
    reports = rig.wait(SETTLED_MS + BEAT_MS + SCAN_MS)
    assert words(reports[-1]) == ("fault", "X?")
    errors = [frame for frame in rig.frames if isinstance(frame, BoardError)]
    assert {error.code for error in errors} == {"SENS"}
    assert errors[-1].number > 20


def test_the_longest_report_fits_into_a_line() -> None:
    dice = ["X?"] * DICE_MOST
    board = Aged(NAME, lambda: (dice, False), 2**32 - 1, most=DICE_MOST)
    board.age(frames=65535, changes=2**32 - 2)
    lines = board.step(2**32 - 1).splitlines(keepends=True)
    assert all(isinstance(decode(line), (Report, BoardHello)) for line in lines)
    assert max(map(len, lines)) in range(MAX_LINE - 4, MAX_LINE + 1)


@pytest.mark.parametrize("most", [0, DICE_MOST + 1])
def test_more_dice_than_fit_into_a_line_are_refused_at_the_start(most: int) -> None:
    with pytest.raises(ValueError, match="1 to 30"):
        Board(NAME, lambda: ([], False), BOOT, most=most)


def test_numbers_that_wrap_go_on_from_zero() -> None:
    rig = Rig(begin=2**32 - 100)
    rig.ask()
    rig.board.age(frames=65535, changes=2**32 - 1)
    rig.tray.put("R1")
    reports = rig.wait(600)
    assert [(report.seq, report.rev) for report in reports[:2]] == [(65535, 0), (0, 1)]
    assert reports[0].up_ms == 2**32 - 80
    assert reports[1].up_ms < 400


@given(st.binary())
def test_its_checksum_is_the_standard_one(data: bytes) -> None:
    assert checksum(data) == binascii.crc_hqx(data, 0xFFFF)


def test_a_body_comes_back_out_of_its_frame() -> None:
    assert frame("HQ 1 v=1") == b"$HQ 1 v=1*1028\n"
    assert body_of(frame("GS 2").rstrip()) == "GS 2"
    for forbidden in ("a*b", "a$b", "a\tb", "ä"):
        data = forbidden.encode()
        assert body_of(b"$%b*%04X" % (data, checksum(data))) is None
