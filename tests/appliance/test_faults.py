"""What befalls an appliance while somebody plays at it: hangs, failures, upgrades, bad ones too, a read-only disk."""

import shutil
from pathlib import Path

import pytest

from tests.rig.appliance import DISPLAY, RUNTIME, TABLE, Appliance

pytestmark = [pytest.mark.appliance, pytest.mark.slow, pytest.mark.timeout(900)]

HUNG_S = 30.0
"""A watchdog's 10 s, 3 s for it to say where it hangs, and a start."""
RESTED_S = 150.0
"""Ten starts, a minute's rest, and a start."""
RELEASES = "/opt/ligretto-kiosk"
CONFIGURATION = "/etc/ligretto-kiosk/table.toml"


def release(machine: Appliance, which: str = "current") -> str:
    return machine.run("readlink", f"{RELEASES}/{which}").stdout.strip()


def it_plays_on(machine: Appliance, name: str, *states: str) -> None:
    """The same round is on the table and on the display, and can be played on."""
    machine.wait_until_active(TABLE, DISPLAY)
    machine.wait_for_scene(*states)
    assert machine.journal().round == name
    machine.play()


@pytest.mark.parametrize(("unit", "state"), [(TABLE, "recovery"), (DISPLAY, "play")])
def test_a_service_that_hangs_is_started_again_and_the_round_goes_on(
    appliance: Appliance, unit: str, state: str
) -> None:
    name = appliance.journal().round
    appliance.signal(unit, "STOP")
    appliance.wait_for("another life", lambda: appliance.restarts(unit) == 1, HUNG_S)
    it_plays_on(appliance, name, state, "round_result")
    assert "Watchdog timeout" in appliance.log(unit)


@pytest.mark.parametrize("unit", [TABLE, DISPLAY])
def test_what_fails_again_and_again_rests_and_begins_again_by_itself(appliance: Appliance, unit: str) -> None:
    name = appliance.journal().round
    drop_in = f"/run/systemd/system/{unit}.d/fails.conf"
    appliance.path(drop_in).parent.mkdir(parents=True)
    appliance.path(drop_in).write_text("[Service]\nExecStartPre=/bin/false\n")
    appliance.run("systemctl", "daemon-reload")
    appliance.run("systemctl", "restart", unit)
    appliance.wait_for("giving up", lambda: appliance.show(unit, "ActiveState")["ActiveState"] == "failed", RESTED_S)
    appliance.path(drop_in).unlink()
    appliance.run("systemctl", "daemon-reload")
    appliance.wait_until_active(unit, limit=RESTED_S)
    if unit == TABLE:
        it_plays_on(appliance, name, "recovery")
    assert appliance.wait_for("a display", appliance.scene)  # the match was over while nobody saw it


def test_an_upgrade_in_mid_round_keeps_the_round_and_the_release_before(appliance: Appliance) -> None:
    name, before = appliance.journal().round, release(appliance)
    ended = appliance.set_up(source="/newer")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert release(appliance).endswith("-0.1.1")
    assert release(appliance, "previous") == before
    it_plays_on(appliance, name, "recovery")
    back = appliance.set_up(source=f"{RELEASES}/previous")
    assert back.returncode == 0, back.stdout + back.stderr
    assert release(appliance).endswith("-0.1.0")
    it_plays_on(appliance, name, "recovery")
    assert len(appliance.run("ls", f"{RELEASES}/releases").stdout.split()) == 2


@pytest.mark.parametrize(
    ("file", "broken"),
    [
        ("kiosk/display/app.py", "raise SystemExit(1)\n"),
        ("kiosk/compose.py", "import time\ntime.sleep(1000)\n"),
        ("systemd/files/etc/systemd/system/ligretto-table.service", "ExecStart=/bin/nothing\n"),
    ],
)
def test_a_release_that_does_not_get_ready_is_taken_back(
    appliance: Appliance, newer: Path, file: str, broken: str
) -> None:
    name, before = appliance.journal().round, release(appliance)
    text = (newer / file).read_text()
    place = "[Service]\n" if file.endswith(".service") else "from __future__ import annotations\n"
    (newer / file).write_text(text.replace(place, place + broken))
    ended = appliance.set_up(source="/newer")
    assert ended.returncode == 1
    assert "not ready: going back to" in ended.stderr
    assert f"not upgraded: release {before.rpartition('/')[2]} runs again" in ended.stderr
    assert release(appliance) == before
    assert len(appliance.run("ls", f"{RELEASES}/releases").stdout.split()) == 1
    it_plays_on(appliance, name, "recovery")


def test_a_release_that_cannot_be_installed_changes_nothing(appliance: Appliance, newer: Path) -> None:
    before, lives = release(appliance), appliance.pid(TABLE)
    (newer / "systemd/constraints.txt").write_text("kivy==0.0.0\n")
    ended = appliance.set_up(source="/newer")
    assert ended.returncode == 1
    assert "nothing has been changed" in ended.stderr
    assert (release(appliance), appliance.pid(TABLE)) == (before, lives)
    assert len(appliance.run("ls", f"{RELEASES}/releases").stdout.split()) == 1


