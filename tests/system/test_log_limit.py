"""A log that another process cannot flood."""

from __future__ import annotations

import logging

import pytest

from kiosk.system.logs import LINES, WINDOW_S, LimitedLog

log = logging.getLogger(__name__)


def test_lines_beyond_the_limit_are_dropped_and_counted_with_the_next_one(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    lines = LimitedLog(log, lambda: now[0])
    for number in range(LINES + 5):
        lines.log(logging.WARNING, "display %d is noisy", number)
    assert caplog.messages == [f"display {number} is noisy" for number in range(LINES)]
    lines.log(logging.WARNING, "of another kind")
    assert caplog.messages[-1] == "of another kind"
    now[0] += WINDOW_S
    lines.log(logging.WARNING, "display %d is noisy", 99)
    assert caplog.messages[-1] == "display 99 is noisy (5 more like it were not logged)"
    lines.log(logging.WARNING, "display %d is noisy", 100)
    assert caplog.messages[-1] == "display 100 is noisy"
