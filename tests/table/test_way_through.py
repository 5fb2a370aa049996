"""The states of a table (kiosk/display/README.md): lobby, countdown, latecomers, leaving, silence, results."""

from __future__ import annotations

import pytest

from hardware.api import Button
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import AttractScene, State
from kiosk.table.people import SWITCHES
from kiosk.table.service_requests import GateAnswer

ROUNDS = {"cards": "rounds 3", "dice": "rounds_each 1"}
SINGLE = {"cards": "single_round", "dice": "rounds_each 1"}
OPEN = [state for state in State if state is not State.CLOSED]
"""The states within the opening hours; outside of them: ``test_closed``."""


@pytest.fixture
def two(table, game):
    table.start(1, 2, game=game)
    table.pass_time(2000)
    return table


@pytest.fixture
def kept_table(session_table):
    """A table with a journal: its match can be recovered, and races can be replayed."""
    return session_table(4, seed=2, journal=True)


def end_round(table, seat=1):
    """Let the first of two call Stop."""
    table.scene("call")
    table.tap_button(seat)
    table.wait_for(lambda: table.state is State.STOPPED, 200)


# ---------------------------------------------------------------- attract and lobby


def test_in_attract_bots_play_a_round_of_either_game_in_turn(table):
    games = []
    for _ in range(4):
        table.wait_for(lambda: table.snapshot().scene == AttractScene.PLAY, 30_000)
        games.append(table.snapshot().game)
        table.wait_for(lambda: table.snapshot().scene == AttractScene.RAIN, 30_000)
    assert games == ["cards", "dice", "cards", "dice"]
    assert table.state is State.ATTRACT
    assert all(view.bot for view in table.snapshot().seats)


def test_from_attract_to_the_first_card_in_two_presses_and_six_seconds(table):
    table.tap_button(3)
    assert table.state is State.LOBBY
    assert table.view(3).state == "taken"
    table.tap_button(3)
    assert table.view(3).state == "ready"
    start = table.now
    table.wait_for(lambda: table.state is State.COUNTDOWN)
    assert (table.now - start) / 1e9 == 3
    table.wait_for(lambda: table.state is State.PLAY)
    assert (table.now - start) / 1e9 == 6
    assert [view.bot for view in table.snapshot().seats] == [True, True, False, True]


def test_a_third_press_takes_ready_back(table):
    table.sit_down(1)
    table.pass_time(1_000)
    table.tap_button(1)
    assert table.view(1).state == "taken"
    assert table.snapshot().deadline == 0
    table.tap_button(1)
    assert table.view(1).state == "ready"


def test_a_double_tap_on_ready_is_one(table):
    table.sit_down(1)
    table.pass_time(300)
    table.tap_button(1)
    assert table.view(1).state == "ready"


def test_without_bots_one_alone_is_not_enough(table):
    table.tap_button(1)
    table.choose(1, "bots", "off")
    table.tap_button(1)
    table.tap_button(1)
    table.pass_time(20_000)
    assert table.state is State.LOBBY
    table.sit_down(2)
    table.wait_for(lambda: table.state is State.COUNTDOWN, 15_001)
    assert [view.state for view in table.snapshot().seats] == ["playing", "playing", "free", "free"]


def test_when_all_seats_are_ready_it_starts_at_once(table):
    table.sit_down(1, 2, 3, 4)
    assert table.state is State.COUNTDOWN


def test_a_taken_seat_of_which_nothing_is_heard_frees_itself(table):
    table.tap_button(1)
    table.pass_time(44_000)
    assert table.state is State.LOBBY
    table.pass_time(1_001)
    assert table.state is State.ATTRACT
    assert table.view(1).heard == 1


