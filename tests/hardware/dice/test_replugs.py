"""Twelve boards pulled out and plugged in again and again: settled within two seconds, and nothing is left behind.

The long run with its figures: ``-m slow -o log_cli=true --log-cli-level=INFO``.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hardware.api import TrayState, milliseconds, now

log = logging.getLogger(__name__)

BOARDS = 12
LONG = 5_000
WITHIN = milliseconds(2_000)


def replug(table: Any, replugs: int) -> None:
    t = table(BOARDS)
    seats = list(t.boards)
    for seat in seats:
        t.boards[seat].put("r1", f"y{1 + seat % 6}")
    t.start()
    for seat in seats:
        t.heard.reading(seat, TrayState.SETTLED)
    t.heard.all.clear()
    threads, descriptors = _held()
    random, slowest, pause = Random(9), 0, threading.Event()  # noqa: S311  replugs that repeat
    rounds = -(-replugs // BOARDS)
    for turn in range(rounds):
        random.shuffle(seats)
        for seat in seats:
            t.boards[seat].unplug()
        if turn % 3:  # otherwise they are back before it is noticed
            pause.wait(random.uniform(0, 0.6))
        plugged = {}
        for seat in seats:
            t.boards[seat].plug()
            plugged[seat] = now()
        for seat in seats:
            settled = t.heard.reading(seat, TrayState.SETTLED, f"r1 y{1 + seat % 6}")
            slowest = max(slowest, settled.at - plugged[seat])
            assert 0 < settled.at - plugged[seat] < WITHIN
        t.heard.all.clear()
    log.info("%d replugs: settled again after %.2f s at most", rounds * BOARDS, slowest / 1e9)
    assert _held()[0] == threads
    assert _held()[1] <= descriptors, "fewer: something of an earlier test was collected meanwhile"


def _held() -> tuple[int, int]:
    """Return the numbers of threads and descriptors of this process."""
    return threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))


def test_boards_that_are_replugged_settle_within_two_seconds_and_leave_nothing_behind(
    table: Callable[..., Any],
) -> None:
    replug(table, 5 * BOARDS)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_five_thousand_replugs_leave_nothing_behind(table: Callable[..., Any]) -> None:
    replug(table, LONG)
