"""A set-up's lines in config.txt: what is refused, a rollback, and how they go again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.config.loader import CONFIGS, parse
from kiosk.config.pi_setup import derive
from tests.rig.firmware import started

ROOT = Path(__file__).parents[2]
STOCK = "dtparam=audio=on\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n"
CHOOSE = 'choose_firmware; mkdir "$scratch/trial"; keep_firmware "$scratch/trial"; '
PUT = 'put_firmware "$scratch/trial/wanted-config.txt"; '
TAKE_BACK = 'put_firmware "$scratch/trial/config.txt"; '


class Pi:
    """A boot partition, a configuration, and the shell functions with a real release."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.boot = folder / "firmware"
        self.boot.mkdir()
        (folder / "scratch").mkdir()
        self.config_txt = self.boot / "config.txt"
        self.config_txt.write_text(STOCK)
        self.table = folder / "table.toml"
        self.settings = (CONFIGS / "twelve_seats.toml").read_text() + '\n[hardware]\nkind = "gpio"\n'
        self.table.write_text(self.settings)
        python = folder / "release/venv/bin/python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        python.chmod(0o755)

    def do(self, script: str, **variables: object) -> subprocess.CompletedProcess[str]:
        """Run the script after the functions are read."""
        given = {
            "firmware": self.boot,
            "grub": self.folder / "grub",
            "home": self.folder,
            "release": self.folder / "release",
            "scratch": self.folder / "scratch",
            "configuration": self.table,
            "config": "",
            "config_txt": "",
            **variables,
        }
        text = (
            "set -eu; . systemd/common.sh; . systemd/configuration.sh; . systemd/quiet_start.sh; "
            'put() { install -m 644 "$1" "$2"; }; '
            f"{' '.join(f'{name}={value}' for name, value in given.items())}; {script}"
        )
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PYTHONPATH": str(ROOT)}
        return subprocess.run(
            ["sh", "-c", text], cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60
        )


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_what_the_table_needs_is_written_told_and_goes_without_a_trace(pi: Pi) -> None:
    done = pi.do(f"{CHOOSE}{PUT}tell_about_firmware")
    assert (done.returncode, done.stderr) == (0, "")
    assert "config.txt has been changed: restart once (sudo reboot)" in done.stdout
    text = pi.config_txt.read_text()
    assert text == derive(parse(pi.settings), STOCK).text
    assert started(text).missing(parse(pi.settings)) == []

    pi.config_txt.write_text(f"{text}dtoverlay=i2c-rtc,ds3231\n")  # somebody's, later
    (pi.boot / "config.txt.ligretto-kiosk-before").write_text(STOCK)  # an older release's
    assert pi.do("start_with_text").stdout == ""
    assert pi.config_txt.read_text() == f"{STOCK}dtoverlay=i2c-rtc,ds3231\n"


def test_a_second_set_up_changes_nothing_and_tells_what_is_not_there(pi: Pi) -> None:
    pi.config_txt.write_text(derive(parse(pi.settings), STOCK).text)
    before = pi.config_txt.read_text()
    done = pi.do(f"{CHOOSE}{PUT}tell_about_firmware")
    assert pi.config_txt.read_text() == before
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["Missing", "Missing"]


def test_a_rollback_brings_back_what_was_there(pi: Pi) -> None:
    done = pi.do(f"{CHOOSE}{PUT}{TAKE_BACK}")
    assert (done.returncode, pi.config_txt.read_text()) == (0, STOCK)


def test_a_new_configuration_with_an_unknown_chip_is_refused_and_an_old_one_goes_on(pi: Pi) -> None:
    pi.table.write_text(pi.settings.replace("mcp23017:0", "pca9555:0"))
    refused = pi.do("choose_firmware", config=pi.table)
    assert refused.returncode == 1
    assert "no line of config.txt can be derived for pca9555" in refused.stderr
    assert refused.stderr.endswith("(see above); nothing has been changed\n")
    upgraded = pi.do(f"{CHOOSE}{PUT}")
    assert upgraded.returncode == 0
    assert "pca9555" in upgraded.stderr
    assert "dtoverlay=mcp23017,addr=0x20,noints" in pi.config_txt.read_text()


