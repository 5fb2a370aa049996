"""The table's behaviour that only the dice game has (RULES.md 1K, 4 "Dice", 7)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.api import Button
from kiosk import protocol as msg
from kiosk.protocol.state import State
from kiosk.table.inputs import DisplayGone, DisplayJoined

SECOND = 1_000_000_000


@pytest.fixture
def two(table):
    table.start(1, 2, game="dice", length="rounds_each 1")
    table.pass_time(2000)
    return table


def dice_of(table):
    """Return each seat's number of dice in this round, including those on the board."""
    return [len(seat.dice) + seat.placed for seat in table.round.seats]


def end_round(table, board, *trays, seat=1):
    """Lay the dice, let the seat place its ``y1`` and call, and return the result."""
    table.lay_dice(board, *trays)
    table.bring(seat, source="die y1")
    table.settle()
    if table.state is State.PLAY:
        table.tap_button(seat)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 6_000)


def next_round(table):
    table.wait_for(lambda: table.state is State.PLAY, 60_000)


# ---------------------------------------------------------------- rolling


def test_a_roll_locks_its_seat_alone_for_900_ms_and_shows_how_long_it_rolls(two):
    two.lay_dice("", "r1 b1", "g1 g2")
    two.turn(1)
    rolled_at = two.now
    two.settle()
    assert two.view(1).rolling_until == two.view(1).locked_until == rolled_at + 900_000_000
    assert two.lamp(1) == "locked"
    assert (two.view(2).rolling_until, two.view(2).locked_until) == (0, 0)
    two.pass_time(840)
    two.turn(1)
    two.settle()
    assert two.verdicts(1) == []
    assert two.view(1).rolling_until == rolled_at + 1_800_000_000, "the second one, right after the first"


def test_nothing_can_be_placed_while_the_dice_roll(two):
    two.lay_dice("", "r1", "g5")
    two.turn(1)
    two.settle()
    two.bring(1, source=f"die {two.view(1).dice[0]}")
    two.settle()
    assert two.verdicts(1) == ["locked"]
    assert two.brought(1) == 0


def test_before_the_first_roll_only_colours_are_seen(table):
    table.start(1, 2, game="dice")
    assert [len(view.dice) for view in table.snapshot().seats[:2]] == [12, 12]
    assert all(set(view.dice) <= set("rgby") for view in table.snapshot().seats[:2])
    table.turn(1)
    table.settle()
    assert [len(die) for die in table.view(1).dice] == [2] * 12
    assert [len(die) for die in table.view(2).dice] == [1] * 12


def test_dice_are_seen_to_lie_again_though_nobody_has_moved(two):
    two.lay_dice("", "r2", "g2")
    two.turn(1)
    two.pass_time(901)
    assert (two.view(1).rolling_until, two.view(1).locked_until) == (0, 0)


def test_bots_go_on_though_all_of_them_have_rolled_at_once(session_table):
    """Bots notice by the clock that dice have come to rest, not by another player's next move."""
    for seed in range(1, 6):
        table = session_table(4, seed=seed)
        table.start(1, bots=True, game="dice")
        table.wait_for(lambda: sum(seat.placed for seat in table.round.seats) > 6, 30_000)  # noqa: B023


def test_a_roll_goes_on_where_it_was_when_the_pause_began(two):
    two.lay_dice("", "r2 b2", "g2")
    two.turn(1)
    two.pass_time(400)
    left = two.view(1).rolling_until - two.now
    for seat in (1, 2):
        two.choose(seat, "pause", "")
    assert two.state is State.PAUSED
    two.pass_time(20_000)
    for seat in (1, 2):
        two.tap_button(seat)
    two.wait_for(lambda: two.state is State.PLAY, 3_001)
    assert two.view(1).rolling_until - two.now == two.view(1).locked_until - two.now == left


def test_a_display_that_dies_in_mid_roll_finds_the_same_dice_still_rolling(two):
    two.lay_dice("", "r2 b2", "g2")
    two.turn(1)
    two.settle()
    before = two.view(1)
    two.put(DisplayGone("display 1", two.now))
    two.put(DisplayJoined("display 1"))
    assert two.view(1) == before


# ---------------------------------------------------------------- carrying, the Play button, Stop


def test_no_roll_while_a_die_is_carried(two):
    two.lay_dice("", "r1 b2", "g2")
    two.hold(1, "die r1")
    two.settle()
    assert two.view(1).held == "die r1"
    two.turn(1)
    two.settle()
    assert two.verdicts(1) == ["locked"]
    two.say(msg.Drop(1, two.now))
    two.turn(1)
    two.settle()
    assert two.view(1).rolling_until


