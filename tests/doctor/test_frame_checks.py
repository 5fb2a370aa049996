"""The doctor grades the frames of the last rounds, and tells what was left out to keep up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from kiosk import protocol as msg
from kiosk.doctor.facts import Facts, RunningTable
from kiosk.doctor.finding import Finding, Grade
from kiosk.doctor.glass_checks import ENOUGH, frames


def found(well: Facts, health: msg.Health, rounds: tuple[msg.RoundFrames, ...], effects: str = "all") -> Finding:
    """Return the finding about these rounds."""
    assert health.display is not None
    display = structs.replace(health.display, frames=rounds, effects=effects)
    (one,) = frames(replace(well, table=RunningTable(structs.replace(health, display=display))))
    return one


def played(count: int, late: int, effects: str = "all") -> msg.RoundFrames:
    """Return a round of so many frames in play, so many of them late."""
    return msg.RoundFrames({"play": msg.FrameTimes(count, late, 43_210)}, effects)


@pytest.mark.parametrize(
    ("late", "grade"),
    [(0, Grade.GOOD), (107, Grade.GOOD), (108, Grade.WARNING), (1199, Grade.WARNING), (1200, Grade.FAULT)],
)
def test_a_third_late_is_a_fault_and_a_few_percent_are_a_warning(
    well: Facts, health: msg.Health, late: int, grade: Grade
) -> None:
    assert found(well, health, (played(1600, 0), played(2000, late))).grade is grade


def test_a_moment_of_play_is_not_graded(well: Facts, health: msg.Health) -> None:
    assert found(well, health, (played(ENOUGH - 1, 0),)).grade is Grade.NOTE
    assert found(well, health, (played(ENOUGH // 2 - 1, ENOUGH // 2 - 1),)).grade is Grade.NOTE


def test_ten_seconds_are_graded_however_few_frames_they_had(well: Facts, health: msg.Health) -> None:
    assert found(well, health, (played(ENOUGH // 2, ENOUGH // 2),)).grade is Grade.FAULT


def test_before_the_first_round_no_frames_of_play_are_told(well: Facts, health: msg.Health) -> None:
    told = found(well, health, (msg.RoundFrames({"attract": msg.FrameTimes(3600, 1, 30_000)}),))
    assert told.grade is Grade.NOTE
    assert told.what == "nobody has played yet; the slowest took 30 ms, in attract"


def test_the_slowest_frame_is_told_with_its_state(well: Facts, health: msg.Health) -> None:
    counted = msg.RoundFrames({"play": msg.FrameTimes(3600, 12, 43_210), "round_result": msg.FrameTimes(9, 2, 80_000)})
    told = found(well, health, (counted,))
    assert told.what == "in play 12 of 3600 frames were late (0.3%); the slowest took 80 ms, in round result"


def test_what_was_left_out_is_a_warning_even_if_all_is_drawn_again(well: Facts, health: msg.Health) -> None:
    told = found(well, health, (played(3600, 0, "light"), played(3600, 0)))
    assert told.grade is Grade.WARNING
    assert told.what.endswith("; to keep up it drew no particles and no waves; now all is drawn again")
    assert "now" not in found(well, health, (played(3600, 0, "plain"),), "waves").what
    assert "no light" in found(well, health, (played(3600, 0),), "plain").what


def test_a_display_that_has_shown_no_frame_yet_is_not_graded(well: Facts, health: msg.Health) -> None:
    assert not list(frames(well))
    assert not list(frames(replace(well, table=RunningTable(health))))
