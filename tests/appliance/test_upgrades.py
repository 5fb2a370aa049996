"""An appliance is upgraded during play: to good releases and bad ones, on full disks, and with power failures."""

from pathlib import Path

import pytest

from tests.rig.appliance import CONFIGURATION, DISPLAY, RELEASES, STATE, STICK, TABLE, Appliance

pytestmark = [pytest.mark.appliance, pytest.mark.slow, pytest.mark.timeout(900)]

BROKEN = ("kiosk/display/app.py", "raise SystemExit(1)\n")
RULES = "/etc/udev/rules.d"


def spoil(newer: Path, file: str, broken: str) -> None:
    """Insert broken text into a file of the version to upgrade to."""
    text = (newer / file).read_text()
    place = "[Service]\n" if file.endswith(".service") else "from __future__ import annotations\n"
    assert place in text
    (newer / file).write_text(text.replace(place, place + broken))


def test_an_upgrade_in_mid_round_keeps_the_round_and_the_release_before(appliance: Appliance) -> None:
    name, before = appliance.journal().round, appliance.release()
    appliance.run("mount", "-t", "tmpfs", "-o", "mode=0700,uid=ligretto-table,gid=ligretto-table", "stick", STICK)
    ended = appliance.set_up(source="/newer")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert appliance.path(STICK).stat().st_uid == appliance.path(STATE).stat().st_uid, (
        "a stick that is plugged in is left alone"
    )
    assert appliance.release().endswith("-0.1.1")
    assert appliance.release("previous") == before
    appliance.plays_on(name, "recovery")
    appliance.path("/etc/pip.conf").write_text("[global]\nindex-url = http://127.0.0.1:9/\n")  # no network any more
    back = appliance.set_up(source=f"{RELEASES}/previous")
    assert back.returncode == 0, back.stdout + back.stderr
    assert appliance.release() == before
    assert appliance.release("previous").endswith("-0.1.1")
    appliance.plays_on(name, "recovery")
    assert len(appliance.releases()) == 2


@pytest.mark.parametrize(
    ("file", "broken"),
    [
        BROKEN,
        ("kiosk/table_process/assemble.py", "import time\ntime.sleep(1000)\n"),
        ("systemd/files/etc/systemd/system/ligretto-table.service", "ExecStart=/bin/nothing\n"),
    ],
)
def test_a_release_that_does_not_get_ready_is_taken_back(
    appliance: Appliance, newer: Path, file: str, broken: str
) -> None:
    name, before = appliance.journal().round, appliance.release()
    spoil(newer, file, broken)
    ended = appliance.set_up(source="/newer")
    assert ended.returncode == 1
    assert "not ready: going back to" in ended.stderr
    assert f"not upgraded: release {before.rpartition('/')[2]} runs again" in ended.stderr
    assert appliance.release() == before
    assert len(appliance.releases()) == 1
    appliance.plays_on(name, "recovery")


def test_a_release_that_cannot_be_installed_changes_nothing(appliance: Appliance, newer: Path) -> None:
    before, lives = appliance.release(), appliance.pid(TABLE)
    (newer / "systemd/constraints.txt").write_text("kivy==0.0.0\n")
    ended = appliance.set_up(source="/newer")
    assert ended.returncode == 1
    assert "nothing has been changed" in ended.stderr
    assert (appliance.release(), appliance.pid(TABLE)) == (before, lives)
    assert len(appliance.releases()) == 1


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


def cut_while_it_is_tried(machine: Appliance) -> None:
    """Pull the plug in the middle of an upgrade, and boot again."""
    with machine.meanwhile("/newer/systemd/setup", "appliance"):
        machine.wait_for("the new release", lambda: machine.release().endswith("-0.1.1"), 300.0)
        machine.pull_the_plug()
    machine.boot()
    machine.wait_for("a verdict", lambda: not machine.path(f"{RELEASES}/trial").exists(), 120.0)


