"""Only as many seats are offered as leave the cards large enough; that number is a constant here."""

from __future__ import annotations

import pytest

from kiosk import protocol as msg
from kiosk.protocol.state import State
from kiosk.table.inputs import DisplayGone, DisplayJoined
from kiosk.table.people import ROOMY

ROOM = {"cards": 3, "dice": 4}
"""The number of six seats for which a ``SMALL`` window has room, by game."""
SMALL = msg.WindowSize(640, 360)
LARGE = msg.WindowSize(1920, 1080)


def legible(seats, players, game, window, wanted):
    return window == (LARGE.width, LARGE.height) or len(seats) <= ROOM[game] - len(wanted)


@pytest.fixture
def silent(session_table):
    """Six seats; the display has not reported its size."""
    return session_table(6, legible=legible)


@pytest.fixture
def table(silent):
    silent.say(SMALL)
    return silent


def rooms(table):
    return [view.room for view in table.snapshot().seats]


def states(table):
    return [view.state for view in table.snapshot().seats]


def sit(table, *seats):
    for seat in seats:
        table.tap_button(seat)


def full(table, *more):
    """Fill the seats that have room with people who play without bots."""
    sit(table, 1)
    table.choose(1, "bots", "off")
    sit(table, 2, 3, *more)


def test_a_seat_too_many_is_shown_so_and_its_button_does_nothing(table):
    full(table)
    assert rooms(table) == ["", "", "", "none", "none", "none"]
    table.pass_time(1000)
    assert [table.lamp(seat) for seat in (3, 4)] == ["invited", "off"]
    language = table.view(4).language
    table.tap_button(4)
    table.say(msg.PressButton(4, "play", table.now, language="de"))
    assert states(table) == ["taken"] * 3 + ["free"] * 3
    assert table.view(4).language == language


def test_of_two_who_press_in_the_same_instant_the_first_gets_the_last_seat(table):
    full(table)
    table.leave(3)
    now = table.now
    sit(table, 6, 5)
    assert table.now == now
    assert states(table) == ["taken", "taken", "free", "free", "free", "taken"]


def test_a_seat_opens_again_when_somebody_leaves(table):
    full(table)
    table.leave(1)
    assert "none" not in rooms(table)
    sit(table, 6)
    assert table.view(6).state == "taken"


def test_a_seat_opens_again_with_a_game_for_which_there_is_room(table):
    full(table)
    table.agree(1, "game", "dice")
    assert "none" not in rooms(table)
    sit(table, 6)
    assert "none" in rooms(table)


def test_a_game_with_less_room_throws_nobody_out(table):
    sit(table, 1)
    table.choose(1, "bots", "off")
    table.choose(1, "game", "dice")
    sit(table, 2, 3, 4)
    table.agree(1, "game", "cards")
    assert states(table)[:4] == ["taken"] * 4
    sit(table, 1, 2, 3, 4)
    assert table.state is State.COUNTDOWN
    assert states(table)[:4] == ["playing"] * 4


def test_a_smaller_window_throws_nobody_out_and_a_larger_one_opens_the_seats(silent):
    silent.say(LARGE)
    full(silent, 4)
    silent.say(SMALL)
    assert states(silent)[:4] == ["taken"] * 4
    assert rooms(silent) == ["", "", "", "", "none", "none"]
    silent.say(LARGE)
    assert rooms(silent) == [""] * 6


def test_nothing_is_limited_before_a_display_speaks_or_when_it_has_gone(silent):
    assert rooms(silent) == [""] * 6
    silent.say(SMALL)
    sit(silent, 1, 2, 3)
    silent.put(DisplayGone("display 1", silent.now))
    assert rooms(silent) == [""] * 6


def test_a_display_that_only_looks_on_does_not_count(silent):
    silent.put(silent.from_display("display 2", SMALL))
    assert rooms(silent) == [""] * 6


def test_of_two_displays_the_smaller_one_counts(silent):
    silent.say(LARGE)
    silent.put(DisplayJoined("display 2"))
    silent.put(silent.from_display("display 2", SMALL))
    sit(silent, 1, 2, 3)
    assert rooms(silent)[3:] == ["none"] * 3


def test_a_free_seat_without_room_for_a_panel_can_be_taken_and_then_has_one(table):
    sit(table, 6)
    assert rooms(table) == ["", "", "mark", "mark", "mark", ""]
    sit(table, 5)
    assert rooms(table) == ["", "mark", "mark", "mark", "", ""]


def test_in_attract_bots_play_at_the_seats_for_which_there_is_room(silent):
    assert len(silent.match.roster.numbers) == 6
    silent.say(SMALL)
    assert silent.state is State.ATTRACT
    assert list(silent.match.roster.numbers) == [1, 2, 3]
    assert rooms(silent) == ["", "", "", "mark", "mark", "mark"]
    round_ = silent.play_
    silent.say(SMALL)
    assert silent.play_ is round_
    silent.say(LARGE)
    assert len(silent.match.roster.numbers) == 6