def test_the_play_button_rolls_and_places_a_die_under_the_finger(two):
    two.lay_dice("", "r1 b2", "g2")
    two.hold(1, "die r1")
    two.settle()
    two.tap_button(1, Button.PLAY)
    two.settle()
    assert two.brought(1) == 1
    assert not two.view(1).rolling_until
    two.bring(1, source="die r1")  # the finger lets go: the die has been played
    two.settle()
    assert two.verdicts(1) == []
    two.tap_button(1, Button.PLAY)
    two.settle()
    assert two.view(1).rolling_until


@pytest.mark.parametrize("game", ["cards", "dice"])
def test_what_a_finger_carries_in_another_game_is_nothing(table, game):
    table.start(1, 2, game=game)
    table.hold(1, {"cards": "die r1", "dice": "row 0"}[game])
    table.settle()
    assert table.view(1).held is None
    table.tap_button(1, Button.PLAY)
    table.settle()
    assert [move.kind for move in table.snapshot().moves if move.seat == 1] == [{"cards": "flip", "dice": "roll"}[game]]


def test_a_false_stop_locks_the_seat_for_two_seconds(two):
    two.lay_dice("", "r2", "g2")
    two.tap_button(1)
    two.pass_time(140)
    (verdict,) = two.view(1).ticker
    assert verdict.reason == "dice_left"
    assert verdict.locked_until == two.view(1).locked_until
    assert 1.8 < (two.view(1).locked_until - two.now) / SECOND < 2


def test_a_stop_while_the_dice_roll_is_explained_though_it_costs_nothing(two):
    """It was refused like a touch then, without a word."""
    two.lay_dice("", "r2", "g2")
    two.turn(1)
    two.pass_time(100)
    two.tap_button(1)
    two.pass_time(140)
    (verdict,) = two.view(1).ticker
    assert (verdict.reason, verdict.locked_until, two.view(1).penalty) == ("stop_barred", 0, 0)


def test_a_second_stop_in_the_lock_of_a_false_one_does_not_hide_its_reason(two):
    two.lay_dice("", "r2", "g2")
    for _ in range(2):
        two.tap_button(1)
        two.pass_time(140)
    assert two.verdicts(1) == ["dice_left", "locked"]


def test_a_stop_pressed_while_the_last_die_is_on_its_way_is_right(two):
    two.lay_dice("", "r1", "g2 g3")
    two.hold(1, "die r1", ago=20)
    two.press(1)
    two.pass_time(70)
    two.bring(1, source="die r1")
    two.wait_for(lambda: two.state is State.STOPPED, 100)
    assert (two.snapshot().caller, two.snapshot().ended_by) == (1, "stop")


def test_the_stop_comes_by_itself_three_seconds_after_the_last_die(two):
    two.lay_dice("", "r1", "g2")
    two.bring(1, source="die r1")
    two.settle()
    placed_at = two.round.at
    two.wait_for(lambda: two.state is State.STOPPED, 4_000)
    assert (two.round.ended.at, two.snapshot().ended_by) == (placed_at + 3000, "auto_stop")


# ---------------------------------------------------------------- who plays, with how many dice


@pytest.mark.parametrize(("seats", "people", "dice"), [(12, 2, 6), (12, 5, 4), (12, 8, 3), (12, 12, 2), (3, 1, 8)])
def test_bots_fill_up_to_four_and_more_people_share_the_dice_by_the_house_rule(session_table, seats, people, dice):
    table = session_table(seats)
    table.start(*range(1, people + 1), bots=True, game="dice")
    assert len(table.match.roster.numbers) == max(people, min(4, seats))
    assert dice_of(table) == [dice] * len(table.match.roster.numbers)


def test_a_latecomer_begins_with_the_start_score_and_takes_its_share_of_the_dice(two):
    two.tap_button(4)
    end_round(two, "", "y1", "r3 g3")
    assert [line.total for line in two.snapshot().result.lines] == [102, 98]
    next_round(two)
    assert two.match.match.totals == [102, 98, 100]
    assert dice_of(two) == [8, 8, 8]
    assert two.snapshot().rounds == 3


def test_dice_of_one_who_leaves_count_as_unplaced_and_the_round_goes_on(session_table):
    table = session_table(3)
    table.start(1, 2, 3, game="dice")
    table.lay_dice("", "y1", "r3 g3", "b3 b4 b5")
    table.leave(3)
    assert table.state is State.PLAY
    table.bring(1, source="die y1")
    table.settle()
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 6_000)
    assert [(line.points, line.total, line.left) for line in table.snapshot().result.lines] == [
        (5, 105, False),
        (-2, 98, False),
        (-3, 97, True),
    ]
    next_round(table)
    assert dice_of(table) == [12, 12, 0], "two are left"


