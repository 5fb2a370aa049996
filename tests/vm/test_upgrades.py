"""Upgrades of a machine with a screen, in mid-round: a good release, a bad one, the way back."""

from pathlib import Path

import pytest
from PIL import Image

from hardware.api import Button
from tests.rig.appliance import CONFIGURATION, DISPLAY, RELEASES, TABLE, source
from tests.rig.vm.appliance import VirtualTable, configuration, patient
from tests.rig.vm.looks import Keep, round_on_disk, shows_its_scene
from tests.rig.vm.people import People
from tests.rig.vm.screens import is_emblem

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(2 * 3600)]

ENDS_S = 1800.0
"""For a set-up: an emulated processor unpacks and compiles what pip has fetched in minutes."""
UNIT = "set-up-of-the-rig.service"
BROKEN = ("kiosk/display/app.py", "raise SystemExit(1)\n")


PATIENT = "\n[idle]\nask_s = 3000\nleave_s = 3600\n"
"""Hands lie still while packages are fetched."""


def begin_set_up(table: VirtualTable, folder: str) -> None:
    command = (
        "systemd-run",
        f"--unit={UNIT}",
        "--property=RemainAfterExit=yes",
        f"{folder}/systemd/setup",
        "appliance",
    )
    assert table.run(*command).returncode == 0


def sees_emblem(table: VirtualTable, keep: Keep, name: str) -> None:
    """Between two displays."""

    def emblem() -> Image.Image | None:
        picture = table.screen()
        return picture if is_emblem(picture) else None

    keep(name, table.wait_for("our picture", emblem, ENDS_S))


def end_of_set_up(table: VirtualTable) -> tuple[int, str]:
    """Its status, and what it says."""
    ended = ("exited", "failed")
    table.wait_for("the end of the set-up", lambda: table.show(UNIT, "SubState")["SubState"] in ended, ENDS_S)
    status, said = int(table.show(UNIT, "ExecMainStatus")["ExecMainStatus"]), table.log(UNIT)
    table.run("systemctl", "stop", UNIT)
    table.run("systemctl", "reset-failed", UNIT)
    return status, said


def goes_on(table: VirtualTable, name: str, before: int) -> None:
    """The same round stands on the screen, and everybody presses on. ``before``: the display's process until then."""

    def stands() -> bool:
        scene = table.scene()
        return scene is not None and scene.state == "recovery" and table.pid(DISPLAY) != before

    table.wait_for("the round on another display", stands, ENDS_S)
    assert round_on_disk(table) == name
    with table.watched() as watcher:
        people = People(table, watcher)
        for seat in (1, 2, 3, 4):
            people.button(seat, Button.PLAY)
        watcher.wait_for("the round goes on", lambda shown: shown.state == "play", 120)


def test_upgrade_failed_upgrade_and_the_way_back_keep_the_round(
    table: VirtualTable, tmp_path: Path, keep: Keep
) -> None:
    table.write(CONFIGURATION, configuration(more=PATIENT))
    table.run("systemctl", "restart", TABLE)
    table.wait_until_shown("attract")
    first = table.release()
    with table.watched() as watcher:
        People(table, watcher).sit_down()
    name = round_on_disk(table)

    table.put(patient(source(tmp_path / "newer", "0.1.1")), "/newer")
    before = table.pid(DISPLAY)
    begin_set_up(table, "/newer")
    sees_emblem(table, keep, "upgrade")
    goes_on(table, name, before)
    status, said = end_of_set_up(table)
    assert status == 0, said
    second = table.release()
    assert (second.rpartition("-")[2], table.release("previous")) == ("0.1.1", first)
    shows_its_scene(table, keep, "upgraded")

    bad = source(tmp_path / "bad", "0.1.2")
    (bad / BROKEN[0]).write_text(BROKEN[1])
    table.put(bad, "/bad")
    before = table.pid(DISPLAY)
    begin_set_up(table, "/bad")
    sees_emblem(table, keep, "failed-upgrade")
    goes_on(table, name, before)
    status, said = end_of_set_up(table)
    assert status == 1, said
    assert "not ready: going back to" in said
    assert table.release() == second
    shows_its_scene(table, keep, "taken-back")

    table.run("sed", "-i", "s/^ready_within=.*/ready_within=900/", f"{RELEASES}/previous/systemd/appliance")
    before = table.pid(DISPLAY)
    begin_set_up(table, f"{RELEASES}/previous")
    goes_on(table, name, before)
    status, said = end_of_set_up(table)
    assert status == 0, said
    assert table.release().endswith("-0.1.0"), "made anew: a set-up that was edited is another release than the first"
    assert table.release("previous") == second
    shows_its_scene(table, keep, "way-back")
