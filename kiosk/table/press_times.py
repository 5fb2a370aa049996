"""The latency of presses, measured for every press from the kernel's stamp until its lamp has been set."""

from __future__ import annotations

import logging
from typing import Final

from hardware.api import Duration, Instant, milliseconds
from kiosk import protocol as msg

log = logging.getLogger(__name__)

SLOW: Final = milliseconds(50)
"""A press with a longer latency misses the arbiter's hold-back: others may have been judged before it."""

LONGEST_US: Final = 60_000_000
"""Longer latencies (a stamp of another clock) count as this."""

_FINE: Final = 4
"""Each doubling of the time is split into 2 ** _FINE buckets: a percentile is at most 1/16 too long."""


class PressTimes:
    """The histogram of all presses since the start, with a fixed number of buckets. One thread adds, any may read."""

    def __init__(self) -> None:
        self._counts = [0] * (_bucket(LONGEST_US) + 1)
        self._max_us = 0
        self._logged = 0

    def heard(self, what: str, at: Instant, now: Instant) -> None:
        """Add a press of ``what``, stamped ``at`` and heard at ``now``."""
        took = Duration(max(0, now - at))
        microseconds = min(took // 1000, LONGEST_US)
        self._counts[_bucket(microseconds)] += 1
        self._max_us = max(self._max_us, microseconds)
        if took > SLOW:
            log.warning(
                "the press of %s took %.0f ms to be heard: is another program using the processor?", what, took / 1e6
            )

    def told(self) -> msg.PressLatency:
        """Return count, median, 99th percentile and maximum."""
        counts, longest = list(self._counts), self._max_us
        return msg.PressLatency(
            count=sum(counts),
            p50_us=min(_percentile(counts, 0.5), longest),
            p99_us=min(_percentile(counts, 0.99), longest),
            max_us=longest,
        )

    def log(self) -> None:
        """Log one line, if there were presses since the last one."""
        latency = self.told()
        if latency.count > self._logged:
            self._logged = latency.count
            log.info(
                "%d presses so far, from edge to heard: p50 %.2f ms, p99 %.2f ms, max %.2f ms",
                latency.count,
                *(microseconds / 1000 for microseconds in (latency.p50_us, latency.p99_us, latency.max_us)),
            )


def _bucket(microseconds: int) -> int:
    """Return the bucket of a time: exact below 2 ** (_FINE + 1) us, then with a width that grows with the time."""
    coarse = max(0, microseconds.bit_length() - _FINE - 1)
    return (coarse << _FINE) + (microseconds >> coarse)


def _longest(bucket: int) -> int:
    """Return the longest time that is counted in a bucket, in microseconds."""
    coarse = max(0, (bucket >> _FINE) - 1)
    return ((bucket - (coarse << _FINE) + 1) << coarse) - 1


def _percentile(counts: list[int], part: float) -> int:
    """Return the time that this part of all presses does not exceed; 0 if there are none."""
    wanted, seen = part * sum(counts), 0
    for bucket, count in enumerate(counts):
        seen += count
        if seen and seen >= wanted:
            return _longest(bucket)
    return 0
