"""The best results of the day are read from the journal when a table starts again."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from kiosk.config.schema import Hours
from kiosk.journal.records import MatchEnded
from kiosk.journal.today import matches_since
from kiosk.table_process.opening_hours import last_opening
from tests.results.conftest import NOON, Journals

EVENING = datetime(2026, 11, 23, 20, 15, tzinfo=timezone(timedelta(hours=1)))
OVER = MatchEnded((1,), (60, 20))


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
    assert last_opening(Hours(opens=opens, closes=closes), at) == expected


def test_decided_matches_since_an_instant_are_read_once_each(tmp_path: Path) -> None:
    journal = Journals(tmp_path / "journal")
    early, late = NOON - timedelta(hours=3), NOON + timedelta(hours=1)
    journal.write(
        journal.round({"name": "Ada", "total": 60}, {"total": 20}, match="m1", over=OVER, at=early),
        journal.round({"name": "Bob", "total": 12}, {"total": 9}, match="m2", at=late),
        journal.round({"name": "Bob", "total": 60}, {"total": 20}, match="m2", number=2, over=OVER, at=late),
        journal.round({"name": "Cy", "total": 7}, {"total": 2}, match="m3", at=late),
    )
    copied = journal.round({"name": "Dee", "total": 70}, {"total": 1}, match="m4", over=OVER, at=late)
    journal.write(copied)
    journal.write(copied)
    found = [
        (started.match, [line.total for line in lines])
        for started, lines in matches_since(journal.folder, NOON.timestamp())
    ]
    assert found == [("m2", [60, 20]), ("m4", [70, 1])]
    assert list(matches_since(tmp_path / "none", 0)) == []
