"""The opening hours of a day as text: ``10:00-01:30`` (past midnight), ``always`` or ``closed``. Pure."""

from __future__ import annotations

from typing import Final

DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""The keys of the days in the section ``hours``, in the order of ``datetime.weekday``."""
EVERY_DAY: Final = "every_day"
"""The name that stands for all days, where there is one for each."""
ALWAYS: Final = "always"
CLOSED: Final = "closed"
DAY: Final = 24 * 60
"""Minutes of a day."""


def span_text(opens: str, closes: str) -> str:
    """Return the hours of a day from the times at which it opens and closes; both empty: always open."""
    return f"{opens}-{closes}" if opens and closes else ALWAYS


def ends(day: str) -> tuple[str, str] | None:
    """Return the times at which a day opens and closes; None if it is always open, or closed."""
    opens, dash, closes = day.partition("-")
    return (opens, closes) if dash else None


def minutes(time: str) -> int:
    """Return a time of day in minutes since midnight."""
    hour, _, minute = time.partition(":")
    return 60 * int(hour) + int(minute)


def time_text(minute: int) -> str:
    """Return a time of day from its minutes since midnight, of any day."""
    return f"{minute % DAY // 60:02}:{minute % 60:02}"


def open_minutes(day: str) -> tuple[int, int]:
    """Return when a day is open, in minutes since its midnight; the end may be on the next day. Closed: two equal."""
    span = ends(day)
    if span is None:
        return (0, DAY if day == ALWAYS else 0)
    begin, end = map(minutes, span)
    return begin, end if begin < end else end + DAY
