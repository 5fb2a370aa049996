"""The best results of the day begin with the last opening."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from kiosk.config.schema import HoursConfig
from kiosk.table_process.opening_hours import last_opening

EVENING = datetime(2026, 11, 23, 20, 15, tzinfo=timezone(timedelta(hours=1)))


@pytest.mark.parametrize(
    ("opens", "closes", "at", "expected"),
    [
        ("10:00", "23:30", EVENING, EVENING.replace(hour=10, minute=0)),
        ("21:00", "03:00", EVENING, EVENING.replace(day=22, hour=21, minute=0)),
        ("21:00", "03:00", EVENING.replace(hour=1), EVENING.replace(day=22, hour=21, minute=0)),
        ("", "", EVENING, EVENING.replace(hour=0, minute=0)),
    ],
)
def test_the_last_opening(opens: str, closes: str, at: datetime, expected: datetime) -> None:
    assert last_opening(HoursConfig(opens=opens, closes=closes), at) == expected
