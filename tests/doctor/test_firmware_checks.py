"""The doctor and a Pi's config.txt: lines that are lacking, parts that are not there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.config import pi_presence
from kiosk.config.loader import CONFIGS, parse
from kiosk.config.pi_setup import derive
from kiosk.config.schema import Settings
from kiosk.doctor import machine_checks
from kiosk.doctor.facts import Facts, FirmwareFacts
from kiosk.doctor.finding import Grade

STOCK = "dtparam=audio=on\nenable_uart=1\n"


@pytest.fixture
def twelve() -> Settings:
    return parse((CONFIGS / "twelve_seats.toml").read_text() + '\n[hardware]\nkind = "gpio"\n')


def seen(settings: Settings, file: Path, text: str) -> FirmwareFacts:
    file.write_text(text)
    found = machine_checks.examined(settings, file)
    assert found is not None
    return found


def test_a_new_cards_config_txt_lacks_what_twelve_seats_need(tmp_path: Path, twelve: Settings) -> None:
    found = seen(twelve, tmp_path / "config.txt", STOCK)
    assert [line.partition(" ")[0] for line in found.lacking] == [
        "dtparam=i2c_arm=on", "enable_uart=0", "dtoverlay=mcp23017,addr=0x20,noints",
    ]  # fmt: skip


def test_what_a_set_up_has_written_lacks_nothing_and_its_parts_are_looked_for(
    tmp_path: Path, twelve: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pi_presence, "present_chips", lambda: frozenset({"mcp23017"}))
    found = seen(twelve, tmp_path / "config.txt", derive(twelve, STOCK).text)
    assert found.lacking == ()
    assert [line.partition(" at ")[0] for line in found.missing] == ["I2C"], "this computer has no such bus"


def test_lines_that_somebody_has_written_by_hand_are_as_good(tmp_path: Path, twelve: Settings) -> None:
    text = "dtparam=i2c_arm=on\ndtoverlay=mcp23017,noints\n"
    assert seen(twelve, tmp_path / "config.txt", text).lacking == ()


def test_where_nothing_is_at_a_header_nothing_is_looked_at(tmp_path: Path, twelve: Settings) -> None:
    assert machine_checks.examined(twelve, tmp_path / "none") is None
    assert machine_checks.examined(None, tmp_path / "none") is None
    (tmp_path / "config.txt").write_text("")
    simulated = parse((CONFIGS / "twelve_seats.toml").read_text())
    assert machine_checks.examined(simulated, tmp_path / "config.txt") is None


@pytest.mark.parametrize(
    ("found", "grades"),
    [
        (FirmwareFacts("config.txt"), [Grade.GOOD]),
        (FirmwareFacts("config.txt", lacking=("dtparam=spi=off (why)",)), [Grade.WARNING]),
        (
            FirmwareFacts("config.txt", missing=("no mcp23017: check it",), remarks=("buttons by x",)),
            [Grade.FAULT, Grade.NOTE],
        ),
        (FirmwareFacts("config.txt", error="Permission denied"), [Grade.NOTE]),
        (None, []),
    ],
)
def test_what_is_lacking_is_told_with_the_fix(well: Facts, found: FirmwareFacts | None, grades: list[Grade]) -> None:
    for appliance, mend in ((True, "systemd/setup appliance; then restart"), (False, "below [all]; then restart")):
        told = list(machine_checks.firmware(replace(well, firmware=found, appliance=appliance)))
        assert [finding.grade for finding in told] == grades
        assert all(mend in finding.mend for finding in told if finding.grade is Grade.WARNING)