@pytest.mark.parametrize(
    ("mode", "extra", "dice"),
    [("leave_out", {1: "1"}, [12, 11]), ("transfer", {1: "1"}, [13, 11]), ("transfer", {1: "2"}, [14, 10])],
)
def test_extra_dice_are_left_out_or_taken_from_the_others(table, mode, extra, dice):
    table.tap_button(1)
    table.choose(1, "game", "dice")
    table.choose(1, "bots", "off")
    table.choose(1, "handicap_mode", mode)
    for seat, size in extra.items():
        table.choose(seat, "handicap", size)
    table.sit_down(2)
    table.tap_button(1)
    next_round(table)
    assert dice_of(table) == dice
    assert [view.handicap for view in table.snapshot().seats[:2]] == [int(extra[1]), 0]


def test_a_latecomer_has_no_extra_dice_beside_somebody_who_has(table):
    table.tap_button(1)
    table.choose(1, "game", "dice")
    table.choose(1, "bots", "off")
    table.choose(1, "handicap", "2")
    table.sit_down(2)
    table.tap_button(1)
    next_round(table)
    table.tap_button(3)
    end_round(table, "", "y1", "r3 g3")
    next_round(table)
    assert dice_of(table) == [9, 7, 7]


def test_rolls_may_take_longer_or_shorter_for_a_seat(table):
    table.tap_button(1)
    table.choose(1, "game", "dice")
    table.choose(1, "bots", "off")
    table.choose(1, "cooldown", "2000")
    table.sit_down(2)
    table.choose(2, "cooldown", "-500")
    for seat in (1, 2):
        if table.view(seat).state == "taken":
            table.tap_button(seat)
    next_round(table)
    assert table.round.rules.roll_ms == (2900, 400)
    assert [view.cooldown for view in table.snapshot().seats[:2]] == [2000, -500]


@pytest.mark.parametrize("mode", ["leave_out", "transfer"])
@pytest.mark.parametrize("adults", [1, 6, 11, 12])
def test_extra_dice_never_leave_anybody_without_dice(session_table, mode, adults):
    table = session_table(12)
    table.tap_button(1)
    table.choose(1, "game", "dice")
    table.choose(1, "handicap_mode", mode)
    for seat in range(1, 13):
        if table.seat(seat).state.value == "free":
            table.tap_button(seat)
        if seat <= adults:
            table.choose(seat, "handicap", "2")
    for seat in range(1, 13):
        table.tap_button(seat)
    next_round(table)
    assert min(dice_of(table)) >= 1
    assert sum(dice_of(table)) <= 24


# ---------------------------------------------------------------- a match is decided


def level(session_table, *tied, seats=4):
    """End the last ordinary round with these of all seats level at the top."""
    table = session_table(seats)
    people = range(1, seats + 1)
    table.start(*people, game="dice", length="rounds_each 1")
    others = [index for index in range(seats) if index + 1 not in tied]
    for index in others:
        table.match.match.totals[index] -= 12
    for seat in tied:
        table.match.match.totals[seat - 1] += 12 * len(others) // len(tied)
    table.match.match.round_no = seats - 1
    table.lay_dice("", *["y5"] * seats)
    for seat in people:
        table.vote(seat)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 6_000)
    assert table.snapshot().tiebreak == tied
    return table


@pytest.mark.parametrize(("tied", "dice"), [((1, 3), 12), ((1, 2, 4), 8), ((1, 2, 3, 4), 6)])
def test_those_who_are_level_play_all_24_dice_and_the_last_die_decides_at_once(session_table, tied, dice):
    table = level(session_table, *tied)
    next_round(table)
    assert table.snapshot().extra_round
    assert dice_of(table) == [dice if seat in tied else 0 for seat in range(1, 5)]
    assert [bool(view.dice) for view in table.snapshot().seats] == [seat in tied for seat in range(1, 5)]
    table.play_on(*tied, until=lambda: table.round.ended)
    assert table.snapshot().ended_by == "auto_stop"
    assert table.round.ended.at == table.round.at, "nobody has to press"
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    result = table.snapshot().result
    assert len(result.winners) == 1
    assert result.winners[0] in tied
    assert sum(line.total for line in result.lines) == 400


def test_who_looks_on_at_a_tie_break_may_leave_and_touch_what_it_likes(session_table):
    table = level(session_table, 1, 3)
    next_round(table)
    table.turn(2)
    table.bring(2, source="die r1")
    table.tap_button(2)
    table.pass_time(300)
    assert table.verdicts(2) == []
    table.leave(4)
    assert table.state is State.PLAY


