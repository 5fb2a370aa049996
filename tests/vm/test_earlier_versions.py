"""A table of an earlier version that venues have is upgraded in mid-match, and its screen shows the same round.

Tables are played by messages there. The first version never lit up a screen of its own: going back to it fails, and
leaves the match where it is.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.api import Button
from tests.rig.appliance import DISPLAY, RELEASES, TABLE, source
from tests.rig.earlier_versions import EARLIER_VERSIONS, EarlierVersion
from tests.rig.vm.appliance import VirtualTable, configuration, installed, patient
from tests.rig.vm.kernel import Kernel
from tests.rig.vm.looks import Keep, shows_its_scene
from tests.vm.test_upgrades import ENDS_S, PATIENT, begin_set_up, end_of_set_up

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(2 * 3600)]


@pytest.fixture(params=EARLIER_VERSIONS, ids=lambda version: version.name)
def earlier(request: pytest.FixtureRequest) -> EarlierVersion:
    version: EarlierVersion = request.param
    return version


@pytest.fixture
def table(started_with: Kernel, tmp_path: Path, earlier: EarlierVersion) -> Iterator[VirtualTable]:
    simulated = configuration(more=PATIENT).replace('kind = "gpio"', 'kind = "simulated"')  # the first had no pins here
    disk = installed(tmp_path, started_with, simulated, of=earlier.source(tmp_path / "earlier"))
    with VirtualTable(tmp_path, started_with, disk) as table:
        table.earlier = earlier
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


def test_an_upgrade_lights_the_screen_up_and_keeps_the_round(
    table: VirtualTable, earlier: EarlierVersion, tmp_path: Path, keep: Keep
) -> None:
    table.boot()
    table.wait_until_active(TABLE, limit=300)
    sit_down(table)
    cards, old = dealt(table), table.release()

    table.put(patient(source(tmp_path / "newer", "0.1.0")), "/newer")
    table.earlier = None
    begin_set_up(table, "/newer")
    goes_on(table, cards, display=0)
    status, said = end_of_set_up(table)
    assert status == 0, said
    shows_its_scene(table, keep, "upgraded")

    upgraded, display = table.release(), table.pid(DISPLAY)
    begin_set_up(table, f"{RELEASES}/previous")
    if earlier.draws:
        table.earlier = earlier
    goes_on(table, cards, display)
    status, said = end_of_set_up(table)
    assert (status == 0) is earlier.draws, said
    assert table.release() == (old if earlier.draws else upgraded)
    shows_its_scene(table, keep, "back" if earlier.draws else "not-back")
