"""The doctor's output: complete on a pipe, wrapped on a terminal, and as JSON."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from kiosk import protocol as msg
from kiosk.cli import doctor, main
from kiosk.doctor import printout
from kiosk.doctor.checks import examine
from kiosk.doctor.facts import Facts, RunningTable, Scheduling, WindowFacts
from kiosk.system.ending import USAGE


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def broken(well: Facts) -> Facts:
    """A fault with a long fix, and a warning."""
    return replace(
        well, screen=WindowFacts(error="no window can be opened: " + "x " * 90), scheduling=Scheduling(0, False)
    )


def test_on_a_pipe_every_finding_is_one_line_with_its_mend(broken: Facts) -> None:
    out = io.StringIO()
    answers = examine(broken)
    printout.print_table(answers, out)
    lines = out.getvalue().splitlines()
    assert len(lines) == len(answers) + 2
    for line, (check, finding) in zip(lines, answers, strict=False):
        assert line.split()[0] == finding.grade
        assert check.name in line
        assert finding.what in line
        assert finding.mend in line
    assert lines[-1] == "1 fault, 1 warning."


@pytest.mark.parametrize("out", [io.StringIO(), Terminal()], ids=["pipe", "terminal"])
def test_what_a_device_says_of_itself_is_printed_with_escapes(
    well: Facts, out: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    printout.print_table(examine(replace(well, screen=WindowFacts(error="\x1b]0;x\x07\nforged\x9b"))), out)
    assert r"\u001b]0;x\u0007\u000aforged\u009b" in out.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_on_a_terminal_nothing_is_cut_and_nothing_is_wider(
    broken: Facts, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    out = Terminal()
    answers = examine(broken)
    printout.print_table(answers, out)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    words = out.getvalue().split()
    for _, finding in answers:
        assert [word for word in (finding.what + " " + finding.mend).split() if word not in words] == []


def test_a_good_table_says_so(well: Facts) -> None:
    assert printout.summary(examine(well)) == "Nothing is wrong."


def test_json_has_every_finding_and_what_the_table_has_told(running: Facts, well: Facts) -> None:
    told = json.loads(printout.as_json(examine(running), running))
    assert told["table"]["presses"] == {"count": 1204, "p50_us": 480, "p99_us": 790, "max_us": 2100}
    assert told["table"]["display"]["fingers"] == 12
    assert told["status"] == 0
    assert len(told["findings"]) == sum(told["counts"].values()) == len(examine(running))
    assert {"check", "looks_at", "grade", "what", "mend", "advice", "seat"} == set(told["findings"][0])
    assert json.loads(printout.as_json(examine(well), well))["table"] is None


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_the_exit_status_is_1_for_a_fault_and_0_for_warnings(
    well: Facts, broken: Facts, form: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slow = replace(well, scheduling=Scheduling(0, capable=False))
    for facts, status in ((well, 0), (slow, 0), (broken, 1)):
        monkeypatch.setattr(doctor, "gather", lambda _file, facts=facts: facts)
        assert main.main(["doctor", *form]) == status
        assert capsys.readouterr().out


def test_nothing_is_calibrated_beside_a_running_kiosk(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], health: msg.Health
) -> None:
    for answer in (RunningTable(health), RunningTable(silence="hangs")):
        monkeypatch.setattr(doctor, "running_table", lambda _socket, answer=answer: answer)
        assert main.main(["doctor", "--calibrate"]) == USAGE
        assert "sudo systemctl stop ligretto-table ligretto-display), then calibrate" in capsys.readouterr().err
    monkeypatch.setattr(doctor, "running_table", lambda _socket: RunningTable())
    assert main.main(["doctor", "--calibrate"]) == USAGE
    assert "needs a wired button" in capsys.readouterr().err
