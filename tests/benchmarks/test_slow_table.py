"""A short version of the kiosk on slow cores, whose limits a busy machine keeps too."""

from __future__ import annotations

import statistics

import pytest

from tests.benchmarks.slow_table import CORES, bare_window, table

pytestmark = [pytest.mark.process, pytest.mark.ui, pytest.mark.evdev, pytest.mark.quota, pytest.mark.long]

SECONDS = 6.0


def test_four_seats_on_the_cores_of_a_pi_5_are_seldom_late_and_their_fingers_are_seen() -> None:
    yardsticks = max(CORES)
    base = bare_window(yardsticks, SECONDS / 3)
    played = table(4, yardsticks, SECONDS, painted=False)
    assert played.frames.frames > 30 * SECONDS, played.frames
    assert played.frames.share - base.share < 0.1, (played.frames, base)
    assert statistics.median(played.touches) < 50
    assert {state for state, _ in played.states} >= {"ready", "countdown", "play"}
