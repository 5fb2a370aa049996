"""The examples at a real table, installed as users install them: a matrix starts a match, and a strip shows it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS
from kiosk.protocol import client
from tests.benchmarks.processes import running, until
from tests.rig.kiosk_process import KIOSK, environment_of
from tests.rig.waiting import wait_for
from tests.rig.watcher import Watcher

pytestmark = pytest.mark.process

DRIVEN = """[hardware]
buttons = "keyboard_matrix"
lamps = "{lamps}"
buttons_late_ms = 1

[hardware.options.keyboard_matrix]
file = "{keys}"

[hardware.options.led_strip]
device = "{strip}"
leds_per_seat = 1
"""
SEATS = 4
FRAME = 4 + 4 * SEATS + 1
STOP, PLAY = 0, 1


class Table:
    """A kiosk with four seats, whose keys are words of a file and whose LEDs are the bytes of another."""

    def __init__(self, folder: Path, installed: Path, lamps: str = "led_strip") -> None:
        self.keys, self.strip, self.config = folder / "keys", folder / "strip", folder / "table.toml"
        self.strip.touch()
        self.hold()
        driven = DRIVEN.format(keys=self.keys, strip=self.strip, lamps=lamps)
        four = (CONFIGS / "four_seats.toml").read_text()
        self.config.write_text(four.replace('[hardware]\nkind = "simulated"', driven))
        self.beside = {"PYTHONPATH": os.pathsep.join(filter(None, (str(installed), os.environ.get("PYTHONPATH"))))}
        self._folder = folder

    @contextmanager
    def run_alone(self) -> Iterator[Path]:
        """Run the table's process without a display; yield its socket."""
        socket = self._folder / "table" / "sock"
        command = ["-m", "kiosk", "table", "--config", str(self.config), "--seed", "3"]
        with running(socket, *command, environment={**environment_of(self._folder, None), **self.beside}):
            until(socket.exists)
            yield socket

    def hold(self, *keys: tuple[int, int]) -> None:
        """Let these keys, each a row and a seat from 1, be pressed, and no others."""
        fresh = self.keys.with_suffix(".fresh")
        fresh.write_text(" ".join(f"{row},{seat - 1}" for row, seat in keys))
        fresh.replace(self.keys)

    def tap(self, row: int, seat: int) -> None:
        self.hold((row, seat))
        time.sleep(0.1)
        self.hold()
        time.sleep(0.1)

    def leds(self) -> list[bytes]:
        """Return the last colour of each seat: blue, green, red."""
        frame = self.strip.read_bytes()[-FRAME:]
        return [frame[4 * seat + 1 : 4 * seat + 4] for seat in range(1, SEATS + 1)]

    def check(self) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, **self.beside}
        command = [str(KIOSK), "config", "check", str(self.config)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def table(tmp_path: Path, installed_hardware: Path) -> Table:
    return Table(tmp_path, installed_hardware)


def test_a_match_is_started_by_the_keys_and_shown_by_the_strip(table: Table) -> None:
    with table.run_alone() as socket, Watcher(socket) as watcher:
        table.tap(PLAY, 2)
        watcher.wait_for("the lobby", lambda shown: shown.state == "ready")
        for seat in (2, 3):
            table.tap(PLAY, seat)
        table.tap(PLAY, 2)
        table.tap(PLAY, 3)
        watcher.wait_for("the round", lambda shown: shown.state == "play")
        before = watcher.seat(3).ticker
        table.tap(STOP, 3)
        watcher.wait_for("a verdict on Stop", lambda _: watcher.seat(3).ticker != before)
        until(lambda: any(any(led) for led in table.leds()))  # lamps that blink are dark half of the time
        health = client.ask_health(socket, 5.0)
    assert "buttons by keyboard_matrix (ligretto-keyboard-matrix 1.0.0)" in health.hardware
    assert "lamps by led_strip (ligretto-led-strip 1.0.0)" in health.hardware
    assert health.faults == ()
    assert health.presses.count >= 3


def test_the_configuration_is_good_with_them(table: Table) -> None:
    checked = table.check()
    assert checked.returncode == 0, checked.stderr
    assert "buttons by keyboard_matrix\n" in checked.stdout
    assert "warning" not in checked.stdout
    table.beside["PYTHONPATH"] = os.environ.get("PYTHONPATH", "")
    absent = table.check()
    assert absent.returncode == 2
    assert 'hardware.buttons: "keyboard_matrix" is not an installed driver of buttons' in absent.stderr


def test_a_matrix_that_is_lost_leaves_the_buttons_to_the_screen(table: Table) -> None:
    with table.run_alone() as socket, Watcher(socket) as watcher:
        table.tap(PLAY, 2)
        watcher.wait_for("the lobby", lambda shown: shown.state == "ready")
        table.keys.unlink()
        watcher.wait_for("Stop on every screen", lambda shown: all(view.screen_stop for view in shown.seats))
        table.hold()
        watcher.wait_for("its own buttons again", lambda shown: not any(view.screen_stop for view in shown.seats))


def test_lamps_that_cannot_be_opened_are_a_fault_and_the_table_plays(table: Table) -> None:
    table.strip.unlink()
    with table.run_alone() as socket, Watcher(socket) as watcher:
        faults = wait_for("a fault", lambda: client.ask_health(socket, 5.0).faults, 10.0, lambda: True, 0.05)
        assert [fault.device for fault in faults] == ["lamps"]
        assert "No such file or directory" in msg.english(faults[0].fault)
        table.tap(PLAY, 2)
        watcher.wait_for("the lobby", lambda shown: shown.state == "ready")
