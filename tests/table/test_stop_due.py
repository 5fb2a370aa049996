"""The instant at which a round ends by itself, as snapshots tell it: the core's own, through pauses and replays."""

from __future__ import annotations

import pytest

from hardware.api import Instant, milliseconds
from kiosk import protocol as msg
from kiosk.game.game_rules import rules_of_game
from kiosk.protocol.state import State
from kiosk.table.move_feed import MoveFeed
from kiosk.table.replay_player import ReplayPlayer
from kiosk.table.snapshots import draw

CARDS = "r3 | row b9 b8 b7 b6 b5 stack r4 hand g5 g6 g7 | row y9 y8 y7 y6 y5 stack y1 g2 hand g5 g6 g7"
"""Seat 1 can lay the last card of its stack."""
DELAY = {"cards": milliseconds(5000), "dice": milliseconds(3000)}
NONE = (0, 0, None)


def due(shown):
    return shown.stop_due, shown.stop_from, shown.stop_by


@pytest.fixture
def two(session_table, game):
    """Two people, of whom the first can play their last piece."""
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.pass_time(1000)
    lay(table, game)
    return table


def lay(table, game):
    if game == "cards":
        table.lay(CARDS)
    else:
        table.lay_dice("", "r1", "b4 g5 y6")


def empty(table, seat=1):
    """Let this seat play its last piece; return the instant at which that counted."""
    table.bring(seat, source="stack" if table.game == "cards" else "die r1")
    table.settle()
    assert table.view(seat).may_stop
    return table.play_.dealt.instant(table.round.seats[seat - 1].emptied_at)


def test_the_cores_own_instant_is_told_from_the_last_piece_to_the_end(two, game):
    assert due(two.snapshot()) == NONE
    emptied = empty(two)
    ends = Instant(emptied + DELAY[game])
    assert due(two.snapshot()) == (ends, emptied, 1)
    two.flip(2) if game == "cards" else two.turn(2)  # nobody else's hands change it
    two.settle()
    assert due(two.snapshot()) == (ends, emptied, 1)
    two.wait_for(lambda: two.state is State.STOPPED)
    assert (two.snapshot().ended_by, two.play_.dealt.instant(two.round.ended.at)) == ("auto_stop", ends)
    assert due(two.snapshot()) == NONE


def test_a_stop_before_it_ends_it(two):
    empty(two)
    two.tap_button(1)
    two.settle()
    assert two.state is State.STOPPED
    assert due(two.snapshot()) == NONE


def test_a_pause_puts_it_off_and_tells_none_while_it_lasts(two, game):
    emptied = empty(two)
    two.pass_time(1000)
    for seat in (1, 2):
        two.choose(seat, "pause", "")
    paused = two.now
    assert (two.state, due(two.snapshot())) == (State.PAUSED, NONE)
    two.pass_time(60_000)
    for seat in (1, 2):
        two.tap_button(seat)
    assert (two.state, due(two.snapshot())) == (State.COUNTDOWN, NONE)
    two.wait_for(lambda: two.state is State.PLAY)
    lasted = two.session.table.entered - paused
    assert due(two.snapshot()) == (emptied + DELAY[game] + lasted, emptied + lasted, 1)
    two.wait_for(lambda: two.state is State.STOPPED, DELAY[game] / 1e6)
    assert two.snapshot().ended_by == "auto_stop"


def test_after_a_power_cut_as_much_time_is_left_as_the_journal_knows(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.play_on(1, 2, until=lambda: table.snapshot().stop_due)
    seat, automatic = table.snapshot().stop_by, table.round.course.auto_stop
    table.pass_time(700)
    table.cut_power()
    assert (table.state, due(table.snapshot())) == (State.RECOVERY, NONE)
    table.pass_time(800)
    for one in (1, 2):
        table.tap_button(one)
    table.wait_for(lambda: table.state is State.PLAY)
    assert table.round.course.auto_stop == automatic
    ends, since, by = due(table.snapshot())
    assert (by, ends - since) == (seat, DELAY[game])
    assert table.now < ends <= table.now + DELAY[game]
    table.wait_for(lambda: table.state is State.STOPPED)
    assert table.play_.dealt.instant(table.round.ended.at) == ends


def test_where_the_seat_leaves_nothing_is_due_any_more(session_table, game):
    table = session_table(4)
    table.start(1, 2, 3, game=game)
    table.pass_time(1000)
    if game == "cards":
        table.lay(CARDS + " | row r9 r8 r7 r6 r5 stack y1 g3 hand g5 g6 g7")
    else:
        table.lay_dice("", "r1", "b4 g5 y6", "b5 g6 y6")
    empty(table)
    table.leave(1)
    table.settle()
    assert (table.state, due(table.snapshot())) == (State.PLAY, NONE)


def test_in_a_replay_it_is_told_by_the_viewers_clock_at_any_speed(session_table, game):
    two = session_table(2, journal=True)
    two.start(1, 2, game=game)
    two.play_on(1, 2, until=lambda: two.snapshot().stop_due)
    seat = two.snapshot().stop_by
    two.wait_for(lambda: two.state is State.ROUND_RESULT)
    records, now = two.session.table.log.round, Instant(5_000_000_000_000)
    player = ReplayPlayer(records, two.session.table.settings, now, MoveFeed())
    player.drive(msg.DriveReplay("seek", player.length / 1e6 - 1000), now)
    player.drive(msg.DriveReplay("speed", 0.5), now)
    player.drive(msg.DriveReplay("play"), now)
    ends, begins, by = due(player.show_times(draw(player.stage, 1), now))
    assert by == seat
    assert ends - now == pytest.approx(2_000_000_000, abs=1_000_000)  # a second of the round
    assert ends - begins == pytest.approx(2 * DELAY[game], abs=1_000_000)
    player.drive(msg.DriveReplay("pause"), now)
    later = Instant(now + milliseconds(700))
    player.advance(later)  # it stands still
    assert player.next_deadline() is not None
    assert due(player.show_times(draw(player.stage, 1), later))[0] - later == pytest.approx(ends - now, abs=1_000_000)


EDITIONS = [(game, preset) for game in ("cards", "dice") for preset in rules_of_game(game).presets]


@pytest.mark.parametrize(("game", "preset"), EDITIONS, ids=[f"{game} {preset}" for game, preset in EDITIONS])
def test_every_edition_tells_it_if_it_ends_a_round_by_itself(session_table, game, preset):
    table = session_table(2)
    table.start(1, 2, game=game, preset=preset)
    table.pass_time(1000)
    if game == "cards":
        table.lay(CARDS.replace(" stack r4", "", 1))
    else:
        lay(table, game)
        table.bring(1, source="die r1")
    table.pass_time(20)
    delay, emptied = table.round.rules.stop_delay_ms, table.play_.dealt.instant(table.round.seats[0].emptied_at)
    if delay == 0:
        assert not table.snapshot().stop_due > table.now
    elif delay is None:
        assert due(table.snapshot()) == NONE
    else:
        assert due(table.snapshot()) == (Instant(emptied + milliseconds(delay)), emptied, 1)


def test_no_lamp_beats_where_one_may_not_stop(session_table):
    table = session_table(2)
    table.start(1, 2, game="cards")
    table.pass_time(1000)
    table.lay(CARDS.replace("stack y1 g2", "stack y1"))
    assert (table.lamp(1), table.lamp(2)) == ("beat_1", "beat_1")
    empty(table)
    assert (table.lamp(1), table.lamp(2)) == ("may_stop", "off")
