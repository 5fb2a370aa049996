"""The wall clock jumps by up to ten years in both directions: no timer, no order and no score changes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from hardware.api import Button, now
from hardware.gpio.debounce import QUIET
from kiosk.config.loader import CONFIGS
from kiosk.protocol import Snapshot
from kiosk.protocol.client import ask_health
from kiosk.replay.verify import verify
from tests.benchmarks.link_players import Players
from tests.benchmarks.processes import running, until
from tests.rig.gpio_seats import GpioSeats
from tests.rig.preload import together
from tests.rig.reading import read_folder
from tests.rig.wallclock import WallClock, jumps
from tests.rig.watcher import Watcher

pytestmark = [pytest.mark.process, pytest.mark.wallclock]

FEW, MANY = 5, 1000
TWELVE: Final = CONFIGS / "twelve_seats.toml"
HEARD_S: Final = 1.0
"""The time within which a press is heard on the busiest machine; a lost one takes years."""
LATE: Final = 500_000_000
"""The longest delay of a state's end in nanoseconds, on the busiest machine."""
few_and_many = pytest.mark.parametrize(
    "count", [FEW, pytest.param(MANY, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])]
)


@pytest.fixture
def wall(tmp_path: Path) -> Iterator[WallClock]:
    with WallClock(tmp_path / "wall") as wall:
        yield wall


# ---------------------------------------------------------------- exactly the same, in virtual time


def evening(folder: Path, wall: WallClock, count: int, minutes: float) -> dict[str, Any]:
    """Return the results of an evening with ``count`` jumps."""
    folder.mkdir()
    wall.jump(0)
    command = [sys.executable, "-m", "tests.soak.jumps", str(folder), str(count), str(minutes)]
    told = subprocess.run(command, env=os.environ | wall.environment, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    answer: dict[str, Any] = json.loads(told.stdout)
    return answer


@few_and_many
def test_everything_that_is_shown_and_written_is_the_same(count: int, tmp_path: Path, wall: WallClock) -> None:
    minutes = count / 8
    steady, jumped = (evening(tmp_path / name, wall, jumping, minutes) for name, jumping in (("s", 0), ("j", count)))
    assert jumped["jumped"] == count
    assert jumped["shown"] == steady["shown"]
    assert steady["rounds"] == jumped["rounds"]
    assert sum(steady["rounds"].values()) >= minutes / 5
    assert jumped["written"] == steady["written"]
    assert jumped["problems"] == []
    assert any(later < earlier for earlier, later in pairwise(jumped["walls"])), "the labels jump"
    assert wall.waits == 0, "somebody waits for a moment of the wall clock"


# ---------------------------------------------------------------- a real table, and its real timers


class Timed(Players):
    """Twelve players that measure how late each state ends after its deadline."""

    def __init__(self, path: Path) -> None:
        self.late: list[tuple[str, int]] = []
        self._before: Snapshot | None = None
        super().__init__(path)

    def _take(self, snapshot: Snapshot, data: bytes, at: int) -> None:
        before, self._before = self._before, snapshot
        if before is not None and before.deadline and snapshot.state != before.state and at >= before.deadline:
            self.late.append((f"{before.state} -> {snapshot.state}", at - before.deadline))
        super()._take(snapshot, data, at)


@contextmanager
def table(folder: Path, wall: WallClock) -> Iterator[Path]:
    """Start a table of twelve; yield its socket."""
    path = folder / "table/sock"
    with running(path, "-m", "kiosk", "table", "--config", str(TWELVE), "--seed", "1", environment=wall.environment):
        until(path.exists)
        yield path


@few_and_many
def test_the_timers_of_a_real_round_keep_their_time_and_its_journal_its_order(
    count: int, tmp_path: Path, wall: WallClock
) -> None:
    with table(tmp_path, wall) as path:
        players = Timed(path)
        for ahead in jumps(count):
            wall.jump(ahead)
            players.play(0.06)
        until(lambda: players.newest is not None and players.newest.state in ("round_result", "play"))
        assert ask_health(path).faults == ()
    ends = {what for what, _ in players.late}
    assert "countdown -> play" in ends
    assert {what: late for what, late in players.late if late > LATE} == {}
    assert wall.waits == 0, "the table waits for a moment of the wall clock"
    rounds = read_folder(tmp_path / "journal").rounds
    walls = [entry.wall for log in rounds for entry in log.entries]
    assert any(later < earlier for earlier, later in pairwise(walls)), "the labels jump"
    assert [verify(log).problems for log in rounds] == [()] * len(rounds)
    numbers = [log.started.number for log in rounds if log.started.match == rounds[-1].started.match]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


# ---------------------------------------------------------------- presses, through the real library


def _has_heard(presses: int, shown: Snapshot) -> bool:
    return shown.seats[0].heard == presses


@pytest.mark.gpiochip
@few_and_many
def test_a_press_is_heard_as_ever(count: int, tmp_path: Path, wall: WallClock) -> None:
    seats, path = GpioSeats(tmp_path), tmp_path / "table/sock"
    environment = together(seats.environment, wall.environment)
    with running(path, "-m", "kiosk", "table", "--config", str(seats.config), environment=environment):
        seats.wait_watched()
        until(path.exists)
        with Watcher(path) as watcher:
            for number, ahead in enumerate(jumps(count), 1):
                wall.jump(ahead)
                at = seats.press(1, Button.PLAY)
                watcher.wait_for("a press", partial(_has_heard, number))
                assert now() - at < HEARD_S * 1e9
                released = seats.release(1, Button.PLAY)
                while now() < released + 2 * QUIET:  # otherwise the next press would be the same one
                    watcher.look()
        assert ask_health(path).presses.count == count
    assert wall.waits == 0, "the table waits for a moment of the wall clock"
