"""Changes of a Raspberry Pi's command line for a boot without text, and how they are undone."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINE = "console=serial0,115200 console=tty1 root=PARTUUID=1 rootfstype=ext4 fsck.repair=yes rootwait quiet\n"
CONFIG = "dtparam=audio=on\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n"


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    folder = tmp_path / "firmware"
    folder.mkdir()
    (folder / "cmdline.txt").write_text(LINE)
    (folder / "config.txt").write_text(CONFIG)
    return folder


def run(firmware: Path, function: str) -> str:
    script = (
        "set -eu; . systemd/common.sh; . systemd/configuration.sh; . systemd/quiet_start.sh; "
        f'firmware={firmware} home={firmware.parent} scratch={firmware.parent} grub={firmware.parent}/grub; "$1"'
    )
    done = subprocess.run(
        ["sh", "-c", script, "sh", function], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout + done.stderr


def contents(firmware: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in firmware.iterdir()}


def test_nothing_is_written_on_the_screen_that_the_table_is_shown_on(firmware: Path) -> None:
    assert run(firmware, "quiet_start") == ""
    words = (firmware / "cmdline.txt").read_text().split()
    assert "console=tty1" not in words
    assert {"console=serial0,115200", "console=tty3", "root=PARTUUID=1", "vt.global_cursor_default=0"} < set(words)
    assert words.count("quiet") == 1
    assert (firmware / "cmdline.txt").read_text().count("\n") == 1, "the firmware reads one line"
    assert (firmware / "config.txt").read_text() == CONFIG


def test_a_second_set_up_changes_nothing(firmware: Path) -> None:
    run(firmware, "quiet_start")
    before = contents(firmware)
    assert run(firmware, "quiet_start") == ""
    assert contents(firmware) == before


def test_the_way_back_leaves_what_was_there_before(firmware: Path) -> None:
    before = contents(firmware)
    run(firmware, "quiet_start")
    assert run(firmware, "start_with_text") == ""
    assert contents(firmware) == before
    assert run(firmware, "start_with_text") == "", "nothing is left to be brought back"


def test_what_somebody_has_changed_since_is_left_alone_and_told(firmware: Path) -> None:
    run(firmware, "quiet_start")
    changed = (firmware / "cmdline.txt").read_text().replace("rootwait", "rootwait usbhid.mousepoll=1")
    (firmware / "cmdline.txt").write_text(changed)
    assert "has been changed since" in run(firmware, "start_with_text")
    assert (firmware / "cmdline.txt").read_text() == changed
    assert (firmware / "cmdline.txt.ligretto-kiosk-before").read_text() == LINE


def test_where_there_is_no_raspberry_pi_nothing_happens(tmp_path: Path) -> None:
    assert run(tmp_path / "none", "quiet_start") == ""
    assert run(tmp_path / "none", "start_with_text") == ""
    assert not list(tmp_path.iterdir())


def test_a_boot_partition_that_cannot_be_written_is_told_and_the_set_up_goes_on(firmware: Path) -> None:
    (firmware / "cmdline.txt.new").symlink_to("/dev/full")
    (firmware / "cmdline.txt.ligretto-kiosk-before").write_text(LINE)
    assert "could not be changed" in run(firmware, "quiet_start")
    assert (firmware / "cmdline.txt").read_text() == LINE