def test_an_old_configuration_that_is_broken_leaves_config_txt_as_it_is(pi: Pi) -> None:
    pi.table.write_text("[[seat]]\n")
    done = pi.do(f"{CHOOSE}{PUT}")
    assert (done.returncode, pi.config_txt.read_text()) == (0, STOCK)


def test_lines_of_an_administrator_are_checked_and_stay(pi: Pi, tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("include other.txt\n")
    refused = pi.do("choose_firmware", config_txt=lines)
    assert (refused.returncode, "line 1: include" in refused.stderr) == (1, True)
    lines.write_text("dtoverlay=i2c-rtc,ds3231\n")
    for variables in ({"config_txt": lines}, {}):
        assert pi.do(f"rm -rf $scratch/*; {CHOOSE}{PUT}", **variables).returncode == 0
        assert "dtoverlay=i2c-rtc,ds3231\n" in pi.config_txt.read_text()


def test_where_there_is_no_raspberry_pi_nothing_happens_and_lines_are_refused(pi: Pi, tmp_path: Path) -> None:
    pi.config_txt.unlink()
    assert pi.do(f"{CHOOSE}{PUT}{TAKE_BACK}tell_about_firmware; forget_firmware").stdout == ""
    assert list(pi.boot.iterdir()) == []
    refused = pi.do("choose_firmware", config_txt=tmp_path / "lines.txt")
    assert (refused.returncode, "there is no " in refused.stderr) == (1, True)


def test_a_boot_partition_that_cannot_be_written_is_told_and_the_set_up_goes_on(pi: Pi) -> None:
    (pi.boot / "config.txt.new").symlink_to("/dev/full")
    done = pi.do(f"{CHOOSE}{PUT}")
    assert (done.returncode, "could not be changed" in done.stderr) == (0, True)
    assert pi.config_txt.read_text() == STOCK


@pytest.mark.parametrize("status", [0, 1])
def test_packages_that_venue_needs_are_installed_and_without_them_the_set_up_goes_on(pi: Pi, status: int) -> None:
    python = pi.folder / "release/venv/bin/python"
    answers = f'case "$*" in *pip*) echo "$@" >>{pi.folder}/pip; cat {pi.folder}/scratch/requirements; exit {status} ;;'
    python.write_text(f"#!/bin/sh\n{answers} *) cat {pi.folder}/wanted ;; esac\n")
    (pi.folder / "wanted").write_text("psycopg[binary]>=3.2.4\n")
    done = pi.do("add_packages; echo goes on")
    assert done.stdout.endswith("psycopg[binary]>=3.2.4\ngoes on\n")
    assert ("has to wait until this is repeated with a network" in done.stderr) == bool(status)
    assert f"-c {pi.folder}/release/systemd/constraints.txt" in (pi.folder / "pip").read_text()
    (pi.folder / "wanted").write_text("")
    (pi.folder / "pip").unlink()
    assert pi.do("add_packages; echo goes on").stdout == "goes on\n"
    assert not (pi.folder / "pip").exists()


def test_a_configuration_that_is_broken_keeps_a_set_up_from_no_packages(pi: Pi) -> None:
    pi.table.write_text("[[seat]]\n")
    assert pi.do("add_packages; echo goes on").stdout == "goes on\n"


def test_the_results_have_a_network_while_they_are_on_a_server(pi: Pi) -> None:
    beside = pi.folder / "beside/results-on-a-server.conf"
    beside.parent.mkdir()
    (pi.folder / "release/systemd").symlink_to(ROOT / "systemd")

    def allowed() -> tuple[str, bool]:
        script = f'results_network={beside}; changed=""; allow_network "$release"; echo "changed=$changed"'
        return pi.do(script).stdout.strip(), beside.exists()

    assert allowed() == ("changed=", False)
    plain = pi.table.read_text()
    pi.table.write_text(f'{plain}\n[records]\nstore = "postgresql+psycopg://x@server/results"\n')
    assert [allowed(), allowed()] == [("changed=yes", True), ("changed=", True)]
    pi.table.write_text("damaged")
    assert allowed() == ("changed=", True)
    pi.table.write_text(plain)
    assert [allowed(), allowed()] == [("changed=yes", False), ("changed=", False)]
