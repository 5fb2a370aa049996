"""A session in virtual time: what time does, where nothing is due and where something always is."""

from __future__ import annotations

import itertools

import pytest

from hardware.api import Instant, milliseconds
from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatPlan
from kiosk.protocol.state import State
from kiosk.table.settings import TableSettings
from kiosk.testing.virtual.session import START, VirtualSession

LATER = Instant(START + milliseconds(60_000))


@pytest.fixture
def table() -> VirtualSession:
    plans = tuple(SeatPlan(SeatNumber(number), "south", number / 3) for number in (1, 2))
    return VirtualSession(TableSettings(plans, bots="off"), itertools.count(1))


def test_time_stops_at_each_deadline_and_where_something_is_found(table: VirtualSession) -> None:
    stops: list[Instant] = []

    def look() -> bool:
        stops.append(table.now)
        return table.now > START

    table.tap_button(1)
    due = table.due
    assert table.pass_until(LATER, look)
    assert stops == [START, due]
    table.pass_to(LATER)
    assert table.now == LATER
    table.jump(START)
    assert table.now == LATER, "it never goes back"


def test_nothing_is_found_where_nothing_comes(table: VirtualSession) -> None:
    assert table.pass_until(LATER, lambda: table.state is State.PLAY) is None


def test_a_session_for_which_something_is_always_due_fails(
    table: VirtualSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table.session, "next_deadline", lambda: table.now)
    with pytest.raises(AssertionError, match="without time moving, in state attract"):
        table.pass_to(LATER)
