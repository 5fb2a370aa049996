"""What people see of their standing beside the points: who leads, who is on a streak, the matches won by this group."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.match import leaders_of
from kiosk.table.move_feed import STREAK_MS, Streaks

ONE, TWO, THREE = (SeatNumber(number) for number in (1, 2, 3))


# ---------------------------------------------------------------- who leads


@pytest.mark.parametrize(
    ("totals", "leaders"),
    [
        ({ONE: 3, TWO: 9, THREE: -4}, {TWO}),
        ({ONE: 9, TWO: 9, THREE: 4}, {ONE, TWO}),
        ({ONE: 0, TWO: 0, THREE: 0}, set()),
        ({}, set()),
    ],
)
def test_all_with_the_highest_total_lead_and_nobody_if_all_are_level(totals, leaders):
    assert {*leaders_of(totals)} == leaders


def _end_round(table):
    """Let seat 1 call Stop: it gets more points than the others, in either game."""
    table.scene("call")
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.STOPPED, 200)


@pytest.fixture
def three(session_table, game):
    """Three people in their first round."""
    table = session_table(3, journal=True)
    table.start(1, 2, 3, game=game, length="rounds 3")
    table.pass_time(2000)
    return table


def test_the_lead_changes_only_with_the_scores(three):
    assert three.snapshot().leaders == ()
    _end_round(three)
    assert three.match.standings == {}
    three.wait_for(lambda: three.state is State.ROUND_RESULT, 2_600)
    assert (three.snapshot().leaders, three.snapshot().result.leaders) == ((), (1,))
    three.wait_for(lambda: three.state is State.COUNTDOWN)
    assert three.snapshot().leaders == (1,)
    three.wait_for(lambda: three.state is State.PLAY)
    assert three.snapshot().leaders == (1,)


def test_who_leads_is_known_right_after_a_power_cut(three):
    _end_round(three)
    three.wait_for(lambda: three.state is State.PLAY)
    three.pass_time(3000)
    three.cut_power()
    assert (three.state, three.snapshot().leaders) == (State.RECOVERY, (1,))


def test_a_power_cut_after_the_stop_tells_no_result(session_table):
    table = session_table(2, journal=True)
    table.start(1, bots=True)
    table.play_on(1, until=lambda: table.state is State.STOPPED)
    table.cut_power()
    assert (table.state, table.snapshot().leaders) == (State.RECOVERY, ())
    assert table.match.result.leaders


def test_who_has_left_does_not_lead(three):
    _end_round(three)
    three.wait_for(lambda: three.state is State.PLAY)
    three.leave(1)
    assert 1 not in three.snapshot().leaders


# ---------------------------------------------------------------- a streak


def _hot(times: list[int], kind: str = "play") -> list[bool]:
    """Return whether the seat is on a streak right after each of these pieces."""
    streaks, hot = Streaks(), []
    for number, at in enumerate(times):
        streaks.take([msg.Move(number, kind, ONE, card="r1", cell=0)], at)
        hot.append((streaks.until(ONE) or -1) == at + STREAK_MS)
    return hot


@pytest.mark.parametrize(
    ("times", "hot"),
    [
        ([0, 2000, 4000], [False, False, True]),
        ([0, 2000, 4001], [False, False, False]),
        ([0, 100, 200, 4200], [False, False, True, True]),
        ([0, 100, 200, 4201], [False, False, True, False]),
        ([0, 3000, 6000, 6900], [False, False, False, True]),
    ],
)
def test_three_pieces_in_four_seconds_make_a_streak_and_one_more_keeps_it(times, hot):
    assert _hot(times) == hot
    assert _hot(times, "place") == hot
    assert not any(_hot(times, "tuck"))


@given(st.lists(st.tuples(st.integers(0, 3000), st.sampled_from((ONE, TWO))), max_size=20))
def test_a_streak_is_made_of_the_seats_own_pieces(steps):
    together, alone, at = Streaks(), Streaks(), 0
    for number, (step, seat) in enumerate(steps):
        at += step
        moves = [msg.Move(number, "place", seat, card="r1")]
        together.take(moves, at)
        if seat == ONE:
            alone.take(moves, at)
    assert together.until(ONE) == alone.until(ONE)


def test_it_is_seen_while_it_lasts_and_a_pause_does_not_end_it(session_table, game):
    table = session_table(2, touch=None)
    table.start(1, 2, game=game)
    table.pass_time(2000)
    if game == "cards":
        table.lay("- | row r1 r2 r3 r4 b5 stack b9 hand g5 | row y9 y8 y7 y6 y5 stack y1 hand g5")
        sources = ["row 0", "row 1", "row 2"]
    else:
        table.lay_dice("", "r1 r2 r3 b6", "y6 y5")
        sources = ["die r1", "die r2", "die r3"]
    for number, source in enumerate(sources):
        assert not table.view(1).hot_until, number
        table.bring(1, source=source)
        table.settle()
    until = table.view(1).hot_until
    assert 3_900 < (until - table.now) / 1e6 < 4_000
    assert not table.view(2).hot_until
    table.pass_time(1000)
    table.choose(1, "pause", "true")
    table.choose(2, "pause", "true")
    assert table.state is State.PAUSED
    table.pass_time(5000)
    for seat in (1, 2):
        table.tap_button(seat)
    table.wait_for(lambda: table.state is State.PLAY)
    assert table.view(1).hot_until > until
    table.pass_time(3000)
    assert not table.view(1).hot_until


# ---------------------------------------------------------------- matches won


def _match(table, winner: int = 1) -> None:
    """Play a match of one round that this seat wins, up to its result."""
    table.wait_for(lambda: table.state is State.PLAY)
    table.pass_time(2000)
    if winner == 1:
        table.scene("call")
    else:
        table.lay("- | row y9 y8 y7 y6 y5 stack y1 hand g5 | row b9 b8 b7 b6 b5 hand g5")
    table.tap_button(winner)
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    table.pass_time(1000)


def _again(table, *seats: int) -> None:
    """Play another match of the same people."""
    for seat in seats:
        table.tap_button(seat)
    table.wait_for(lambda: table.state is State.COUNTDOWN, 60_000)


@pytest.fixture
def pair(session_table):
    """Two people who have played a match that seat 1 has won."""
    table = session_table(3)
    table.start(1, 2, length="single_round")
    assert table.snapshot().tally == ()
    _match(table)
    return table


def test_again_keeps_the_tally_of_this_group_and_its_bots(pair):
    met = pair.match.cast
    assert pair.snapshot().tally == ((1, 1), (2, 0))
    pair.tap_button(1)
    assert (pair.state, pair.snapshot().tally) == (State.LOBBY, ((1, 1), (2, 0)))
    _again(pair, 2)
    assert pair.snapshot().tally == ((1, 1), (2, 0))
    pair.wait_for(lambda: pair.state is State.PLAY)
    assert (pair.snapshot().tally, pair.match.cast) == ((), met)
    _match(pair, winner=2)
    assert pair.snapshot().tally == ((1, 1), (2, 1))


def test_it_begins_anew_when_somebody_leaves(pair):
    pair.tap_button(1)
    pair.leave(2)
    assert pair.snapshot().tally == ()
    pair.tap_button(2)  # somebody else
    assert pair.snapshot().tally == ()


def test_it_begins_anew_when_somebody_joins(pair):
    pair.tap_button(1)
    pair.sit_down(3)
    assert pair.snapshot().tally == ()
    _again(pair, 2)
    _match(pair)
    assert pair.snapshot().tally == ((1, 1), (2, 0), (3, 0))


def test_whose_place_a_bot_has_taken_belongs_to_it_no_more(pair):
    pair.tap_button(1)
    _again(pair, 2)
    pair.wait_for(lambda: pair.state is State.PLAY)
    pair.session.leave(pair.seat(2), to_bot=True)
    _match(pair)
    assert pair.snapshot().tally == ((1, 1),)  # the first match of one person


def test_bots_are_not_counted(session_table):
    table = session_table(2)
    table.start(1, bots=True, length="single_round")
    table.pass_time(2000)
    table.lay("- | row y9 y8 y7 y6 y5 stack y1 hand g5 | row b9 b8 b7 b6 b5 hand g5")
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    table.pass_time(1000)
    assert table.snapshot().result.winners == (2,)
    assert table.snapshot().tally == ()
    table.tap_button(1)
    _match(table)
    assert table.snapshot().tally == ((1, 1),)
