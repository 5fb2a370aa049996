"""The staff at a table with a screen: the service menu by fingers, a stick, hours, shutting down."""

import subprocess
from pathlib import Path

import pytest

from tests.rig.appliance import CONFIGURATION, DISPLAY, STICK, TABLE
from tests.rig.scene import Scene, Thing
from tests.rig.visit import Visit
from tests.rig.vm.appliance import VirtualTable, configuration
from tests.rig.vm.devices import plugged_stick, stick
from tests.rig.vm.looks import Keep
from tests.rig.vm.people import People

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(2400)]


def configure(table: VirtualTable, more: str) -> None:
    table.write(CONFIGURATION, configuration(more=more))
    table.run("systemctl", "restart", TABLE, DISPLAY)
    table.wait_until_active(TABLE, DISPLAY, limit=180)


def brightness(table: VirtualTable) -> float:
    """The mean of what the screen shows, 0 to 255."""
    grey = table.screen().convert("L").tobytes()
    return sum(grey) / len(grey)


def _of_system(scene: Scene) -> list[Thing]:
    """Return the tiles of the page; none while another one is shown, which has a tile of the same name."""
    tiles = scene.of("tile")
    return tiles if any(tile.text == "Restart the table" for tile in tiles) else []


def test_the_menu_by_fingers_keeps_a_backup_on_a_stick_and_switches_the_machine_off(
    table: VirtualTable, tmp_path: Path, keep: Keep
) -> None:
    pin = table.run("kiosk", "pin", "set", "--random").stdout.strip()
    file = stick(tmp_path)
    with table.watched() as watcher:
        visit = Visit(People(table, watcher), pin)
        visit.come_in()
        keep("menu", table.screen())
        visit.tap("tile", text="USB stick")
        visit.page("stick")
        with plugged_stick(table, file):
            table.wait_for("the stick", lambda: table.run("mountpoint", "--quiet", STICK).returncode == 0)
            visit.tap("tile", text="Save everything")
            visit.shows("the backup", lambda view: view.note == "carried")
            keep("stick", table.screen())
        names = subprocess.run(["mdir", "-b", "-i", str(file), "::"], check=True, capture_output=True, text=True).stdout
        assert "ligretto-backup" in names
        visit.tap("back")
        visit.page("menu")
        visit.tap("tile", text="Shut down")
        visit.page("system")
        tiles = visit.kiosk.wait_for("its tiles", _of_system)
        slot = next(tile.slot for tile in tiles if tile.text == "Shut down")
        visit.tap("tile", slot=slot)
        visit.shows("sure", lambda view: any(tile.state == "sure" for tile in view.tiles))
        keep("shut-down", table.screen())
        visit.tap("tile", slot=slot)
    table.wait_until_off()


def test_outside_of_its_hours_the_table_is_dark_and_tells_whoever_touches_it(table: VirtualTable, keep: Keep) -> None:
    lit = brightness(table)
    closed = '\n[hours]\nopens = "03:00"\ncloses = "03:01"\n'
    configure(table, closed)
    table.wait_for_scene("closed", limit=180)
    table.wait_for("a dark screen", lambda: brightness(table) < 1, 180)
    table.fingers().down(0, 640, 360)
    table.fingers().up(0)
    table.wait_for("the notice", lambda: brightness(table) > 1, 60)
    keep("closed", table.screen())
    table.wait_for("a dark screen", lambda: brightness(table) < 1, 120)
    configure(table, "")
    table.wait_for("a lit screen", lambda: brightness(table) > lit / 2, 180)


def test_nobody_plays_and_the_picture_is_dimmed_until_somebody_touches_it(table: VirtualTable) -> None:
    configure(table, "\n[screen]\ndim_after_s = 30\ndimmed = 20\n")
    table.wait_for_scene("attract", limit=180)
    lit = brightness(table)
    table.wait_for("a dimmed picture", lambda: brightness(table) < lit / 2, 180)
    table.fingers().down(0, 640, 360)
    table.fingers().up(0)
    table.wait_for("the picture", lambda: brightness(table) > lit / 2, 60)
