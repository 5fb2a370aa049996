"""Screens of every kind at a table: two of them, one that comes late or is off at night, upright, very large."""

import pytest
from PIL import Image

from tests.rig.appliance import CONFIGURATION, DISPLAY, TABLE
from tests.rig.vm.appliance import Start, VirtualTable, configuration
from tests.rig.vm.looks import Keep, shows_its_scene
from tests.rig.vm.screens import plug

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(2400)]

FELT = (0x0E, 0x2A, 0x30)
"""What ``systemd/show-picture`` fills the screen with."""
FIRST, SECOND = "Virtual-1", "Virtual-2"


def mostly(picture: Image.Image) -> tuple[int, int, int]:
    """The colour of most of its pixels."""
    return max(picture.getcolors(1 << 24))[1]


def wait_until_begun_anew(table: VirtualTable, before: int) -> None:
    """The display has ended by itself once since, is ready again, and stays."""
    table.wait_for("another display", lambda: table.restarts(DISPLAY) > before, 60)
    table.wait_until_active(DISPLAY, limit=180)
    table.wait_for_scene("attract", limit=120)
    assert table.restarts(DISPLAY) == before + 1


def test_a_screen_that_was_off_at_night_shows_the_table_in_the_morning(table: VirtualTable, keep: Keep) -> None:
    before = table.restarts(DISPLAY)
    plug(table, FIRST, "off")
    table.wait_for_scene("attract")
    assert table.restarts(DISPLAY) == before, "without a screen the display goes on"
    plug(table, FIRST, "detect")
    wait_until_begun_anew(table, before)
    shows_its_scene(table, keep, "morning")


def test_a_screen_that_is_plugged_in_late_shows_the_table_at_once(machine: Start, keep: Keep) -> None:
    table = machine()
    table.boot(f"video={FIRST}:d")
    table.wait_until_shown("attract")
    assert "no screen is connected" in table.run("kiosk", "doctor").stdout
    before = table.restarts(DISPLAY)
    plug(table, FIRST, "detect")
    wait_until_begun_anew(table, before)
    shows_its_scene(table, keep, "late")


def test_of_two_screens_the_configured_one_is_used(machine: Start, keep: Keep) -> None:
    table = machine(outputs=2)
    table.boot(f"video={SECOND}:1024x768e")
    table.wait_until_shown("attract")
    shows_its_scene(table, keep, "first")
    table.write(CONFIGURATION, configuration().replace("fullscreen = true", f'fullscreen = true\nscreen = "{SECOND}"'))
    table.run("systemctl", "restart", TABLE, DISPLAY)
    table.wait_until_shown("attract")
    shows_its_scene(table, keep, "second", head=1)
    keep("other", table.screen())
    assert mostly(table.screen()) == FELT, "the other one shows the picture for the start, as large as both have room"


def test_an_upright_screen_is_filled(machine: Start, keep: Keep) -> None:
    table = machine(size=(1080, 1920))
    table.boot()
    assert table.wait_until_shown("attract").size == (1080, 1920)
    shows_its_scene(table, keep, "upright")


def test_a_very_large_screen_is_filled(machine: Start, keep: Keep) -> None:
    """An emulated processor draws such a picture in ten seconds: it is only looked at."""
    table = machine(size=(3840, 2160))
    table.boot()
    assert table.wait_until_shown("attract", limit=600).size == (3840, 2160)
    table.wait_for("a picture", lambda: len(table.screen().getcolors(1 << 24) or ()) > 1000, 300)
    keep("large", table.screen())
    assert table.screen().size == (3840, 2160)


def test_of_two_graphics_cards_the_one_with_a_screen_is_used(machine: Start) -> None:
    """As on a Pi, where vc4 shows what v3d draws: here vkms has the screen, and the other card none."""
    table = machine()
    table.boot(f"video={FIRST}:d", "modules_load=vkms")
    table.wait_until_shown("attract")
    drawn = table.screenshot()
    assert len(drawn.getcolors(drawn.width * drawn.height) or ()) > 1000
    told = [line.split(maxsplit=2) for line in table.run("kiosk", "doctor").stdout.splitlines() if line.strip()]
    shown = [words for words in told if words[1] == "screen"]
    assert any(grade == "good" and what.startswith("Virtual-") for grade, _, what in shown), shown
