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
from hardware.gpio.debounce import QUIET
from hardware.realtime import BESIDE_RUNNER, EDGES, MEND, RUNNER
from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS
from kiosk.protocol.client import NotRunning, ask_health
from kiosk.rim.kiosk_client import KioskClient
from kiosk.table_process.display_server import NOT_SIMULATED
from tests.benchmarks.processes import until
from tests.rig.gpiochip import Chip, EmulatedChips
from tests.rim.conftest import Visitor, serving

LIMIT_S = 30.0
HEADER = Chip(0)
EXPANDER = Chip(1, "mcp23017", 16)
GPIO = '\n[hardware]\nkind = "gpio"\n'
KIOSK = ("-m", "kiosk")
WITHOUT_LGPIO = ("-c", "import sys; sys.modules['_lgpio'] = None; from kiosk.cli.main import main; sys.exit(main())")
pytestmark = [pytest.mark.gpiochip, pytest.mark.process]


class Table:
    """A packaged table, by default that of twelve, with real pins."""

    def __init__(
        self, folder: Path, chips: EmulatedChips, seats: str = "twelve_seats", kiosk: tuple[str, str] = KIOSK
    ) -> None:
        self.chips = chips
        self.socket = folder / "table/sock"
        self.process = _started(folder, chips, (CONFIGS / f"{seats}.toml").read_text() + GPIO, kiosk)
        until(self.answers)

    def pins(self) -> int | None:
        """Return the process id of its pin process, None if it has none now."""
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
                if children := (task / "children").read_text().split():
                    return int(children[0])
        return None

    def policies(self, process: int) -> dict[int, tuple[int, int]]:
        """Return (policy, real-time priority) of every thread: fields 41 and 40 of its stat."""
        found = {}
        for task in Path(f"/proc/{process}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
                fields = (task / "stat").read_text().rpartition(")")[2].split()
                found[int(task.name)] = (int(fields[38]), int(fields[37]))
        return found

    def answers(self) -> bool:
        """Return whether it runs and waits for edges."""
        with contextlib.suppress(NotRunning):
            return bool(self.health())
        return False

    def health(self) -> msg.Health:
        return ask_health(self.socket)

    def close(self) -> str:
        """End it; return its log."""
        self.process.terminate()
        _, log = self.process.communicate(timeout=LIMIT_S)
        assert self.process.returncode == 0
        return log


def _started(folder: Path, chips: EmulatedChips, configuration: str, kiosk: tuple[str, str]) -> subprocess.Popen[str]:
    config = folder / "table.toml"
    config.write_text(configuration)
    return subprocess.Popen(
        [sys.executable, *kiosk, "table", "--config", str(config), "--seed", "1"],
        env=os.environ
        | chips.environment
        | {"KIOSK_RUNTIME_DIR": str(folder), "KIOSK_STATE_DIR": str(folder / "state")},
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def chips(tmp_path: Path) -> Iterator[EmulatedChips]:
    folder = tmp_path / "chips"
    folder.mkdir()
    with EmulatedChips(folder, [HEADER, EXPANDER]) as chips:
        yield chips


@pytest.fixture
def table(tmp_path: Path, chips: EmulatedChips) -> Iterator[Table]:
    with contextlib.closing(Table(tmp_path, chips)) as table:
        yield table


def test_the_path_of_a_press_and_who_holds_its_locks_alone_are_in_real_time_where_it_is_allowed(table: Table) -> None:
    with Client(str(table.socket), family="AF_UNIX") as display:
        display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
        assert display.poll(LIMIT_S)  # its two threads have started
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
    """Check the table and its pin process, in which lamps and late releases have their threads too."""
    pins = table.pins()
    assert pins is not None
    beside = {(os.SCHED_FIFO, BESIDE_RUNNER)}
    expected = (
        (table.process.pid, (os.SCHED_FIFO, RUNNER), beside, 6, 4),
        (pins, (os.SCHED_OTHER, 0), set[tuple[int, int]](), 0, 3),
    )
    for process, main, others, sharing, ordinary in expected:
        policies = table.policies(process)
        if not real:
            assert set(policies.values()) == {(os.SCHED_OTHER, 0)}
            continue
        assert policies.pop(process) == main
        assert set(policies.values()) == {(os.SCHED_FIFO, EDGES), (os.SCHED_OTHER, 0)} | others
        assert [*policies.values()].count((os.SCHED_FIFO, BESIDE_RUNNER)) == sharing
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
    """It has connected and reads nothing: the table's messages fill the socket, and then wait there."""
    buttons = range(4, 28)
    released = dict.fromkeys(buttons, 0)
    with Client(str(table.socket), family="AF_UNIX") as display:
        display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
        assert display.poll(LIMIT_S)
        count = hanging = 0
        while hanging < 3:
            before = unread(display.fileno())
            for line in buttons:
                # Sooner it would be chatter.
                until(lambda line=line: now() - released[line] > 2 * QUIET)  # type: ignore[misc]
                table.chips.press(line)
                released[line] = table.chips.release(line)
                count += 1
            until(lambda count=count: table.health().presses.count == count)  # type: ignore[misc]
            hanging += unread(display.fileno()) == before > 0  # nothing more could be sent to it
        assert table.health().presses.max_us < 1_000_000


def test_without_lgpio_the_table_opens_its_pins_and_says_once_that_lamps_are_full_or_dark(
    tmp_path: Path, chips: EmulatedChips
) -> None:
    table = Table(tmp_path, chips, "two_seats", WITHOUT_LGPIO)
    chips.press(17)
    until(lambda: table.health().presses.count == 1)
    until(lambda: chips.output(22))
    before = table.pins()
    assert before is not None
    os.kill(before, signal.SIGKILL)
    until(lambda: table.pins() not in (None, before))
    until(lambda: table.health().faults == ())
    assert table.close().count("lamps are full or dark, because lgpio is missing: to dim them, install") == 1


def test_a_table_that_is_to_use_lgpio_and_has_none_says_what_to_do(tmp_path: Path, chips: EmulatedChips) -> None:
    text = (CONFIGS / "two_seats.toml").read_text() + GPIO + 'pin_factory = "lgpio"\n'
    refused = _started(tmp_path, chips, text, WITHOUT_LGPIO)
    _, log = refused.communicate(timeout=LIMIT_S)
    assert refused.returncode == 2
    assert "lgpio is missing: install python3-lgpio" in log
    assert 'or set hardware.pin_factory to "auto"' in log


def unread(descriptor: int) -> int:
    """Return the number of unread bytes in a socket."""
    size = fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4))
    return int.from_bytes(size, sys.byteorder)


def test_a_page_of_the_rim_shows_a_real_table_and_moves_none_of_its_pins(table: Table, tmp_path: Path) -> None:
    with serving(KioskClient(table.socket, tmp_path / "display/sock")) as server:
        page = Visitor(server.address)
        page.enter()
        assert page.wait_for(lambda view: view["table"])["simulated"] is False
        for number, button in enumerate(("stop", "play"), 1):
            refused = page.post("/hold", {"page": "0" * 16, "number": number, "held": [[1, button]]})
            assert refused.error == NOT_SIMULATED
        assert page.post("/board", {"seat": 1, "do": "throw"}).error == NOT_SIMULATED
        assert page.post("/hold", {"page": "0" * 16, "number": 9, "held": []}).error == ""
    assert table.health().faults == ()
