"""An appliance is set up on arm64, as a Raspberry Pi is: one command, wheels alone, then people play."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from tests.rig.appliance import CONFIGURATION, RELEASES, RUNTIME
from tests.rig.arm64 import Arm64, emulated

pytestmark = [pytest.mark.arm64, pytest.mark.slow, pytest.mark.timeout(7200)]


@pytest.fixture(params=["bookworm", "trixie"])
def machine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Arm64]:
    """A machine as it comes: Debian for arm64, switched on, and the source of the kiosk."""
    folder = tmp_path / "machine"
    folder.mkdir()
    with emulated(), Arm64(folder, request.param) as fresh:
        fresh.boot()
        yield fresh
    shutil.rmtree(folder)  # half a gigabyte; the pictures stay


def test_one_command_makes_an_arm64_a_table_at_which_people_play(machine: Arm64, tmp_path: Path) -> None:
    assert machine.run("uname", "-m").stdout.strip() == "aarch64"
    ended = machine.set_up()
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert machine.built() == {"ligretto-kiosk"}
    libraries = machine.run("find", f"{RELEASES}/current/", "-name", "*.so").stdout.split()
    assert [library for library in libraries if "kivy/graphics" in library]
    assert not [library for library in libraries if "x86_64" in library]

    checked = machine.run("kiosk", "config", "check", CONFIGURATION)
    assert checked.returncode == 0, checked.stdout
    machine.wait_for_scene("attract")
    doctor = machine.run("kiosk", "doctor")
    assert doctor.returncode == 0, doctor.stdout
    photograph(machine, tmp_path / "attract.png")

    machine.play()
    machine.wait_for_scene("play")
    assert machine.journal().round
    photograph(machine, tmp_path / "play.png")


def photograph(machine: Arm64, picture: Path) -> None:
    """What the display shows, in a file for people to look at; not one plain colour."""
    there = f"{RUNTIME}/display/{picture.name}"
    machine.wait_for("a screenshot", lambda: machine.run("kiosk", "screenshot", there).returncode == 0)
    shutil.copy(machine.path(there), picture)
    scene = machine.scene()
    with Image.open(picture) as image:
        assert scene is None or image.size == scene.size
        assert len(image.getcolors(image.width * image.height)) > 1000
