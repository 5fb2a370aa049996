"""Touches that come together, come from the wrong place, or coincide with another event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.end_to_end.conftest import RunningRound
from tests.rig import xwindow
from tests.rig.game import Game
from tests.rig.robot import PLAY_KEYS, Drag, choose, contest
from tests.rig.scene import Scene

pytestmark = [pytest.mark.touch, pytest.mark.process]

SMALL = (1280, 720)


@pytest.fixture
def game(running_round: RunningRound) -> Iterator[Game]:
    """A round that one test after the other goes on with."""
    with running_round.lent() as game:
        yield game


def _some_play(scene: Scene) -> Drag | None:
    return next(iter(choose(scene)), None)


def test_of_two_cards_dropped_on_a_pile_in_one_frame_one_wins_and_the_other_comes_back_and_is_told(game: Game) -> None:
    rivals = game.robot.find("two cards for one pile", contest)
    centered = {drag.seat: game.seat(drag.seat).centered for drag in rivals}
    game.robot.pick_up(rivals)
    game.robot.carry_on(rivals)
    game.wait_for_held({drag.seat: drag.card.source for drag in rivals})
    with game.kiosk.frozen("display"):
        game.robot.let_go(rivals)

    loser, winner = _told(game, rivals)
    game.wait_for_centered(winner.seat, centered[winner.seat] + 1)
    verdict = game.seat(loser.seat).ticker[-1]
    assert (verdict.card, verdict.by, verdict.lot, verdict.margin_ms) == (loser.card.card, winner.seat, True, None)
    assert game.seat(loser.seat).centered == centered[loser.seat]
    game.kiosk.wait_for("the card back in its place", lambda scene: scene.still_there(loser.card))
    game.kiosk.wait_for("the winner's tray without its card", lambda scene: not scene.still_there(winner.card))


def _told(game: Game, rivals: tuple[Drag, Drag]) -> tuple[Drag, Drag]:
    """Return the drag that lost to the other, and the winner."""

    def beaten() -> list[bool]:
        tickers = [game.watcher.seat(drag.seat).ticker for drag in rivals]
        return [any(verdict.reason == "beaten_to_it" for verdict in ticker) for ticker in tickers]

    game.watcher.wait_for("somebody who was beaten to it", lambda _: any(beaten()))
    assert beaten().count(True) == 1
    return rivals if beaten()[0] else rivals[::-1]


def test_a_display_killed_in_mid_drag_is_back_in_its_round_and_nothing_is_lost(game: Game) -> None:
    drag = game.robot.find("a card that fits", _some_play)
    game.robot.pick_up([drag])
    game.wait_for_held({drag.seat: drag.card.source})
    before, centered = game.cards(), game.seat(drag.seat).centered

    game.kiosk.kill("display")
    game.wait_for_held({})
    scene = game.kiosk.wait_for("the running round", lambda scene: scene if scene.state == "play" else None)
    game.robot.let_go([drag])
    assert game.cards() == before
    assert scene.still_there(drag.card)

    game.robot.drag([drag])
    game.wait_for_centered(drag.seat, centered + 1)


def test_play_pressed_while_a_card_is_dragged_plays_that_card(game: Game) -> None:
    drag = game.robot.find("a card that fits", _some_play)
    before = game.seat(drag.seat).centered
    game.robot.pick_up([drag])
    game.wait_for_held({drag.seat: drag.card.source})
    game.robot.press(PLAY_KEYS[drag.seat])
    game.wait_for_centered(drag.seat, before + 1)
    game.wait_for_held({})
    after = game.cards()

    game.robot.carry_on([drag])
    game.robot.let_go([drag])
    game.kiosk.wait_for("the card gone from its place", lambda scene: not scene.still_there(drag.card))
    assert game.cards() == after
    assert not game.seat(drag.seat).ticker


def test_a_seats_second_finger_may_tap_the_hand_but_drags_nothing(game: Game) -> None:
    drag = game.robot.find("a card that fits", _some_play)
    scene = game.kiosk.scene()
    seat = game.seat(drag.seat)
    other_card = next(card for card in scene.of("row", drag.seat) if card.card != drag.card.card)
    second = replace(drag, card=other_card, finger=20)
    game.robot.pick_up([drag])
    game.wait_for_held({drag.seat: drag.card.source})

    game.robot.drag([second])
    game.robot.tap([scene.one("hand", drag.seat)])
    game.watcher.wait_for("the flip", lambda _: game.watcher.seat(drag.seat).hand_count == seat.hand_count - 3)
    assert game.held() == {drag.seat: drag.card.source}
    assert game.seat(drag.seat).row == seat.row

    game.robot.carry_on([drag])
    game.robot.let_go([drag])
    game.wait_for_centered(drag.seat, seat.centered + 1)


def test_a_touch_that_begins_in_a_foreign_panel_stays_that_seats(game: Game) -> None:
    drag = game.robot.find("a card that fits", _some_play)
    mine = drag.seat % 4 + 1
    before = game.cards()
    centered = game.seat(drag.seat).centered
    scene = game.kiosk.scene()
    onto_my_stack = replace(drag, aim=scene.one("stack", mine).at)
    game.robot.pick_up([onto_my_stack])
    game.robot.carry_on([onto_my_stack])
    game.wait_for_held({drag.seat: drag.card.source})
    game.robot.let_go([onto_my_stack])
    game.wait_for_centered(drag.seat, centered + 1)
    assert game.cards()[mine] == before[mine]


def test_a_resized_window_keeps_the_round_and_its_cards_are_where_they_are_drawn(game: Game) -> None:
    drag = game.robot.find("a card that fits", _some_play)
    game.robot.pick_up([drag])
    game.wait_for_held({drag.seat: drag.card.source})
    before = game.cards()
    xwindow.resize(game.table.display_name, *SMALL)
    scene = game.kiosk.wait_for("the new size", lambda scene: scene if scene.size == SMALL else None)
    assert all(0 <= thing.x <= SMALL[0] and 0 <= thing.y <= SMALL[1] for thing in scene.things)
    game.robot.table.up(drag.touch)
    game.wait_for_held({})
    assert {seat: cards for seat, cards in game.cards().items() if seat != drag.seat} == {
        seat: cards for seat, cards in before.items() if seat != drag.seat
    }

    again = game.robot.find("a card that fits", _some_play)
    centered = game.seat(again.seat).centered
    game.robot.drag([again])
    game.wait_for_centered(again.seat, centered + 1)
    full = game.table.width, game.table.height
    xwindow.resize(game.table.display_name, *full)
    game.kiosk.wait_for("the whole screen", lambda scene: scene.size == full)
