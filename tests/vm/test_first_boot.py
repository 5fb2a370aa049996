"""A card from ``kiosk first-boot``: cloud-init's own NoCloud finds it, and a table appears by itself."""

import tempfile
from functools import partial
from pathlib import Path

import pytest

from hardware.api import ChipLine
from kiosk.config.loader import parse
from kiosk.first_boot.bundle import FOLDER
from kiosk.service.pin import is_pin
from tests.rig.appliance import CONFIGURATION, STATE
from tests.rig.firmware import started
from tests.rig.vm.appliance import configuration
from tests.rig.vm.devices import plug_cable, pull_cable
from tests.rig.vm.first_boot import (
    OPENED,
    BootPartition,
    Onlooker,
    RaspberryPi,
    prepare,
    prepared,
    raspberry_pi_os,
    system,
)
from tests.rig.vm.guest import EXPANDER
from tests.rig.vm.looks import Keep, shows_its_scene
from tests.rig.vm.screens import until_emblem
from tests.rig.watcher import Watcher

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(10800)]

PIN = "271828"
UNIT = "first-boot-of-ligretto.service"
FETCHES_S = 3600.0
"""An emulated processor unpacks and compiles what pip has fetched in minutes."""
STARTS_S = 600.0


NO_NETWORK_S = 900.0
"""Until a table is up whose release is installed, beside an emulated processor's first look at everything."""
LARGER = ("four_seats", "eight_seats", "twelve_seats")
SCREEN, LARGE_SCREEN = (1280, 720), (1920, 1080)
"""An emulated processor draws the picture, too; on the smaller one the cards of twelve seats would be too small."""


def test_a_card_makes_the_machine_a_table_and_later_ones_a_larger_one(tmp_path: Path, keep: Keep) -> None:
    """First of two seats, as soon as there is a network; then of four, eight and twelve without any."""
    start = raspberry_pi_os()
    pin = tmp_path / "pin"
    pin.write_text(f"{PIN}\n")
    card = prepared(
        tmp_path, f"--config={config(tmp_path, 'two_seats')}", f"--pin-file={pin}", "--timezone=Europe/Berlin"
    )
    boot = BootPartition(tmp_path / "boot.img", card)
    with RaspberryPi(tmp_path, start, system(tmp_path, start), boot, SCREEN) as pi:
        a_new_card_makes_it_a_table(pi, boot, card, keep)
        for name in LARGER:
            the_same_card_makes_it_another_table(pi, boot, tmp_path, name, keep)


def config(folder: Path, name: str) -> Path:
    file = folder / f"{name}.toml"
    file.write_text(configuration(name))
    return file


def a_new_card_makes_it_a_table(pi: RaspberryPi, boot: BootPartition, card: Path, keep: Keep) -> None:
    before = boot.read("config.txt")
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
    has_its_pins(pi, "two_seats")
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
    pi.power_off()


def the_same_card_makes_it_another_table(
    pi: RaspberryPi, boot: BootPartition, folder: Path, name: str, keep: Keep
) -> None:
    """Its release is installed, so it needs no network; what the firmware has to do is on the card."""
    card = folder / name
    boot.copy_to(card)
    prepare(card, folder, f"--config={config(folder, name)}", f"--pin-file={folder / 'pin'}")
    boot.write(card)
    assert not started(boot.read("config.txt")).missing(parse(configuration(name)))
    if name != "four_seats":
        assert started(OPENED).missing(parse(configuration(name))), "the card as it was opened would not do"
    pi.size = LARGE_SCREEN if name == "twelve_seats" else SCREEN
    onlooker = Onlooker(pi, card, keep)
    pi.switch_on()
    pull_cable(pi)
    onlooker.until("emblem", NO_NETWORK_S)  # the table is about to show itself
    assert "network" not in onlooker.seen, onlooker.seen
    plug_cable(pi)  # for us alone
    pi.wait_until_up()
    pi.wait_for("the service's end", lambda: "The table is set up" in this_start(pi), NO_NETWORK_S)
    assert "Screen: missing" not in this_start(pi)
    pi.wait_until_shown("attract", limit=STARTS_S)
    keep(name, pi.screen())  # nobody can wait until an emulated processor has drawn eight seats at rest
    has_no_fault(pi)
    has_its_pins(pi, name)
    pi.power_off()


def has_its_pins(pi: RaspberryPi, name: str) -> None:
    """Each Stop button takes its seat, each lamp is lit as in a lobby; the configuration and the PIN are the card's."""
    assert pi.run("cat", CONFIGURATION).stdout == configuration(name)
    assert "config.txt has what the configuration needs" in pi.run("kiosk", "doctor").stdout
    with tempfile.NamedTemporaryFile() as pin:
        Path(pin.name).write_bytes(pi.read_bytes(f"{STATE}/service-pin"))
        assert is_pin(Path(pin.name), PIN)
    with pi.watched() as watcher:
        for wires in parse(configuration(name)).wiring():
            assert isinstance(wires.stop_pin, int)
            pi.push(wires.stop_pin)
            is_taken = partial(_is_taken, watcher, wires.seat)
            watcher.wait_for(f"seat {wires.seat} is taken", is_taken, 60)
            lamp = wires.lamp_pin
            line = EXPANDER + lamp.line if isinstance(lamp, ChipLine) else lamp
            assert line is not None
            looks, lit = pi.rig("watch", 1.5, line)
            assert 0 < lit < looks, f"the lamp of seat {wires.seat} is not steady"


def _is_taken(watcher: Watcher, seat: int, _: object) -> bool:
    return watcher.seat(seat).state != "free"


def this_start(pi: RaspberryPi) -> list[str]:
    """The lines that the service has said since the machine was switched on."""
    command = ("journalctl", "--boot", "--no-pager", "--output=cat", f"--unit={UNIT}")
    return pi.run(*command).stdout.splitlines()


def is_a_table(pi: RaspberryPi, keep: Keep, name: str) -> None:
    """It is on the screen, and has no fault."""
    shows_its_scene(pi, keep, name)
    has_no_fault(pi)


def has_no_fault(pi: RaspberryPi) -> None:
    """Nobody finds any: neither cloud-init nor systemd nor the doctor."""
    told = pi.run("cloud-init", "status", "--long")
    assert (told.returncode, told.stdout.splitlines()[:2]) == (0, ["status: done", "extended_status: done"]), told
    assert "errors: []" in told.stdout.splitlines()
    assert pi.run("systemctl", "--failed", "--quiet", "--plain", "--no-legend").stdout == ""
    assert "fault" not in pi.run("kiosk", "doctor").stdout.replace("no faults", "")
    assert pi.run("find", "/etc", "/usr/local", "/var/lib", "-name", "*first-boot*").stdout == ""
    assert pi.show("getty@tty1.service", "ActiveState")["ActiveState"] == "inactive"
