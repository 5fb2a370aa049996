"""A table with four people at it, for the touch tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
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


def start_round(undo: ExitStack, table: TouchTable, folder: Path, choices: Mapping[str, str]) -> Game:
    """Start a round of four people; ``choices`` are those of ``Robot.sit_down``. ``undo`` ends it."""
    arguments = ["--seed", SEED, "--size", f"{table.width}x{table.height}"]
    kiosk = undo.enter_context(KioskProcess(folder, *arguments, screen=table.display_name))
    watcher = undo.enter_context(Watcher(kiosk.socket("table")))
    robot = ROBOTS[choices.get("game", "cards")](table, kiosk, watcher)
    robot.sit_down(choices=choices)
    return Game(table, kiosk, robot, watcher)


@pytest.fixture
def new_game(touch_table: TouchTable, tmp_path: Path) -> Iterator[Callable[..., Game]]:
    """Return a function that starts a round of four people; its arguments are ``Robot.sit_down``'s after the seats."""
    with ExitStack() as undo:
        yield lambda choices: start_round(undo, touch_table, tmp_path, choices)


@pytest.fixture
def game(new_game: Callable[..., Game]) -> Game:
    """A round that has just begun, with four people at the table."""
    return new_game({})


class RunningRound:
    """A round for one test after the other. One that a test has not left in good order is not used again."""

    def __init__(self, table: TouchTable, new_folder: Callable[[], Path]) -> None:
        self._table, self._new_folder = table, new_folder
        self._undo = ExitStack()
        self._game: Game | None = None

    @contextmanager
    def lent(self) -> Iterator[Game]:
        """Yield the round, or a new one."""
        game, self._game = self._game, None
        if game is None:
            self.close()
            game = start_round(self._undo, self._table, self._new_folder(), {})
        yield game
        scene, size = game.kiosk.scene(), (self._table.width, self._table.height)
        if (scene.state, scene.size) == ("play", size) and not (self._table.fingers or game.held()):
            self._game = game

    def close(self) -> None:
        """End the round."""
        self._undo.close()


@pytest.fixture(scope="module")
def running_round(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningRound]:
    """A round of four people for all tests of a module."""
    with TouchTable() as table, closing(RunningRound(table, lambda: tmp_path_factory.mktemp("round"))) as running:
        yield running
