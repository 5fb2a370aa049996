"""Twelve people at one table: 24 fingers and twelve resting palms, through a real X server."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kiosk.config.loader import CONFIGS
from tests.rig.game import Game
from tests.rig.kiosk_process import KioskProcess
from tests.rig.robot import STOP_KEYS, Drag, Robot
from tests.rig.scene import Scene
from tests.rig.touchtable import TouchTable
from tests.rig.watcher import CARDS, Watcher, cards_of

pytestmark = [pytest.mark.touch, pytest.mark.process, pytest.mark.long]

SEATS = tuple(range(1, 13))
CONFIG = CONFIGS / "twelve_seats.toml"
SEED = "6"
"""A deal with many cards in the centre before a stack is empty."""
MIDDLE = 50
"""The number of cards in the centre at which the display is killed."""


@pytest.fixture
def table_of_twelve(touch_table: TouchTable, tmp_path: Path) -> Iterator[Game]:
    """Twelve people have just begun a round."""
    arguments = ["--config", str(CONFIG), "--seed", SEED, "--size", f"{touch_table.width}x{touch_table.height}"]
    with (
        KioskProcess(tmp_path, *arguments, screen=touch_table.display_name) as kiosk,
        Watcher(kiosk.socket("table")) as watcher,
    ):
        robot = Robot(touch_table, kiosk, watcher)
        robot.sit_down(SEATS)
        yield Game(touch_table, kiosk, robot, watcher)


@dataclass
class _Crowd:
    """All twelve at once, and their drags; a second finger of each taps the hand while the first carries a card."""

    game: Game
    scene: Scene
    carried: list[set[int]] = field(default_factory=list)

    def turn(self) -> None:
        self.scene = self.game.robot.turn(SEATS, self._in_mid_air)

    def _in_mid_air(self, drags: Sequence[Drag]) -> None:
        self.wait_for_all_held()
        self.carried.append(set(self.game.held()))
        self.game.robot.flip([drag.seat for drag in drags if drag.card.what != "discard"], self.scene)

    def wait_for_all_held(self) -> None:
        """Wait until the table knows of a card carried by each seat."""
        self.game.watcher.wait_for("twelve held cards", lambda _: set(self.game.held()) == set(SEATS))

    def rest(self) -> None:
        """Put a palm on each seat's stack."""
        self.game.robot.rest_palms(self.scene.one("stack", seat) for seat in SEATS)


def test_twelve_people_play_a_whole_round_through_the_death_of_the_display(table_of_twelve: Game) -> None:
    game = table_of_twelve
    dealt = _hands(game)
    crowd = _Crowd(game, game.kiosk.scene())
    crowd.rest()
    killed = False
    while not (done := _emptied(crowd.scene)):
        crowd.turn()
        assert crowd.scene.state == "play", f"the round ended in {crowd.scene.state} before a stack was empty"
        if not killed and _centered(game) >= MIDDLE:
            _kill_in_mid_drag(game, crowd)
            killed = True
    game.robot.press(STOP_KEYS[done])
    game.kiosk.wait_for("the Stop", lambda scene: scene.state == "stopped")
    game.robot.lift_palms(SEATS)

    assert killed
    assert all(seats == set(SEATS) for seats in crowd.carried)
    assert all(count != dealt[seat] for seat, count in _hands(game).items()), "a second finger did not flip"
    game.watcher.wait_for("the round's result", lambda snapshot: snapshot.result is not None)
    result = game.watcher.newest.result
    assert result is not None
    assert (result.by, result.caller) == ("stop", done)
    assert {view.seat: cards_of(view) for view in game.watcher.newest.seats} == dict.fromkeys(SEATS, CARDS)


def _kill_in_mid_drag(game: Game, crowd: _Crowd) -> None:
    """Kill the display while all twelve carry a card; it comes back with every card where the table has it."""
    drags = [
        Drag(seat, next(thing for thing in crowd.scene.of("row", seat) if thing.card), crowd.scene.middle)
        for seat in SEATS
    ]
    game.robot.pick_up(drags)
    crowd.wait_for_all_held()
    before = game.cards()
    piles = game.watcher.newest.piles
    game.kiosk.kill("display")
    game.wait_for_held({})
    scene = game.kiosk.wait_for("the running round", lambda scene: scene if scene.state == "play" else None)
    game.robot.let_go(drags)
    game.robot.lift_palms(SEATS)

    assert game.cards() == before
    assert game.watcher.newest.piles == piles
    assert all(scene.still_there(drag.card) for drag in drags)
    assert {(pile.slot, pile.card) for pile in scene.of("pile") if pile.card} == set(piles)
    crowd.scene = scene
    crowd.rest()


def _hands(game: Game) -> dict[int, int]:
    """Return the number of cards in each seat's hand."""
    return {view.seat: view.hand_count for view in game.watcher.look().seats}


def _centered(game: Game) -> int:
    return sum(view.centered for view in game.watcher.look().seats)


def _emptied(scene: Scene) -> int | None:
    """Return the seat whose stack is empty."""
    return next((seat for seat in SEATS if scene.one("stack", seat).text == "0"), None)