def test_a_choice_is_made_in_the_lobby_and_what_is_none_changes_nothing(table):
    table.tap_button(1)
    for key, value in [
        ("preset", "wikipedia"),
        ("preset", "poker"),
        ("length", "points 50"),
        ("length", "rounds -1"),
        ("pro", "any_lower"),
        ("pro", "true"),
        ("touch_mode", "tap"),
        ("language", "xx"),
        ("mirrored", "true"),
        ("", ""),
    ]:
        table.choose(1, key, value)
    chosen = {choice.key: choice.value for choice in table.snapshot().lobby.choices}
    assert chosen == {
        "game": "cards",
        "preset": "wikipedia",
        "length": "points 50",
        "pro": "any_lower",
        "touch_mode": "tap",
        "bots": "steady",
    }
    assert table.view(1).mirrored
    assert table.view(1).language == "en"


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_person_switches_something_on_for_the_own_panel_until_getting_up(table, switch):
    table.tap_button(1)
    table.tap_button(2)
    for value in ("true", "maybe"):
        table.choose(1, switch, value)
    assert [getattr(table.view(seat), switch) for seat in (1, 2)] == [True, False]
    table.choose(1, switch, "false")
    assert not getattr(table.view(1), switch)
    table.choose(1, switch, "true")
    table.leave(1)
    assert not getattr(table.view(1), switch)


def test_guests_begin_with_the_choices_of_the_house_and_may_change_them(session_table):
    table = session_table(house=msg.House(contrast=True, calm=True))
    table.tap_button(1)
    assert (table.view(1).contrast, table.view(1).calm) == (True, True)
    table.choose(1, "calm", "false")
    assert (table.view(1).contrast, table.view(1).calm) == (True, False)
    table.leave(1)
    assert (table.view(1).contrast, table.view(1).calm) == (True, True)


def test_choices_are_over_with_the_lobby(two):
    before = two.snapshot()
    two.choose(1, "preset", {"cards": "wikipedia", "dice": "wuerfel_schmidt"}[two.game])
    two.choose(1, "game", {"cards": "dice", "dice": "cards"}[two.game])
    assert (two.snapshot().preset, two.snapshot().game) == (before.preset, before.game)


def test_the_next_guests_find_the_defaults_again(table):
    table.tap_button(1)
    table.choose(1, "length", "rounds 10")
    table.wait_for(lambda: table.state is State.ATTRACT)
    table.tap_button(2)
    assert {choice.key: choice.value for choice in table.snapshot().lobby.choices}["length"] == "rounds 5"


def test_who_touches_an_invitation_begins_in_its_language(session_table):
    table = session_table(languages=("en", "de", "fr"))
    for seat, language in ((1, "fr"), (2, "de"), (3, "xx")):
        table.say(msg.PressButton(SeatNumber(seat), "play", table.now, language))
    assert [table.view(seat).language for seat in (1, 2, 3)] == ["fr", "de", "en"]


def test_displays_are_told_the_offered_languages_in_every_state(session_table):
    table = session_table(languages=("de", "fr"))
    assert (table.state, table.snapshot().languages) == (State.ATTRACT, ("de", "fr"))
    table.start(1, 2)
    assert (table.state, table.snapshot().languages) == (State.PLAY, ("de", "fr"))


def test_a_seat_that_is_taken_keeps_its_language_at_the_next_press(session_table):
    table = session_table(languages=("en", "de"))
    table.tap_button(1)
    table.say(msg.PressButton(SeatNumber(1), "play", table.now, "de"))
    assert (table.view(1).state, table.view(1).language) == ("ready", "en")


def test_in_tap_mode_a_wrong_piece_locks_for_600_ms(table, game):
    table.start(1, 2, game=game, touch_mode="tap")
    table.pass_time(1000)
    table.scene("quiet")
    table.bring(1, source={"cards": "row 0", "dice": "die b4"}[game])
    table.settle()
    assert table.view(1).locked_until
    table.pass_time(600)
    assert not table.view(1).locked_until


# ---------------------------------------------------------------- GO


def countdown(table, game):
    table.tap_button(1)
    table.choose(1, "game", game)
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.COUNTDOWN)


def test_who_touches_before_go_is_locked_for_half_a_second_after_it(table, game):
    countdown(table, game)
    table.turn(1)
    assert table.verdicts(1) == ["locked"]
    table.wait_for(lambda: table.state is State.PLAY, 3001)
    table.pass_time(440)
    table.turn(1)
    table.settle()
    assert table.verdicts(1) == ["locked", "locked"]
    table.pass_time(100)
    table.turn(1)
    table.settle()
    assert table.verdicts(1) == []
    assert [move.seat for move in table.snapshot().moves if move.kind in ("flip", "roll")].count(1) == 1


def test_what_was_touched_before_go_and_comes_after_it_is_a_false_start(table, game):
    countdown(table, game)
    table.wait_for(lambda: table.state is State.PLAY, 3001)
    table.pass_time(5)
    table.turn(1, ago=6)
    table.settle()
    assert table.verdicts(1) == ["locked"]
    assert table.view(1).locked_until == table.play_.start + 500_000_000


