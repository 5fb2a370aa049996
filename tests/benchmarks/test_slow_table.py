"""A short version of the kiosk on slow cores, whose limits a busy machine keeps too."""

from __future__ import annotations

import statistics

import pytest

from kiosk.system.yardstick import RUNS
from tests.benchmarks.slow_table import ANEW, CORES, Speed, bare_window, table

SECONDS = 6.0


def test_a_moment_changes_the_speed_little_and_what_lasts_changes_it() -> None:
    runs = 0.7
    speed = Speed(lambda: runs)
    runs = 0.4
    speed.measure()
    assert speed.unit() == 0.7
    for _ in range(RUNS // ANEW):
        speed.measure()
    assert speed.unit() == 0.4


@pytest.mark.process
@pytest.mark.ui
@pytest.mark.evdev
@pytest.mark.quota
@pytest.mark.long
def test_four_seats_on_the_cores_of_a_pi_5_are_seldom_late_and_their_fingers_are_seen() -> None:
    yardsticks = max(CORES)
    base = bare_window(yardsticks, SECONDS / 3)
    played = table(4, yardsticks, SECONDS, painted=False)
    assert played.frames.frames > 30 * SECONDS, played.frames
    assert played.frames.share - base.share < 0.1, (played.frames, base)
    assert statistics.median(played.touches) < 50
    assert {state for state, _ in played.states} >= {"ready", "countdown", "play"}
