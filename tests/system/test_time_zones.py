"""The time zone of this computer, by its name."""

from __future__ import annotations

import zoneinfo
from pathlib import Path

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


@pytest.mark.parametrize("named", ["", ":/etc/localtime", "/etc/localtime", "localtime"])
def test_the_computers_own_file_named_by_tz_is_the_zone_that_it_leads_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: str
) -> None:
    localtime = tmp_path / "localtime"
    localtime.symlink_to("/usr/share/zoneinfo/Asia/Tokyo")
    monkeypatch.setenv("TZ", named.replace("/etc/localtime", str(localtime)))
    assert time_zones.named_here(localtime) == "Asia/Tokyo"


def test_what_means_another_zone_on_each_computer_is_none() -> None:
    """In a store of several tables each would count other days."""
    assert [time_zones.zone(name) for name in ("localtime", "posixrules", "Factory", "right/Europe/Berlin")] == [
        None
    ] * 4


def test_a_zone_that_is_not_there_is_none() -> None:
    assert [time_zones.zone(name) for name in ("", "Europe", "/etc/passwd", "Europe/Berln", "x" * 300)] == [None] * 5
    assert str(time_zones.zone("Europe/Berlin")) == "Europe/Berlin"


def test_names_of_the_same_rules_are_one_zone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, rules in (("Old/Name", "rules"), ("New/Name", "rules"), ("Other/Place", "others")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(rules)
    monkeypatch.setattr(zoneinfo, "TZPATH", (str(tmp_path / "none"), str(tmp_path)), raising=False)
    monkeypatch.setattr(time_zones, "ZoneInfo", lambda name: name)
    assert time_zones.are_one("Old/Name", "New/Name")
    assert not time_zones.are_one("Old/Name", "Other/Place")
    assert not time_zones.are_one("Not/Here", "Nor/Here")
    assert time_zones.are_one("Not/Here", "Not/Here")
