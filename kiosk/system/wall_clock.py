"""The wall clock, which may jump, or may never have been set."""

from __future__ import annotations

import subprocess
import time
from datetime import datetime
from pathlib import Path
from typing import Final

_NEVER_SET: Final = 2025
"""A clock that shows an earlier year was never set: the time of day is unknown, so the table is open."""

RELEASED: Final = "2026-11-28T00:00"
LATEST: Final = "2046-11-27T23:59"
"""The first and the last minute to which root sets the clock (``systemd/grant-wishes``)."""
_TIMESYNCD: Final = Path("/run/systemd/timesync/synchronized")
"""The mark of systemd-timesyncd, which stays until the machine is switched off."""
_KERNEL: Final = ("timedatectl", "show", "--property=NTPSynchronized", "--value")
"""Tells what the kernel knows, whichever program sets its clock. The table's service may not ask the kernel itself."""
_PATIENCE_S: Final = 5.0


def set_by_network() -> bool:
    """Return whether the network has set the clock since the machine was started. May take ``_PATIENCE_S``."""
    return _TIMESYNCD.exists() or synchronised() is True


def synchronised() -> bool | None:
    """Return whether a network keeps the clock right now, also by chrony or ntpd; None: nobody tells."""
    try:
        done = subprocess.run(  # noqa: S603
            _KERNEL, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_PATIENCE_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return {"yes": True, "no": False}.get(done.stdout.strip())


def local_time() -> datetime:
    """Return the wall clock's time in the machine's current time zone."""
    time.tzset()
    return datetime.now().astimezone()


def time_of_day(now: datetime) -> str:
    """Return hours and minutes, in the format of the opening hours; empty: the clock was never set."""
    return f"{now:%H:%M}" if now.year >= _NEVER_SET else ""