def test_what_comes_after_go_is_no_false_start_though_the_table_has_not_noticed_go_yet(table, game):
    countdown(table, game)
    table.now = table.session.table.deadline + 1_000_000
    table.turn(1)
    table.settle()
    assert table.verdicts(1) == []
    assert [move.seat for move in table.snapshot().moves if move.kind in ("flip", "roll")].count(1) == 1


# ---------------------------------------------------------------- latecomers and leaving


def test_a_latecomer_takes_over_a_bots_place_and_score(table, game):
    table.start(1, bots=True, game=game)
    table.play_on(1, until=lambda: table.state is State.ROUND_RESULT)
    total = table.match.match.totals[2]
    assert total != table.match.game.rules.start_score
    table.tap_button(3)
    assert table.view(3).joining
    table.wait_for(lambda: table.state is State.COUNTDOWN, 20_001)
    view = table.view(3)
    assert (view.state, view.bot, view.joining) == ("playing", False, False)
    assert table.match.match.totals[2] == total
    assert 3 not in table.match.bots


def test_a_latecomer_at_an_empty_seat_joins_with_nothing(two):
    end_round(two)
    two.tap_button(4)
    two.wait_for(lambda: two.state is State.PLAY)
    assert two.match.roster.numbers == [1, 2, 4]
    assert two.match.match.totals[2] == two.match.game.rules.start_score
    view = two.view(4)
    assert len(view.row or view.dice) == {"cards": 4, "dice": 8}[two.game], "three play"


def test_who_left_and_comes_back_plays_the_next_round_in_the_old_place(session_table, game):
    table = session_table(3)
    table.start(1, 2, 3, game=game)
    table.leave(3)
    assert table.view(3).state == "left"
    table.tap_button(3)
    table.scene("call")
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.COUNTDOWN, 30_000)
    assert table.view(3).state == "playing"
    assert table.view(3).row or table.view(3).dice
    assert table.match.roster.numbers == [1, 2, 3]


def test_when_the_last_player_leaves_the_table_is_for_those_who_wait(table, game):
    table.start(1, bots=True, game=game)
    table.tap_button(4)
    table.leave(1)
    assert table.state is State.LOBBY
    assert table.view(4).state == "taken"


def test_when_only_one_is_left_the_round_ends_at_once(two):
    two.leave(1)
    assert two.state is State.STOPPED
    assert two.snapshot().ended_by == "left"
    two.wait_for(lambda: two.state is State.MATCH_RESULT, 30_000)
    result = two.snapshot().result
    assert result.winners == (2,)
    assert [line.left for line in result.lines] == [True, False]


def test_who_leaves_in_the_countdown_ends_a_round_of_two_before_it_begins(table, game):
    table.start(1, 2, game=game)
    end_round(table)
    table.wait_for(lambda: table.state is State.COUNTDOWN, 30_000)
    table.leave(2)
    assert table.state is State.STOPPED


@pytest.mark.parametrize("state", OPEN)
def test_the_last_ones_to_leave_leave_the_table_to_the_bots(kept_table, game, state):
    table = kept_table
    reach(table, game, state)
    for seat in (1, 2):
        table.leave(seat)
    assert table.state is State.ATTRACT
    assert table.session.table.people.here() == []


def reach(table, game, state):
    """Bring two people to this state."""
    if state is State.ATTRACT:
        return
    if state is State.LOBBY:
        table.sit_down(1, 2)
        return
    if state is State.SERVICE:
        table.say(msg.OpenService(SeatNumber(1), table.now))
        table.put(GateAnswer("ask", 5))
        return
    if state in {State.RECOVERY, State.REPLAY}:
        reach_what_was_recorded(table, game, state)
        return
    table.start(1, 2, game=game, length=(SINGLE if state is State.MATCH_RESULT else ROUNDS)[game])
    if state is State.PLAY:
        return
    if state is State.PAUSED:
        for seat in (1, 2):
            table.choose(seat, "pause", "")
    else:
        end_round(table)
    if state is State.MATCH_RESULT and game == "dice":  # a round for each of the two
        table.wait_for(lambda: table.state is State.PLAY, 60_000)
        end_round(table)
    table.wait_for(lambda: table.state is state, 60_000)


