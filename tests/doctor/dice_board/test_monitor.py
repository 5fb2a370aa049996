"""The output of ``kiosk dice-board monitor`` for a port."""

from __future__ import annotations

import pytest

from hardware.api import Instant, TrayDie, TrayState, milliseconds
from hardware.dice.protocol import (
    BoardError,
    BoardFrame,
    BoardHello,
    FrameDone,
    FrameRefused,
    OtherVersion,
    Refusal,
    Report,
    ReportNow,
    WhoAreYou,
    encode,
)
from kiosk.doctor.dice_board.monitor import LINES_A_SECOND, Monitor, words

BEGAN = Instant(5_000_000_000_000)
HELLO = BoardHello(0, "LDR-ONE", "1.2.3", 4, 24, 0x7F3A90C1)
SETTLED = Report(9, 0x7F3A90C1, 3, 6120, TrayState.SETTLED, (TrayDie("b", 2), TrayDie("r", 4)))


def after(ms: float) -> Instant:
    return Instant(BEGAN + milliseconds(ms))


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        (HELLO, "HI  LDR-ONE, firmware 1.2.3, seat 4, up to 24 dice, boot 7F3A90C1"),
        (BoardHello(0, "LDR-ONE", "1.2.3", None, 24, 1), "HI  LDR-ONE, firmware 1.2.3, no seat set, up to 24 dice"),
        (OtherVersion(0, 2), "HI  speaks LDR/2; this program speaks LDR/1: flash the board's firmware again"),
        (SETTLED, "ST  settled B2 R4                     rev 3, up 6.120 s, boot 7F3A90C1"),
        (Report(9, 1, 3, 6120, TrayState.ROLLING), "ST  rolling nothing seen "),
        (FrameDone(1, 7), "OK  done: frame 7"),
        (FrameRefused(1, 7, Refusal.ARGUMENT), "NO  refused: frame 7 (argument)"),
        (BoardError(1, "SENS", 12), "ER  SENS 12"),
    ],
)
def test_every_frame_is_told_in_words(frame: BoardFrame, says: str) -> None:
    assert words(frame).startswith(says)


def test_a_frame_is_shown_with_the_seconds_since_the_monitor_began_and_a_drop_with_its_cause() -> None:
    damaged = encode(SETTLED).replace(b"R4", b"R5")
    lines = Monitor(BEGAN).take(after(12_345), encode(SETTLED) + damaged)
    assert [line.split()[:3] for line in lines] == [["12.345", "<", "ST"], ["12.345", "!", "1"]]
    assert lines[1].endswith("1 dropped: bad checksum")


def test_it_asks_who_is_there_every_second_until_it_is_told_and_again_at_a_port_that_was_opened_anew() -> None:
    monitor = Monitor(BEGAN)
    assert monitor.questions(BEGAN)[0] == encode(WhoAreYou(1)) + encode(ReportNow(2))
    assert monitor.questions(after(999)) == (b"", [])
    assert monitor.questions(after(1000))[0] == encode(WhoAreYou(3)) + encode(ReportNow(4))
    monitor.take(after(1001), encode(HELLO))
    assert monitor.questions(after(5000)) == (b"", [])
    monitor.opened(after(6000))
    assert monitor.questions(after(6000))[0] == encode(WhoAreYou(5)) + encode(ReportNow(6))


def test_of_a_flood_no_more_is_shown_than_can_be_read_and_the_rest_is_counted() -> None:
    monitor = Monitor(BEGAN)
    assert len(monitor.take(after(10), encode(SETTLED) * 1000)) == LINES_A_SECOND
    assert monitor.take(after(990), encode(SETTLED)) == []
    told = monitor.take(after(1010), encode(SETTLED))
    assert "941 more" in told[0]
    assert len(told) == 2
    assert monitor.summary().splitlines()[0].split() == ["frames", "1002"]


def test_who_listens_to_nothing_is_told_what_to_do_at_the_end() -> None:
    monitor = Monitor(BEGAN)
    assert "No frame received: flash the board's firmware" in monitor.summary()
    monitor.take(after(1), encode(SETTLED))
    assert "No frame" not in monitor.summary()


def test_what_was_begun_before_the_port_vanished_is_forgotten() -> None:
    monitor = Monitor(BEGAN)
    line = encode(SETTLED)
    monitor.take(after(1), line[:20])
    monitor.opened(after(2))
    assert monitor.take(after(3), line[20:]) != monitor.take(after(3), line)
    assert "bad grammar              1" in monitor.summary()
