"""How many of the last seconds are left: in play by the clock, in a replay by the round's own time."""

from __future__ import annotations

import pytest

from kiosk.display.last_seconds import left_s, number_changes, number_left, whole_s
from kiosk.game.seats import SeatNumber
from kiosk.protocol import ReplayView, Snapshot
from kiosk.protocol.state import State

S = 1_000_000_000
FROM, DUE = 100 * S, 105 * S


def shown(state=State.PLAY, now=FROM, replay=None, due=DUE):
    return Snapshot(1, now, state, (), stop_due=due, stop_from=FROM, stop_by=SeatNumber(1), replay=replay)


def test_every_second_has_its_number_until_the_round_ends():
    numbers = [number_left(shown(), FROM + tenth * S // 10) for tenth in range(52)]
    assert numbers == [5] + [5] * 9 + [4] * 10 + [3] * 10 + [2] * 10 + [1] * 10 + [0] * 2


def test_the_next_number_is_due_when_this_one_is_over():
    now = FROM + 300_000_000
    assert number_changes(shown(), now) == FROM + S
    assert number_left(shown(), number_changes(shown(), now)) == 4
    assert number_changes(shown(), DUE) == 0


@pytest.mark.parametrize("state", [State.ATTRACT, State.PAUSED, State.STOPPED, State.COUNTDOWN])
def test_elsewhere_than_in_play_none_are_left(state):
    assert left_s(shown(state), FROM) == 0


def test_nothing_is_left_where_nothing_is_due():
    assert number_left(shown(due=0), FROM) == 0


def test_a_replay_counts_the_rounds_seconds_at_any_speed():
    slow = shown(State.REPLAY, replay=ReplayView(0, 0, 0.5, playing=True), due=FROM + 10 * S)
    assert (whole_s(slow), left_s(slow, FROM), left_s(slow, FROM + 2 * S)) == (5.0, 5.0, 4.0)
    assert number_changes(slow, FROM) == FROM + 2 * S


def test_in_a_replay_that_stands_still_so_do_they():
    still = shown(State.REPLAY, replay=ReplayView(0, 0, 1.0, playing=False), now=FROM + S)
    assert number_left(still, FROM + 3 * S) == 4
    assert number_changes(still, FROM + 3 * S) == 0
