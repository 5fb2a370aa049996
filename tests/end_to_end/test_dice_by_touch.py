"""Four people play a whole round of dice with their fingers, through a real X server, by ``kiosk scene``."""

from collections.abc import Callable, Sequence

import pytest

from kiosk import protocol as msg
from tests.rig.dice_robot import DiceRobot
from tests.rig.game import Game
from tests.rig.robot import PLAY_KEYS, SEATS, STOP_KEYS, Drag, choose

pytestmark = [pytest.mark.touch, pytest.mark.process]

EACH = 6
"""The number of dice of each of four (N2)."""
SOME = 1
"""The number of dice to place per seat: enough to show that all can."""


@pytest.fixture
def dice(new_game: Callable[..., Game]) -> Callable[..., Game]:
    """Return a function that starts a round of dice; the game is chosen with one touch in the lobby."""
    return lambda **choices: new_game({"game": "dice", **choices})


def _robot(game: Game) -> DiceRobot:
    assert isinstance(game.robot, DiceRobot)
    return game.robot


@pytest.mark.long
def test_four_people_dragging_at_once_with_resting_palms_play_to_stop(dice: Callable[..., Game]) -> None:
    game = dice()
    robot, scene = _robot(game), game.kiosk.scene()
    robot.rest_palms(scene.one("tray", seat) for seat in SEATS)
    robot.roll(SEATS, scene)
    carried: list[set[int]] = []

    def in_mid_air(drags: Sequence[Drag]) -> None:
        game.wait_for_held({drag.seat: drag.card.source for drag in drags})
        carried.append({drag.seat for drag in drags})

    while not (done := _emptied(game)):
        robot.wait_for_rest()
        scene = robot.turn(in_mid_air=in_mid_air)
        assert scene.state == "play", f"the round ended in {scene.state} before a tray was empty"
        robot.roll([seat for seat in SEATS if not list(robot.wishes(scene, seat))], scene)
    robot.press(STOP_KEYS[done])
    game.kiosk.wait_for("the Stop", lambda scene: scene.state == "stopped")
    robot.lift_palms(SEATS)

    assert carried
    assert all(seats == set(SEATS) for seats in carried)
    _check_result(game, done)


def test_four_people_tapping_and_rolling_at_once_place_their_dice(dice: Callable[..., Game]) -> None:
    game = dice(touch_mode="tap")
    while any(game.seat(seat).centered < SOME for seat in SEATS):
        scene = _robot(game).play_on()
        assert scene.state == "play"


def test_under_a_carried_die_nothing_rolls_and_the_play_button_places_it(dice: Callable[..., Game]) -> None:
    game = dice()
    robot, scene = _robot(game), game.kiosk.scene()
    while not (drags := choose(scene, SEATS, robot.wishes)):
        robot.roll(SEATS, scene)
        scene = robot.wait_for_rest()
    drag = drags[0]
    robot.pick_up([drag])
    game.wait_for_held({drag.seat: drag.card.source})
    robot.tap([scene.one("tray", drag.seat)])
    game.watcher.wait_for("the refusal", lambda _: "locked" in _reasons(game, drag.seat))
    robot.press(PLAY_KEYS[drag.seat])
    game.watcher.wait_for("the die on its space", lambda _: robot.has_landed(drag))
    robot.carry_on([drag])
    robot.let_go([drag])
    game.kiosk.wait_for("an empty place in the tray", lambda scene: not scene.still_there(drag.card))
    assert _reasons(game, drag.seat) == [], "a move that succeeds ends what was told"
    assert game.seat(drag.seat).centered == 1


def _reasons(game: Game, seat: int) -> list[str]:
    return [verdict.reason for verdict in game.seat(seat).ticker]


def _emptied(game: Game) -> int | None:
    """Return the seat that has placed all its dice."""
    return next((seat for seat in SEATS if game.seat(seat).centered == EACH), None)


def _check_result(game: Game, done: int) -> None:
    """Check that all dice are accounted for, the scores are a zero-sum, and the winner gets the others' dice."""
    game.kiosk.wait_for("the round's result", lambda scene: scene.state == "round_result")
    told = game.watcher.wait_for("the round's result", lambda snapshot: snapshot.result is not None)
    result = told.result
    assert isinstance(result, msg.RoundResult)
    assert (result.by, result.caller) == ("stop", done)
    lines: dict[int, msg.SeatScore] = {line.seat: line for line in result.lines}
    assert {seat: line.centered + line.stack_left for seat, line in lines.items()} == dict.fromkeys(SEATS, EACH)
    assert {seat: line.centered for seat, line in lines.items()} == {seat: told.board.count(seat) for seat in SEATS}
    assert sum(line.points for line in result.lines) == 0
    assert lines[done].points == sum(line.stack_left for line in result.lines)
    assert sum(line.total for line in result.lines) == 100 * len(SEATS)
