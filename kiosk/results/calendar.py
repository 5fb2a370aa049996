"""The store's calendar: on which day a round was played, in the time zone that the store has kept since it was made."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from kiosk.results.model import Calendar, RoundRow
from kiosk.system import time_zones


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


def set_days(session: Session) -> int:
    """Give every round its day; return the number of those that had another."""
    zone, changed = zone_of(session), 0
    begins = session.scalar(select(func.min(RoundRow.started)))
    while begins is not None:
        ends, day = next_day(begins, zone), day_of(begins, zone)
        theirs = (RoundRow.started >= begins, RoundRow.started < ends)
        changed += (
            session.connection().execute(update(RoundRow).where(*theirs, RoundRow.day != day).values(day=day)).rowcount
        )
        begins = session.scalar(select(func.min(RoundRow.started)).where(RoundRow.started >= ends))
    return changed
