"""Four people play a whole round with their fingers, through a real X server, by ``kiosk scene``."""

import pytest

from kiosk import protocol as msg
from tests.rig.game import Game
from tests.rig.robot import SEATS, STOP_KEYS
from tests.rig.scene import Scene
from tests.rig.watcher import CARDS, cards_of

pytestmark = [pytest.mark.touch, pytest.mark.process]


def test_four_people_dragging_at_once_with_resting_palms_play_to_ligretto_stop(game: Game) -> None:
    robot = game.robot
    scene = game.kiosk.scene()
    robot.rest_palms(scene.one("stack", seat) for seat in SEATS)
    carried: list[set[int]] = []
    while not (done := _emptied(scene)):
        scene = robot.turn(in_mid_air=lambda _: carried.append(set(_all_held(game))))
        assert scene.state == "play", f"the round ended in {scene.state} before a stack was empty"
    robot.press(STOP_KEYS[done])
    game.kiosk.wait_for("the Stop", lambda scene: scene.state == "stopped")
    robot.lift_palms(SEATS)

    assert carried
    assert all(seats == set(SEATS) for seats in carried)
    result = _result(game)
    assert (result.by, result.caller) == ("stop", done)
    views = {view.seat: view for view in game.watcher.newest.seats}
    assert {seat: cards_of(view) for seat, view in views.items()} == dict.fromkeys(SEATS, CARDS)
    assert {line.seat: (line.centered, line.stack_left) for line in result.lines} == {
        seat: (view.centered, view.stack_count) for seat, view in views.items()
    }
    assert all(line.points == line.centered - 2 * line.stack_left for line in result.lines)


def _all_held(game: Game) -> dict[int, str]:
    """Return the carried cards of the four seats, once the table knows of all of them."""
    game.watcher.wait_for("four held cards", lambda _: len(game.held()) == len(SEATS))
    return game.held()


def _emptied(scene: Scene) -> int | None:
    """Return the seat whose stack is empty."""
    return next((seat for seat in SEATS if scene.one("stack", seat).text == "0"), None)


def _result(game: Game) -> msg.RoundResult:
    game.kiosk.wait_for("the round's result", lambda scene: scene.state == "round_result")
    result = game.watcher.wait_for("the round's result", lambda snapshot: snapshot.result is not None).result
    assert result is not None
    return result
