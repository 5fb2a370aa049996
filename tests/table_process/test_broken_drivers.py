"""A real table whose drivers do what they must not: it starts, plays and ends, and tells each by its package."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS
from kiosk.protocol import client
from tests.benchmarks.processes import running, until
from tests.hardware.drivers import OWN
from tests.rig.kiosk_process import environment_of
from tests.rig.package import installed_package, path_with
from tests.rig.watcher import Watcher

pytestmark = pytest.mark.process

MISDEEDS = {
    "fail": ("def start(self, sink): threading.Event().wait()", "def show(self, *_): sys.exit(3)"),
    "stay": ("def close(self): threading.Event().wait()", "def close(self): raise KeyboardInterrupt"),
}
"""What buttons and lamps do."""


def told(socket: Path) -> dict[str, str]:
    """Return the words of each device's fault."""
    return {fault.device: msg.english(fault.fault) for fault in client.ask_health(socket, 5.0).faults}


@pytest.mark.parametrize("what", MISDEEDS)
def test_a_table_plays_and_ends_whatever_its_drivers_do(tmp_path: Path, what: str) -> None:
    folders = [
        installed_package(tmp_path / "unreadable", "unreadable", "", "[ligretto_kiosk.buttons]\nno entry point\n")
    ]
    for role, body in zip(("buttons", "lamps"), MISDEEDS[what], strict=True):
        points = f"[ligretto_kiosk.{role}]\nodd = odd_{role}:Driver\n"
        folders.append(installed_package(tmp_path / role, f"odd_{role}", OWN.format(body=body), points))
    config, socket = tmp_path / "table.toml", tmp_path / "table" / "sock"
    four = (CONFIGS / "four_seats.toml").read_text()
    config.write_text(four.replace("[hardware]\n", '[hardware]\nbuttons = "odd"\nlamps = "odd"\n'))
    environment = {**environment_of(tmp_path, None), **path_with(*folders)}
    command = ["-m", "kiosk", "table", "--config", str(config), "--seed", "3"]
    with running(socket, *command, environment=environment) as process:
        until(socket.exists)
        with Watcher(socket) as watcher:
            watcher.wait_for("bots that play", lambda shown: bool(shown.moves))
            if what != "stay":
                watcher.wait_for("buttons on the screen", lambda shown: all(seat.screen_stop for seat in shown.seats))
                until(lambda: "lamps" in told(socket))
                assert told(socket)["lamps"].startswith("the driver odd of odd_lamps 1.0 does not work: ")
                assert told(socket)["seat 1 stop button"].startswith(
                    "the driver odd of odd_buttons 1.0 does not work: "
                )
        process.send_signal(signal.SIGTERM)
        assert process.wait(15) == 0


def test_no_driver_outlives_a_table_that_is_killed(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    head = f"open({str(pid)!r}, 'w').write(str(os.getpid()))"
    points = "[ligretto_kiosk.lamps]\nodd = odd_lamps:Driver\n"
    source = OWN.format(body="def show(self, *_):\n        while True: pass") + head
    site = installed_package(tmp_path / "lamps", "odd_lamps", source, points)
    config, socket = tmp_path / "table.toml", tmp_path / "table" / "sock"
    four = (CONFIGS / "four_seats.toml").read_text()
    config.write_text(four.replace("[hardware]\n", '[hardware]\nlamps = "odd"\n'))
    environment = {**environment_of(tmp_path, None), **path_with(site)}
    with running(socket, "-m", "kiosk", "table", "--config", str(config), environment=environment) as process:
        until(socket.exists)
        driver = Path("/proc", pid.read_text())
        assert driver.exists()
        process.kill()
    until(lambda: not driver.exists())
