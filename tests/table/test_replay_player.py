"""The replay of a recorded round: forwards, backwards, step by step, slowly, quickly."""

from __future__ import annotations

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from hardware.api import Instant, milliseconds
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import Judged, RoundEnded, RoundStarted, SeatChanged, TurnedAway
from kiosk.protocol.state import State
from kiosk.table.move_feed import MoveFeed
from kiosk.table.replay_player import FASTEST, FRAME, SLOWEST, ReplayPlayer
from kiosk.table.rerun import Rerun
from kiosk.table.snapshots import draw

NOW = Instant(5_000_000_000_000)
S = 1_000_000_000


@pytest.fixture(scope="module")
def played(session_table):
    """Rounds of both games with two people and two bots, one of whom leaves: their records, and the table."""

    def play(kind):
        table = session_table(4, seed=2, journal=True)
        table.start(1, 2, game=kind, bots=True)
        gone = table.now + milliseconds(4000)
        table.play_on(1, 2, until=lambda: table.now > gone)
        table.leave(2)
        table.play_on(1, until=lambda: table.state is State.ROUND_RESULT)
        return table

    tables = {kind: play(kind) for kind in ("cards", "dice")}
    return {kind: (table.session.table.log.round, table) for kind, table in tables.items()}


@pytest.fixture
def replayer(played, game):
    records, table = played[game]
    return ReplayPlayer(records, table.session.table.settings, NOW, MoveFeed())


def key(replayer):
    return replayer.stage.round.round.key()


def drive(replayer, do, value=0.0, now=NOW):
    replayer.drive(msg.DriveReplay(do, value), now)


def run(replayer, now=NOW):
    """Run it to its end; return the time of the end, and all snapshots."""
    shown = []
    while replayer.playing:
        now = replayer.next_deadline()
        replayer.advance(now)
        shown.append(replayer.show_times(draw(replayer.stage, len(shown)), now))
    return now, shown


def test_it_ends_with_the_round_whoever_comes_while_the_result_stands(session_table, game):
    table = session_table(4, journal=True)
    table.start(1, 2, game=game)
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    table.pass_time(15_000)
    table.tap_button(4)
    (ended,) = table.written_of(RoundEnded)
    assert table.written[-1].at > ended.at + 15 * S
    assert ReplayPlayer(table.session.table.log.round, table.session.table.settings, NOW, MoveFeed()).length == ended.at


