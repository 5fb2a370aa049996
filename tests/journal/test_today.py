"""The best results of the day are read from the journal when a table starts again."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from kiosk.journal.lately import matches_since, numbers_since
from kiosk.journal.records import MatchEnded
from tests.results.conftest import NOON, Journals

OVER = MatchEnded((1,), (60, 20))


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


def test_what_was_finished_since_an_instant_is_counted_and_bots_sit_at_no_seat(tmp_path: Path) -> None:
    journal = Journals(tmp_path / "journal")
    early, late = NOON - timedelta(hours=3), NOON + timedelta(hours=1)
    journal.write(
        journal.round({"name": "Ada"}, {}, match="m1", over=OVER, at=early),
        journal.round({"name": "Bob"}, {"bot": True}, match="m2", at=late),
        journal.round({"name": "Bob"}, {"bot": True}, match="m2", number=2, over=OVER, at=late),
        journal.round({}, {}, match="m3", at=late),
    )
    assert numbers_since(journal.folder, NOON.timestamp()) == (3, 1, 3)
    assert numbers_since(tmp_path / "none", 0) == (0, 0, 0)
