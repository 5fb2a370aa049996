"""systemd passes the venue alone the results store's password, if there is one, and the start of the machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rig.appliance import debian
from tests.rig.machine import Machine

pytestmark = [pytest.mark.appliance, pytest.mark.timeout(600)]

FILES = Path(__file__).parents[2] / "systemd/files"
UNITS = "etc/systemd/system"
VENUE = "ligretto-venue.service"
PASSWORD = "/etc/credstore/ligretto-store-password"  # noqa: S105  its place
LOOKS = """
import os, pathlib
from kiosk.system import boot
from kiosk.system.password_file import UnusablePassword, read_password
pathlib.Path("boot").write_text(f"{boot.boot_id()} {boot._FILE.exists()}")
try:
    told = read_password("$CREDENTIALS_DIRECTORY/ligretto-store-password")
except UnusablePassword as error:
    told = f"{type(error).__name__}: {error}"
pathlib.Path("told").write_text(told)
"""


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine with the venue's unit, whose program only reads what it is passed."""
    shares = {"/mnt/kiosk": Path(__file__).parents[2] / "kiosk"}
    with Machine(tmp_path_factory.mktemp("machine"), [debian()], shares) as machine:
        (machine.root / "opt/ligretto-kiosk").mkdir(parents=True)
        (machine.root / "opt/looks.py").write_text(f"import sys\nsys.path.insert(0, '/mnt')\n{LOOKS}")
        unit = (FILES / UNITS / VENUE).read_text(encoding="utf-8")
        unit = re.sub("^ExecStart=.*$", "ExecStart=/usr/bin/python3 /opt/looks.py", unit, flags=re.MULTILINE)
        unit = re.sub("^(Type|Restart|WatchdogSec|OnFailure)=.*$", "", unit, flags=re.MULTILINE)
        unit = unit.replace("[Service]\n", "[Service]\nType=oneshot\n")
        (machine.root / UNITS / VENUE).write_text(unit)
        (machine.root / UNITS / "ligretto-.service.d").mkdir()
        common = (FILES / UNITS / "ligretto-.service.d/locked-down.conf").read_text(encoding="utf-8")
        (machine.root / UNITS / "ligretto-.service.d/locked-down.conf").write_text(common)
        machine.boot()
        assert machine.run("useradd", "--system", "ligretto-table").returncode == 0
        yield machine


def told(machine: Machine) -> str:
    done = machine.run("systemctl", "start", VENUE)
    assert done.returncode == 0, machine.run("journalctl", "-u", VENUE, "-n", "20").stdout
    return machine.path("/var/lib/ligretto-kiosk/told").read_text(encoding="utf-8")


def test_the_venue_is_passed_the_password_that_only_root_may_read(machine: Machine) -> None:
    machine.run("sh", "-c", f"install -D -m 600 /dev/null {PASSWORD} && echo 'ge/he im' >{PASSWORD}")
    assert told(machine) == "ge/he im"
    assert machine.run("setpriv", "--reuid=ligretto-table", "--clear-groups", "cat", PASSWORD).returncode != 0


def test_without_a_password_the_venue_starts_as_well(machine: Machine) -> None:
    machine.run("rm", "-f", PASSWORD)
    assert "there is no such credential" in told(machine)


def test_the_venue_knows_the_start_of_the_machine_without_the_kernel_s_file(machine: Machine) -> None:
    told(machine)
    known = machine.path("/var/lib/ligretto-kiosk/boot").read_text(encoding="utf-8")
    told_by_the_kernel = machine.run("cat", "/proc/sys/kernel/random/boot_id").stdout.strip()
    assert len(told_by_the_kernel) == 36
    assert known == f"{told_by_the_kernel} False"
