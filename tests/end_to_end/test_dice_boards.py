"""Four people throw real dice into four simulated trays, through pseudo-terminals, table and display."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from kiosk.config.loader import CONFIGS
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Snapshot
from tests.rig.dice_robot import DiceRobot
from tests.rig.game import Game
from tests.rig.kiosk_process import KioskProcess
from tests.rig.robot import SEATS, STOP_KEYS
from tests.rig.scene import Scene
from tests.rig.touchtable import TouchTable
from tests.rig.watcher import Watcher

pytestmark = [pytest.mark.touch, pytest.mark.process]

LOST_IN_MID_ROUND = 3
"""The seat whose board is pulled out after the first throw, and put in again."""


class ThrowingRobot(DiceRobot):
    """A robot that throws its unplaced dice by the strip, instead of tapping its tray."""

    def roll(self, seats: Sequence[int], scene: Scene) -> None:
        """Throw for these seats at once, and wait until each throw has counted."""
        before = {seat: _rolls(self.watcher.look(), seat) for seat in seats}
        throwing = [seat for seat in seats if self.watcher.seat(seat).dice]
        self.tap(scene.one("sim_throw", seat) for seat in throwing)
        for seat in throwing:
            self.watcher.wait_for(f"the throw of seat {seat}", partial(_has_thrown, seat, before[seat]))


def _rolls(snapshot: Snapshot, seat: int) -> int:
    """Return the newest roll of the seat."""
    return max((move.id for move in snapshot.moves if (move.kind, move.seat) == ("roll", seat)), default=0)


def _has_thrown(seat: int, before: int, snapshot: Snapshot) -> bool:
    return snapshot.state != "play" or _rolls(snapshot, seat) > before


@pytest.fixture
def game(touch_table: TouchTable, tmp_path: Path) -> Iterator[Game]:
    """Four people have sat down at a table of working dice boards; a round of real dice begins."""
    config = str(CONFIGS / "four_seats_dice_boards.toml")
    arguments = ["--config", config, "--seed", "4", "--size", f"{touch_table.width}x{touch_table.height}"]
    with ExitStack() as closing:
        kiosk = closing.enter_context(KioskProcess(tmp_path, *arguments, screen=touch_table.display_name))
        watcher = closing.enter_context(Watcher(kiosk.socket("table")))
        robot = ThrowingRobot(touch_table, kiosk, watcher)
        watcher.wait_for("all boards", lambda snapshot: not any(view.tray for view in snapshot.seats))
        robot.sit_down(choices={"touch_mode": "tap", "length": "rounds_each 1"})
        yield Game(touch_table, kiosk, robot, watcher)


def _plug(game: Game, seat: int, *, real: bool) -> None:
    game.robot.tap([game.kiosk.scene().one("sim_plug", seat)])
    told = game.watcher.wait_for(f"real dice of seat {seat}: {real}", partial(_throws, seat, real))
    assert told.real_dice


def _throws(seat: int, real: bool, snapshot: Snapshot) -> bool:
    return next(view for view in snapshot.seats if view.seat == seat).real is real


def _play_round(game: Game) -> None:
    """Play until somebody has no dice left and calls, and the result is shown."""
    robot = game.robot
    assert isinstance(robot, ThrowingRobot)
    while not (done := [seat for seat in SEATS if not game.seat(seat).dice]):
        robot.play_on()
    if game.watcher.look().state == "play":
        robot.press(STOP_KEYS[done[0]])
    game.watcher.wait_for("the result", lambda told: told.state in ("round_result", "match_result"))


def test_a_round_of_real_dice_goes_on_while_a_board_is_lost_and_found(game: Game) -> None:
    robot, seat = game.robot, SeatNumber(LOST_IN_MID_ROUND)
    assert isinstance(robot, ThrowingRobot)
    robot.roll(SEATS, game.kiosk.scene())
    assert all(len(die) == 2 for number in SEATS for die in game.seat(number).dice)
    before = game.seat(seat)
    _plug(game, seat, real=False)
    assert (game.seat(seat).dice, game.seat(seat).centered) == (before.dice, before.centered)
    DiceRobot.roll(robot, [seat], game.kiosk.scene())
    _plug(game, seat, real=True)
    robot.wait_for_rest()
    _play_round(game)
    result = game.watcher.look().result
    assert result is not None
    assert {line.seat for line in result.lines if line.on_screen} == {seat}
    assert sum(line.points for line in result.lines) == 0


@pytest.mark.slow
@pytest.mark.timeout(600)  # four rounds, and their results for as long as they are shown
def test_a_full_match_of_real_dice(game: Game) -> None:
    for number in range(1, 5):
        told = game.watcher.wait_for(f"round {number}", partial(_plays, number))
        assert told.real_dice
        _play_round(game)
    told = game.watcher.wait_for("the match's result", lambda snapshot: snapshot.state == "match_result")
    assert told.result is not None
    assert len(told.result.history) == 4
    assert all(sum(totals) == 400 for totals in told.result.history)
    assert not any(line.on_screen for line in told.result.lines)


def _plays(number: int, snapshot: Snapshot) -> bool:
    return snapshot.state == "play" and snapshot.round_no == number
