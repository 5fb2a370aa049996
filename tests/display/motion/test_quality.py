"""Effects step down while frames stay late, and come back when there was time for all of them for long."""

from __future__ import annotations

from kiosk.display.motion.quality import Quality, QualityControl

MS = 1_000_000


def run(control: QualityControl, frames: int, ms: int, at: int = 0, *, moving: bool = True) -> int:
    """Draw so many frames of this length, and return the time after them."""
    for _ in range(frames):
        at += ms * MS
        control.frame(at, moving=moving)
    return at


def test_frames_in_time_change_nothing() -> None:
    control = QualityControl()
    run(control, 1000, 17)
    assert control.level is Quality.ALL


def test_late_frames_step_down_one_by_one() -> None:
    control, at, levels = QualityControl(), 0, []
    for _ in range(5):
        at = run(control, 91, 33, at)
        levels.append(control.level)
    assert levels == [Quality.WAVES, Quality.LIGHT, Quality.PLAIN, Quality.PLAIN, Quality.PLAIN]


def test_some_late_frames_are_borne() -> None:
    control, at = QualityControl(), 0
    for _ in range(100):
        at = run(control, 1, 40, run(control, 4, 16, at))
    assert control.level is Quality.ALL


def test_a_table_that_stands_still_is_not_judged() -> None:
    control = QualityControl()
    run(control, 1000, 100, moving=False)
    assert control.level is Quality.ALL


def test_after_ten_good_minutes_a_step_up_is_tried() -> None:
    control = QualityControl()
    at = run(control, 91, 33)
    at = run(control, 30_000, 17, at)
    assert control.level is Quality.WAVES
    run(control, 8_000, 17, at)
    assert control.level is Quality.ALL
