"""The program that carries out the table's requests as root, whatever a table that was taken over writes to it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from kiosk.service.stick_configuration import REQUEST
from kiosk.service.worker import ROOT_REQUESTS
from kiosk.system.wall_clock import LATEST, RELEASED
from tests.rig.script import FOLDER, module_of


class Root:
    """The program at a pipe, with a ``systemctl`` that notes what it was asked for."""

    def __init__(self, program: ModuleType, folder: Path) -> None:
        self.program = program
        self._done = folder / "done"
        program.PIPE, self.writing = os.pipe()
        self.pauses: list[float] = []
        self.floods: list[bytes] = []

    def write(self, data: bytes) -> None:
        os.write(self.writing, data)

    def run(self) -> list[str]:
        """Run it until it is idle; return the arguments of each call of ``systemctl``."""
        self.program.main()
        return self._done.read_text().splitlines() if self._done.exists() else []

    def pause(self, seconds: float) -> None:
        """Note a pause, during which more may come."""
        self.pauses.append(seconds)
        if self.floods:
            self.write(self.floods.pop())


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Root]:
    program = module_of("grant-wishes")
    systemctl = tmp_path / "systemctl"
    systemctl.write_text(f'#!/bin/sh\necho "$@" >>{tmp_path}/done\ntest ! -e {tmp_path}/fails\n')
    systemctl.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    root = Root(program, tmp_path)
    monkeypatch.setattr(program, "time", SimpleNamespace(sleep=root.pause))
    monkeypatch.setattr(program, "IDLE_S", 0.0)
    yield root
    os.close(root.program.PIPE)
    os.close(root.writing)


def test_it_knows_every_request_of_the_service_menu(root: Root) -> None:
    assert {name.decode() for name in root.program.COMMANDS} == {*ROOT_REQUESTS, REQUEST}


def test_a_request_is_carried_out_once_and_not_again(root: Root) -> None:
    root.write(b"restart-display\nrestart-display\n")
    assert root.run() == ["--no-block restart ligretto-display.service"]
    assert root.run() == ["--no-block restart ligretto-display.service"]


def test_a_request_that_fails_keeps_no_other_from_being_carried_out(
    root: Root, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fails").touch()
    root.write(b"restart-display\npoweroff\n")
    assert root.run() == ["--no-block restart ligretto-display.service", "--no-block poweroff"]
    assert capsys.readouterr().out.count(" has failed: ") == 2


def test_the_clock_is_set_to_a_time_that_there_can_be(root: Root) -> None:
    root.write(b"clock 2031-05-06T20:00\npoweroff\n")
    assert root.run() == ["--no-block start clock-of-ligretto@2031-05-06T20:00.service", "--no-block poweroff"]


@pytest.mark.parametrize(("says", "sets"), [("echo yes", False), ("echo no", True), ("exit 1", True)])
def test_a_clock_that_any_program_keeps_right_is_not_set(tmp_path: Path, says: str, sets: bool) -> None:
    """``ConditionPathExists=`` knows systemd-timesyncd alone."""
    unit = (FOLDER / "files/etc/systemd/system/clock-of-ligretto@.service").read_text()
    (condition,) = re.findall(r"^ExecCondition=(.*)", unit, re.MULTILINE)
    (tmp_path / "timedatectl").write_text(f"#!/bin/sh\n{says}\n")
    (tmp_path / "timedatectl").chmod(0o755)
    done = subprocess.run(shlex.split(condition), env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, check=False)
    assert (done.returncode == 0) is sets


def test_menu_and_root_agree_on_the_times_to_which_the_clock_can_be_set(root: Root) -> None:
    for moment, there in ((RELEASED, 1), (LATEST, 1), ("2026-11-27T23:59", 0), ("2046-11-28T00:00", 0)):
        assert len(root.program.clocks({f"clock {moment}".encode()})) == there, moment
    earliest, latest = (datetime.fromisoformat(moment) for moment in (RELEASED, LATEST))
    assert latest + timedelta(minutes=1) == earliest.replace(year=earliest.year + 20)


def test_the_clock_is_not_set_before_the_newest_release() -> None:
    """Both dates are raised with every release: nobody plays it before."""
    changes = (FOLDER.parent / "CHANGELOG.md").read_text()
    assert max(re.findall(r"^## \S+ \((\d{4}-\d\d-\d\d)\)", changes, re.MULTILINE), default="") <= RELEASED


@pytest.mark.parametrize(
    "strange",
    [
        b"clock",
        b"clock 2031-05-06T20:00 ",
        b"clock  2031-05-06T20:00",
        b"clock 2031-05-06 20:00",
        b"clock 2031-05-06T20:00:00",
        b"clock 2031-02-30T20:00",
        b"clock 2031-05-06T24:00",
        b"clock 1970-01-01T00:00",
        b"clock 2050-01-01T00:00",
        "clock ٢031-05-06T20:00".encode(),
        b"clock 2031-05-06T20:00\nclock 2031-05-06T20:01",
    ],
)
def test_no_other_time_is(root: Root, strange: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    root.write(strange + b"\n")
    assert root.run() == []
    assert "unknown request: " in capsys.readouterr().out


@pytest.mark.parametrize(
    "strange",
    [b"format-disk; reboot", b"../poweroff", b"poweroff ", b"\x1b[2J\xff\x00", b"x" * 60_000, b"\r", b"poweroff\r"],
)
def test_what_is_no_request_is_dropped_and_told_in_plain_letters(
    root: Root, strange: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    root.write(strange + b"\nrestart-table\n")
    assert root.run() == ["--no-block restart ligretto-table.service"]
    told = capsys.readouterr().out
    assert "unknown request: " in told
    assert told.isascii()
    assert len(told) < 200
    assert all(line.isprintable() for line in told.splitlines())


def test_a_flood_is_one_line_in_the_log_and_a_restart_at_most_every_eight_seconds(
    root: Root, capsys: pytest.CaptureFixture[str]
) -> None:
    root.floods = [b"\n".join(b"%d" % number for number in range(5000)) + b"\n" for _ in range(20)]
    root.floods[0] += b"restart-display\n"
    root.write(b"what?\n")
    assert root.run() == ["--no-block restart ligretto-display.service"]
    assert capsys.readouterr().out.count("\n") == 2
    assert root.pauses == [8.0] * 21
    assert 60 / root.pauses[0] < 10, "ten starts in a minute are the start limit of table and display"


@pytest.mark.process
def test_it_ends_when_nobody_can_write_any_more() -> None:
    command = [FOLDER / "grant-wishes"]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
