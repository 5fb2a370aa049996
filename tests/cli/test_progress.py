"""The progress bar: on a terminal, for work of more than a second, and nowhere else."""

from __future__ import annotations

import fcntl
import io
import itertools
import os
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from kiosk.cli import progress
from kiosk.cli.common import say
from kiosk.cli.main import main
from kiosk.cli.progress import DELAY_S, tracked
from tests.rig.interrupted import interruptions
from tests.rig.kiosk_process import LIMIT

REMAINING = re.compile(r"\d:\d\d:\d\d")
HIDDEN, SHOWN, ERASED = "\x1b[?25l", "\x1b[?25h", "\x1b[2K"


class Terminal:
    """A terminal of 100 columns; ``end`` is what a program writes to."""

    def __init__(self) -> None:
        self.screen, self.end = os.openpty()
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))

    def text(self) -> str:
        """Return what was written since the last time."""
        told = b""
        while select.select([self.screen], [], [], 0)[0]:
            told += os.read(self.screen, 1 << 16)
        return told.decode()

    def wait_for(self, wanted: re.Pattern[str]) -> str:
        """Return what was written, once it contains this."""
        told = ""
        while not wanted.search(told):
            assert select.select([self.screen], [], [], LIMIT)[0], told
            told += self.text()
        return told


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    terminal = Terminal()
    yield terminal
    os.close(terminal.end)
    os.close(terminal.screen)


@pytest.fixture
def on_terminal(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that makes the terminal standard error, and each look at the clock a second later."""

    def begin() -> None:
        clock = itertools.count(0.0, DELAY_S)
        monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: next(clock)))
        monkeypatch.setattr(sys, "stderr", open(terminal.end, "w", closefd=False))  # noqa: SIM115

    return begin


def test_long_work_has_a_bar_with_the_remaining_time_which_is_erased(
    terminal: Terminal, on_terminal: Callable[[], None]
) -> None:
    on_terminal()
    assert [*tracked(iter("abcd"), "Copying", 4)] == [*"abcd"]
    told = terminal.text()
    assert re.search(r"Copying .* 25%", told)
    assert REMAINING.search(told)
    assert told.index(HIDDEN) < told.index(SHOWN) < told.rindex(ERASED)


def test_quick_work_has_none(terminal: Terminal, on_terminal: Callable[[], None], monkeypatch) -> None:
    on_terminal()
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: 0.0))
    assert sum(tracked(range(1000), "Copying", 1000)) == 499500
    assert terminal.text() == ""


def test_work_that_is_broken_off_leaves_the_terminal_as_it_was(
    terminal: Terminal, on_terminal: Callable[[], None]
) -> None:
    on_terminal()
    work = tracked(range(9), "Copying", 9)
    next(work), next(work)
    work.close()
    told = terminal.text()
    assert told.index(HIDDEN) < told.index(SHOWN)


def test_ctrl_c_at_any_moment_leaves_the_terminal_as_it_was(
    terminal: Terminal, on_terminal: Callable[[], None]
) -> None:
    def work() -> None:
        on_terminal()
        list(tracked(range(2), "Copying", 2))

    for how in interruptions(work, "rich/live", every=41):
        assert how == "KeyboardInterrupt"
        told = terminal.text()
        assert told.count(HIDDEN) == told.count(SHOWN)


def test_without_colours_there_are_none(terminal: Terminal, on_terminal: Callable[[], None], monkeypatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    on_terminal()
    list(tracked(range(4), "Copying", 4))
    assert "Copying" in (told := terminal.text())
    assert not re.search(r"\x1b\[[0-9;]*m", told)


@pytest.mark.parametrize("kind", ["dumb", "unknown"])
def test_a_terminal_that_cannot_redraw_a_line_gets_none(
    kind: str, terminal: Terminal, on_terminal: Callable[[], None], monkeypatch
) -> None:
    monkeypatch.setenv("TERM", kind)
    on_terminal()
    list(tracked(range(4), "Copying", 4))
    assert terminal.text() == ""


def test_a_pipe_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", pipe := io.StringIO())
    list(tracked(range(4), "Copying", 4, delay_s=0))
    assert pipe.getvalue() == ""


def test_output_on_the_same_terminal_is_above_the_bar(
    terminal: Terminal, on_terminal: Callable[[], None], monkeypatch
) -> None:
    on_terminal()
    monkeypatch.setattr(sys, "stdout", sys.stderr)
    for number in tracked(range(3), "Copying", 3):
        say(f"line {number}")
    told = terminal.text()
    assert all(f"{ERASED}line {number}" in told for number in range(3))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("simulate --rounds 4 --workers 1", ["Playing"]),
        ("replay {unended}", ["Verifying"]),
        ("replay {unended} --list", ["Reading"]),
        ("backup {stick}", ["Copying", "Verifying"]),
        ("restore {backup}", ["Verifying", "Copying"]),
        ("report {folder}", ["Reading"]),
        ("venue --once", ["Importing"]),
        ("scores", ["Importing"]),
        ("scores even Ada Bob --rounds 100 --workers 1", ["Importing", "Measuring", "Trying"]),
        ("first-boot --to {boot} --timezone UTC", ["Writing"]),
    ],
)
def test_commands_that_may_take_long_have_one(
    line: str,
    words: list[str],
    machine: dict[str, str],
    terminal: Terminal,
    on_terminal: Callable[[], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    if "{backup}" in line:
        main(["backup", machine["stick"]])
        machine["backup"] = machine["stick"]
    on_terminal()
    assert main(shlex.split(line.format_map(machine))) == 0
    told = terminal.text()
    assert all(word in told for word in words)
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.process
def test_a_simulation_tells_its_remaining_time_and_ends_quietly_with_ctrl_c(terminal: Terminal) -> None:
    command = [sys.executable, "-m", "kiosk", "simulate", "--rounds", "200000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal.end, start_new_session=True) as simulation:
        try:
            assert "Playing" in terminal.wait_for(REMAINING)
        finally:
            os.killpg(simulation.pid, signal.SIGINT)  # as a terminal does, to all processes
        assert simulation.wait(LIMIT) == 130
        told = terminal.text()
        assert "Traceback" not in told
        assert SHOWN in told
        assert simulation.stdout is not None
        assert simulation.stdout.read() == b""


@pytest.mark.process
def test_rich_is_loaded_for_a_bar_alone() -> None:
    program = "import sys, kiosk.cli.progress as p; list(p.tracked(range(3), '', 3)); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60)
    assert "rich" not in done.stdout.split()
