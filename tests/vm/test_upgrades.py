"""Upgrades of a machine with a screen, in mid-round: a good release, a bad one, the way back. No text is seen."""

from pathlib import Path

import pytest
from PIL import Image

from hardware.api import Button
from tests.rig.appliance import RELEASES, source
from tests.rig.vm.appliance import VirtualTable, patient
from tests.rig.vm.looks import Keep, round_on_disk, shows_its_scene
from tests.rig.vm.people import People
from tests.rig.vm.screens import is_emblem

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(3600)]

ENDS_S = 1800.0
"""For a set-up: an emulated processor unpacks and compiles what pip has fetched in minutes."""
UNIT = "set-up-of-the-rig.service"
BROKEN = "raise SystemExit(1)\n"


def set_up(table: VirtualTable, folder: str, keep: Keep) -> tuple[int, str, list[Image.Image]]:
    """The status of a set-up from this source, what it says, and each picture that was on the screen meanwhile."""
    command = (
        "systemd-run",
        f"--unit={UNIT}",
        "--property=RemainAfterExit=yes",
        f"{folder}/systemd/setup",
        "appliance",
    )
    assert table.run(*command).returncode == 0
    seen: list[Image.Image] = []

    def ended() -> bool:
        picture = table.screen()
        if not seen or picture.tobytes() != seen[-1].tobytes():
            seen.append(picture)
        return table.show(UNIT, "SubState")["SubState"] in ("exited", "failed")

    table.wait_for("the end of the set-up", ended, ENDS_S)
    for index, picture in enumerate(filter(is_emblem, seen)):
        keep(f"{folder.strip('/').replace('/', '-')}-{index}", picture)
    status = int(table.show(UNIT, "ExecMainStatus")["ExecMainStatus"])
    said = table.log(UNIT)
    table.run("systemctl", "stop", UNIT)
    table.run("systemctl", "reset-failed", UNIT)
    return status, said, seen


def goes_on(table: VirtualTable, name: str, keep: Keep, picture: str) -> None:
    """The same round stands on the screen, and everybody presses on."""
    table.wait_until_shown("recovery")
    shows_its_scene(table, keep, picture)
    assert round_on_disk(table) == name
    with table.watched() as watcher:
        people = People(table, watcher)
        for seat in (1, 2, 3, 4):
            people.button(seat, Button.PLAY)
        watcher.wait_for("the round goes on", lambda shown: shown.state == "play", 120)


def test_upgrade_failed_upgrade_and_the_way_back_keep_the_round(
    table: VirtualTable, tmp_path: Path, keep: Keep
) -> None:
    first = table.release()
    with table.watched() as watcher:
        People(table, watcher).sit_down()
    name = round_on_disk(table)

    table.put(patient(source(tmp_path / "newer", "0.1.1")), "/newer")
    status, said, seen = set_up(table, "/newer", keep)
    assert status == 0, said
    second = table.release()
    assert (second.rpartition("-")[2], table.release("previous")) == ("0.1.1", first)
    assert any(map(is_emblem, seen)), "between two displays our picture is on the screen"
    goes_on(table, name, keep, "upgraded")

    bad = source(tmp_path / "bad", "0.1.2")
    app = bad / "kiosk/display/app.py"
    app.write_text(BROKEN + app.read_text().replace("from __future__ import annotations\n", ""))
    table.put(bad, "/bad")
    status, said, seen = set_up(table, "/bad", keep)
    assert status == 1, said
    assert "not ready: going back to" in said
    assert table.release() == second
    assert any(map(is_emblem, seen))
    goes_on(table, name, keep, "taken-back")

    table.run("sed", "-i", "s/^ready_within=.*/ready_within=900/", f"{RELEASES}/previous/systemd/appliance")
    status, said, _ = set_up(table, f"{RELEASES}/previous", keep)
    assert status == 0, said
    assert (table.release(), table.release("previous")) == (first, second)
    goes_on(table, name, keep, "way-back")
