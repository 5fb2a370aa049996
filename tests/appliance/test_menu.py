"""The service menu of an appliance, under all restrictions of its services: from the PIN to the shut-down."""

import re
from pathlib import Path

import pytest

from tests.rig.appliance import DISPLAY, SOCKETS, STATE, STICK, TABLE, Appliance
from tests.rig.staff import Staff

pytestmark = [pytest.mark.appliance, pytest.mark.slow, pytest.mark.timeout(900)]

AS_STICKS_ARE = "size=64m,mode=0700,uid=ligretto-table,gid=ligretto-table,nosuid,nodev,noexec"


def at_the_table(machine: Appliance, pin: str) -> Staff:
    staff = Staff(machine.path(SOCKETS[0]))
    staff.hold(1)
    staff.enter(pin)
    staff.page("menu")
    return staff


def carried(staff: Staff, what: str, key: str = "stick") -> str:
    """Run the job and return the menu's message."""
    staff.tap(key, what)
    return staff.found().note


def wish(machine: Appliance, staff: Staff, unit: str) -> None:
    """Request a restart of a service, and wait for its new process."""
    before, name = machine.pid(unit), unit.removeprefix("ligretto-").removesuffix(".service")
    staff.tap("power", f"restart-{name}")
    staff.tap("power", f"restart-{name}")
    restarted(machine, unit, before)


def restarted(machine: Appliance, unit: str, before: int) -> None:
    """Wait until a service has another process than ``before``."""
    machine.wait_for(f"another {unit}", lambda: machine.pid(unit) not in (0, before))
    machine.wait_until_active(TABLE, DISPLAY)


def names(folder: Path) -> set[str]:
    """Return the names in a folder, without dates and times."""
    return {re.sub(r"[-\d]*\d", "", path.name) for path in folder.iterdir()}


def test_every_page_does_what_it_says(fresh: Appliance) -> None:
    ended = fresh.set_up()
    assert ended.returncode == 0, ended.stdout + ended.stderr
    pin = ended.stdout.split("The PIN of the service menu on the table: ")[1][:6]
    with at_the_table(fresh, pin) as staff:
        staff.tap("page", "doctor")
        findings = staff.found().tiles
        assert findings
        assert not [tile.text for tile in findings if tile.value == "fault"]
        staff.back("menu")
        staff.turn_to("stick")
        staff.tap("stick", "backup")
        staff.menu(lambda shown: shown.note == "no_stick")  # at once: the busy state may be too short to be shown
        assert fresh.run("mount", "-t", "tmpfs", "-o", AS_STICKS_ARE, "stick", STICK).returncode == 0
        assert [carried(staff, what) for what in ("scores", "report", "backup")] == ["saved"] * 3
        assert names(fresh.path(STICK)) == {"ligretto-scores.csv", "ligretto-report.zip", "ligretto-backup"}
        staff.back("menu")
        staff.turn_to("settings")
        staff.turn_to("sound.volume")
        staff.tap("value", "20")
        staff.until(lambda told: told.house.volume == 20)
        staff.back("settings")
        staff.back("menu")
        staff.turn_to("system")
        wish(fresh, staff, DISPLAY)
        wish(fresh, staff, TABLE)
    with at_the_table(fresh, pin) as staff:
        staff.turn_to("system")
        staff.tap("leaderboard", "clear")
        assert carried(staff, "clear", "leaderboard") == "leaderboard_cleared"
        staff.back("menu")
        staff.turn_to("stick")
        staff.tap("stick", "restore")
        staff.menu(lambda shown: any(tile.state == "sure" and tile.text for tile in shown.tiles))
        assert not list(fresh.path(STATE).glob("before-restore-*"))
        before = fresh.pid(TABLE)
        staff.tap("stick", "restore")
        restarted(fresh, TABLE, before)
    assert list(fresh.path(STATE).glob("before-restore-*"))
    assert not fresh.path(f"{STATE}/service.toml").exists(), "there was none when the backup was made"
    with at_the_table(fresh, pin) as staff:
        staff.turn_to("system")
        staff.tap("power", "poweroff")
        staff.tap("power", "poweroff")
        fresh.wait_until_off()
