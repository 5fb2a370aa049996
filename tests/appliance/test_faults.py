"""Faults of an appliance during play: hangs, failures, a read-only disk, sticks."""

import json
import shutil
from pathlib import Path

import pytest

from tests.rig.appliance import CONFIGURATION, DISPLAY, RUNTIME, STICK, TABLE, Appliance, debian

pytestmark = [pytest.mark.appliance, pytest.mark.slow, pytest.mark.timeout(900)]

HUNG_S = 30.0
"""The watchdog's 10 s, 3 s for the traceback, and a start."""
RESTED_S = 150.0
"""Ten starts, a minute's pause, and a start."""


@pytest.mark.parametrize(("unit", "state"), [(TABLE, "recovery"), (DISPLAY, "play")])
def test_a_service_that_hangs_is_started_again_and_the_round_goes_on(
    appliance: Appliance, unit: str, state: str
) -> None:
    name = appliance.journal().round
    appliance.signal(unit, "STOP")
    appliance.wait_for("another life", lambda: appliance.restarts(unit) == 1, HUNG_S)
    appliance.plays_on(name, state, "round_result")
    assert "Watchdog timeout" in appliance.log(unit)


def it_fails(machine: Appliance, unit: str) -> Path:
    """Let the unit fail until systemd gives up; return the file that causes it."""
    drop_in = machine.path(f"/run/systemd/system/{unit}.d/fails.conf")
    drop_in.parent.mkdir(parents=True)
    drop_in.write_text("[Service]\nExecStartPre=/bin/false\n")
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "restart", unit)
    machine.wait_for("giving up", lambda: machine.show(unit, "ActiveState")["ActiveState"] == "failed", RESTED_S)
    return drop_in


@pytest.mark.parametrize("unit", [TABLE, DISPLAY])
def test_what_fails_again_and_again_rests_and_begins_again_by_itself(appliance: Appliance, unit: str) -> None:
    name = appliance.journal().round
    drop_in = it_fails(appliance, unit)
    drop_in.unlink()
    appliance.run("systemctl", "daemon-reload")
    appliance.wait_until_active(unit, limit=RESTED_S)
    if unit == TABLE:
        appliance.plays_on(name, "recovery")
    assert appliance.wait_for("a display", appliance.scene)  # the match ended while there was no display


def test_what_has_failed_and_is_stopped_by_hand_does_not_begin_again(appliance: Appliance) -> None:
    it_fails(appliance, TABLE)
    again = "ligretto-again@ligretto-table.service"
    assert appliance.show(again, "ActiveState") == {"ActiveState": "activating"}
    appliance.run("systemctl", "stop", TABLE)
    appliance.wait_for("no more of it", lambda: appliance.show(again, "ActiveState") == {"ActiveState": "inactive"})


def test_a_configuration_that_somebody_has_spoilt_leaves_no_table_dark(appliance: Appliance) -> None:
    name = appliance.journal().round
    appliance.path(CONFIGURATION).write_text("[[seat]]\nnumber = one\n")
    appliance.run("systemctl", "restart", TABLE, DISPLAY)
    appliance.plays_on(name, "recovery")
    assert all("the last good one is in use" in appliance.log(unit) for unit in (TABLE, DISPLAY))


def test_it_plays_on_a_disk_that_is_only_read(appliance: Appliance) -> None:
    name = appliance.journal().round
    appliance.pull_the_plug()
    own = [f"--bind={appliance.root}/var/lib/{name}:/var/lib/{name}" for name in STATE]
    appliance.boot("--read-only", "--tmpfs=/tmp", *own)
    assert appliance.run("touch", "/opt/anything").returncode != 0
    appliance.plays_on(name, "recovery")
    appliance.pull_the_plug()
    appliance.boot()
    appliance.plays_on(name, "recovery")


STATE = ("ligretto-kiosk", "ligretto-kiosk-display")


AS_IF_PLUGGED = {
    "known = properties(name)": 'known = {"ID_FS_TYPE": "vfat"}',
    "in_use=is_in_use(name)": "in_use=False",
    '"--bind-device", ': "",
    'f"--type={kind}"': '"--type=tmpfs"',
    "umask=0077": "mode=0700",
    'f"/dev/{name}"': '"stick"',
}
"""Changes of the program that mounts sticks, for a machine that has none."""


def test_the_table_sees_a_stick_while_it_runs_and_one_that_is_pulled_while_it_is_read_is_gone(
    appliance: Appliance,
) -> None:
    script = appliance.path(f"{appliance.release()}/systemd/mount-stick")
    text = script.read_text()
    for there, here in AS_IF_PLUGGED.items():
        assert text.count(there) == 1
        text = text.replace(there, here)
    script.write_text(text)
    assert appliance.run("systemctl", "start", "ligretto-stick@sda1.service").returncode == 0
    appliance.wait_for("the stick", lambda: appliance.run("mountpoint", STICK).returncode == 0)
    appliance.run("systemctl", "start", "ligretto-stick@sdb1.service")
    assert "sdb1: not used: another stick is plugged in" in appliance.log("ligretto-stick@sdb1.service")
    own = appliance.run("runuser", "-u", "ligretto-table", "--", "touch", f"{STICK}/file")
    assert own.returncode == 0, own.stderr
    seen = appliance.path(f"/proc/{appliance.pid(TABLE)}/root{STICK}")
    assert (seen / "file").exists()
    with appliance.meanwhile("tail", "-f", f"{STICK}/file"):
        unit = appliance.run("systemd-escape", "--path", "--suffix=mount", STICK).stdout.strip()
        assert appliance.run("systemctl", "stop", unit).returncode == 0
        assert not (seen / "file").exists()
        assert appliance.run("mountpoint", STICK).returncode != 0
    nowhere = appliance.run("runuser", "-u", "ligretto-table", "--", "touch", f"{STICK}/file")
    assert nowhere.returncode != 0, "what is written into the empty folder is in memory, not on a stick"