def test_it_begins_with_the_deal(replayer, played, game):
    started = played[game][0][0]
    assert isinstance(started, RoundStarted)
    assert key(replayer) == Rerun(started, played[game][1].session.table.settings).round.key()
    assert replayer.view() == msg.ReplayView(0, replayer.length // 1_000_000, 1.0, False)


def test_it_ends_as_the_round_ended(replayer, played, game):
    drive(replayer, "play")
    end, shown = run(replayer)
    assert key(replayer) == played[game][1].round.key()
    assert abs(end - NOW - replayer.length) < milliseconds(1)
    table = played[game][1].snapshot()
    assert (shown[-1].ended_by, shown[-1].caller) == (table.ended_by, table.caller)
    assert (shown[-1].piles, shown[-1].board) == (table.piles, table.board)


def moves(shown):
    """Return everything that a display animates, in order."""
    seen = {move.id: move for view in shown for move in view.moves}
    return [structs.replace(seen[number], id=0) for number in sorted(seen)]


@pytest.mark.parametrize("speed", [0.25, 3.7, 8])
def test_at_any_speed_the_same_is_seen_in_its_time(replayer, speed):
    drive(replayer, "play")
    _, usual = run(replayer)
    drive(replayer, "seek", 0.0)
    drive(replayer, "speed", speed)
    drive(replayer, "play")
    end, shown = run(replayer)
    assert abs((end - NOW) - replayer.length / speed) < milliseconds(1)
    assert moves(shown) == moves(usual)[1:]  # the deal is there, but is not animated after a seek


def test_speeds_are_held_in_their_limits_and_nonsense_changes_nothing(replayer):
    for value, speed in ((0.001, SLOWEST), (1000, FASTEST), (-3, SLOWEST)):
        drive(replayer, "speed", value)
        assert replayer.speed == speed
    for value in (math.nan, math.inf, -math.inf):
        for do in ("speed", "seek", "step"):
            before = replayer.view()
            drive(replayer, do, value)
            assert replayer.view() == before


def test_it_stands_still_in_a_pause_and_goes_on_there(replayer):
    drive(replayer, "play")
    drive(replayer, "pause", now=Instant(NOW + 2 * S))
    assert replayer.at == 2 * S
    replayer.advance(Instant(NOW + 60 * S))
    assert replayer.at == 2 * S
    drive(replayer, "play", now=Instant(NOW + 100 * S))
    replayer.advance(Instant(NOW + 101 * S))
    assert replayer.at == 3 * S


def test_from_the_end_it_begins_again(replayer):
    drive(replayer, "seek", replayer.length / 1e6)
    drive(replayer, "play")
    assert (replayer.at, replayer.playing) == (0, True)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(places=st.lists(st.floats(0, 1), min_size=1, max_size=5))
def test_wherever_one_comes_from_a_moment_looks_the_same(replayer, places):
    for place in places:
        drive(replayer, "seek", -1.0)
        assert replayer.at == 0
        drive(replayer, "seek", place * replayer.length / 1e6)
        direct = key(replayer)
        drive(replayer, "seek", 1e12)
        assert replayer.at == replayer.length
        drive(replayer, "seek", place * replayer.length / 1e6)
        assert key(replayer) == direct


def test_after_a_seek_nothing_flies_and_what_comes_then_does(replayer):
    drive(replayer, "seek", replayer.length / 2e6)
    assert draw(replayer.stage, 1).moves == ()
    drive(replayer, "seek", 1500.0)
    assert draw(replayer.stage, 1).moves == ()
    drive(replayer, "step", 1.0)
    assert draw(replayer.stage, 1).moves


def test_the_last_millisecond_is_the_end(replayer, played, game):
    drive(replayer, "seek", float(replayer.view().length_ms))
    assert key(replayer) == played[game][1].round.key()


def test_ids_of_moves_go_on_through_seeks(replayer):
    drive(replayer, "play")
    _, shown = run(replayer)
    last = shown[-1].moves[-1].id
    drive(replayer, "play")
    _, shown = run(replayer)
    assert min(move.id for view in shown for move in view.moves) > last


def test_step_by_step_every_record_is_seen_once_forwards_and_backwards(replayer, played, game):
    steps = [record for record in played[game][0] if isinstance(record, Judged | SeatChanged)]
    keys = [key(replayer)]
    for _ in steps:
        drive(replayer, "step", 1.0)
        keys.append(key(replayer))
        assert not replayer.playing
    assert keys[-1] == played[game][1].round.key()
    drive(replayer, "step", 1.0)
    assert replayer.at == replayer.length
    for expected in reversed(keys[:-1]):
        drive(replayer, "step", -1.0)
        assert key(replayer) == expected
    assert replayer.at == 0


def test_who_leaves_is_seen_to_have_left_and_sits_there_again_before(replayer):
    states = lambda: [view.state for view in draw(replayer.stage, 1).seats]  # noqa: E731
    drive(replayer, "seek", replayer.length / 1e6)
    assert states() == ["playing", "left", "playing", "playing"]
    drive(replayer, "seek", 1000.0)
    assert states() == ["playing"] * 4


def test_while_it_runs_its_time_is_told_ten_times_a_second(replayer):
    drive(replayer, "play")
    for now in range(NOW, NOW + 3 * S, 50_000_000):
        replayer.advance(Instant(now))
        assert replayer.next_deadline() <= now + FRAME + 1


def test_a_picture_that_stands_still_asks_for_nothing_unless_a_running_time_is_shown(replayer):
    waits = 0
    for at in range(0, replayer.length // 1_000_000, 250):
        drive(replayer, "seek", float(at))
        shown = draw(replayer.stage, 1)
        timed = any(view.locked_until > replayer.stage.now for view in shown.seats)
        timed = timed or bool(shown.stop_due or shown.dead_due)
        assert (replayer.next_deadline() is not None) == timed
        waits += timed
    assert waits


def test_a_lock_does_not_pass_while_the_picture_stands_still(replayer):
    while not any(view.locked_until > replayer.stage.now for view in draw(replayer.stage, 1).seats):
        drive(replayer, "step", 1.0)

    def left(now):
        replayer.advance(now)
        views = replayer.show_times(draw(replayer.stage, 1), now).seats
        return max(view.locked_until for view in views) - now

    assert left(NOW) == left(Instant(NOW + 3 * S)) > 0


def test_where_a_record_comes_out_otherwise_the_picture_ends(played, game):
    records, table = played[game]
    place = next(i for i, record in enumerate(records) if i > 20 and isinstance(record, Judged) and record.events)
    broken = [*records]
    broken[place] = structs.replace(records[place], events=())
    replayer = ReplayPlayer(broken, table.session.table.settings, NOW, MoveFeed())
    drive(replayer, "seek", 1e9)
    whole = ReplayPlayer(records[:place], table.session.table.settings, NOW, MoveFeed())
    drive(whole, "seek", 1e9)
    assert key(replayer) == key(whole)
    assert replayer.length <= records[place].at


def test_what_does_not_begin_a_round_is_refused(played, game):
    records, table = played[game]
    with pytest.raises(TypeError, match="RoundStarted"):
        ReplayPlayer(records[1:], table.session.table.settings, NOW, MoveFeed())


def test_what_was_touched_before_go_stands_at_the_rounds_beginning(played, game):
    """Its time is before GO; the replay begins at GO."""
    (started, *rest), table = played[game]
    early = TurnedAway(-1500 * milliseconds(1), SeatNumber(1), "FlipHand", "locked", "display 1")
    replayer = ReplayPlayer([started, early, *rest], table.session.table.settings, NOW, MoveFeed())
    for back in (False, False, True):
        drive(replayer, "step", -1 if back else 1)
        assert replayer.at >= 0
    assert replayer.view().at_ms == 0
    assert [verdict.reason for verdict in draw(replayer.stage, 1).seats[0].ticker] == ["locked"]
