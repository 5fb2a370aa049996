"""A card from ``kiosk first-boot`` in a container; a test replaces cloud-init at every start."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from kiosk.config.config_txt import without_block
from kiosk.config.loader import parse
from kiosk.config.pi_setup import Derived, derive
from kiosk.first_boot.bundle import FOLDER, bundle
from kiosk.first_boot.options import Options, wifi
from kiosk.service.pin import hashed, is_pin
from kiosk.system.typed_secret import Cost
from tests.rig import raspberry_pi_os
from tests.rig.appliance import CONFIGURATION, ROOT, STATE, Appliance
from tests.rig.machine import Machine, base_tree

pytestmark = [pytest.mark.appliance, pytest.mark.slow, pytest.mark.timeout(1200)]

BOOT = "boot/firmware"
UNIT = "first-boot-of-ligretto.service"
PIN = "271828"
TABLE = (ROOT / "kiosk/config/two_seats.toml").read_bytes()
CONFIG_TXT = "dtparam=audio=on\n"
LAMPS = (ROOT / "kiosk/config/twelve_seats.toml").read_text() + '\n[hardware]\nkind = "gpio"\n'
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA me@home"

CLOUD_INIT = ("cloud-init", "netplan.io", "python3-venv", "tzdata")
NO_SSH = "[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=true\n[Install]\nWantedBy=multi-user.target\n"
NETWORK_MANAGER = "netplan generate && cat /run/NetworkManager/system-connections/*"


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Appliance]:
    """A machine with the card in it, switched off."""
    with Appliance(tmp_path) as made:
        prepare(made, PIN, TABLE)
        netplan = made.root / "etc/netplan/50-cloud-init.yaml"  # created by cloud-init from network-config
        netplan.parent.mkdir()
        netplan.write_text("network: {}\n")
        yield made
    shutil.rmtree(tmp_path)


def prepare(machine: Machine, pin: str, table: bytes | None, firmware: Derived | None = None) -> None:
    options = Options("Europe/Berlin", "DE", wifi("Café", "secret word"))
    write(machine.root / BOOT, bundle(options, "de", table, hashed(pin, Cost(1 << 10)), "root=x", "one", firmware))


def write(boot: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        (boot / name).parent.mkdir(parents=True, exist_ok=True)
        (boot / name).write_bytes(content)


def cloud_init(machine: Appliance) -> None:
    """Do what cloud-init does at every start."""
    text = (machine.root / BOOT / "user-data").read_text()
    (command,) = json.loads(text.partition("kiosk first-boot\n")[2])["bootcmd"]
    ended = machine.run(*command)
    assert ended.returncode == 0, ended.stderr


def wait_for_line(machine: Machine, line: str, limit: float = 300.0) -> None:
    machine.wait_for(line, lambda: line in this_start(machine), limit)


def this_start(machine: Machine) -> list[str]:
    """Return the lines that the service has logged since the machine was switched on."""
    command = ("journalctl", "--boot", "--no-pager", "--output=cat", f"--unit={UNIT}")
    return machine.run(*command).stdout.splitlines()


def test_it_waits_for_the_network_outlives_cuts_and_ends_as_the_table_with_the_told_pin(machine: Appliance) -> None:
    machine.boot("--private-network")
    cloud_init(machine)
    wait_for_line(machine, "Screen: network")
    wait_for_line(machine, "Screen: no-network")
    machine.pull_the_plug()

    machine.boot()  # without cloud-init, as on a day when it does nothing
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
    machine.power_off()

    firmware = derive(parse(LAMPS), CONFIG_TXT)
    prepare(machine, "314159", None, firmware)  # the same card again, with an expander that is not there
    machine.boot("--private-network")  # nor is a network, as its release is installed
    cloud_init(machine)
    wait_for_line(machine, "Screen: missing")
    wait_for_line(machine, "The table is set up")
    assert without_block((machine.root / BOOT / "config.txt").read_text()) == CONFIG_TXT
    machine.wait_for_scene("attract")
    assert (machine.root / CONFIGURATION.lstrip("/")).read_bytes() == TABLE
    pin = machine.root / STATE.lstrip("/") / "service-pin"
    assert is_pin(pin, "314159")
    assert pin.stat().st_uid == pin.parent.stat().st_uid != 0  # owned by the table's user
    nothing_is_left(machine)


def test_cloud_init_itself_begins_it_before_there_is_a_network_and_at_every_start(tmp_path: Path) -> None:
    """As Raspberry Pi OS Trixie configures it, and with the network that it creates from its configuration."""
    options = Options("Europe/Berlin", "DE", wifi('Café "5G" \\ 🎲', "secret word", hidden=True), (KEY,))
    with Machine(tmp_path, [base_tree("trixie", CLOUD_INIT)], {}) as machine:
        write(machine.root / BOOT, bundle(options, "de", None, hashed(PIN, Cost(1 << 10)), "root=x", "ligretto-1"))
        (machine.root / "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg").write_text(raspberry_pi_os.CLOUD_INIT)
        (machine.root / "usr/lib/netplan/00-network-manager-all.yaml").write_text(raspberry_pi_os.NETWORK)
        (machine.root / "etc/systemd/system/ssh.service").write_text(NO_SSH)
        machine.boot("--private-network")
        for name, kind in (("user-data", "cloud-config"), ("network-config", "network-config")):
            ended = machine.run("cloud-init", "schema", f"--schema-type={kind}", f"--config-file=/{BOOT}/{name}")
            assert (ended.returncode, "Valid schema" in ended.stdout) == (0, True), ended.stdout + ended.stderr
        ended = machine.run("cloud-init", "status", "--long")
        assert "status: done" in ended.stdout, ended.stdout
        wait_for_line(machine, "Screen: network")
        assert machine.run("getent", "passwd", "table").stdout.endswith(":/home/table:/bin/bash\n")
        assert machine.run("passwd", "--status", "table").stdout.split()[1] == "L"  # no password
        assert machine.run("cat", "/home/table/.ssh/authorized_keys").stdout == f"{KEY}\n"
        assert machine.run("readlink", "/etc/localtime").stdout == "/usr/share/zoneinfo/Europe/Berlin\n"
        assert machine.run("systemctl", "is-active", "ssh.service").stdout == "active\n"
        ended = machine.run("sh", "-c", NETWORK_MANAGER)
        assert ended.returncode == 0, ended.stderr
        for line in ('ssid=Café "5G" \\\\ 🎲', "hidden=true", f"psk={options.wifi.key}"):  # type: ignore[union-attr]
            assert line in ended.stdout.splitlines()
        machine.power_off()

        machine.boot("--private-network")
        wait_for_line(machine, "Screen: network")
    shutil.rmtree(tmp_path)


def nothing_is_left(machine: Appliance) -> None:
    """Check that no secrets are left on the card, and nothing that would start the set-up again."""
    boot = machine.root / BOOT
    machine.wait_for("a card that is cleaned", lambda: not (boot / f"{FOLDER}.done").exists())
    machine.wait_for("the service's end", lambda: machine.show(UNIT, "ActiveState")["ActiveState"] == "inactive")
    ours = [path.name for path in boot.iterdir() if "ligretto" in path.name]
    assert ours == ["cmdline.txt.ligretto-kiosk-before"]  # from systemd/quiet_start.sh
    assert all(line.startswith("#") for line in (boot / "network-config").read_text().splitlines())
    found = machine.run("find", "/etc", "/usr/local", "/var/lib", "-name", "*first-boot*").stdout
    assert found == ""
