"""The display's health reports: on connecting and on every change, but not more often."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk import protocol as msg
from kiosk.display.health import FRAMES_NS, ROUNDS, DisplayCondition, FrameLife
from kiosk.display.motion.quality import Quality
from kiosk.system.sd_notify import SystemdNotifier
from tests.rig.systemd import Systemd

SECOND = 1_000_000_000


class Told:
    def __init__(self) -> None:
        self.said: list[msg.ToTable] = []
        self.condition = DisplayCondition(self.said.append, "window (SDL)", "llvmpipe")

    def frame(self) -> list[msg.ToTable]:
        self.said.clear()
        self.condition.tell()
        return list(self.said)


GONE = msg.Fault("touch.none")


def health(
    fingers: int = 0, fault: msg.Fault | None = None, frames: tuple[msg.RoundFrames, ...] = ()
) -> msg.DisplayHealth:
    return msg.DisplayHealth("window (SDL)", fingers, "llvmpipe", fault, frames)


def test_it_is_told_when_it_has_attached_and_to_each_new_table_again() -> None:
    told = Told()
    told.condition.attached()
    assert told.said == [health()]
    assert told.frame() == []
    told.condition.attached()
    assert told.said == [health()]


def test_the_most_fingers_at_once_are_counted_and_never_fewer() -> None:
    told = Told()
    told.frame()
    for finger in (1, 2, 3):
        told.condition.down(finger)
    assert told.frame() == [health(3)]
    for finger in (1, 2, 3):
        told.condition.up(finger)
    told.condition.down(4)
    assert told.frame() == []
    for finger in range(5, 9):
        told.condition.down(finger)
    assert told.frame() == [health(5)]


def test_a_contact_that_begins_twice_is_one_finger() -> None:
    told = Told()
    told.condition.down("mouse")
    told.condition.down("mouse")
    assert told.frame() == [health(1)]


def test_a_fault_is_told_and_so_is_its_end() -> None:
    told = Told()
    told.frame()
    told.condition.fault = GONE
    assert told.frame() == [health(fault=GONE)]
    told.condition.fault = None
    assert told.frame() == [health()]


MS = 1_000_000


def drawn(condition: DisplayCondition, at: int, state: str | None, *intervals: int) -> int:
    """Draw frames with these intervals in ms behind the one at ``at``; return when the last one was drawn."""
    for interval in intervals:
        at += interval * MS
        condition.frame(at, state)
    return at


def test_the_frames_of_a_round_are_told_by_state_when_it_ends_and_now_and_then() -> None:
    told = Told()
    at = drawn(told.condition, SECOND, "countdown", 16, 16)
    told.frame()
    at = drawn(told.condition, at, "play", 40, 16, 26)
    (before,) = told.frame()
    assert before == health(frames=(msg.RoundFrames({"countdown": msg.FrameTimes(1, 0, 16_000)}),))
    drawn(told.condition, at, "stopped", 16)
    (after,) = told.frame()
    assert isinstance(after, msg.DisplayHealth)
    (one,) = after.frames
    assert one.states["play"] == msg.FrameTimes(3, 2, 40_000)
    at = drawn(told.condition, at + 16 * MS, "stopped", 16, 16)
    assert told.frame() == []
    drawn(told.condition, at, "stopped", FRAMES_NS // MS)
    assert len(told.frame()) == 1


def test_a_round_begins_with_its_countdown_but_not_with_one_after_a_pause() -> None:
    told, at = Told(), SECOND
    for state in ("ready", "countdown", "play", "paused", "countdown", "play", "round_result", "countdown", "play"):
        at = drawn(told.condition, at, state, 16, 16)
    drawn(told.condition, at, None, 16)
    (last,) = told.frame()
    assert isinstance(last, msg.DisplayHealth)
    assert [sum(times.count for times in one.states.values()) for one in last.frames] == [1, 12, 4]


def test_the_last_rounds_are_told_each_with_the_least_that_was_drawn() -> None:
    told, at = Told(), SECOND
    for number in range(ROUNDS + 2):
        at = drawn(told.condition, at, "countdown", 16)
        told.condition.quality = Quality.LIGHT if number == ROUNDS else Quality.ALL
        at = drawn(told.condition, at, "play", 16, 16)
        told.condition.quality = Quality.ALL
    drawn(told.condition, at, "stopped", 16)
    (last,) = told.frame()
    assert isinstance(last, msg.DisplayHealth)
    assert [one.effects for one in last.frames] == ["all"] * (ROUNDS - 2) + ["light", "all"]


# ---------------------------------------------------------------- notifications to systemd


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    with Systemd(tmp_path / "notify", watchdog_s=10) as systemd:
        yield systemd


@pytest.fixture
def life(systemd: Systemd) -> FrameLife:
    return FrameLife(SystemdNotifier(systemd.environment))


def test_a_display_is_ready_in_the_frame_after_the_table_was_drawn(systemd: Systemd, life: FrameLife) -> None:
    life.frame(1, None)
    life.frame(2, "attract")
    assert "READY=1" not in systemd.heard()
    life.drawn()
    life.frame(3, "attract")
    assert systemd.heard() == ["READY=1", "WATCHDOG=1"]


def test_only_frames_feed_the_watchdog_and_once_a_second_is_enough(systemd: Systemd, life: FrameLife) -> None:
    life.drawn()
    for frame in range(180):
        life.frame(SECOND * frame // 60, "play")
    assert systemd.heard().count("WATCHDOG=1") == 3
    life.drawn()
    assert systemd.heard() == []


def test_what_is_shown_is_told_in_words(systemd: Systemd, life: FrameLife) -> None:
    life.frame(0, None)
    life.drawn()
    for second, state in enumerate(("round_result", "round_result", None), 1):
        life.frame(second * SECOND, state)
    told = [word for word in systemd.heard() if word.startswith("STATUS")]
    assert told == [
        "STATUS=waits for the table", "STATUS=shows the table: round result", "STATUS=waits for the table",
    ]  # fmt: skip