def reach_what_was_recorded(table, game, state):
    table.start(1, 2, game=game, bots=True)
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    if state is State.RECOVERY:
        table.cut_power()
    else:
        table.say(msg.LookAgain(SeatNumber(1), table.snapshot().result.races[0].id, table.now))


@pytest.mark.parametrize("state", OPEN)
def test_every_state_has_an_exit_without_people(kept_table, game, state):
    table = kept_table
    reach(table, game, state)
    assert table.state is state
    table.pass_time(1)
    table.wait_for(lambda: table.state is State.ATTRACT, 300_000)
    assert table.session.table.people.here() == []


@pytest.mark.parametrize("state", OPEN)
def test_any_press_in_any_state_is_taken_in(kept_table, game, state):
    table = kept_table
    reach(table, game, state)
    table.pass_time(1000)
    for seat in (1, 2, 3, 4):
        for button in Button:
            table.tap_button(seat, button)
    table.pass_time(100)
    assert table.snapshot()


def test_a_silent_player_is_asked_after_45_seconds_and_leaves_after_60(two):
    start = two.now - 2_000_000_000
    two.scene("quiet")
    for second in range(2, 60):
        two.now = start + second * 1_000_000_000
        two.turn(2)
        assert two.view(1).asked == (second >= 45), second
    two.now = start + 60_000_000_000
    two.turn(2)
    assert two.view(1).state == "left"
    assert two.state is State.STOPPED


def test_silence_is_counted_over_the_rounds_and_in_play_alone(two):
    for _ in range(2):
        two.scene("call")
        two.tap_button(1)
        two.wait_for(lambda: two.state is State.COUNTDOWN, 30_000)
        two.wait_for(lambda: two.state is State.PLAY, 4_000)
    before = (two.now - two.seat(2).active_at) / 1e9
    assert 2 < before < 3, "the results and countdowns do not count"
    two.scene("quiet")
    two.wait_for(lambda: two.view(2).asked, 45_000 - 1000 * before + 1)


def test_an_answer_takes_the_question_back(two):
    two.scene("quiet")
    two.wait_for(lambda: two.view(1).asked, 50_000)
    two.tap_button(1, Button.PLAY)
    assert not two.view(1).asked
    assert two.view(2).asked


def test_whoever_only_touches_the_own_panel_is_not_asked(two):
    """As somebody who turns the pages of the rules: no such touch is a move."""
    two.scene("quiet")
    for _ in range(12):
        two.pass_time(10_000)
        two.say(msg.Touch(SeatNumber(1), two.now))
        two.turn(2)
        assert not two.view(1).asked
    assert two.state is State.PLAY
    two.wait_for(lambda: two.view(1).asked, 50_000)
    two.session.table.changed = False
    two.say(msg.Touch(SeatNumber(1), two.now))
    assert two.session.table.changed, "the question goes"
    assert not two.view(1).asked


def test_a_touch_that_changes_nothing_makes_no_snapshot(two):
    two.scene("quiet")
    two.settle()
    two.session.table.changed = False
    two.say(msg.Touch(SeatNumber(1), two.now))
    assert not two.session.table.changed


def test_a_move_makes_a_snapshot_once_it_is_judged(two):
    two.scene("quiet")
    two.settle()
    two.session.table.changed = False
    two.turn(1)
    assert not two.session.table.changed, "nobody sees a move that waits for its order"
    two.mark()
    two.settle()
    assert two.session.table.changed


def test_a_silent_seats_leaving_ends_a_round_of_two_at_once(two):
    """Nothing else has to happen before the other one sees it."""
    two.scene("quiet")
    two.pass_time(30_000)
    two.turn(2)
    left_at = two.seat(1).active_at + 60_000_000_000
    two.wait_for(lambda: two.state is State.STOPPED)
    assert two.now == left_at


def test_a_bot_takes_over_for_a_silent_player_where_the_table_is_set_so(session_table, game):
    table = session_table(2, idle_to_bot=True)
    table.start(1, 2, game=game)
    table.scene("quiet")
    table.pass_time(30_000)
    table.turn(2)
    table.wait_for(lambda: table.view(1).bot, 31_000)
    assert table.state is State.PLAY
    assert table.view(1).state == "playing"
    table.wait_for(lambda: table.brought(1), 60_000)
