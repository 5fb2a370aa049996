"""Outside the opening hours: no match begins, no match is interrupted, and the bots rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hardware.api import Button
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.inputs import Doors

SINGLE = {"cards": "single_round", "dice": "rounds_each 1"}


@pytest.fixture
def closed(table: Any) -> Any:
    table.put(Doors(open=False))
    return table


def test_where_nobody_plays_the_bots_rest_and_nothing_is_due(closed: Any) -> None:
    assert closed.state is State.CLOSED
    assert closed.session.table.round is None
    assert closed.session.next_deadline() is None
    shown = closed.snapshot()
    assert shown.state == "closed"
    assert shown.piles == ()
    assert {view.state for view in shown.seats} == {"free"}
    assert {view.lamp for view in shown.seats} == {"off"}


def test_no_press_touch_or_message_begins_anything(closed: Any) -> None:
    for button in Button:
        closed.tap_button(1, button)
    seat = SeatNumber(2)
    closed.say(msg.PressButton(seat, "stop", closed.now, "de"))
    closed.say(msg.ChooseOption(seat, "language", "de", closed.now))
    closed.say(msg.LeaveSeat(seat, closed.now))
    closed.say(msg.FlipHand(seat, closed.now))
    closed.pass_time(60_000)
    assert closed.state is State.CLOSED
    assert {view.state for view in closed.snapshot().seats} == {"free"}


def test_when_the_hours_begin_the_bots_play_and_people_may_sit_down(closed: Any) -> None:
    closed.put(Doors(open=True))
    assert closed.state is State.ATTRACT
    closed.tap_button(1)
    assert closed.state is State.LOBBY


def test_a_match_that_runs_is_played_to_its_end_and_no_other_begins(table: Any, game: str) -> None:
    table.start(1, 2, game=game, length=SINGLE[game])
    table.put(Doors(open=False))
    table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)
    table.pass_time(1000)
    assert table.state is State.MATCH_RESULT
    table.tap_button(1)  # asks for another match
    assert table.state is State.CLOSED


def test_a_match_result_that_nobody_answers_leads_to_the_dark(table: Any) -> None:
    table.start(1, 2, length="single_round")
    table.put(Doors(open=False))
    table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)
    table.wait_for(lambda: table.state is State.CLOSED, 60_000)


@pytest.mark.parametrize("then", [lambda table: table.pass_time(1000), lambda table: table.tap_button(1)])
def test_who_has_sat_down_before_the_end_of_the_hours_stays(table: Any, then: Callable[[Any], None]) -> None:
    table.tap_button(1)
    table.put(Doors(open=False))
    then(table)
    assert table.state is State.LOBBY


def test_hours_that_end_and_begin_in_a_match_change_nothing(table: Any) -> None:
    table.start(1, 2)
    table.put(Doors(open=False))
    table.put(Doors(open=True))
    assert table.state is State.PLAY
    for seat in (1, 2):
        table.say(msg.LeaveSeat(SeatNumber(seat), table.now))
    assert table.state is State.ATTRACT


def test_how_picture_and_sound_are_to_be_is_in_every_snapshot(session_table: Any) -> None:
    house = msg.House(brightness=70, volume=20)
    table = session_table(house=house)
    assert table.snapshot().house == house


def test_what_is_wrong_with_the_configuration_is_said_at_the_table(session_table: Any) -> None:
    table = session_table(fault=msg.Fault("configuration.last_good"))
    assert table.snapshot().notice == msg.Fault("configuration.last_good")
    assert table.session.table.faults == (msg.NamedFault("configuration", msg.Fault("configuration.last_good")),)
