"""An appliance as a venue would try it: a new machine, one command, play, pull the plug, resume, remove it.

A single test, because setting up a machine takes half a minute; ``test_faults.py`` has the others (``-m slow``).
"""

import json
import re
import shutil
from pathlib import Path

import pytest

from kiosk.config.config_txt import BEGIN
from tests.rig.appliance import DISPLAY, RELEASES, RUNTIME, TABLE, Appliance, centered, kept

pytestmark = [pytest.mark.appliance, pytest.mark.timeout(900)]

NOTIFY = "/run/systemd/notify"
"""Where a service says that it is ready."""
CONFIG_TXT = "dtparam=audio=on\n\n[all]\nenable_uart=1\n"
COMPLETION = "/usr/local/share/bash-completion/completions/kiosk"


def test_one_command_then_it_plays_and_a_round_outlives_deaths_and_the_pulled_plug(fresh: Appliance) -> None:
    settings = fresh.root / "boot/firmware/config.txt"
    settings.parent.mkdir()
    settings.write_text(CONFIG_TXT)
    ended = fresh.set_up()
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert settings.read_text().startswith(f"{CONFIG_TXT}{BEGIN}\n")
    assert "config.txt has been changed: restart once" in ended.stdout
    assert re.search(r"The PIN of the service menu on the table: \d{6} .*\nThe table is ready", ended.stdout)
    fresh.wait_for_scene("attract")
    assert listening(fresh) == []

    fresh.play()
    before = fresh.journal()
    assert completed(fresh, "kiosk replay ").count(before.round[:8]) == 1
    for service in (DISPLAY, TABLE):
        pid = fresh.pid(service)
        fresh.signal(service, "KILL")
        fresh.wait_for("another life", lambda service=service, pid=pid: fresh.pid(service) not in (0, pid))  # type: ignore[misc]
        fresh.wait_until_active(TABLE, DISPLAY)
    it_is_taken_up(fresh, before.round)

    fresh.play()
    middle = kept(fresh.journal())
    assert middle > 0
    fresh.pull_the_plug()
    fresh.boot()
    fresh.wait_until_active(TABLE, DISPLAY)
    it_is_taken_up(fresh, before.round)
    with fresh.watched() as table:
        assert centered(table.newest) >= middle

    again = fresh.set_up()
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.startswith("Nothing had to be changed.\nThe table is ready: release ")
    it_is_taken_up(fresh, before.round)
    the_services_of_a_hall_reach_only_what_is_theirs(fresh)
    a_hall_comes_back_without_the_driver_of_a_server(fresh)

    assert fresh.set_up("--uninstall").returncode == 0
    assert settings.read_text() == CONFIG_TXT
    assert fresh.run("systemctl", "list-units", "--all", "--plain", "--no-legend", "ligretto*").stdout == ""
    left = fresh.run("find", "/etc", "/opt", "/usr", "/var/lib", "/run", "-name", "*ligretto*", "-maxdepth", "4").stdout
    assert set(left.split()) == {
        "/etc/ligretto-kiosk",
        "/var/lib/ligretto-kiosk",
        "/var/lib/ligretto-hall",  # its store
        "/var/lib/ligretto-kiosk-display",
        "/var/lib/ligretto-kiosk-display/cache/ligretto-kiosk",  # pictures, with all else of the display
        f"/etc/systemd/system/{DISPLAY}.d",  # created by the rig
    }
    assert fresh.journal().round == before.round


def it_is_taken_up(machine: Appliance, name: str) -> None:
    """Check that the round is restored, and waits for its players."""
    machine.wait_for_scene("recovery")
    assert machine.journal().round == name


