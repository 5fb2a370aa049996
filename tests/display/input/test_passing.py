"""What is shown for a moment ends by itself, and the table is drawn again until it has."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.input.passing import ANSWERED, HEARD, MOVE_CRY, RING, Passing
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Move

ONE, TWO = SeatNumber(1), SeatNumber(2)
NOW = 5_000_000_000


@pytest.fixture
def passing() -> Passing:
    return Passing()


def test_a_press_of_a_button_is_seen_for_a_moment_at_its_seat_alone(canned: Any, passing: Passing) -> None:
    before = canned.snapshot("play", 4)
    first, *others = before.seats
    after = replace(before, seats=(replace(first, heard=first.heard + 1), *others))
    passing.follow(None, before, NOW - 1)
    assert not passing.ends(NOW)
    passing.follow(before, after, NOW)
    assert passing.is_heard(ONE, NOW + HEARD - 1)
    assert not passing.is_heard(TWO, NOW)
    assert passing.ends(NOW + HEARD - 1)
    assert not passing.is_heard(ONE, NOW + HEARD)
    assert not passing.ends(NOW + HEARD)


def test_presses_before_the_display_joined_are_not_shown(canned: Any, passing: Passing) -> None:
    shot = canned.snapshot("play", 4)
    shot = replace(shot, seats=tuple(replace(view, heard=7) for view in shot.seats))
    passing.follow(None, shot, NOW)
    passing.follow(shot, shot, NOW)
    assert not passing.is_heard(ONE, NOW)


def test_a_call_ends_with_another_game(canned: Any, passing: Passing) -> None:
    play = canned.snapshot("play", 4)
    passing.call_with([Move(2, "shuffle", ONE)], ["shuffle"], NOW)
    passing.follow(play, replace(play, game="dice"), NOW)
    assert not passing.cry(NOW)


def test_a_game_calls_for_its_own_moves_only(passing: Passing) -> None:
    passing.call_with([Move(1, "flip", ONE)], ["shuffle"], NOW)
    assert not passing.cry(NOW)
    passing.call_with([Move(2, "shuffle", ONE)], ["shuffle"], NOW)
    assert passing.cry(NOW + MOVE_CRY - 1) == "shuffle"
    assert not passing.cry(NOW + MOVE_CRY)


def test_a_tap_at_the_door_says_that_it_has_to_be_held(passing: Passing) -> None:
    passing.answer(ONE, "hold", NOW)
    assert passing.answered(ONE, NOW + ANSWERED - 1) == "hold"
    assert passing.answered(TWO, NOW) == ""
    assert passing.answered(ONE, NOW + ANSWERED) == ""


def test_a_ring_fills_in_steps_while_the_door_is_held(passing: Passing) -> None:
    assert not passing.is_pressed
    passing.press(ONE, NOW)
    assert passing.is_pressed
    shares = [passing.held_for(ONE, NOW + at * 10_000_000) for at in range(100)]
    assert shares == sorted(shares)
    assert {round(share * RING, 6) for share in shares} <= set(range(RING + 1))
    assert passing.held_for(TWO, NOW + 500_000_000) == 0.0
    passing.press(ONE, None)
    assert passing.held_for(ONE, NOW) == 0.0


def test_an_answer_ends_with_the_next_press_or_move_of_its_seat(canned: Any, passing: Passing) -> None:
    """The words "Press the button at the edge" were still there after the button had been pressed."""
    before = canned.snapshot("play", 4)
    first, *others = before.seats
    passing.follow(None, before, NOW)
    for seat in (ONE, TWO):
        passing.answer(seat, "button", NOW)
    passing.follow(before, replace(before, seats=(replace(first, heard=first.heard + 1), *others)), NOW)
    assert [passing.answered(seat, NOW) for seat in (ONE, TWO)] == ["", "button"]
    passing.end_answers([Move(1, "back", TWO), Move(2, "play", ONE)])
    assert passing.answered(TWO, NOW) == "button"
    passing.end_answers([Move(3, "play", TWO)])
    assert passing.answered(TWO, NOW) == ""


def test_whoever_asked_for_a_pause_is_told_that_it_has_lapsed(canned: Any, passing: Passing) -> None:
    play, paused = canned.snapshot("play", 4), canned.snapshot("paused", 4)
    first, *others = (replace(view, wants_pause=False) for view in play.seats)
    asks, lapsed = (replace(play, seats=(replace(first, wants_pause=asks), *others)) for asks in (True, False))
    passing.follow(None, asks, NOW)
    passing.follow(asks, asks, NOW)
    passing.follow(asks, paused, NOW)
    passing.follow(paused, play, NOW)
    assert passing.answered(ONE, NOW) == ""
    passing.follow(asks, lapsed, NOW)
    assert [passing.answered(seat, NOW) for seat in (ONE, TWO)] == ["lapsed", ""]
    assert not passing.answered(ONE, NOW + ANSWERED)