def test_no_key_of_a_keyboard_switches_it_off(appliance: Appliance) -> None:
    logind = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
    keys = [f"Handle{key}Key{how}" for key in ("Power", "Reboot", "Suspend", "Hibernate") for how in ("", "LongPress")]
    told = appliance.run("busctl", "get-property", *logind, *keys)
    assert told.stdout.split("\n")[:-1] == ['s "ignore"'] * len(keys), told.stderr
    assert appliance.run("systemctl", "is-enabled", "ctrl-alt-del.target").stdout == "masked\n"


def test_the_command_line_speaks_of_the_table_that_runs_here(appliance: Appliance) -> None:
    doctor = appliance.run("kiosk", "doctor")
    assert (doctor.returncode, "simulated" in doctor.stdout) == (0, True), doctor.stdout
    assert '"state"' in appliance.run("kiosk", "scene").stdout
    picture = f"{RUNTIME}/display/table.png"
    assert appliance.run("kiosk", "screenshot", picture).returncode == 0
    assert appliance.path(picture).read_bytes().startswith(b"\x89PNG")
    assert appliance.run("kiosk", "config", "check", CONFIGURATION).returncode == 0
    assert "another table runs here" in appliance.run("kiosk", "table").stderr


_DEVICES = {
    "gpiochip0": ("10 99", "gpio"),
    "ttyACM0": ("166 0", "dialout"),
    "input/event3": ("13 67", "input"),
    "dri/card0": ("226 0", "video"),
    "dri/renderD128": ("226 128", "render"),
    "snd/pcmC0D0p": ("116 3", "audio"),
}


def doctor(appliance: Appliance) -> list[tuple[str, str, str]]:
    """Return the doctor's findings: check, grade, and all the text."""
    findings = json.loads(appliance.run("kiosk", "doctor", "--json").stdout)["findings"]
    return [(found["check"], found["grade"], f"{found['what']} -> {found['mend']}") for found in findings]


def test_the_doctor_judges_devices_and_folders_for_the_service_that_uses_them(appliance: Appliance) -> None:
    for name, (numbers, group) in _DEVICES.items():
        node = f"/dev/{name}"
        made = f"mkdir -p $(dirname {node}); mknod {node} c {numbers}; chgrp {group} {node}; chmod 660 {node}"
        assert appliance.run("sh", "-c", made).returncode == 0
    own = {f"/etc/systemd/system/{TABLE}.d/own.conf": "[Service]\nDeviceAllow=/dev/gpiochip0 rw\n"}
    for file, text in own.items():
        appliance.path(file).parent.mkdir()
        appliance.path(file).write_text(text)
    config = appliance.path(CONFIGURATION)
    config.write_text(config.read_text().replace('kind = "simulated"', 'kind = "gpio"'))
    appliance.run("systemctl", "daemon-reload")
    content = [
        ("permissions", "good", "ligretto-table may use: GPIO chips, serial ports -> None"),
        (
            "permissions",
            "good",
            "ligretto-display may use: touch panels, screens, graphics chips, loudspeakers -> None",
        ),
    ]
    assert [found for found in doctor(appliance) if found[0] == "permissions"] == content
    assert appliance.run("gpasswd", "-d", "ligretto-display", "video").returncode == 0
    ((_, grade, told),) = (found for found in doctor(appliance) if "ligretto-display may not" in found[2])
    assert (grade, "may not use the screens (/dev/dri/card0)" in told, "usermod" in told) == ("fault", True, False)
    assert appliance.run("systemd-sysusers").returncode == 0
    assert [found for found in doctor(appliance) if found[0] == "permissions"] == content
    appliance.run("systemctl", "stop", "ligretto-table", "ligretto-display")
    found = doctor(appliance)
    assert [what for what in found if what[0] == "permissions"] == content
    assert [grade for check, grade, _ in found if check in ("disk", "real time")] == ["good", "good"]
    assert [check for check, grade, _ in found if grade == "fault"] == ["chip"]
    ours = appliance.run("find", "/var/lib/ligretto-kiosk", "/var/lib/ligretto-kiosk-display", "-user", "root")
    assert ours.stdout == ""


def test_the_venue_fills_the_results_and_nothing_of_them_is_roots(appliance: Appliance) -> None:
    assert appliance.run("kiosk", "scores").returncode == 0
    appliance.run("systemctl", "enable", "--now", "ligretto-venue.service")
    appliance.wait_until_active("ligretto-venue.service")
    assert appliance.run("find", "/var/lib/ligretto-kiosk", "!", "-user", "ligretto-table").stdout == ""
    assert "results.sqlite" in appliance.run("ls", "/var/lib/ligretto-kiosk").stdout


@pytest.mark.parametrize("suite", ["trixie"])
def test_the_next_debian_is_an_appliance_too(tmp_path: Path, suite: str) -> None:
    with Appliance(tmp_path, debian(suite)) as machine:
        machine.boot()
        ended = machine.set_up()
        assert ended.returncode == 0, ended.stdout + ended.stderr
        rules = machine.run("udevadm", "verify", "/etc/udev/rules.d/70-ligretto-kiosk.rules")
        assert rules.returncode == 0, rules.stdout + rules.stderr
        machine.play()
        name = machine.journal().round
        machine.pull_the_plug()
        machine.boot()
        machine.plays_on(name, "recovery")
    shutil.rmtree(tmp_path)
