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
from tests.rig.appliance import DISPLAY, RELEASES, SOCKETS, TABLE, source
from tests.rig.first_version import FIRST_PROTOCOL, FIRST_SOCKETS, first_version
from tests.rig.vm.appliance import VirtualTable, configuration, installed, patient
from tests.rig.vm.kernel import Kernel
from tests.rig.vm.looks import Keep, shows_its_scene
from tests.vm.test_upgrades import ENDS_S, PATIENT, begin_set_up, end_of_set_up

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(2 * 3600)]


@pytest.fixture
def table(started_with: Kernel, tmp_path: Path) -> Iterator[VirtualTable]:
    first = first_version(tmp_path / "first")
    simulated = configuration(more=PATIENT).replace('kind = "gpio"', 'kind = "simulated"')  # it had no pins on Debian
    disk = installed(tmp_path, started_with, simulated, of=first)
    with VirtualTable(tmp_path, started_with, disk) as table:
        table.protocol, table.sockets = FIRST_PROTOCOL, FIRST_SOCKETS
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


def goes_on(table: VirtualTable, cards: list[object], display: int) -> None:
    """The round stands on the screen of another display, with the same cards, and everybody presses on."""

    def stands() -> bool:
        scene = table.scene()
        return scene is not None and scene.state == "recovery" and table.pid(DISPLAY) != display

    table.wait_for("the round on another display", stands, ENDS_S)
    assert dealt(table) == cards
    for seat in (1, 2, 3, 4):
        table.press(seat, Button.PLAY)
    table.wait_for_scene("play", limit=120)


def test_an_upgrade_lights_the_screen_up_and_keeps_the_round(table: VirtualTable, tmp_path: Path, keep: Keep) -> None:
    table.boot()
    table.wait_until_active(TABLE, limit=300)
    sit_down(table)
    cards = dealt(table)

    table.put(patient(source(tmp_path / "newer", "0.1.0")), "/newer")
    table.protocol, table.sockets = msg.PROTOCOL, SOCKETS
    begin_set_up(table, "/newer")
    goes_on(table, cards, display=0)
    status, said = end_of_set_up(table)
    assert status == 0, said
    shows_its_scene(table, keep, "upgraded")

    upgraded, display = table.release(), table.pid(DISPLAY)
    begin_set_up(table, f"{RELEASES}/previous")
    goes_on(table, cards, display)
    status, said = end_of_set_up(table)
    assert status != 0, said
    assert table.release() == upgraded
    shows_its_scene(table, keep, "not-back")
