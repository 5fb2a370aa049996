"""The time zone of this computer, by its name."""

from __future__ import annotations

import pytest

from kiosk.system import time_zones


@pytest.mark.parametrize(
    ("named", "here"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (":Asia/Tokyo", "Asia/Tokyo"),
        ("Etc/UTC", "UTC"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "UTC"),
        ("Nowhere/Town", "UTC"),
        ("../passwd", "UTC"),
    ],
)
def test_a_zone_without_a_name_counts_as_utc(monkeypatch: pytest.MonkeyPatch, named: str, here: str) -> None:
    monkeypatch.setenv("TZ", named)
    assert time_zones.here() == here


def test_a_zone_that_is_not_there_is_none() -> None:
    assert [time_zones.zone(name) for name in ("", "Europe", "/etc/passwd", "Europe/Berln", "x" * 300)] == [None] * 5
    assert str(time_zones.zone("Europe/Berlin")) == "Europe/Berlin"
