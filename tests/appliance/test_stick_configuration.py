"""A configuration from a stick, on an appliance: root installs what the table brings, and takes back what fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.config.loader import CONFIGS, keys
from tests.appliance.test_menu import AS_STICKS_ARE, at_the_table
from tests.rig.appliance import CONFIGURATION, DISPLAY, STATE, STICK, TABLE, Appliance
from tests.rig.staff import Staff

pytestmark = [pytest.mark.appliance, pytest.mark.slow, pytest.mark.timeout(900)]

UNIT = "configuration-of-ligretto.service"
OUTCOME = "/run/ligretto/configuration-outcome"
ELSEWHERE = '\n[records]\nstore = "postgresql://elsewhere/ligretto"\n'


def use(staff: Staff, stick: Path, text: str) -> None:
    (stick / "table.toml").write_text(text)
    staff.tap("configure", "use_configuration")
    staff.menu(lambda shown: shown.note == "configuration_good")
    staff.tap("configure", "use_configuration")


def outcome(machine: Appliance, pin: str) -> str:
    """Wait for it, and return what the menu says."""
    machine.wait_for("the outcome", lambda: machine.path(OUTCOME).exists(), 120)
    machine.wait_for("the end", lambda: machine.show(UNIT, "ActiveState")["ActiveState"] == "inactive", 120)
    machine.wait_until_active(TABLE, DISPLAY)
    with at_the_table(machine, pin) as staff:
        staff.turn_to("stick")
        said = next(tile.value for tile in staff.turn_to("configuration").tiles if tile.key == "configured")
        staff.tap("close")
    return said


def test_it_replaces_the_tables_own_only_if_the_table_starts_with_it(fresh: Appliance) -> None:
    ended = fresh.set_up()
    assert ended.returncode == 0, ended.stdout + ended.stderr
    pin = ended.stdout.split("The PIN of the service menu on the table: ")[1][:6]
    assert fresh.run("mount", "-t", "tmpfs", "-o", AS_STICKS_ARE, "stick", STICK).returncode == 0
    stick, own = fresh.path(STICK), fresh.path(CONFIGURATION)
    two = (CONFIGS / "two_seats.toml").read_text()
    for text, word in ((two + ELSEWHERE, "installed"), (f'{two}\n[hardware]\nkind = "gpio"\n', "taken-back")):
        fresh.path(OUTCOME).unlink(missing_ok=True)
        with at_the_table(fresh, pin) as staff:
            staff.turn_to("stick")
            staff.turn_to("configuration")
            use(staff, stick, text)
        assert outcome(fresh, pin) == word, fresh.log(UNIT)
        assert keys(own.read_text()) == keys(two)
        assert not fresh.path(f"{STATE}/proposed-table.toml").exists()
