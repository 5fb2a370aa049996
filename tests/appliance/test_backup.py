"""An appliance's backup on a stick, restored by root and by the table itself; a report of it."""

import json
import re
import zipfile

import pytest

from tests.rig.appliance import RELEASES, RUNTIME, STATE, STICK, TABLE, Appliance

pytestmark = [pytest.mark.appliance, pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.fixture
def stick(appliance: Appliance) -> str:
    """A folder mounted like a USB stick: the table's user owns all files on it."""
    options = "size=64m,mode=0700,uid=ligretto-table,gid=ligretto-table"
    done(appliance, "mount", "-t", "tmpfs", "-o", options, "stick", STICK)
    return STICK


def done(machine: Appliance, *command: str) -> str:
    ended = machine.run(*command)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def names(machine: Appliance, folder: str, pattern: str) -> list[str]:
    return done(machine, "find", folder, "-maxdepth", "1", "-name", pattern).split()


def the_round_is_back(machine: Appliance, name: str) -> None:
    machine.wait_until_active(TABLE)
    machine.wait_for_scene("recovery")
    assert machine.journal().round == name
    strangers = done(machine, "find", STATE, "!", "-user", "ligretto-table")
    assert strangers == ""


def test_a_round_comes_back_from_a_stick_by_root(appliance: Appliance, stick: str) -> None:
    before = appliance.journal().round
    assert "read back and compared" in done(appliance, "kiosk", "backup")
    refused = appliance.run("kiosk", "restore")
    assert (refused.returncode, "a table runs here" in refused.stderr) == (2, True)
    done(appliance, "systemctl", "stop", TABLE)
    done(appliance, "rm", "-rf", f"{STATE}/journal")
    assert "What was there before" in done(appliance, "kiosk", "restore")
    done(appliance, "systemctl", "start", TABLE)
    the_round_is_back(appliance, before)


def test_the_table_s_user_makes_it_and_the_table_brings_it_back_when_it_starts(
    appliance: Appliance, stick: str
) -> None:
    before = appliance.journal().round
    own = ("env", f"KIOSK_RUNTIME_DIR={RUNTIME}", f"KIOSK_STATE_DIR={STATE}", f"{RELEASES}/current/venv/bin/kiosk")
    as_table = ("runuser", "-u", "ligretto-table", "--", *own)
    done(appliance, *as_table, "backup")
    assert "when the table starts next" in done(appliance, *as_table, "restore", "--next-start")
    done(appliance, "systemctl", "restart", TABLE)
    the_round_is_back(appliance, before)
    assert len(names(appliance, STATE, "before-restore-*")) == 1
    assert "A backup was put in place" in appliance.log(TABLE)


def test_a_report_tells_of_the_appliance(appliance: Appliance, stick: str) -> None:
    done(appliance, "kiosk", "report", stick)
    (file,) = names(appliance, stick, "ligretto-report-*.zip")
    done(appliance, "cp", file, "/root/report.zip")
    with zipfile.ZipFile(appliance.path("/root/report.zip")) as report:
        told = {name: report.read(name).decode() for name in report.namelist()}
    assert not [name for name, text in told.items() if "could not be told" in text]
    assert json.loads(told["doctor.json"])["table"]["journal"]["file"].startswith(STATE)
    assert "table: " in told["log.txt"]
    assert told["rounds.jsonl"]
    host = re.compile(rf"\b{re.escape(done(appliance, 'uname', '-n').strip())}\b")
    assert not [name for name, text in told.items() if host.search(text)]