def test_bots_take_only_seats_for_which_there_is_room(table):
    sit(table, 5)
    assert table.session.table.players() == 3
    table.tap_button(5)
    table.wait_for(lambda: table.state is State.COUNTDOWN)
    assert [view.seat for view in table.snapshot().seats if view.state == "playing"] == [1, 2, 5]


def test_where_there_is_no_room_for_a_bot_nobody_starts_alone(session_table):
    table = session_table(6, legible=lambda seats, *_: len(seats) <= 1)
    table.say(SMALL)
    sit(table, 1, 1, 1)
    table.pass_time(20_000)
    assert table.state is State.LOBBY
    table.say(LARGE)
    assert table.state is State.LOBBY


def test_a_window_that_leaves_no_room_for_bots_stops_the_start_of_somebody_alone(session_table):
    table = session_table(6, legible=lambda seats, *rest: len(seats) <= 1 or (1920, 1080) in rest)
    table.say(LARGE)
    sit(table, 1, 1)
    assert table.session.table.deadline is not None
    table.say(SMALL)
    table.pass_time(20_000)
    assert table.state is State.LOBBY


def test_the_match_starts_at_once_when_all_are_ready_for_whom_there_is_room(table):
    full(table)
    sit(table, 1, 2)
    assert table.state is State.LOBBY
    sit(table, 3)
    assert table.state is State.COUNTDOWN


def test_a_latecomer_finds_no_seat_where_there_is_no_room(table):
    table.start(1, 2, length="rounds 3")
    assert rooms(table) == [""] * 6
    sit(table, 6)
    assert rooms(table) == ["", "", "none", "none", "none", ""]
    table.tap_button(5)
    assert [view.joining for view in table.snapshot().seats] == [False] * 5 + [True]


def test_a_latecomer_who_gets_up_again_leaves_a_free_seat_behind(table):
    table.start(1, 2, length="rounds 3")
    sit(table, 6)
    assert table.view(6).joining
    table.leave(6)
    assert (table.view(6).joining, table.view(6).state) == (False, "free")
    table.leave(2)
    assert table.view(2).state == "left", "of who has played the points stand"


def test_a_latecomer_may_always_take_the_place_of_a_bot(table):
    table.start(1, bots=True)
    bot = next(view.seat for view in table.snapshot().seats if view.bot)
    assert rooms(table).count("none") == 3
    sit(table, bot)
    assert table.view(bot).joining


def test_who_has_waited_in_the_place_of_a_bot_is_asked_for_another_match_as_a_person(table):
    table.start(1, bots=True, length="single_round")
    bot = next(view.seat for view in table.snapshot().seats if view.bot)
    sit(table, bot)
    table.play_on(1, until=lambda: table.state is State.MATCH_RESULT)
    table.pass_time(2000)
    table.tap_button(1)
    assert table.state is State.LOBBY
    asked = table.view(bot)
    assert (asked.state, asked.bot, asked.joining) == ("taken", False, False)


def test_after_a_match_a_newcomer_finds_no_seat_where_there_is_no_room(table):
    table.start(1, 2, 3, length="single_round")
    table.play_on(1, 2, 3, until=lambda: table.state is State.MATCH_RESULT)
    table.pass_time(2000)
    table.tap_button(5)
    assert table.state is State.MATCH_RESULT
    table.tap_button(2)
    assert table.state is State.LOBBY


@pytest.mark.parametrize("fits", [0, 1])
def test_a_window_without_room_for_two_still_has_a_show(session_table, fits):
    table = session_table(4, legible=lambda seats, *_: len(seats) <= fits)
    table.say(SMALL)
    assert list(table.match.roster.numbers) == [1, 2]
    table.wait_for(lambda: table.round.ended)
    sit(table, 3)
    assert table.state is (State.LOBBY if fits else State.ATTRACT)


@pytest.mark.parametrize("wish", ROOMY)
def test_what_takes_up_room_leaves_it_for_fewer_seats(table, wish):
    sit(table, 1)
    table.choose(1, "bots", "off")
    assert wish not in table.view(1).no_room_for
    table.choose(1, wish, "true")
    assert getattr(table.view(1), wish)
    sit(table, 2)
    assert rooms(table) == ["", "", "none", "none", "none", "none"]
    sit(table, 3)
    assert states(table)[:3] == ["taken", "taken", "free"]
    table.choose(1, wish, "false")
    sit(table, 3)
    assert states(table)[:3] == ["taken", "taken", "taken"]


@pytest.mark.parametrize("wish", ROOMY)
def test_what_takes_up_room_is_not_to_be_had_where_it_would_not_fit(table, wish):
    full(table)
    assert wish in table.view(1).no_room_for
    table.choose(1, wish, "true")
    assert not getattr(table.view(1), wish)
    table.leave(3)
    assert wish not in table.view(1).no_room_for
    table.choose(1, wish, "true")
    assert getattr(table.view(1), wish)
