"""An appliance whose table's or display's user was taken over: the other one starts, and root's requests work."""

from __future__ import annotations

import pytest

from tests.rig.appliance import DISPLAY, RUNTIME, TABLE, Appliance

pytestmark = [pytest.mark.appliance, pytest.mark.slow, pytest.mark.timeout(900)]

SPOIL = """
cd $1
mkdir {names}
chmod 000 {names}
head -c 20000000 /dev/zero >zeros
i=0
while mkfifo $i; do i=$((i + 1)); done
"""
"""A shell script that leaves folders in a folder that cannot be entered, and fills it with names and bytes."""
FLOOD = """
import contextlib, os, sys
while True:
    with contextlib.suppress(OSError):
        pipe = os.open(sys.argv[1], os.O_WRONLY | os.O_NONBLOCK)
        while True:
            with contextlib.suppress(BlockingIOError):
                os.write(pipe, os.urandom(4096))
"""
"""A Python program that keeps a pipe full, also when it is replaced."""
LIVES = 30
"""More starts within seconds than systemd allows by default."""
NAMES = ".ock sock.lock sock.new table.sock table.lock table.new display.sock display.new usb wishes"


def as_user(machine: Appliance, part: str, script: str, *arguments: str) -> int:
    """Run a shell script as a part's user; return its status."""
    return machine.run("runuser", "-u", f"ligretto-{part}", "--", "sh", "-c", script, "sh", *arguments).returncode


@pytest.mark.parametrize(("part", "other"), [("display", "table"), ("table", "display")])
def test_one_that_was_taken_over_keeps_the_other_from_nothing(appliance: Appliance, part: str, other: str) -> None:
    for folder in ("", "/usb", f"/{part}", f"/{other}"):
        as_user(appliance, part, SPOIL.format(names=NAMES), f"{RUNTIME}{folder}")
    ours = appliance.run("find", RUNTIME, "-user", f"ligretto-{part}").stdout.splitlines()
    assert [path for path in ours if not path.startswith((f"{RUNTIME}/{part}", f"{RUNTIME}/hall"))] == []
    assert 50 < len([path for path in ours if path.startswith(f"{RUNTIME}/{part}")]) <= 101, "its own folder is full"
    full = appliance.run("df", "--output=avail", f"{RUNTIME}/{part}", "/run").stdout.split()
    assert int(full[1]) == 0
    assert int(full[2]) > 1000
    for change in ("rm -f $1", "mv $1 $1.old", ": >$1", "chmod 000 $1"):
        assert as_user(appliance, part, change, f"{RUNTIME}/{other}/sock") != 0
    unit, state = {"table": (TABLE, "recovery"), "display": (DISPLAY, "play")}[other]
    name, before = appliance.journal().round, appliance.pid(unit)
    appliance.run("systemctl", "restart", unit)
    appliance.wait_until_active(unit)
    assert appliance.pid(unit) != before
    appliance.plays_on(name, state, "round_result")


def test_nobody_else_may_use_the_sockets_or_see_them(appliance: Appliance) -> None:
    assert appliance.run("runuser", "-u", "nobody", "--", "ls", RUNTIME).returncode != 0
    for part in ("table", "display"):
        folder = appliance.path(f"{RUNTIME}/{part}")
        assert (oct(folder.stat().st_mode), oct((folder / "sock").stat().st_mode)) == ("0o42710", "0o140660")
        assert folder.stat().st_gid == (folder / "sock").stat().st_gid != folder.stat().st_uid


def test_the_uplink_may_enter_the_folder_of_its_sockets_alone_and_create_nothing_in_it(appliance: Appliance) -> None:
    hall = appliance.path(f"{RUNTIME}/hall")
    assert (oct(hall.stat().st_mode), oct((hall / "feed.sock").stat().st_mode)) == ("0o42710", "0o140660")
    for folder in ("hall", "table", "display"):
        assert as_user(appliance, "uplink", "touch $1/new || ls $1", f"{RUNTIME}/{folder}") != 0
    assert as_user(appliance, "uplink", "test -S $1", f"{RUNTIME}/hall/feed.sock") == 0
    for part in ("table", "display"):
        assert as_user(appliance, "uplink", "test -S $1", f"{RUNTIME}/{part}/sock") != 0
    assert as_user(appliance, "display", "test -S $1", f"{RUNTIME}/hall/feed.sock") != 0


def test_what_the_table_asks_root_for_is_done_and_nothing_else_whatever_it_writes(appliance: Appliance) -> None:
    wishes, trigger, granting = f"{RUNTIME}/wishes", "ligretto-wishes.socket", "ligretto-wishes.service"
    shown = appliance.pid(DISPLAY)
    assert as_user(appliance, "table", "rm -f $1 || mv $1 $1.old || chmod 666 $1 || mkdir $1.new", wishes) != 0
    assert as_user(appliance, "display", "echo restart-table >$1", wishes) != 0
    assert as_user(appliance, "table", "printf 'format-disk; reboot\\nrestart-display\\n' >$1", wishes) == 0
    appliance.wait_for("another display", lambda: appliance.pid(DISPLAY) not in (0, shown))
    assert "unknown request: 'format-disk; reboot'" in appliance.log(granting)
    with appliance.meanwhile("runuser", "-u", "ligretto-table", "--", "python3", "-c", FLOOD, wishes):
        appliance.run("systemctl", "restart", trigger)  # as an upgrade does
        lives = set()
        for _ in range(LIVES):
            lives.add(appliance.wait_for("whoever grants", lambda: appliance.pid(granting) or None))
            appliance.run("systemctl", "kill", "--signal=KILL", granting)
            appliance.run("systemctl", "stop", granting)  # what is in the pipe starts it again
        assert len(lives) == LIVES
    appliance.wait_until_active(trigger, TABLE, DISPLAY)
    assert len([line for line in appliance.log(granting).splitlines() if "unknown request" in line]) <= LIVES + 1
    shown = appliance.pid(DISPLAY)
    assert as_user(appliance, "table", "printf '\\nrestart-display\\n' >$1", wishes) == 0
    appliance.wait_for("another display", lambda: appliance.pid(DISPLAY) not in (0, shown))
    appliance.wait_until_active(DISPLAY)
    name = appliance.journal().round
    assert as_user(appliance, "table", "echo poweroff >$1", wishes) == 0
    appliance.wait_until_off()
    appliance.boot()
    appliance.plays_on(name, "recovery")
