"""``Snapshot.since``: when the state began, which everything that it shows on its own account is counted from."""

from __future__ import annotations

import itertools

import pytest

from hardware.api import milliseconds
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.inputs import FromDisplay
from kiosk.table.move_feed import MoveFeed
from kiosk.table.replay_player import ReplayPlayer
from kiosk.table.snapshots import draw
from kiosk.testing.virtual.session import DISPLAY

LARGE = (1920, 1080)
ALL_OF_A_MATCH = {State.LOBBY, State.COUNTDOWN, State.PLAY, State.STOPPED, State.ROUND_RESULT, State.MATCH_RESULT}


def test_every_state_begins_when_it_is_entered_and_keeps_its_beginning(session_table, game):
    table = session_table(3, journal=True)
    seen = []
    put = table.put

    def watched(input_):
        put(input_)
        seen.append((table.state, table.snapshot().since, table.now))

    table.put = watched
    table.start(1, 2, game=game, bots=True, **({"length": "single_round"} if game == "cards" else {}))
    table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)
    spells = [list(spell) for _, spell in itertools.groupby(seen, key=lambda moment: moment[0])]
    assert {state for spell in spells for state, *_ in spell} == ALL_OF_A_MATCH
    for spell in spells:
        assert {since for _, since, _ in spell} == {spell[0][2]}


def test_a_result_keeps_its_beginning_after_a_look_back(session_table, game):
    table = session_table(4, seed=2, journal=True)
    table.start(1, 2, game=game, bots=True)
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    result = table.snapshot()
    table.pass_time(1000)
    table.say(msg.LookAgain(SeatNumber(1), result.result.races[0].id, table.now))
    assert table.state is State.REPLAY
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 12_000)
    assert table.snapshot().since == result.since < table.now


def test_a_countdown_tells_whether_it_deals_or_ends_a_pause(session_table, game):
    table = session_table(2)
    resumes = []
    put = table.put

    def watched(input_):
        put(input_)
        if table.state is State.COUNTDOWN:
            resumes.append((table.snapshot().since, table.snapshot().resumes))

    table.put = watched
    table.start(1, 2, game=game)
    assert not table.snapshot().resumes
    for seat in (1, 2):
        table.choose(seat, "pause", "")
    assert table.state is State.PAUSED
    table.pass_time(1000)
    for seat in (1, 2):
        table.tap_button(seat)
    table.wait_for(lambda: table.state is State.PLAY, 10_000)
    assert table.snapshot().since == table.now
    assert sorted({resumed for _, resumed in resumes}) == [False, True]
    assert len(dict(resumes)) == 2


def test_the_bots_round_begins_anew_when_a_window_leaves_room_for_other_seats(session_table):
    table = session_table(6, legible=lambda seats, _players, _game, window, _large: len(seats) <= 4 or window == LARGE)
    table.put(FromDisplay(DISPLAY, msg.WindowSize(640, 360)))
    begun = table.snapshot().since
    table.pass_time(5000)
    assert table.snapshot().since == begun
    table.put(FromDisplay(DISPLAY, msg.WindowSize(*LARGE)))
    assert table.state is State.ATTRACT
    assert table.snapshot().since == table.now > begun


@pytest.mark.parametrize("speed", [0.25, 1.0, 4.0])
def test_a_replay_tells_when_go_was_at_the_speed_shown(session_table, speed):
    table = session_table(4, seed=2, journal=True)
    table.start(1, 2, bots=True)
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    replayer = ReplayPlayer(table.session.table.log.round, table.session.table.settings, table.now, MoveFeed())
    replayer.seek(milliseconds(8000), table.now)
    replayer.speed = speed
    replayer.play(table.now)
    shown = replayer.show_times(draw(replayer.stage, 1), table.now)
    assert abs(table.now - shown.since - milliseconds(8000 / speed)) < milliseconds(1)
