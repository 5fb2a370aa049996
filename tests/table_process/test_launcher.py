"""``kiosk`` starts both programs, restarts those that die, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.table_process.launcher import RESTARTS, WINDOW_S, Program
from tests.benchmarks.processes import until

pytestmark = pytest.mark.process

LIMIT_S = 30.0

STAND_IN = """#!{python}
import os, signal, sys
from kiosk.system.ending import end_with_parent
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
signal.signal(signal.SIGUSR1, lambda *_: os._exit(0))
signal.signal(signal.SIGUSR2, lambda *_: os._exit(2))
end_with_parent(int(sys.argv[5]))
with open({log!r}, "a") as log:
    log.write(" ".join([sys.argv[3], str(os.getpid()), *sys.argv[6:]]) + "\\n")
while True:
    signal.pause()
"""
"""A stand-in for ``python -m kiosk``: prints its part, process id and arguments; ends at signals like a real part."""


class Launcher:
    """A launcher in a process of its own, whose parts are stand-ins. ``edited``: ``change`` says that a file has."""

    def __init__(self, folder: Path, *, edited: bool = False) -> None:
        self._log = folder / "log"
        self._log.touch()
        stand_in = folder / "python"
        stand_in.write_text(STAND_IN.format(python=sys.executable, log=str(self._log)))
        stand_in.chmod(0o755)
        code = (
            "import sys; from kiosk.table_process import launcher; launcher.sys.executable = sys.argv[1];"
            f"sys.exit(launcher.launch(['--seed', '7'], ['--fullscreen'], {'sys.stdin' if edited else None}))"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(stand_in)],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def change(self) -> None:
        """Say that a file of the display has changed."""
        assert self.process.stdin is not None
        self.process.stdin.write("changed\n")
        self.process.stdin.flush()

    def started(self) -> list[tuple[str, int, list[str]]]:
        """Return every part that has ever started: its name, process id and arguments."""
        lines = [line.split() for line in self._log.read_text().splitlines()]
        return [(name, int(pid), arguments) for name, pid, *arguments in lines]

    def parts(self, count: int) -> list[int]:
        """Return the process ids once ``count`` parts have started."""
        until(lambda: len(self.started()) >= count)
        return [pid for _, pid, _ in self.started()]

    def pid(self, name: str) -> int:
        """Return the latest process of a part."""
        return next(pid for part, pid, _ in reversed(self.started()) if part == name)

    def end(self) -> tuple[int, str]:
        """Wait for its end; return exit status and output."""
        _, said = self.process.communicate(timeout=LIMIT_S)
        return self.process.returncode, said


def gone(pid: int) -> bool:
    """Return whether the process has ended (a zombie has)."""
    try:
        return ") Z " in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.fixture
def launcher(tmp_path: Path) -> Iterator[Launcher]:
    launcher = Launcher(tmp_path)
    launcher.parts(2)
    yield launcher
    if launcher.process.poll() is None:
        launcher.process.kill()
        launcher.process.communicate()
    until(lambda: all(gone(pid) for _, pid, _ in launcher.started()))


@pytest.fixture
def edited(tmp_path: Path) -> Iterator[Launcher]:
    launcher = Launcher(tmp_path, edited=True)
    launcher.parts(2)
    yield launcher
    launcher.process.kill()
    launcher.process.communicate()
    until(lambda: all(gone(pid) for _, pid, _ in launcher.started()))


def test_a_display_whose_files_change_is_started_again_every_time_and_the_table_runs_on(edited: Launcher) -> None:
    table = edited.pid("table")
    for change in range(2 * RESTARTS):
        display = edited.pid("display")
        edited.change()
        edited.parts(3 + change)
        assert gone(display) or edited.pid("display") != display
    assert edited.pid("table") == table
    assert not gone(table)


def test_a_display_that_dies_of_a_change_waits_for_the_next_one(edited: Launcher) -> None:
    table, display = edited.pid("table"), edited.pid("display")
    os.kill(display, signal.SIGKILL)
    until(lambda: not Path(f"/proc/{display}").exists())  # its end has been noticed
    edited.change()
    edited.parts(3)
    assert edited.pid("display") != display
    assert edited.pid("table") == table
    os.kill(edited.pid("display"), signal.SIGUSR1)  # the window is closed
    status, said = edited.end()
    assert status == 0
    assert said.count("it is started again when a file changes") == 1


def test_a_change_while_the_display_is_dying_starts_it_again_too(edited: Launcher) -> None:
    for change in range(5):
        os.kill(edited.pid("display"), signal.SIGKILL)
        edited.change()
        edited.parts(3 + change)


def test_a_change_between_the_death_and_its_notice_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    monkeypatch.setattr(Program, "start", lambda _, lifeline: started.append(lifeline))
    process = subprocess.Popen([sys.executable, "-c", ""])
    os.waitpid(process.pid, 0)  # as the launcher does; it has not told the part yet
    part = Program("display", [], may_end=True, edited=True, process=process)
    part.renew(7)
    assert started == []
    assert part.ended(process, 0, 8)
    assert started == [8]
    assert not part.ended(process, 0, 9)


def test_both_programs_are_started_with_their_own_arguments(launcher: Launcher) -> None:
    assert sorted((name, arguments) for name, _, arguments in launcher.started()) == [
        ("display", ["--fullscreen"]),
        ("table", ["--seed", "7"]),
    ]


def test_a_display_that_is_killed_is_started_again_and_the_table_runs_on(launcher: Launcher) -> None:
    table, display = launcher.pid("table"), launcher.pid("display")
    os.kill(display, signal.SIGKILL)
    launcher.parts(3)
    assert launcher.pid("display") != display
    assert launcher.pid("table") == table
    assert not gone(table)


def test_a_table_that_dies_is_started_again_too(launcher: Launcher) -> None:
    os.kill(launcher.pid("table"), signal.SIGSEGV)
    launcher.parts(3)
    assert [name for name, _, _ in launcher.started()][2] == "table"


def test_a_window_that_is_closed_ends_everything_in_good_order(launcher: Launcher) -> None:
    table = launcher.pid("table")
    os.kill(launcher.pid("display"), signal.SIGUSR1)
    assert launcher.end()[0] == 0
    assert gone(table)


def test_a_part_that_dies_again_and_again_is_given_up(launcher: Launcher) -> None:
    for death in range(RESTARTS):
        launcher.parts(2 + death)
        os.kill(launcher.pid("display"), signal.SIGKILL)
        if death < RESTARTS - 1:
            launcher.parts(3 + death)
    status, said = launcher.end()
    assert status == 1
    assert said.count("the display ended (signal SIGKILL): started again") == RESTARTS - 1


def test_a_part_that_has_told_what_is_wrong_is_not_started_again(launcher: Launcher) -> None:
    os.kill(launcher.pid("table"), signal.SIGUSR2)
    status, said = launcher.end()
    assert status == 2
    assert said == ""


@pytest.mark.parametrize("signal_", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_everything_in_good_order(launcher: Launcher, signal_: signal.Signals) -> None:
    launcher.process.send_signal(signal_)
    assert launcher.end()[0] == 0
    assert all(gone(pid) for _, pid, _ in launcher.started())


def test_the_children_end_when_the_launcher_is_killed(launcher: Launcher) -> None:
    launcher.process.kill()
    launcher.process.communicate()
    until(lambda: all(gone(pid) for _, pid, _ in launcher.started()))


def test_deaths_that_lie_far_apart_are_forgiven(monkeypatch: pytest.MonkeyPatch) -> None:
    now, gap = 0.0, WINDOW_S

    def clock() -> float:
        nonlocal now
        now += gap
        return now

    monkeypatch.setattr("kiosk.table_process.launcher.time.monotonic", clock)
    part = Program("display", [], may_end=True)
    assert not any(part.died_too_often() for _ in range(50))
    gap = 1.0
    assert [part.died_too_often() for _ in range(RESTARTS - 1)] == [False] * (RESTARTS - 2) + [True]
