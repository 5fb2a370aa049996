"""A whole table process on emulated GPIO chips: its threads' scheduling, a lamp on an expander, its health."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from multiprocessing.connection import Client
from pathlib import Path

import pytest

from hardware.api import now
from hardware.debounce import QUIET
from hardware.realtime import EDGES, MEND, RUNNER
from kiosk import messages as msg
from kiosk.ask import NotRunning, ask_health
from kiosk.config import CONFIGS
from tests.benchmarks.processes import until
from tests.rig.gpiochip import Chip, EmulatedChips, libraries

LIMIT_S = 30.0
HEADER = Chip(0)
EXPANDER = Chip(1, "mcp23017", 16)
LIBRARIES = libraries()
pytestmark = [pytest.mark.gpiochip, pytest.mark.process]


class Table:
    """The packaged table of twelve, with real pins."""

    def __init__(self, folder: Path, library: str, chips: EmulatedChips) -> None:
        self.chips = chips
        self.socket = folder / "table.sock"
        config = folder / "twelve.toml"
        text = (CONFIGS / "twelve_seats.toml").read_text()
        config.write_text(text + f'[hardware]\nkind = "gpio"\npin_factory = "{library}"\n')
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kiosk", "table", "--config", str(config), "--seed", "1"],
            env=os.environ
            | chips.environment
            | {"KIOSK_RUNTIME_DIR": str(folder), "KIOSK_STATE_DIR": str(folder / "state")},
            cwd=folder,
            stderr=subprocess.PIPE,
            text=True,
        )
        until(self.answers)

    def pins(self) -> int | None:
        """The process id of its pin process, None if it has none now."""
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
                if children := (task / "children").read_text().split():
                    return int(children[0])
        return None

    def policies(self, process: int) -> dict[int, tuple[int, int]]:
        """(policy, real-time priority) of every thread: fields 41 and 40 of its stat."""
        found = {}
        for task in Path(f"/proc/{process}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
                fields = (task / "stat").read_text().rpartition(")")[2].split()
                found[int(task.name)] = (int(fields[38]), int(fields[37]))
        return found

    def answers(self) -> bool:
        """Whether it runs: it waits for edges then."""
        with contextlib.suppress(NotRunning):
            return bool(self.health())
        return False

    def health(self) -> msg.Health:
        return ask_health(self.socket)


@pytest.fixture(params=LIBRARIES)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    chips_folder = tmp_path / "chips"
    chips_folder.mkdir()
    with EmulatedChips(chips_folder, [HEADER, EXPANDER]) as chips:
        table = Table(tmp_path, request.param, chips)
        yield table
        table.process.terminate()
        assert table.process.wait(LIMIT_S) == 0
        assert table.process.stderr is not None
        table.process.stderr.close()


def test_edge_threads_and_runner_alone_are_in_real_time_where_it_is_allowed(table: Table) -> None:
    with Client(str(table.socket), family="AF_UNIX") as display:
        display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
        assert display.poll(LIMIT_S)  # its two threads are there
        real = table.health().realtime is None
        if real:
            until(lambda: table.policies(table.process.pid)[table.process.pid][0] == os.SCHED_FIFO)
        else:
            assert MEND in (table.health().realtime or "")
        _check_scheduling(table, real=real)
        before = table.pins()
        assert before is not None
        os.kill(before, signal.SIGKILL)
        until(lambda: table.pins() not in (None, before))
        until(lambda: table.health().faults == ())
        _check_scheduling(table, real=real)


def _check_scheduling(table: Table, *, real: bool) -> None:
    """Of the table and of its pin process, in which lamps and late releases have their threads too."""
    pins = table.pins()
    assert pins is not None
    for process, main, ordinary in ((table.process.pid, (os.SCHED_FIFO, RUNNER), 4), (pins, (os.SCHED_OTHER, 0), 3)):
        policies = table.policies(process)
        if not real:
            assert set(policies.values()) == {(os.SCHED_OTHER, 0)}
            continue
        assert policies.pop(process) == main
        assert set(policies.values()) == {(os.SCHED_FIFO, EDGES), (os.SCHED_OTHER, 0)}
        assert [policy for policy, _ in [*policies.values(), main]].count(os.SCHED_OTHER) >= ordinary


def test_the_table_says_which_chip_it_reads_and_how_long_presses_took(table: Table) -> None:
    assert table.health().presses.count == 0
    for line in (17, 22, 9):
        table.chips.press(line)
    until(lambda: table.health().presses.count == 3)
    health = table.health()
    assert "gpiochip0 (pinctrl-bcm2711)" in health.hardware
    assert 0 < health.presses.p50_us <= health.presses.max_us
    assert health.faults == ()


def test_a_lamp_on_the_expander_lights_when_its_seat_is_ready(table: Table) -> None:
    table.chips.press(17)
    until(lambda: table.chips.output(0, chip=1) is not None)
    table.chips.release(17)
    until(lambda: table.chips.output(0, chip=1))


def test_every_press_is_heard_while_the_display_hangs(table: Table) -> None:
    """It has connected and reads nothing: what the table sends it fills the socket, and then waits there."""
    buttons = range(4, 28)
    released = dict.fromkeys(buttons, 0)
    with Client(str(table.socket), family="AF_UNIX") as display:
        display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
        assert display.poll(LIMIT_S)
        count = hanging = 0
        while hanging < 3:
            before = unread(display.fileno())
            for line in buttons:
                until(lambda line=line: now() - released[line] > 2 * QUIET)  # else it would be chatter
                table.chips.press(line)
                released[line] = table.chips.release(line)
                count += 1
            until(lambda count=count: table.health().presses.count == count)
            hanging += unread(display.fileno()) == before > 0  # nothing more could be sent to it
        assert table.health().presses.max_us < 1_000_000


def unread(descriptor: int) -> int:
    """Bytes that wait in a socket for being read."""
    size = fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4))
    return int.from_bytes(size, sys.byteorder)
