"""A card from ``kiosk first-boot`` in a machine of its own; a test stands in for cloud-init at every start."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.first_boot.bundle import bundle
from kiosk.first_boot.options import Options, wifi
from kiosk.first_boot.seed import FOLDER
from kiosk.service.pin import Cost, hashed, is_pin
from tests.rig.appliance import CONFIGURATION, ROOT, STATE, Appliance

pytestmark = [pytest.mark.appliance, pytest.mark.slow, pytest.mark.timeout(1200)]

BOOT = "boot/firmware"
UNIT = "first-boot-of-ligretto.service"
PIN = "271828"
TABLE = (ROOT / "kiosk/configs/two_seats.toml").read_bytes()


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Appliance]:
    """A machine with the card in it, switched off."""
    with Appliance(tmp_path) as made:
        options = Options("Europe/Berlin", "DE", wifi("Café", "secret word"))
        for name, content in bundle(options, "de", TABLE, hashed(PIN, Cost(1 << 10)), "root=x", "one").items():
            file = made.root / BOOT / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        netplan = made.root / "etc/netplan/50-cloud-init.yaml"  # what cloud-init makes of network-config
        netplan.parent.mkdir()
        netplan.write_text("network: {}\n")
        yield made
    shutil.rmtree(tmp_path)


def cloud_init(machine: Appliance) -> None:
    """What it does at every start."""
    text = (machine.root / BOOT / "user-data").read_text()
    (command,) = json.loads(text.partition("kiosk first-boot\n")[2])["bootcmd"]
    ended = machine.run(*command)
    assert ended.returncode == 0, ended.stderr


def wait_for_line(machine: Appliance, line: str, limit: float = 300.0) -> None:
    machine.wait_for(line, lambda: line in this_start(machine), limit)


def this_start(machine: Appliance) -> list[str]:
    """What the service has said since the machine was switched on."""
    command = ("journalctl", "--boot", "--no-pager", "--output=cat", f"--unit={UNIT}")
    return machine.run(*command).stdout.splitlines()


def test_it_waits_for_the_network_outlives_cuts_and_ends_as_the_table_with_the_told_pin(machine: Appliance) -> None:
    machine.boot("--private-network")
    cloud_init(machine)
    wait_for_line(machine, "Screen: network")
    wait_for_line(machine, "Screen: no-network")
    machine.pull_the_plug()

    machine.boot()  # by itself: as on a day when cloud-init does nothing
    wait_for_line(machine, "Installing the Python packages")
    machine.pull_the_plug()

    machine.boot()
    cloud_init(machine)
    wait_for_line(machine, "The table is set up")
    machine.wait_for_scene("attract")
    assert is_pin(machine.root / STATE.lstrip("/") / "service-pin", PIN)
    assert (machine.root / CONFIGURATION.lstrip("/")).read_bytes() == TABLE
    said = this_start(machine)
    shown = [line.removeprefix("Screen: ") for line in said if line.startswith("Screen: ")]
    assert shown[-3:] == ["python", "compiling", "starting"], said

    nothing_is_left(machine)
    machine.power_off()
    machine.boot()
    cloud_init(machine)
    machine.wait_for_scene("attract")
    assert this_start(machine) == []


def nothing_is_left(machine: Appliance) -> None:
    """Neither a secret on the card nor anything that would begin anew."""
    boot = machine.root / BOOT
    machine.wait_for("a card that is cleaned", lambda: not (boot / f"{FOLDER}.done").exists())
    machine.wait_for("the service's end", lambda: machine.show(UNIT, "ActiveState")["ActiveState"] == "inactive")
    assert sorted(path.name for path in boot.iterdir()) == ["cmdline.txt", "meta-data", "network-config", "user-data"]
    assert all(line.startswith("#") for line in (boot / "network-config").read_text().splitlines())
    found = machine.run("find", "/etc", "/usr/local", "/var/lib", "-name", "*first-boot*").stdout
    assert found == ""
