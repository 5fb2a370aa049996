"""An appliance as a venue would try it: a new machine, one command, play, pull the plug, resume, remove it.

A single test, because setting up a machine takes half a minute; ``test_faults.py`` has the others (``-m slow``).
"""

import re

import pytest

from kiosk.config.config_txt import BEGIN
from tests.rig.appliance import DISPLAY, RUNTIME, TABLE, Appliance, centered, kept

pytestmark = [pytest.mark.appliance, pytest.mark.timeout(900)]

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

    assert fresh.set_up("--uninstall").returncode == 0
    assert settings.read_text() == CONFIG_TXT
    assert fresh.run("systemctl", "list-units", "--all", "--plain", "--no-legend", "ligretto*").stdout == ""
    left = fresh.run("find", "/etc", "/opt", "/usr", "/var/lib", "/run", "-name", "*ligretto*", "-maxdepth", "4").stdout
    assert set(left.split()) == {
        "/etc/ligretto-kiosk",
        "/var/lib/ligretto-kiosk",
        "/var/lib/ligretto-kiosk-display",
        "/var/lib/ligretto-kiosk-display/cache/ligretto-kiosk",  # pictures, with all else of the display
        f"/etc/systemd/system/{DISPLAY}.d",  # created by the rig
    }
    assert fresh.journal().round == before.round


def it_is_taken_up(machine: Appliance, name: str) -> None:
    """Check that the round is restored, and waits for its players."""
    machine.wait_for_scene("recovery")
    assert machine.journal().round == name


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
