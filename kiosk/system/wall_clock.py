"""The clock on the wall, which may jump or never have been set."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Final

_NEVER_SET: Final = 2025
"""A clock that shows an earlier year was never set: nobody knows what time it is, so the table is open."""


def local_time() -> datetime:
    """Return what the clock on the wall shows, in the time zone that the machine has now."""
    time.tzset()
    return datetime.now().astimezone()


def time_of_day(now: datetime) -> str:
    """Hours and minutes, as the hours are written; empty: nobody knows, for the clock was never set."""
    return f"{now:%H:%M}" if now.year >= _NEVER_SET else ""
