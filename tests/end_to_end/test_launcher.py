"""One command starts the table and its display; if one of them dies, the rest reacts correctly."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from multiprocessing.connection import Client
from pathlib import Path

import pytest

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from tests.rig.command import run_here
from tests.rig.kiosk_process import LIMIT, KioskProcess
from tests.rig.scene import Scene

pytestmark = [pytest.mark.process, pytest.mark.ui]


@pytest.fixture(scope="module")
def kiosk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KioskProcess]:
    """A kiosk on a machine without a screen, for all tests that leave it running, and for one that ends it."""
    with KioskProcess(tmp_path_factory.mktemp("kiosk")) as process:
        yield process


@pytest.fixture
def ending(tmp_path: Path) -> Iterator[KioskProcess]:
    """A kiosk for a test that ends it."""
    with KioskProcess(tmp_path) as process:
        yield process


def _children(kiosk: KioskProcess) -> list[int]:
    children = [kiosk.child("table"), kiosk.child("display")]
    assert all(children)
    return [child for child in children if child]


def _wait_for_end(pids: list[int]) -> None:
    deadline = time.monotonic() + LIMIT
    while any(_is_alive(pid) for pid in pids):
        assert time.monotonic() < deadline, f"still running: {pids}"
        time.sleep(0.01)


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def _sit_down(kiosk: KioskProcess) -> None:
    """Take seat 1 from another display, as soon as a table listens."""
    deadline = time.monotonic() + LIMIT
    while True:
        try:
            with Client(str(kiosk.socket("table")), family="AF_UNIX") as visitor:
                visitor.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
                visitor.send_bytes(msg.encode(msg.PressButton(SeatNumber(1), "play", time.monotonic_ns())))
                visitor.recv_bytes()
        except (OSError, EOFError):
            assert time.monotonic() < deadline, kiosk.output()
            time.sleep(0.01)
        else:
            return


def test_without_a_screen_kiosk_says_so_and_runs_off_screen(kiosk: KioskProcess) -> None:
    assert "off-screen" in kiosk.output()
    assert kiosk.wait_for("attract", lambda scene: scene.state == "attract")


def test_kiosk_scene_prints_what_can_be_touched(kiosk: KioskProcess) -> None:
    printed = run_here(kiosk.environment, "scene")
    assert printed.returncode == 0, printed.stderr
    shown = Scene.parse(printed.stdout)
    assert shown.state == "attract"
    assert {thing.seat for thing in shown.of("seat")} == {1, 2, 3, 4}


def test_a_second_kiosk_at_the_same_place_says_what_is_wrong_and_leaves_the_first_alone(kiosk: KioskProcess) -> None:
    before = _children(kiosk)
    second = subprocess.run(kiosk.command(), env=kiosk.environment, capture_output=True, text=True, check=False)
    assert second.returncode == 2, second
    assert "KIOSK_RUNTIME_DIR" in second.stderr
    assert _children(kiosk) == before


def test_a_table_that_dies_is_started_again_and_the_display_finds_it(kiosk: KioskProcess) -> None:
    table, display = _children(kiosk)
    kiosk.kill("table")
    _wait_for_end([table])
    _sit_down(kiosk)
    kiosk.wait_for("what happens at the new table", lambda scene: scene.state == "ready")
    assert kiosk.child("display") == display


def test_closing_kiosk_ends_everything_and_leaves_no_socket(kiosk: KioskProcess) -> None:
    """The last one with this kiosk."""
    children = _children(kiosk)
    os.kill(kiosk.pid, signal.SIGTERM)
    _wait_for_end([kiosk.pid, *children])
    assert not [path.name for path in kiosk.folder.glob("*/sock")]


def test_a_killed_launcher_takes_the_table_and_the_display_with_it(ending: KioskProcess) -> None:
    children = _children(ending)
    os.kill(ending.pid, signal.SIGKILL)
    _wait_for_end(children)
