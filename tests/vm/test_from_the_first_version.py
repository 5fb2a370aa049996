"""The first version that venues got never lit up a screen of its own: an upgrade in mid-match does.

Its table runs there, and is played by messages. Going back to it fails, as its display cannot start, and leaves the
match where it is.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.api import Button
from kiosk import protocol as msg
from tests.rig.appliance import RELEASES, TABLE, source
from tests.rig.first_version import FIRST_PROTOCOL, first_version
from tests.rig.vm.appliance import VirtualTable, configuration, installed, patient
from tests.rig.vm.kernel import Kernel
from tests.rig.vm.looks import Keep, shows_its_scene
from tests.vm.test_upgrades import PATIENT, begin_set_up, end_of_set_up

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(2 * 3600)]


@pytest.fixture
def table(started_with: Kernel, tmp_path: Path) -> Iterator[VirtualTable]:
    first = first_version(tmp_path / "first")
    disk = installed(tmp_path, started_with, configuration(more=PATIENT), of=first)
    with VirtualTable(tmp_path, started_with, disk) as table:
        table.protocol = FIRST_PROTOCOL
        yield table
    shutil.rmtree(tmp_path)


def sit_down(table: VirtualTable) -> None:
    """Four people begin a round, and then do nothing: no bot plays on while packages are unpacked."""
    seats = (1, 2, 3, 4)
    for seat in seats:
        table.press(seat, Button.STOP)
    for seat in seats:
        table.press(seat, Button.PLAY)
    with table.watched() as watcher:
        watcher.wait_for("the round", lambda shown: shown.state == "play", 120)


def dealt(table: VirtualTable) -> list[object]:
    """The cards that lie face up at each seat."""
    with table.watched() as watcher:
        return [(view.seat, view.row, view.stack_card, view.hand_count) for view in watcher.newest.seats]


def test_an_upgrade_lights_the_screen_up_and_keeps_the_round(table: VirtualTable, tmp_path: Path, keep: Keep) -> None:
    table.boot()
    table.wait_until_active(TABLE, limit=300)
    sit_down(table)
    before = dealt(table)

    table.put(patient(source(tmp_path / "newer", "0.1.0")), "/newer")
    begin_set_up(table, "/newer")
    status, said = end_of_set_up(table)
    assert status == 0, said
    table.protocol = msg.PROTOCOL
    table.wait_for_scene("recovery", limit=300)
    assert dealt(table) == before
    shows_its_scene(table, keep, "recovery")
    upgraded = table.release()

    begin_set_up(table, f"{RELEASES}/previous")
    status, said = end_of_set_up(table)
    assert status != 0, said
    assert table.release() == upgraded
    table.wait_for_scene("recovery", limit=300)
    assert dealt(table) == before
    for seat in (1, 2, 3, 4):
        table.press(seat, Button.PLAY)
    table.wait_for_scene("play", limit=300)
    shows_its_scene(table, keep, "plays-on")
