"""A table with four people at it, for the touch tests."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.rig.dice_robot import DiceRobot
from tests.rig.game import Game
from tests.rig.kiosk_process import KioskProcess
from tests.rig.robot import Robot
from tests.rig.touchtable import TouchTable
from tests.rig.watcher import Watcher

SEED = "4"
"""A deal in which two seats soon want the same pile, and whose round is short."""
ROBOTS = {"cards": Robot, "dice": DiceRobot}


@pytest.fixture
def new_game(touch_table: TouchTable, tmp_path: Path) -> Iterator[Callable[..., Game]]:
    """Return a function that starts a round of four people; its arguments are ``Robot.sit_down``'s after the seats."""
    with ExitStack() as closing:

        def start(choices: Mapping[str, str]) -> Game:
            arguments = ["--seed", SEED, "--size", f"{touch_table.width}x{touch_table.height}"]
            kiosk = closing.enter_context(KioskProcess(tmp_path, *arguments, screen=touch_table.display_name))
            watcher = closing.enter_context(Watcher(kiosk.socket("table")))
            robot = ROBOTS[choices.get("game", "cards")](touch_table, kiosk, watcher)
            robot.sit_down(choices=choices)
            return Game(touch_table, kiosk, robot, watcher)

        yield start


@pytest.fixture
def game(new_game: Callable[..., Game]) -> Game:
    """A round that has just begun, with four people at the table."""
    return new_game({})
