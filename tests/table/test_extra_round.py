"""An extra round of the tied seats, while the others watch (RULES.md C14, ``match_tie: extra_round``)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hardware.api import Button
from kiosk.game.cards.rules import MatchEnd, MatchEndKind, MatchTie
from kiosk.protocol.state import State
from kiosk.table.games.cards import CardGame

LEVEL = "- | row b9 b8 b7 b6 hand g5 | row y9 y8 y7 y6 stack y1 hand g5 | row b9 b8 b7 b6 hand r5"
"""Seats 1 and 3 have no points, seat 2 loses two; seat 1 may call."""
DECIDED = "- | row b9 b8 b7 b6 b5 hand g5 | left | row b9 b8 b7 b6 b5 stack r9 r8 hand r5"
"""The extra round: seat 1 may call, which costs seat 3 four points: it is then behind seat 2, which watched."""
STILL_LEVEL = "- | row b9 b8 b7 b6 b5 hand g5 | left | row b9 b8 b7 b6 b5 hand r5"


def end_round(table, position, seat=1):
    table.lay(position)
    table.tap_button(seat)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 3_000)


def go_on(table):
    table.wait_for(lambda: table.state is not State.ROUND_RESULT, 20_001)


def drawn_match(session_table, **options):
    """Three of four seats play a match of one round in which 1 and 3 are level at the top; the result is shown."""
    table = session_table(4, **options)
    table.start(1, 2, 3)
    set_ties(table)
    table.pass_time(1000)
    end_round(table, LEVEL)
    return table


@pytest.fixture
def drawn(session_table):
    return drawn_match(session_table)


@pytest.fixture
def extra(drawn):
    """The extra round of seats 1 and 3 has begun; seat 2 watches."""
    go_on(drawn)
    drawn.wait_for(lambda: drawn.state is State.PLAY, 3_001)
    return drawn


def set_ties(table):
    """Set a match of one round whose ties are played off, which no lobby offers."""
    match = table.match
    rules = replace(match.game.rules, match_tie=MatchTie.EXTRA_ROUND, match_end=MatchEnd(MatchEndKind.SINGLE_ROUND))
    match.game, match.match.rules = CardGame(rules), rules


def test_a_draw_is_announced_with_those_who_play_it_off(drawn):
    shown = drawn.snapshot()
    assert (shown.tiebreak, shown.extra_round) == ((1, 3), False)
    assert [line.total for line in shown.result.lines] == [0, -2, 0]


def test_only_those_who_are_level_get_cards_as_many_as_two_players_do(extra):
    shown = extra.snapshot()
    assert (shown.tiebreak, shown.extra_round, shown.round_no) == ((1, 3), True, 2)
    assert [len(view.row) for view in shown.seats] == [5, 0, 5, 0]
    assert [view.stack_count for view in shown.seats] == [10, 0, 10, 0]
    assert [view.state for view in shown.seats] == ["playing", "playing", "playing", "free"]


def test_who_looks_on_can_press_and_touch_without_a_word(extra):
    for button in Button:
        extra.tap_button(2, button)
    extra.play(2, "row 0")
    extra.flip(2)
    extra.vote(2)
    extra.pass_time(1000)
    assert extra.verdicts(2) == []
    assert extra.lamp(2) == "off"
    assert extra.view(2).locked_until == 0
    assert not extra.view(2).voted


def test_touching_before_go_of_an_extra_round_is_a_false_start_only_for_its_players(drawn):
    go_on(drawn)
    drawn.flip(2)
    drawn.flip(3)
    assert (drawn.verdicts(2), drawn.verdicts(3)) == ([], ["locked"])


def test_who_looks_on_is_never_asked_whether_it_is_still_there(extra):
    for _ in range(3):
        extra.pass_time(40_000)
        extra.flip(1)
        extra.flip(3)
    assert not extra.view(2).asked
    assert extra.view(2).state == "playing"


def test_one_who_played_wins_even_if_it_has_cost_the_points_and_the_round_is_not_won_by_who_looked_on(extra):
    end_round(extra, DECIDED)
    result = extra.snapshot().result
    assert [(line.seat, line.points, line.away, line.won) for line in result.lines] == [
        (1, 0, False, True),
        (2, 0, True, False),
        (3, -4, False, False),
    ]
    assert (result.winners, extra.snapshot().tiebreak) == ((1,), ())
    go_on(extra)
    assert extra.state is State.MATCH_RESULT
    assert extra.snapshot().result.winners == (1,)


def test_a_round_lost_by_all_who_played_it_is_not_won_by_who_looked_on(extra):
    lost = "- | row b9 b8 b7 b6 b5 stack b2 hand g5 | left | row b9 b8 b7 b6 b5 stack r9 r8 hand r5"
    extra.lay(lost)
    extra.vote(1)
    extra.vote(3)
    extra.wait_for(lambda: extra.state is State.ROUND_RESULT, 20_000)
    result = extra.snapshot().result
    assert [line.points for line in result.lines] == [-2, 0, -4]
    assert result.winners == (1,)


def test_as_long_as_they_stay_level_they_play_another_one(extra):
    end_round(extra, STILL_LEVEL)
    assert extra.snapshot().tiebreak == (1, 3)
    go_on(extra)
    assert extra.state is State.COUNTDOWN
    assert extra.snapshot().round_no == 3


def test_the_result_of_an_extra_round_goes_on_when_all_have_pressed_who_looked_on_too(extra):
    end_round(extra, STILL_LEVEL)
    extra.pass_time(1000)
    extra.tap_button(1)
    extra.tap_button(3)
    assert extra.state is State.ROUND_RESULT
    extra.tap_button(2)
    assert extra.state is State.COUNTDOWN


def test_a_latecomer_waits_until_the_extra_round_is_over(drawn):
    drawn.pass_time(1000)
    drawn.tap_button(4)
    assert drawn.view(4).joining
    go_on(drawn)
    assert drawn.view(4).joining
    assert drawn.view(4).row == ()
    drawn.wait_for(lambda: drawn.state is State.PLAY, 3_001)
    end_round(drawn, DECIDED)
    go_on(drawn)
    assert drawn.state is State.MATCH_RESULT
    drawn.pass_time(1000)
    drawn.tap_button(2)
    assert [view.state for view in drawn.snapshot().seats] == ["taken", "ready", "taken", "taken"]


@pytest.mark.parametrize("seat", [1, 3])
def test_who_leaves_in_an_extra_round_leaves_the_win_to_the_other(extra, seat):
    extra.leave(seat)
    assert extra.state is State.STOPPED
    assert extra.snapshot().ended_by == "left"
    extra.wait_for(lambda: extra.state is State.MATCH_RESULT, 30_000)
    result = extra.snapshot().result
    assert result.winners == (4 - seat,)
    assert [line.left for line in result.lines] == [seat == 1, False, seat == 3]


def test_who_leaves_before_an_extra_round_leaves_the_win_to_the_other(drawn):
    drawn.leave(1)
    assert drawn.snapshot().tiebreak == ()
    go_on(drawn)
    assert drawn.state is State.MATCH_RESULT
    assert drawn.snapshot().result.winners == (3,)


def test_who_leaves_in_its_countdown_leaves_the_win_to_the_other(drawn):
    go_on(drawn)
    drawn.leave(3)
    drawn.wait_for(lambda: drawn.state is State.MATCH_RESULT, 30_000)
    assert drawn.snapshot().result.winners == (1,)


def test_who_looks_on_may_leave_and_the_round_goes_on(extra):
    extra.leave(2)
    assert extra.state is State.PLAY
    assert extra.verdicts(2) == []
    assert extra.view(2).state == "left"
    end_round(extra, DECIDED)
    go_on(extra)
    assert extra.snapshot().result.winners == (1,)


def test_all_who_play_may_pause_it_and_go_on_without_those_who_look_on(extra):
    extra.choose(2, "pause", "")
    assert not extra.view(2).wants_pause
    extra.choose(1, "pause", "")
    extra.choose(3, "pause", "")
    assert extra.state is State.PAUSED
    extra.pass_time(1000)
    extra.tap_button(1)
    extra.tap_button(3)
    assert extra.state is State.COUNTDOWN


def test_bots_play_it_off_while_people_and_a_bot_look_on(session_table):
    """A bot without cards has nothing to do: it does not wake the table again and again."""
    table = session_table(4)
    table.start(1, bots=True)
    set_ties(table)
    table.lay("- | row b9 stack b7 b6 hand g5 | row y9 hand g5 | row b9 hand g5 | row g9 stack g8 hand g5")
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 20_000)
    assert table.snapshot().tiebreak == (2, 3)
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 3_600_000)
    assert table.snapshot().result.winners in ((2,), (3,))
    assert table.view(1).state == "playing"


def test_the_deeds_of_an_extra_round_are_of_those_who_play_it(extra):
    before = dict(extra.match.deeds)
    extra.pass_time(1000)
    end_round(extra, DECIDED)
    after = extra.match.deeds
    assert after[2] == before[2]
    assert after[1].lasted_ms - before[1].lasted_ms == after[3].lasted_ms - before[3].lasted_ms >= 1000
    assert len(after[1].points) == len(before[1].points) + 1


DEEDS = st.tuples(
    st.sampled_from(["tap", "tap", "flip", "leave", "vote", "pause", "wait"]),
    st.integers(1, 4),
    st.sampled_from(list(Button)),
    st.sampled_from([0, 60, 900, 3_000, 16_000, 61_000]),
)


@settings(max_examples=25)
@given(deeds=st.lists(DEEDS, max_size=30))
def test_whatever_anybody_does_about_an_extra_round_it_comes_to_an_end(session_table, deeds):
    table = drawn_match(session_table)
    for deed, seat, button, ms in deeds:
        match deed:
            case "tap":
                table.tap_button(seat, button)
            case "flip":
                table.flip(seat)
            case "leave":
                table.leave(seat)
            case "vote":
                table.vote(seat)
            case "pause":
                table.choose(seat, "pause", "")
        table.pass_time(ms)
        assert table.snapshot().state == table.state.value
    table.wait_for(lambda: table.state is State.ATTRACT, 40 * 60_000)
    assert table.session.table.people.here() == []


def test_who_waits_for_the_end_of_an_extra_round_still_waits_after_a_cut_in_it(session_table):
    table = drawn_match(session_table, journal=True, languages=("en", "de"))
    table.tap_button(4)
    table.choose(4, "name", "Ada")
    table.choose(4, "language", "de")
    go_on(table)
    table.wait_for(lambda: table.state is State.PLAY, 3_001)
    table.cut_power()
    assert table.match.tied == (1, 3)
    assert (table.seat(4).joining, table.seat(4).name, table.seat(4).language) == (True, "Ada", "de")