def test_a_bad_configuration_is_refused_and_a_good_one_taken(appliance: Appliance, newer: Path) -> None:
    before, lives = appliance.run("cat", CONFIGURATION).stdout, appliance.pid(TABLE)
    (newer / "mine.toml").write_text(before.replace("stop_pin = 17", "stop_pin = 27"))
    ended = appliance.set_up("--config", "/newer/mine.toml")
    assert ended.returncode == 1
    assert "stop_pin" in ended.stdout + ended.stderr
    assert (appliance.run("cat", CONFIGURATION).stdout, appliance.pid(TABLE)) == (before, lives)
    good = before.replace("stop_pin = 17", "stop_pin = 26")
    (newer / "mine.toml").write_text(good)
    ended = appliance.set_up("--config", "/newer/mine.toml")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert appliance.run("cat", CONFIGURATION).stdout == good
    assert appliance.pid(TABLE) != lives


def test_a_configuration_that_somebody_has_spoilt_leaves_no_table_dark(appliance: Appliance) -> None:
    name = appliance.journal().round
    appliance.path(CONFIGURATION).write_text("[[seat]]\nnumber = one\n")
    appliance.run("systemctl", "restart", TABLE, DISPLAY)
    it_plays_on(appliance, name, "recovery")
    assert all("the last good one is in use" in appliance.log(unit) for unit in (TABLE, DISPLAY))


def test_it_plays_on_a_disk_that_is_only_read(appliance: Appliance) -> None:
    name = appliance.journal().round
    appliance.pull_the_plug()
    own = [f"--bind={appliance.root}/var/lib/{name}:/var/lib/{name}" for name in STATE]
    appliance.boot("--read-only", "--tmpfs=/tmp", *own)
    assert appliance.run("touch", "/opt/anything").returncode != 0
    it_plays_on(appliance, name, "recovery")
    appliance.pull_the_plug()
    appliance.boot()
    it_plays_on(appliance, name, "recovery")


STATE = ("ligretto-kiosk", "ligretto-kiosk-display")


def test_what_the_table_wishes_for_is_granted_and_nothing_else(appliance: Appliance) -> None:
    wishes, shown = appliance.path(f"{RUNTIME}/wishes"), appliance.pid(DISPLAY)
    (wishes / "format-disk; reboot").touch()
    (wishes / "restart-display").touch()
    appliance.wait_for("another display", lambda: appliance.pid(DISPLAY) not in (0, shown))
    appliance.wait_for("no wishes left", lambda: not list(wishes.iterdir()))
    assert "no wish that is granted: format-disk; reboot" in appliance.log("ligretto-wishes.service")
    appliance.wait_until_active(TABLE, DISPLAY)
    name = appliance.journal().round
    (wishes / "poweroff").touch()
    appliance.wait_until_off()
    appliance.boot()
    it_plays_on(appliance, name, "recovery")


def test_the_table_sees_what_is_mounted_for_it_while_it_runs(appliance: Appliance) -> None:
    stick = f"{RUNTIME}/usb"
    appliance.run("mount", "-t", "tmpfs", "-o", "uid=ligretto-table,nosuid,nodev,noexec", "stick", stick)
    seen = appliance.path(f"/proc/{appliance.pid(TABLE)}/root{stick}")
    appliance.run("touch", f"{stick}/file")
    assert (seen / "file").exists()
    appliance.run("umount", stick)
    assert not (seen / "file").exists()


def test_the_command_line_speaks_of_the_table_that_runs_here(appliance: Appliance, newer: Path) -> None:
    doctor = appliance.run("kiosk", "doctor")
    assert (doctor.returncode, "simulated" in doctor.stdout) == (0, True), doctor.stdout
    assert '"state"' in appliance.run("kiosk", "scene").stdout
    picture = f"{RUNTIME}/table.png"
    assert appliance.run("kiosk", "screenshot", picture).returncode == 0
    assert appliance.path(picture).read_bytes().startswith(b"\x89PNG")
    assert appliance.run("kiosk", "config", "check", CONFIGURATION).returncode == 0
    assert "another table runs here" in appliance.run("kiosk", "table").stderr


def test_the_venue_fills_the_results_and_nothing_of_them_is_roots(appliance: Appliance) -> None:
    assert appliance.run("kiosk", "scores").returncode == 0
    appliance.run("systemctl", "enable", "--now", "ligretto-venue.service")
    appliance.wait_until_active("ligretto-venue.service")
    assert appliance.run("find", "/var/lib/ligretto-kiosk", "!", "-user", "ligretto-table").stdout == ""
    assert "results.sqlite" in appliance.run("ls", "/var/lib/ligretto-kiosk").stdout


def test_purging_leaves_nothing(appliance: Appliance) -> None:
    assert appliance.set_up("--uninstall", "--purge").returncode == 0
    left = appliance.run("find", "/etc", "/opt", "/usr", "/var/lib", "/run", "-name", "*ligretto*").stdout
    assert left.split() == [f"/etc/systemd/system/{DISPLAY}.d"]  # the rig's own
    assert "ligretto" not in appliance.run("getent", "passwd").stdout + appliance.run("getent", "group").stdout
    assert appliance.run("kiosk").returncode == 127


@pytest.mark.parametrize("suite", ["trixie"])
def test_the_next_debian_is_an_appliance_too(tmp_path: Path, suite: str) -> None:
    with Appliance(tmp_path, suite) as machine:
        machine.boot()
        ended = machine.set_up()
        assert ended.returncode == 0, ended.stdout + ended.stderr
        rules = machine.run("udevadm", "verify", "/etc/udev/rules.d/70-ligretto-kiosk.rules")
        assert rules.returncode == 0, rules.stdout + rules.stderr
        machine.play()
        name = machine.journal().round
        machine.pull_the_plug()
        machine.boot()
        it_plays_on(machine, name, "recovery")
    shutil.rmtree(tmp_path)
