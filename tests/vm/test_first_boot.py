"""A card from ``kiosk first-boot``: cloud-init's own NoCloud finds it, and a table appears by itself."""

from pathlib import Path

import pytest

from kiosk.config.loader import parse
from kiosk.first_boot.seed import FOLDER
from kiosk.service.pin_file import is_pin
from tests.rig.appliance import CONFIGURATION, STATE
from tests.rig.firmware import started
from tests.rig.vm.appliance import configuration
from tests.rig.vm.devices import plug_cable, pull_cable
from tests.rig.vm.first_boot import OPENED, BootPartition, Onlooker, RaspberryPi, prepared, raspberry_pi_os, system
from tests.rig.vm.looks import Keep, shows_its_scene
from tests.rig.vm.screens import until_emblem

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(7200)]

PIN = "271828"
UNIT = "first-boot-of-ligretto.service"
FETCHES_S = 3600.0
"""An emulated processor unpacks and compiles what pip has fetched in minutes."""
STARTS_S = 600.0


SCREENS = {
    "two_seats": (1280, 720),
    "four_seats": (1280, 720),
    "eight_seats": (1280, 720),
    "twelve_seats": (1920, 1080),
}


@pytest.mark.parametrize("name", SCREENS)
def test_a_card_makes_the_machine_a_table_as_soon_as_it_has_a_network(name: str, tmp_path: Path, keep: Keep) -> None:
    start = raspberry_pi_os()
    table, pin = tmp_path / "table.toml", tmp_path / "pin"
    table.write_text(configuration(name))
    pin.write_text(f"{PIN}\n")
    card = prepared(tmp_path, f"--config={table}", f"--pin-file={pin}", "--timezone=Europe/Berlin")
    boot = BootPartition(tmp_path / "boot.img", card)
    before = boot.read("config.txt")
    assert bool(started(OPENED).missing(parse(table.read_text()))) == (name in ("eight_seats", "twelve_seats"))
    with RaspberryPi(tmp_path, start, system(tmp_path, start), boot, SCREENS[name]) as pi:
        onlooker = Onlooker(pi, card, keep)
        pi.switch_on()
        pull_cable(pi)
        onlooker.until("no-network", STARTS_S)
        plug_cable(pi)
        onlooker.until("starting", FETCHES_S)
        pi.wait_until_up()
        onlooker.until("emblem", STARTS_S)
        pi.wait_until_shown("attract", limit=STARTS_S)
        pi.wait_for("the service's end", lambda: "The table is set up" in this_start(pi), STARTS_S)
        shown = [line.removeprefix("Screen: ") for line in this_start(pi) if line.startswith("Screen: ")]
        first = ["preparing", "network", "no-network"]
        then = ["internet", "packages", "release", "python", "compiling", "starting"]
        assert [picture for picture in shown if picture != "clock"] == [*first, *then], "nothing is missing"
        ours = onlooker.seen[1:] if onlooker.seen[0] == "other" else onlooker.seen
        assert ours == [picture for picture in (*shown, "emblem") if picture in ours], "no text comes between"
        is_a_table(pi, keep, "table")
        assert pi.run("cat", CONFIGURATION).stdout == table.read_text()
        pin.write_bytes(pi.read_bytes(f"{STATE}/service-pin"))
        assert is_pin(pin, PIN)
        assert pi.run("readlink", "/etc/localtime").stdout == "/usr/share/zoneinfo/Europe/Berlin\n"
        assert pi.run("passwd", "--status", "table").stdout.split()[1] == "L", "nobody logs in without a key"
        pi.power_off()

        assert boot.is_clean()
        assert [file for file in boot.names() if FOLDER in file] == ["cmdline.txt.ligretto-kiosk-before"]
        assert boot.read("config.txt") == before, "the set-up finds what it would write"
        assert all(line.startswith("#") for line in boot.read("network-config").splitlines())
        pi.switch_on()
        for index, picture in enumerate(until_emblem(pi)):
            keep(f"again-{index}", picture)
        pi.wait_until_up()
        pi.wait_until_shown("attract", limit=STARTS_S)
        assert this_start(pi) == []
        is_a_table(pi, keep, "again-table")


def this_start(pi: RaspberryPi) -> list[str]:
    """The lines that the service has said since the machine was switched on."""
    command = ("journalctl", "--boot", "--no-pager", "--output=cat", f"--unit={UNIT}")
    return pi.run(*command).stdout.splitlines()


def is_a_table(pi: RaspberryPi, keep: Keep, name: str) -> None:
    """It is on the screen, and nobody finds a fault: neither cloud-init nor systemd nor the doctor."""
    shows_its_scene(pi, keep, name)
    told = pi.run("cloud-init", "status", "--long")
    assert (told.returncode, told.stdout.splitlines()[:2]) == (0, ["status: done", "extended_status: done"]), told
    assert "errors: []" in told.stdout.splitlines()
    assert pi.run("systemctl", "--failed", "--quiet", "--plain", "--no-legend").stdout == ""
    assert "fault" not in pi.run("kiosk", "doctor").stdout.replace("no faults", "")
    assert pi.run("find", "/etc", "/usr/local", "/var/lib", "-name", "*first-boot*").stdout == ""
    assert pi.show("getty@tty1.service", "ActiveState")["ActiveState"] == "inactive"
