"""Press times: bounded memory, and correct percentiles."""

from __future__ import annotations

import logging
import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.api import Instant
from kiosk.table.press_times import LONGEST_US, SLOW, PressTimes

START = Instant(10**15)


def measured(*took_us: int) -> PressTimes:
    times = PressTimes()
    for took in took_us:
        times.heard("seat 1 stop", START, Instant(START + took * 1000))
    return times


@given(st.lists(st.integers(0, LONGEST_US), min_size=1, max_size=50))
def test_a_percentile_is_never_too_short_and_at_most_a_sixteenth_too_long(took_us: list[int]) -> None:
    told = measured(*took_us).told()
    ordered = sorted(took_us)
    assert (told.count, told.max_us) == (len(ordered), ordered[-1])
    for part, percentile in ((0.5, told.p50_us), (0.99, told.p99_us)):
        exact = ordered[math.ceil(part * len(ordered)) - 1]
        assert exact <= percentile <= exact + exact // 16


def test_before_the_first_press_all_is_nought() -> None:
    told = PressTimes().told()
    assert (told.count, told.p50_us, told.p99_us, told.max_us) == (0, 0, 0, 0)


def test_one_outlier_in_a_thousand_is_the_maximum_and_no_percentile() -> None:
    told = measured(*[300] * 999, 40_000).told()
    assert told.p50_us == told.p99_us == pytest.approx(300, rel=1 / 16)
    assert told.max_us == 40_000


def test_memory_does_not_grow_with_presses_however_late_they_are() -> None:
    times = measured(5)
    before = len(pickle.dumps(times))
    for exponent in range(63):
        times.heard("seat 1 stop", START, Instant(START + (1 << exponent)))
    assert len(pickle.dumps(times)) < before + 10 < 2000
    assert times.told().max_us == LONGEST_US


def test_a_stamp_that_is_ahead_counts_as_heard_at_once() -> None:
    times = PressTimes()
    times.heard("seat 1 stop", Instant(START + 5000), START)
    assert times.told().max_us == 0


def test_a_press_above_50_ms_is_a_warning_that_names_the_button(caplog: pytest.LogCaptureFixture) -> None:
    times = PressTimes()
    times.heard("seat 1 stop", START, Instant(START + SLOW))
    assert caplog.messages == []
    times.heard("seat 3 play", START, Instant(START + SLOW + 10_000_000))
    (message,) = caplog.messages
    assert "seat 3 play" in message
    assert "60 ms" in message


def test_the_log_has_a_line_only_if_there_were_presses_since_the_last(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    times = measured()
    times.log()
    times.heard("seat 1 stop", START, Instant(START + 1_500_000))
    times.log()
    times.log()
    assert caplog.messages == ["1 presses so far, from edge to heard: p50 1.50 ms, p99 1.50 ms, max 1.50 ms"]
