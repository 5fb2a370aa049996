"""Real dice at a table with a screen: boards that are plugged in late, one that is pulled in mid-round."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest

from hardware.api import Button
from hardware.simulated.dice_board import SimulatedBoards
from kiosk.config.loader import load
from kiosk.protocol import Snapshot
from tests.rig.appliance import CONFIGURATION, TABLE
from tests.rig.dice_robot import DiceRobot
from tests.rig.robot import SEATS
from tests.rig.scene import Scene
from tests.rig.vm.appliance import VirtualTable, configuration
from tests.rig.vm.devices import plug_board, pull_board
from tests.rig.vm.looks import Keep
from tests.rig.vm.people import People
from tests.rig.watcher import Watcher

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(3600)]

LOST = 3
"""This seat's board is pulled out after the first throw, and put in again."""


class Throwers(People, DiceRobot):
    """People who throw into trays what is not placed."""

    def __init__(self, table: VirtualTable, watcher: Watcher, boards: SimulatedBoards) -> None:
        super().__init__(table, watcher)
        self._boards = boards
        self._random = Random(7)  # noqa: S311  dice, no secrets

    def roll(self, seats: Sequence[int], scene: Scene) -> None:
        """Throw for these seats at once, and wait until each throw has counted."""
        snapshot = self.watcher.look()
        throwing = {seat: self.watcher.seat(seat).dice for seat in seats if self.watcher.seat(seat).real}
        for seat, dice in throwing.items():
            self._boards[seat].throw([f"{die[0].upper()}{self._random.randint(1, 6)}" for die in dice])
        super().roll([seat for seat in seats if seat not in throwing], scene)
        for seat, dice in throwing.items():
            if dice:
                self.watcher.wait_for(f"the throw of {seat}", partial(has_thrown, seat, rolls(snapshot, seat)), 120)


def rolls(snapshot: Snapshot, seat: int) -> int:
    """The newest roll of the seat."""
    return max((move.id for move in snapshot.moves if (move.kind, move.seat) == ("roll", seat)), default=0)


def has_thrown(seat: int, before: int, snapshot: Snapshot) -> bool:
    return snapshot.state != "play" or rolls(snapshot, seat) > before


def throws(seat: int, real: bool, snapshot: Snapshot) -> bool:
    return next(view for view in snapshot.seats if view.seat == seat).real is real


@pytest.fixture
def boards(tmp_path: Path) -> Iterator[SimulatedBoards]:
    config = tmp_path / "boards.toml"
    config.write_text(configuration("four_seats_dice_boards"))
    made = SimulatedBoards(tmp_path / "boards", load(config).dice_boards())
    yield made
    made.close()


def test_a_round_of_real_dice_outlives_a_board_that_is_pulled(
    table: VirtualTable, boards: SimulatedBoards, keep: Keep
) -> None:
    table.write(CONFIGURATION, configuration("four_seats_dice_boards"))
    table.run("systemctl", "restart", TABLE)
    table.wait_until_shown("attract")
    keep("without-boards", table.screen())
    for seat in boards:
        plug_board(table, boards[seat])
    with table.watched() as watcher:
        watcher.wait_for("all boards", lambda snapshot: not any(view.tray for view in snapshot.seats), 120)
        people = Throwers(table, watcher, boards)
        people.sit_down(choices={"game": "dice", "touch_mode": "tap", "length": "rounds_each 1"})
        people.roll(SEATS, people.kiosk.scene())
        keep("thrown", table.screen())
        before = watcher.seat(LOST)
        pull_board(table, boards[LOST])
        watcher.wait_for("the board is missed", partial(throws, LOST, False), 120)
        assert (watcher.seat(LOST).dice, watcher.seat(LOST).centered) == (before.dice, before.centered)
        keep("pulled", table.screen())
        plug_board(table, boards[LOST])
        watcher.wait_for("the board is back", partial(throws, LOST, True), 120)
        while not (done := [seat for seat in SEATS if not watcher.seat(seat).dice]):
            people.play_on()
        if watcher.look().state == "play":
            people.button(done[0], Button.STOP)
        told = watcher.wait_for("the result", lambda told: told.state in ("round_result", "match_result"), 120)
        keep("result", table.screen())
        assert told.result is not None
        assert sum(line.points for line in told.result.lines) == 0
