"""The week's opening hours on the calendar: open or closed, the last and the next opening. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Final

from kiosk.config.schema import HoursConfig
from kiosk.protocol.opening_hours import DAYS, open_minutes, span_text
from kiosk.system.wall_clock import time_of_day

_WEEK: Final = 7
_MINUTE: Final = timedelta(minutes=1)


def day_text(hours: HoursConfig, weekday: int) -> str:
    """Return the hours of a weekday (Monday: 0), its own or the usual ones (``kiosk.protocol.opening_hours``)."""
    own: str = getattr(hours, DAYS[weekday])
    return own or span_text(hours.opens, hours.closes)


def is_open(hours: HoursConfig, now: datetime) -> bool:
    """Return whether the table is open: in today's hours, or in those of yesterday that go past midnight."""
    if not time_of_day(now):
        return True
    minute = 60 * now.hour + now.minute
    today, yesterday = (open_minutes(day_text(hours, (now.weekday() - back) % _WEEK)) for back in (0, 1))
    return today[0] <= minute < today[1] or minute + 24 * 60 < yesterday[1]


def last_opening(hours: HoursConfig, now: datetime) -> datetime:
    """Return when the table opened last; a day that is always open begins at midnight, and so does a closed week."""
    found = (opening for opening in _openings(hours, now, range(0, -_WEEK - 1, -1)) if opening <= now)
    return next(found, _midnight(now))


def next_opening(hours: HoursConfig, now: datetime) -> datetime | None:
    """Return when the table, closed before, opens next; None: it is always open, or never."""
    openings = _openings(hours, now, range(_WEEK + 1))
    return next((one for one in openings if one > now and not is_open(hours, one - _MINUTE)), None)


def _openings(hours: HoursConfig, now: datetime, days: range) -> Iterator[datetime]:
    """Yield the openings of some days, counted from today; closed ones have none."""
    for away in days:
        day = _midnight(now) + timedelta(days=away)
        begin, end = open_minutes(day_text(hours, day.weekday()))
        if begin < end:
            yield datetime.combine(day.date(), time(begin // 60, begin % 60), now.tzinfo)


def _midnight(now: datetime) -> datetime:
    return datetime.combine(now.date(), time(), now.tzinfo)
