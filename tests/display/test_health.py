"""The display's health reports: on connecting and on every change, but not more often."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk import protocol as msg
from kiosk.display.health import FRAMES_NS, DisplayCondition, FrameLife
from kiosk.system.sd_notify import Service
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


def health(fingers: int = 0, fault: msg.Fault | None = None, frames: msg.FrameTimes | None = None) -> msg.DisplayHealth:
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


def test_the_frames_of_a_round_are_counted_and_told_now_and_then() -> None:
    told, ms, begun = Told(), 1_000_000, 20_000_000_000
    told.frame()
    for at in (0, 5 * SECOND, 10 * SECOND):  # no round: the table may be at rest
        told.condition.frame(at, playing=False)
    for at in (0, 16, 41, 67, 84):
        told.condition.frame(begun + at * ms, playing=True)
    assert told.frame() == [], "not at every frame"
    told.condition.frame(begun + 100 * ms, playing=False)
    told.condition.frame(begun + FRAMES_NS - 16 * ms, playing=True)
    told.condition.frame(begun + FRAMES_NS, playing=True)
    assert told.frame() == [health(frames=msg.FrameTimes(5, 1, 26_000))]
    told.condition.frame(begun + FRAMES_NS + 16 * ms, playing=True)
    assert told.frame() == []


# ---------------------------------------------------------------- notifications to systemd


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    with Systemd(tmp_path / "notify", watchdog_s=10) as systemd:
        yield systemd


@pytest.fixture
def life(systemd: Systemd) -> FrameLife:
    return FrameLife(Service(systemd.environment))


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
