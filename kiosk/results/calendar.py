"""The store's calendar: on which day a round was played, in the time zone that the store has kept since it was made."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from kiosk.results.model import Calendar, RoundRow
from kiosk.system import time_zones
from kiosk.system.progress import Track, untracked


class UnknownZone(Exception):  # noqa: N818
    """The store's time zone is not known on this machine. The text: its name."""


def zone_of(session: Session) -> ZoneInfo:
    """Return the store's time zone. Raises ``UnknownZone``."""
    return known_zone(session.scalars(select(Calendar.time_zone)).one())


def known_zone(name: str) -> ZoneInfo:
    """Return the time zone of that name. Raises ``UnknownZone``."""
    zone = time_zones.zone(name)
    if zone is None:
        raise UnknownZone(name)
    return zone


def day_of(moment: datetime, zone: ZoneInfo) -> str:
    """Return the day of a moment, as ``2026-11-21``."""
    return moment.astimezone(zone).date().isoformat()


def next_day(moment: datetime, zone: ZoneInfo) -> datetime:
    """Return when the day after that of ``moment`` begins."""
    tomorrow = moment.astimezone(zone).date() + timedelta(days=1)
    return datetime.combine(tomorrow, time(), zone).astimezone(UTC)


def set_zone(session: Session, name: str) -> None:
    """Keep another time zone in the store; the rounds have to be given their days again (``set_days``)."""
    known_zone(name)
    session.merge(Calendar(id=1, time_zone=name))
    session.flush()


def set_days(session: Session, track: Track = untracked) -> int:
    """Give every round its day, one day after the other; return the number of rounds that had another."""
    first, last = session.execute(select(func.min(RoundRow.started), func.max(RoundRow.started))).one()
    if first is None:
        return 0
    return sum(track(_set_each_day(session, first), "Counting days", (last - first).days + 1))


def _set_each_day(session: Session, first: datetime) -> Iterator[int]:
    """Give the rounds of each day their day; yield the number of those that had another."""
    zone = zone_of(session)
    begins: datetime | None = first
    while begins is not None:
        ends, day = next_day(begins, zone), day_of(begins, zone)
        theirs = (RoundRow.started >= begins, RoundRow.started < ends, RoundRow.day != day)
        yield session.connection().execute(update(RoundRow).where(*theirs).values(day=day)).rowcount
        begins = session.scalar(select(func.min(RoundRow.started)).where(RoundRow.started >= ends))