@pytest.mark.parametrize("seat", [1, 3])
def test_who_leaves_a_tie_break_of_two_leaves_the_win_to_the_other(session_table, seat):
    table = level(session_table, 1, 3)
    next_round(table)
    table.leave(seat)
    assert table.snapshot().ended_by == "left"
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    assert table.snapshot().result.winners == (4 - seat,)


def test_who_leaves_a_tie_break_of_three_leaves_it_to_the_other_two(session_table):
    table = level(session_table, 1, 2, 4)
    next_round(table)
    table.leave(2)
    assert table.state is State.PLAY
    table.play_on(1, 4, until=lambda: table.state is State.MATCH_RESULT)
    assert table.snapshot().result.winners[0] in (1, 4)


def test_who_leaves_before_a_tie_break_has_no_part_in_it(session_table):
    table = level(session_table, 1, 2, 4)
    table.leave(2)
    assert table.snapshot().tiebreak == (1, 4)
    next_round(table)
    assert dice_of(table) == [12, 0, 0, 12]


def test_extra_dice_do_not_count_in_a_tie_break(session_table):
    table = level(session_table, 1, 3)
    table.seat(1).handicap = 2
    next_round(table)
    assert dice_of(table) == [12, 0, 12, 0]


def test_a_time_of_its_own_does_not_count_in_a_tie_break(session_table):
    table = level(session_table, 1, 3)
    table.seat(1).cooldown = 2000
    next_round(table)
    assert table.round.rules.roll_ms == 900


def test_the_sum_of_all_totals_is_100_for_each_player_after_every_round(session_table):
    table = session_table(4)
    table.start(1, bots=True, game="dice", length="rounds_each 1")
    table.play_on(1, until=lambda: table.state is State.MATCH_RESULT)
    history = table.snapshot().result.history
    assert len(history) >= 4
    assert {sum(totals) for totals in history} == {400}


def test_the_dice_of_all_rounds_are_counted_for_the_awards(two):
    end_round(two, "", "y1", "r3 g3")
    next_round(two)
    end_round(two, "", "y1", "r3 g3")
    two.wait_for(lambda: two.state is State.MATCH_RESULT, 60_000)
    deeds = two.match.deeds
    assert {seat: (done.laid, len(done.points)) for seat, done in deeds.items()} == {1: (2, 2), 2: (0, 2)}
    assert [award.seat for award in two.snapshot().result.awards] == [1, 2]


# ---------------------------------------------------------------- whatever anybody does

DEEDS = st.tuples(
    st.sampled_from(
        ["turn", "turn", "place", "place", "hold", "tap", "press", "leave", "vote", "pause", "die", "wait"]
    ),
    st.integers(1, 4),
    st.integers(0, 11),
    st.sampled_from([0, 60, 910, 3_000, 16_000, 61_000]),
)


def do(table, deed, seat, die):
    match deed:
        case "turn":
            table.say(msg.RollDice(seat, table.now))
        case "place":
            table.bring(seat, source=die)
        case "hold":
            table.hold(seat, die)
        case "tap":
            table.tap_button(seat)
        case "press":
            table.press(seat, Button.PLAY)
        case "leave":
            table.leave(seat)
        case "vote":
            table.vote(seat)
        case "pause":
            table.choose(seat, "pause", "")
        case "die":
            table.put(DisplayGone("display 1", table.now))
            table.put(DisplayJoined("display 1"))


@settings(max_examples=25)
@given(deeds=st.lists(DEEDS, max_size=40), tied=st.sampled_from([(), (1, 3), (1, 2, 4), (1, 2, 3, 4)]))
def test_whatever_anybody_does_no_die_is_lost_and_it_comes_to_an_end(session_table, deeds, tied):
    if tied:
        table = level(session_table, *tied)
        next_round(table)
    else:
        table = session_table(4)
        table.start(1, 2, bots=True, game="dice", length="rounds_each 1")
    for deed, seat, place, ms in deeds:
        lying = table.view(seat).dice
        die = lying[place % len(lying)] if lying and len(lying[0]) == 2 else "r1"
        do(table, deed, seat, f"die {die}")
        table.pass_time(ms)
        assert table.whole()
        assert table.snapshot().state == table.state.value
    if table.session.table.match is not None and table.state is not State.ATTRACT and table.game == "dice":
        assert all(sum(totals) == 100 * len(totals) for totals in table.match.match.history)
    table.wait_for(lambda: table.state is State.ATTRACT, 40 * 60_000)