def the_services_of_a_hall_reach_only_what_is_theirs(machine: Appliance) -> None:
    """Start them, and have each look round from its own place, as if its program had been taken over."""
    machine.run("systemctl", "start", "ligretto-venue", "ligretto-uplink")
    machine.wait_until_active("ligretto-venue", "ligretto-uplink")
    machine.wait_for("a store", machine.path("/var/lib/ligretto-hall/hall.sqlite").exists)
    machine.wait_for("what the hall tells", machine.path(f"{RUNTIME}/uplink/venue.json").exists)
    shared = ["/tmp", "/var/tmp", "/var/lib/ligretto-hall", "/var/lib/ligretto-hall/hall.sqlite"]  # noqa: S108  private
    uplink = reach(machine, "ligretto-uplink")
    assert sorted(uplink["writes"]) == sorted([*shared, f"{RUNTIME}/uplink", "/var/lib/ligretto-uplink"])
    assert sorted(uplink["connects"]) == [f"{RUNTIME}/hall/feed.sock", f"{RUNTIME}/hall/rounds.sock", NOTIFY]
    scoreboard = reach(machine, "ligretto-scoreboard")
    assert sorted(scoreboard["writes"]) == sorted([*shared, "/var/lib/ligretto-scoreboard"])
    assert scoreboard["connects"] == [NOTIFY]
    for found in (uplink, scoreboard):
        private = [path for path in found["reads what others may not"] if not path.startswith("/run/credentials/")]
        assert set(private) < set(found["writes"])
        assert (found["signals"], found["sees"]) == ([], [])


def a_hall_comes_back_without_the_driver_of_a_server(machine: Appliance) -> None:
    """Save and restore it; nor has an uplink that came and went left a traceback in the venue's log."""
    assert machine.run(f"{RELEASES}/current/venv/bin/python", "-c", "import psycopg").returncode != 0
    for act in ("backup", "restore"):
        ended = machine.run("kiosk", "venue", act, "/root/hall.zip")
        assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "Traceback" not in machine.log("ligretto-venue.service")


def reach(machine: Appliance, unit: str) -> dict[str, list[str]]:
    """Return what a service can reach, by ``reach.py`` in the place of its program."""
    shutil.copy(Path(__file__).with_name("reach.py"), machine.root / "opt/reach.py")
    sockets = machine.run("find", "/run", "-type", "s").stdout.split()
    drop_in = machine.path(f"/run/systemd/system/{unit}.service.d/reach.conf")
    drop_in.parent.mkdir(parents=True)
    program = " ".join(["/usr/bin/python3", "/opt/reach.py", *sockets])
    drop_in.write_text(f"[Service]\nType=oneshot\nRestart=no\nWatchdogSec=0\nExecStart=\nExecStart={program}\n")
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "restart", unit)
    shutil.rmtree(drop_in.parent)
    machine.run("systemctl", "daemon-reload")
    told = re.findall("^FOUND (.*)$", machine.log(unit), re.MULTILINE)
    assert len(told) == 1, machine.log(unit)
    found: dict[str, list[str]] = json.loads(told[0])
    return found


def completed(machine: Appliance, line: str) -> list[str]:
    """Return what bash completes the command line with, for root."""
    asked = f"COMP_LINE='{line}' COMP_POINT={len(line)} COMP_TYPE=9; _python_argcomplete kiosk"
    program = f'. {COMPLETION}; {asked}; echo "${{COMPREPLY[@]}}"'
    return machine.run("bash", "-c", program).stdout.split()


def listening(machine: Appliance) -> list[str]:
    """Return the ports on which the kiosk listens, and its sockets that other users may open."""
    ours = machine.run("find", RUNTIME, "-type", "s", "-perm", "/007").stdout.split()
    return [*ours, *(line for unit in (TABLE, DISPLAY) for line in inet_sockets(machine, unit))]


def inet_sockets(machine: Appliance, unit: str) -> list[str]:
    """Return the sockets in the service's network namespace, which must be empty."""
    pid = machine.pid(unit)
    tables = [machine.path(f"/proc/{pid}/net/{name}").read_text() for name in ("tcp", "tcp6", "udp", "udp6")]
    return [line for table in tables for line in table.splitlines()[1:]]
