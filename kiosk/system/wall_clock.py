"""The wall clock, which may jump, or may never have been set."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Final

_NEVER_SET: Final = 2025
"""A clock that shows an earlier year was never set: the time of day is unknown, so the table is open."""


def local_time() -> datetime:
    """Return the wall clock's time in the machine's current time zone."""
    time.tzset()
    return datetime.now().astimezone()


def time_of_day(now: datetime) -> str:
    """Return hours and minutes, in the format of the opening hours; empty: the clock was never set."""
    return f"{now:%H:%M}" if now.year >= _NEVER_SET else ""
