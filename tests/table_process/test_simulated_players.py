"""Simulated people throw the dice that they see, and pull and plug their boards."""

from __future__ import annotations

import random

import pytest

from hardware.simulated.dice_board import SimulatedBoards
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.table_process.runner import Audiences
from kiosk.table_process.simulated_players import SimulatedPlayers

ONE, TWO = SeatNumber(1), SeatNumber(2)


@pytest.fixture
def boards(tmp_path):
    simulated = SimulatedBoards(tmp_path, {1: "LDR-ONE"})
    yield simulated
    simulated.close()


def hands_at(boards, seed=1):
    return SimulatedPlayers(boards, random.Random(seed))  # noqa: S311  the same dice each time


def shot(*dice):
    views = (msg.SeatView(ONE, "playing", dice=dice), msg.SeatView(TWO, "playing", dice=("y",)))
    return msg.Snapshot(1, 0, "play", views)


def test_a_person_throws_exactly_the_dice_that_its_panel_shows(boards):
    hands = hands_at(boards)
    for dice in (("r", "r", "g"), ("r3", "g6")):
        hands.show(shot(*dice))
        hands.do(msg.DriveBoard(ONE, "throw"))
        assert sorted(die[0] for die in boards[1].dice) == [die[0].upper() for die in sorted(dice)]
        assert all(die[1] in "123456" for die in boards[1].dice)


def test_who_sees_no_dice_throws_none(boards):
    hands = hands_at(boards)
    assert "has no unplaced dice" in hands.do(msg.DriveBoard(ONE, "throw"))
    assert boards[1].dice == ()


def test_the_same_seed_throws_the_same(boards):
    thrown = []
    for _ in range(2):
        hands = hands_at(boards, seed=7)
        hands.show(shot("r", "g", "b", "y"))
        hands.do(msg.DriveBoard(ONE, "throw"))
        thrown.append(boards[1].dice)
    assert thrown[0] == thrown[1]


def test_a_board_is_pulled_out_and_put_in_again(boards):
    hands = hands_at(boards)
    for do, plugged in (("unplug", False), ("unplug", False), ("plug", True), ("plug", True)):
        assert hands.do(msg.DriveBoard(ONE, do)) == ""
        assert boards[1].plugged is plugged


def test_named_dice_are_thrown_and_faults_begin_and_end(boards):
    hands = hands_at(boards)
    assert hands.do(msg.DriveBoard(ONE, "throw", ("r1", "g2"))) == ""
    assert boards[1].dice == ("R1", "G2")
    assert "r9" in hands.do(msg.DriveBoard(ONE, "throw", ("r9",)))
    assert hands.do(msg.DriveBoard(ONE, "fault", ("garbage",))) == ""
    assert boards[1].faults == {"garbage"}
    assert hands.do(msg.DriveBoard(ONE, "fault", ("fire",))).startswith("'fire' is no fault of a board; there are: ")
    assert hands.do(msg.DriveBoard(ONE, "repair")) == ""
    assert boards[1].faults == frozenset()


def test_a_seat_without_a_board_can_do_nothing(boards):
    hands = hands_at(boards)
    hands.show(shot("r"))
    for do in ("throw", "unplug"):
        assert hands.do(msg.DriveBoard(TWO, do)) == "seat 2 has no dice-reader board; seats with one: 1"
    assert boards[1].dice == ()
    assert boards[1].plugged


def test_people_at_the_table_see_what_everybody_sees(boards):
    class Audience:
        shown = None

        def show(self, snapshot):
            self.shown = snapshot

    hands, audience = hands_at(boards), Audience()
    Audiences((hands, audience)).show(shot("b"))
    hands.do(msg.DriveBoard(ONE, "throw"))
    assert audience.shown == shot("b")
    assert [die[0] for die in boards[1].dice] == ["B"]
