"""The back-off for ports: soon at first, then ever less often, and with jitter."""

from __future__ import annotations

from hardware.api import milliseconds
from hardware.backoff import Backoff


def test_waits_double_from_a_quarter_of_a_second_to_five_seconds() -> None:
    backoff = Backoff(lambda: 0.5)
    assert [backoff.wait() for _ in range(7)] == [milliseconds(ms) for ms in (250, 500, 1000, 2000, 4000, 5000, 5000)]


def test_waits_differ_by_a_fifth_either_way() -> None:
    assert Backoff(lambda: 0.0).wait() == milliseconds(200)
    assert Backoff(lambda: 1.0).wait() == milliseconds(300)


def test_after_a_success_the_wait_is_short_again() -> None:
    backoff = Backoff(lambda: 0.5)
    backoff.wait()
    backoff.wait()
    backoff.reset()
    assert backoff.wait() == milliseconds(250)
