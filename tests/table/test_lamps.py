"""Lights that go round the table: the chase while nobody plays, and the wave of a Stop."""

from __future__ import annotations

from itertools import count

import pytest

from hardware.api import CHASE_ROUND, Instant, LampState
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.lamps import WAVE, lamps
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings

START = Instant(10**12)
PLACES = [("south", 0.2), ("south", 0.8), ("north", 0.2), ("north", 0.8), ("west", 0.2), ("west", 0.8), ("east", 0.5)]
CLOCKWISE = [3, 4, 7, 2, 1, 6, 5]
"""The seats from the left end of the north edge on; positions count from the left and from the top."""


def test_the_chase_goes_round_the_table_clockwise_and_comes_back_after_one_round() -> None:
    plans = tuple(msg.SeatPlan(SeatNumber(number), *place) for number, place in enumerate(PLACES, 1))
    session = Session(TableSettings(plans), count(), START)
    shown = lamps(session.table, session.current)
    assert {lit.state for lit in shown.values()} == {LampState.CHASE}
    assert sorted(shown, key=lambda seat: shown[seat].since) == CLOCKWISE
    steps = [shown[SeatNumber(seat)].since - START for seat in CLOCKWISE]
    assert steps == [number * CHASE_ROUND // 7 for number in range(7)]


@pytest.mark.parametrize(
    ("seats", "parts"),
    [
        (2, {1: 0, 2: 1}),
        (3, {1: 0, 2: 1, 3: 1}),
        (4, {1: 0, 2: 1 / 2, 3: 1, 4: 1 / 2}),
        (5, {1: 0, 2: 0.5, 3: 1, 4: 1}),
    ],
)
def test_the_wave_of_a_stop_comes_to_the_seat_opposite_last_on_the_shorter_way(session_table, seats, parts) -> None:
    table = session_table(seats)
    table.start(*range(1, seats + 1))
    table.pass_time(2000)
    table.scene("call")
    table.press(1)
    table.wait_for(lambda: table.state is not State.PLAY)
    shown = lamps(table.session.table, table.session.current)
    entered = table.session.table.entered
    assert {lit.state for seat, lit in shown.items() if seat != 1} == {LampState.WAVE}
    assert {seat: shown[seat].since - entered for seat in parts if seat != 1} == {
        seat: round(WAVE * part) for seat, part in parts.items() if seat != 1
    }


def test_the_lamp_of_who_may_call_beats_from_the_instant_that_the_displays_are_told(session_table) -> None:
    table = session_table(4)
    table.start(1, 2, 3, 4)
    table.pass_time(2000)
    assert [view.may_stop_from for view in table.snapshot().seats] == [0] * 4
    table.scene("call")
    table.pass_time(700)
    shown = lamps(table.session.table, table.session.current)
    (lit,) = [seat for seat in shown if shown[seat].state is LampState.MAY_STOP]
    since = shown[lit].since
    assert since is not None
    assert since <= table.now - 700_000_000
    assert {view.seat: view.may_stop_from for view in table.snapshot().seats if view.may_stop_from} == {lit: since}
