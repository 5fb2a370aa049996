"""A capture writes what hands did as a script; played again, it has the same stamps and the same result."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.game.seats import SeatNumber
from kiosk.protocol import DriveBoard, SeenDeed, SeenEdge, SeenHands, Stroke, Strokes, Touched
from kiosk.testing import LiveTable, VirtualTable
from kiosk.testing.capture import MISSING, Capture, time_words
from kiosk.testing.presses import read_time
from kiosk.testing.script import read_script
from kiosk.testing.table import DrivenTable

BEGAN = 5_000_000_000
SIZE = (1000, 500)
ROW = Touched("row", 3, 0, "r1", None, several=True)
PILE = Touched("pile", None, 4, "r2", None, several=True)
MS = 1_000_000


def captured(*seen: SeenHands | Strokes, end: int = BEGAN + 60_000 * MS) -> list[str]:
    capture = Capture(BEGAN)
    for one in seen:
        (capture.take_hands if isinstance(one, SeenHands) else capture.take_strokes)(one)  # type: ignore[operator,arg-type]
    return capture.end(end)


def edges(*changes: tuple[int, str, bool, float]) -> SeenHands:
    acts = [
        SeenEdge(number, seat, button, pressed, BEGAN + round(at * MS))
        for number, (seat, button, pressed, at) in enumerate(changes)
    ]
    return SeenHands(len(acts), tuple(acts))


def test_presses_are_written_with_the_stamps_of_their_edges_in_the_order_of_their_beginnings() -> None:
    heat = edges((2, "stop", True, 1.25), (3, "stop", True, 1.75), (3, "stop", False, 60), (2, "stop", False, 90.5))
    assert captured(heat) == ["1.25ms press 2 stop hold 89.25ms", "1.75ms press 3 stop hold 58.25ms"]


def test_a_button_that_is_held_at_the_end_was_held_until_then_and_one_from_before_is_left_out() -> None:
    seen = edges((1, "stop", False, 10), (2, "play", True, 20))
    assert captured(seen, end=BEGAN + 500 * MS) == ["20ms press 2 play hold 480ms"]


def test_touches_are_written_by_the_names_of_what_lies_there() -> None:
    drag = [(100.0, 400.0, 0), (200.0, 380.0, 40), (300.0, 360.0, 80), (510.0, 300.0, 120), (500.0, 250.0, 160)]
    strokes = (
        Stroke(0, 3, ROW, PILE, tuple((x, y, BEGAN + at * MS) for x, y, at in drag)),
        Stroke(1, 3, ROW, ROW, ((100.0, 400.0, BEGAN + 300 * MS), (103.0, 401.0, BEGAN + 362 * MS))),
        Stroke(2, None, None, None, ((500.0, 250.0, BEGAN + 900 * MS), (500.0, 250.0, BEGAN + 960 * MS))),
    )
    assert captured(Strokes(3, SIZE, strokes)) == [
        "0ms touch 3 row:1 at:0.3000,0.7200+80ms at:0.5100,0.6000+120ms pile:5+160ms",
        "300ms touch 3 row:1+62ms",
        "900ms touch 1 at:0.5000,0.5000+60ms",
    ]


def test_what_a_board_was_told_is_written() -> None:
    deed = SeenHands(1, (SeenDeed(0, BEGAN + 7 * MS, DriveBoard(4, "throw", ("r1", "g2"))),))
    assert captured(deed) == ["7ms dice-board throw 4 r1 g2"]


def test_what_is_missing_is_told_and_a_kiosk_that_has_started_again_is_asked_from_the_beginning() -> None:
    capture = Capture(BEGAN)
    capture.take_hands(edges((1, "play", True, 1), (1, "play", False, 9)))
    late = SeenEdge(7, 2, "stop", True, BEGAN + 20 * MS), SeenEdge(8, 2, "stop", False, BEGAN + 30 * MS)
    capture.take_hands(SeenHands(9, late))
    assert capture.acts == 9
    capture.take_hands(SeenHands(12, (), since=BEGAN + 40 * MS))  # with more acts than there were before
    assert capture.acts == 0
    capture.take_hands(SeenHands(12, (), since=BEGAN + 40 * MS))
    assert capture.acts == 12
    assert capture.lines() == ["1ms press 1 play hold 8ms", MISSING, "20ms press 2 stop hold 10ms"]


def test_a_stuck_button_delays_nothing_and_one_from_before_is_left_out() -> None:
    capture = Capture(BEGAN)
    capture.take_hands(
        edges((3, "stop", True, -5), (1, "play", True, 1), (2, "play", True, 20), (2, "play", False, 30))
    )
    assert capture.lines(BEGAN + 1 * MS) == []
    assert capture.lines(BEGAN + 50 * MS) == ["1ms press 1 play hold 49ms", "20ms press 2 play hold 10ms"]
    capture.take_hands(SeenHands(5, (SeenEdge(4, SeatNumber(1), "play", False, BEGAN + 90 * MS),)))
    assert capture.lines() == []


def test_a_capture_of_a_day_can_be_read() -> None:
    (line,) = captured(edges((1, "play", True, 24 * 3_600_000), (1, "play", False, 24 * 3_600_000 + 50)))
    assert read_script(line)[0].at == 24 * 3600 * 10**9


@pytest.mark.parametrize("nanoseconds", [0, 1, 999, 1_000_001, 999_999_999, 10**9, 12_345_678_901])
def test_a_time_is_written_to_the_nanosecond(nanoseconds: int) -> None:
    assert read_time(time_words(nanoseconds)) == nanoseconds


@pytest.mark.process
@pytest.mark.table(config="two_seats", seed=5)
def test_a_failure_in_virtual_time_plays_at_a_real_table_and_what_is_captured_there_comes_again(
    live_table: LiveTable, tmp_path: Path
) -> None:
    """Presses, touches, a drag and a dead heat, from a virtual table to a real one, and back."""
    virtual = VirtualTable("two_seats", seed=5)
    virtual.start(1, 2)
    for seat in (1, 2, 1):
        virtual.touch(seat, "hand")
        virtual.advance(ms=200)
    virtual.drag(2, "row:2", takes="150ms")
    virtual.press(1, "stop", 2, "stop+0.05ms")
    virtual.advance(seconds=1)
    virtual.touch(2, "hand")
    virtual.advance(seconds=1)
    file = tmp_path / "script.txt"
    command = [sys.executable, "-m", "kiosk", "capture", str(file)]
    with subprocess.Popen(command, env=live_table.environment) as capture:
        live_table.wait_for("the capture has begun", lambda _: file.exists())
        live_table.drive(virtual.report().partition("leaves out what has a #:\n")[2])
        live_table.wait_for("all is in the journal", lambda _: len(judged(live_table)) == len(judged(virtual)))
        capture.send_signal(2)
        assert capture.wait(30) == 0
    assert judged(live_table) == judged(virtual)
    assert [words[0] for words, _ in judged(virtual)] == ["Flip", "Flip", "Flip", "Play", "Stop", "Stop", "Flip"]
    script = file.read_text()
    stops = re.findall(r"^(\S+) press [12] stop", script, re.MULTILINE)
    assert read_time(stops[1]) - read_time(stops[0]) == 50_000
    again = VirtualTable("two_seats", seed=5)
    again.drive(script)
    again.advance(ms=200)
    assert judged(again) == judged(virtual)
    for seat in (1, 2):
        assert again.seat(seat)["row"] == live_table.seat(seat)["row"]
        assert again.seat(seat)["discard_card"] == live_table.seat(seat)["discard_card"]
        told = [[verdict["reason"] for verdict in table.seat(seat)["ticker"]] for table in (again, live_table)]
        assert told[0] == told[1]


def judged(table: DrivenTable) -> list[tuple[list[object], list[str]]]:
    """Return the commands without their times, and the names of what followed."""
    records = [record for record in table.journal if record["type"] == "Judged"]
    return [
        ([name, *rest], [event[0] for event in record["events"]])
        for record in records
        for name, _, *rest in [record["command"]]
    ]
