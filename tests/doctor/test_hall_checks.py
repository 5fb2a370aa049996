"""What the doctor says of the way to a hall's store."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from kiosk.doctor import hall_checks
from kiosk.doctor.facts import Facts, HallSign
from kiosk.doctor.finding import Grade
from kiosk.doctor.hall_checks import asked, hall, hall_here


def kiosk(folder: Path, script: str) -> tuple[str, str]:
    (folder / "kiosk").write_text(script)
    return ("sh", str(folder / "kiosk"))


def test_what_the_uplink_finds_wrong_is_a_warning(well: Facts, tmp_path: Path) -> None:
    lines = "clock        wrong  set it\nrole         note   a word\ntables       good   yes"
    seen = asked(kiosk(tmp_path, f"test \"$*\" = 'uplink --check' && echo '{lines}'; exit 1"))
    found = [*hall(replace(well, hall=seen))]
    assert [(it.grade, it.what) for it in found] == [(Grade.WARNING, "clock: set it"), (Grade.NOTE, "role: a word")]
    (only,) = hall(replace(well, hall=(HallSign("tables", "good", "yes"),)))
    assert only.grade is Grade.GOOD


def test_a_slow_network_holds_the_doctor_up_for_a_while_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_checks, "PATIENCE_S", 0.1)
    (seen,) = asked(kiosk(tmp_path, "exec sleep 20"))
    assert (seen.grade, "very slow" in seen.words) == ("wrong", True)


def test_a_command_that_fails_is_told_in_a_line(tmp_path: Path) -> None:
    (seen,) = asked(kiosk(tmp_path, "echo one >&2; echo two >&2; exit 2"))
    assert seen == ("store", "note", "kiosk uplink --check says nothing of it (two)")
    (seen,) = asked([str(tmp_path / "nothing")])
    assert seen.words == "cannot be asked (No such file or directory)"


def test_nothing_is_asked_without_a_store_on_a_server_nor_by_who_has_no_network(
    well: Facts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_checks, "asked", lambda command: (HallSign("asked", "good", " ".join(command)),))
    settings = well.config.settings
    assert settings is not None
    assert hall_here(None, None, appliance=True) == hall_here(settings, None, appliance=False) == ()
    venue = msgspec.structs.replace(settings.venue, store="postgresql+psycopg://table@server/hall")
    settings = msgspec.structs.replace(settings, venue=venue)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert hall_here(settings, None, appliance=True)[0].grade == "note"
    assert hall_here(settings, Path("t.toml"), appliance=False)[0].words.endswith("-m kiosk --config t.toml")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert hall_here(settings, Path("t.toml"), appliance=True)[0].words == "/usr/local/bin/kiosk"