def test_a_bad_release_whose_trial_was_cut_is_taken_back_at_the_next_start(appliance: Appliance, newer: Path) -> None:
    name, before = appliance.journal().round, appliance.release()
    spoil(newer, *BROKEN)
    cut_while_it_is_tried(appliance)
    assert (appliance.release(), appliance.releases()) == (before, [before.rpartition("/")[2]])
    assert "runs again" in appliance.log("trial-of-ligretto.service")
    appliance.plays_on(name, "recovery")


def test_a_good_release_whose_trial_was_cut_stays(appliance: Appliance) -> None:
    name, before = appliance.journal().round, appliance.release()
    cut_while_it_is_tried(appliance)
    assert appliance.release().endswith("-0.1.1")
    assert appliance.release("previous") == before
    appliance.plays_on(name, "recovery")


def test_an_upgrade_that_finds_the_disk_full_changes_nothing_and_cuts_no_match(
    appliance: Appliance, newer: Path
) -> None:
    before, lives = appliance.release(), appliance.pid(TABLE)
    appliance.run("sh", "-c", f"cp -r {RULES} /root && mount -t tmpfs -o size=4k full {RULES}")
    appliance.run("sh", "-c", f"cp /root/rules.d/* {RULES}")
    (file,) = appliance.path(RULES).iterdir()
    rules = file.read_text()
    with (newer / f"systemd/files{RULES}/{file.name}").open("a") as longer:
        longer.write("# new\n")
    ended = appliance.set_up(source="/newer")
    assert ended.returncode == 1
    assert "No space left" in ended.stderr
    assert [there.name for there in appliance.path(RULES).iterdir()] == [file.name]
    assert (file.read_text(), appliance.release(), appliance.pid(TABLE)) == (rules, before, lives)


def test_of_two_set_ups_at_once_the_second_is_refused(appliance: Appliance) -> None:
    second = appliance.run("flock", "/opt", "/src/systemd/setup", "appliance")
    assert second.returncode == 1
    assert "another set-up is under way" in second.stderr


def test_a_first_set_up_that_failed_or_was_cut_is_made_good_by_the_next(tmp_path: Path, newer: Path) -> None:
    folder = tmp_path / "machine"
    folder.mkdir()
    spoil(newer, *BROKEN)
    with Appliance(folder, newer=newer) as machine:
        machine.boot()
        machine.path("/var/lib/dpkg/updates/0000").touch()  # left by an interrupted dpkg
        failed = machine.set_up(source="/newer")
        assert failed.returncode == 1
        assert "nothing to go back to" in failed.stderr
        (machine.path(RELEASES) / "releases/20000101-000000-cut").mkdir()
        ended = machine.set_up()
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert "The PIN of the service menu" in ended.stdout
        assert machine.releases() == [machine.release().rpartition("/")[2]]


def test_removing_it_leaves_a_stick_alone_and_purging_leaves_nothing_else(appliance: Appliance) -> None:
    """The results may be on a separate partition."""
    assert appliance.run("mount", "--bind", STATE, STATE).returncode == 0
    assert appliance.run("mount", "-t", "tmpfs", "stick", "/mnt").returncode == 0
    appliance.path("/mnt/backup").touch()
    assert appliance.run("mount", "--bind", "/mnt", STICK).returncode == 0
    removed = appliance.set_up("--uninstall", "--purge")
    assert removed.returncode == 0, removed.stderr
    assert appliance.path("/mnt/backup").exists()
    assert list(appliance.path(STATE).iterdir()) == []
    appliance.run("umount", STATE)
    appliance.run("rmdir", STATE)
    left = appliance.run("find", "/etc", "/opt", "/usr", "/var/lib", "/run", "-name", "*ligretto*").stdout
    assert left.split() == [f"/etc/systemd/system/{DISPLAY}.d"]  # created by the rig
    assert "ligretto" not in appliance.run("getent", "passwd").stdout + appliance.run("getent", "group").stdout
    assert appliance.run("kiosk").returncode == 127
