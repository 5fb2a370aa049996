"""``kiosk dice-board`` as a person uses it: a simulated board in one terminal, the monitor in another."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from kiosk.cli import main
from kiosk.system.ending import USAGE

pytestmark = pytest.mark.process

KIOSK = [sys.executable, "-m", "kiosk", "dice-board"]


def _until(stream: IO[str] | None, *wanted: str) -> str:
    """Return the first line that contains all of this."""
    assert stream is not None
    for line in stream:
        if all(text in line for text in wanted):
            return line
    pytest.fail(f"it ended without a line with {wanted}")


@pytest.fixture
def board(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """``simulate``; typed commands go into its standard input."""
    command = [*KIOSK, "simulate", "--id", "LDR-BENCH", "--seat", "2", "--folder", str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as board:
        yield board
        board.kill()


def test_what_is_typed_here_is_read_there_through_unplugging_until_ctrl_c(board: subprocess.Popen[str]) -> None:
    assert board.stdin is not None
    port = _until(board.stdout, "LDR-BENCH at ").split(" at ")[1].strip()
    with subprocess.Popen([*KIOSK, "monitor", port], stdout=subprocess.PIPE, text=True, bufsize=1) as monitor:
        _until(monitor.stdout, "< HI  LDR-BENCH, firmware ", "seat 2,")
        board.stdin.write("throw r3 g5\n")
        _until(monitor.stdout, "< ST  settled G5 R3 ")
        board.stdin.write("unplug\n")
        _until(monitor.stdout, "the port is gone; waiting for it")
        board.stdin.write("take r3\nplug\n")
        _until(monitor.stdout, "the port is back")
        _until(monitor.stdout, "< ST  settled G5 ")
        monitor.send_signal(signal.SIGINT)
        _until(monitor.stdout, "frames")
        _until(monitor.stdout, "bad checksum")
    assert monitor.returncode == 0
    board.stdin.close()
    assert board.wait(10) == 0
    assert not Path(port).exists()


def test_the_monitor_ends_after_the_seconds_that_it_was_given(
    board: subprocess.Popen[str], capsys: pytest.CaptureFixture[str]
) -> None:
    port = _until(board.stdout, "LDR-BENCH at ").split(" at ")[1].strip()
    assert main.main(["dice-board", "monitor", port, "--seconds", "2"]) == 0
    printed = capsys.readouterr().out
    assert "< ST  " in printed
    assert printed.splitlines()[-1].split() == ["out", "of", "range", "0"]


def test_a_port_that_is_not_there_is_told_with_what_to_look_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["dice-board", "monitor", "/dev/ttyNOWHERE"]) == USAGE
    assert capsys.readouterr().err.startswith(
        "/dev/ttyNOWHERE: cannot be opened (No such file or directory): is the board plugged in"
    )


def test_a_fault_that_is_none_is_told_with_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["dice-board", "simulate", "--fault", "rain"]) == USAGE
    assert "unknown fault 'rain'; there are: rolling, unreadable," in capsys.readouterr().err
