"""The example game in a real kiosk: played by people and bots, journaled, interrupted, recovered, replayed, counted."""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from multiprocessing.connection import Client
from pathlib import Path

import pytest
from ligretto_dominoes.messages import DRAW, LAY, TILE

from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS
from kiosk.game.seats import SeatNumber
from tests.rig.command import run_here
from tests.rig.kiosk_process import KioskProcess
from tests.rig.watcher import Watcher

pytestmark = [pytest.mark.process, pytest.mark.ui]

ONE = SeatNumber(1)
ROUND_S = 240.0


class Person:
    """A person at seat 1, who lays tiles that fit and otherwise draws."""

    def __init__(self, socket: Path) -> None:
        self.watcher = Watcher(socket)
        self._connection = Client(str(socket), family="AF_UNIX")
        self.say(msg.Hello(msg.PROTOCOL))

    def say(self, message: msg.Message) -> None:
        self._connection.send_bytes(msg.encode(message))

    def press(self, button: str) -> None:
        self.say(msg.PressButton(ONE, button, time.monotonic_ns()))

    def sit_down(self) -> None:
        """Take the seat and start without waiting for others: bots play on the other seats."""
        self.press("stop")
        self.watcher.wait_for("the lobby", lambda shown: shown.state == "ready")
        self.press("play")
        self.press("play")
        self.watcher.wait_for("the round", lambda shown: shown.state == "play")

    def go_on(self) -> None:
        """Press until it counts: a new screen ignores presses for a moment."""
        state, deadline = self.watcher.look().state, time.monotonic() + 30
        while self.watcher.look().state == state:
            self.press("play")
            time.sleep(0.2)
            assert time.monotonic() < deadline, state
        self.watcher.wait_for("the round", lambda shown: shown.state == "play")

    def move(self) -> None:
        """Lay a tile that fits an end, or draw, and wait for the outcome."""
        before, now = self.watcher.look(), time.monotonic_ns()
        mine = self.watcher.seat(ONE)
        if mine.may_stop:
            self.press("stop")
        elif found := fitting(before, mine):
            tile, end = found
            self.say(msg.GameMove(ONE, LAY, f"{TILE}{tile}", now, slot=end))
        else:
            self.say(msg.GameMove(ONE, DRAW, "", now))
        self.watcher.wait_for("what comes of it", lambda shown: shown.id > before.id + 1 or shown.state != "play")
        time.sleep(0.1)

    def play_until(self, what: str, found: object) -> None:
        """Move until ``found`` returns a true value."""
        deadline = time.monotonic() + ROUND_S
        while not found(self.watcher.look()):  # type: ignore[operator]
            assert time.monotonic() < deadline, what
            self.move()


def ends(shown: msg.Snapshot) -> tuple[int, int] | None:
    left, right = shown.own.get("left", ()), shown.own.get("right", ())
    return (left[0][0], (right or left)[-1][1]) if left else None


def fitting(shown: msg.Snapshot, mine: msg.SeatView) -> tuple[str, int] | None:
    numbers = ends(shown)
    for tile in mine.own.get("hand", ()):
        for end in (0, 1):
            if numbers is None or str(numbers[end]) in tile.split("-"):
                return tile, end
    return None


def laid(shown: msg.Snapshot) -> int:
    return sum(view.centered for view in shown.seats)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The configuration of a table that plays the game."""
    file = tmp_path / "table.toml"
    file.write_text(f'[game]\nkind = "dominoes"\n\n{(CONFIGS / "four_seats.toml").read_text()}')
    return file


@pytest.fixture
def kiosk(tmp_path: Path, config: Path, installed: Path) -> Iterator[KioskProcess]:
    beside = {"PYTHONPATH": os.pathsep.join(filter(None, (str(installed), os.environ.get("PYTHONPATH"))))}
    with KioskProcess(tmp_path, "--config", str(config), "--seed", "3", beside=beside) as kiosk:
        yield kiosk


def run(kiosk: KioskProcess, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of this kiosk with the game installed."""
    return subprocess.run(
        kiosk.command(*arguments), env=kiosk.environment, cwd=kiosk.folder, capture_output=True, text=True, check=False
    )


def exported(kiosk: KioskProcess) -> str:
    """Export the first round as a scenario and return its file."""
    file = kiosk.folder / "scenario.json"
    assert run(kiosk, "replay", "1", "--scenario", str(file)).returncode == 0
    return str(file)


@pytest.mark.long
def test_a_round_is_played_cut_recovered_replayed_and_counted(kiosk: KioskProcess) -> None:
    person = Person(kiosk.socket("table"))
    person.sit_down()
    person.play_until("a chain", lambda shown: laid(shown) >= 4)
    scene = kiosk.wait_for("tiles in the picture", lambda scene: scene if list(scene.of("link")) else None)
    assert {thing.card for thing in scene.of("tile", 1)} <= set(person.watcher.seat(ONE).own["hand"]) | {None}

    kiosk.kill("table")
    kiosk.wait_for("the round that was cut", lambda scene: scene.state == "recovery")
    person = Person(kiosk.socket("table"))
    assert laid(person.watcher.look()) >= 4
    person.go_on()
    person.play_until("the end", lambda shown: shown.state in ("stopped", "round_result"))
    result = person.watcher.wait_for("the result", lambda shown: shown.state == "round_result")
    assert result.result is not None
    points = {line.seat: line.points for line in result.result.lines}
    assert points == {line.seat: line.centered - 2 * line.stack_left - line.penalty for line in result.result.lines}

    verified = run(kiosk, "replay", "1")
    assert "comes out as it was recorded" in verified.stdout, verified.stdout + verified.stderr
    assert " end" in run(kiosk, "replay", "1", "--print").stdout
    judged = run(kiosk, "referee", exported(kiosk))
    assert judged.returncode == 0, judged.stderr
    assert json.loads(judged.stdout)["round"]["scores"] == list(points.values())
    counted = run(kiosk, "scores", "rounds", "--csv")
    assert counted.returncode == 0, counted.stderr
    assert "dominoes" in counted.stdout


@pytest.mark.usefixtures("registered")
def test_commands_know_the_game(config: Path) -> None:
    assert "one_chain" in run_here(os.environ, "rules").stdout
    simulated = run_here(os.environ, "simulate", "--game", "dominoes", "--rounds", "20", "--workers", "1")
    assert simulated.returncode == 0, simulated.stderr
    assert "chain" in simulated.stdout
    assert "game 'chess'" not in run_here(os.environ, "config", "check", str(config)).stderr
