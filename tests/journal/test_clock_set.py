"""The note of a clock that was set: it holds for a day, in both directions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kiosk.journal.clock_set import FILE, note, was_set_today

SET = datetime(2031, 5, 6, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(("hours", "holds"), [(0, True), (23, True), (25, False), (-1, True), (-25, False)])
def test_it_holds_for_a_day(tmp_path: Path, hours: int, holds: bool) -> None:
    assert not was_set_today(tmp_path, SET)
    note(tmp_path, SET)
    assert was_set_today(tmp_path, SET + timedelta(hours=hours)) is holds


@pytest.mark.parametrize("damage", ["", "yesterday", "2031-05-06T20:00:00"])
def test_a_damaged_note_is_none(tmp_path: Path, damage: str) -> None:
    (tmp_path / FILE).write_text(damage)
    assert not was_set_today(tmp_path, SET)
