"""Replay of a race from the result, and back to the result."""

from __future__ import annotations

import pytest
from msgspec import structs

from hardware.api import Instant, milliseconds
from kiosk import protocol as msg
from kiosk.game.dice.dice import parse_die
from kiosk.game.seats import SeatNumber
from kiosk.journal.health import Durable
from kiosk.protocol.state import State
from kiosk.table.states.results import REST


@pytest.fixture
def result(session_table, game):
    """Two people and two bots have played a round with races in it, and its result is shown."""
    table = session_table(4, seed=2, journal=True)
    table.start(1, 2, game=game, bots=True)
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    return table


def races(table):
    return table.snapshot().result.races


def look(table, race=None):
    table.say(msg.LookAgain(SeatNumber(2), races(table)[0].id if race is None else race, table.now))


def close(table):
    table.say(msg.DriveReplay("close"))


def test_a_race_is_shown_from_a_second_and_a_half_before_to_a_second_after_it(result):
    race = races(result)[-1]
    look(result, race.id)
    shown = result.snapshot()
    assert shown.state == "replay"
    assert shown.replay == msg.ReplayView(race.at_ms - 1500, result.match.round.round.at, 0.25, True, race)
    begun = result.now
    result.wait_for(lambda: result.state is State.ROUND_RESULT, 11_000)
    lasted = min(race.at_ms + 1000, shown.replay.length_ms) - (race.at_ms - 1500)
    assert result.now - begun == milliseconds(4 * lasted)


def test_what_belongs_to_the_people_there_now_is_shown_as_it_is(result):
    result.tap_button(3)
    result.choose(1, "calm", "true")
    now = [(view.joining, view.confirmed, view.calm, view.heard) for view in result.snapshot().seats]
    assert (now[2][0], now[0][2]) == (True, True)
    look(result)
    assert [(view.joining, view.confirmed, view.calm, view.heard) for view in result.snapshot().seats] == now


def test_it_looks_as_it_did_then(result):
    """The loser sees the reason, the faster piece lies in the centre, and both only from their moment on."""
    race = races(result)[-1]
    look(result, race.id)

    def told(snapshot):
        loser = next(view for view in snapshot.seats if view.seat == race.second)
        return [verdict for verdict in loser.ticker if (verdict.reason, verdict.card) == ("beaten_to_it", race.card)]

    assert not told(result.snapshot())
    result.pass_time(4 * 1501)
    after = result.snapshot()
    assert after.replay.at_ms == race.at_ms + 1
    (verdict,) = told(after)
    assert (verdict.by, verdict.margin_ms) == (race.first, race.margin_ms)
    assert verdict.at <= result.now
    if after.game == "dice":
        assert after.board[parse_die(race.card)] == race.first
    else:
        assert any(move.kind == "play" and move.seat == race.first for move in after.moves)


def test_time_is_shown_as_it_passes(result):
    look(result)
    first = result.snapshot().replay.at_ms
    result.pass_time(400)
    assert result.snapshot().replay.at_ms == first + 100


def test_ids_of_moves_never_repeat_so_that_each_is_animated_once(result):
    before = result.snapshot().moves[-1].id
    look(result)
    result.pass_time(5000)
    shown = result.snapshot().moves
    assert all(move.id > before for move in shown)
    last = max([before, *(move.id for move in shown)])
    close(result)
    assert result.snapshot().moves[-1].id == before
    result.wait_for(lambda: result.state is State.COUNTDOWN, 30_000)
    assert all(move.id > last for move in result.snapshot().moves)


def test_nothing_of_the_match_changes_and_nothing_is_recorded(result):
    result.pass_time(2000)  # no dice roll any more
    before, written, key = result.snapshot(), len(result.written), result.round.key()
    look(result)
    result.pass_time(3000)
    close(result)
    after = result.snapshot()
    fields = {"id": 0, "now": 0, "deadline": 0}
    assert structs.replace(after, **fields) == structs.replace(before, **fields)
    assert (len(result.written), result.round.key()) == (written, key)


@pytest.mark.parametrize("by", ["press", "close", "another seat's button"])
def test_anybody_ends_it(result, by):
    look(result)
    result.pass_time(1000)
    if by == "close":
        close(result)
    else:
        result.tap_button(1 if by == "press" else 4)
    assert result.state is State.ROUND_RESULT
    assert not any(seat.confirmed for seat in result.session.table.people)


def test_the_press_that_ends_it_does_not_go_on_and_a_later_one_does(result):
    look(result)
    result.pass_time(1000)
    result.tap_button(1)
    result.tap_button(1)
    assert not result.seat(1).confirmed
    result.pass_time(800)
    result.tap_button(1)
    assert result.seat(1).confirmed


def test_the_result_has_its_remaining_time_again_and_at_least_some_seconds(result):
    result.pass_time(4000)
    left = result.session.table.deadline - result.now
    look(result)
    result.pass_time(2000)
    close(result)
    assert result.session.table.deadline - result.now == left
    result.pass_time(left / milliseconds(1) - 100)
    look(result)
    close(result)
    assert result.session.table.deadline - result.now == REST


def test_who_has_pressed_to_go_on_need_not_press_again(result):
    result.pass_time(1000)
    result.tap_button(1)
    look(result)
    result.pass_time(1000)
    close(result)
    assert result.seat(1).confirmed
    result.pass_time(800)
    result.tap_button(2)
    assert result.state is State.COUNTDOWN


def test_when_the_only_one_who_had_not_pressed_leaves_meanwhile_the_match_goes_on(result):
    result.pass_time(1000)
    result.tap_button(1)
    look(result)
    result.leave(2)
    assert result.state is State.REPLAY
    close(result)
    assert result.state is State.COUNTDOWN


def test_when_all_leave_meanwhile_the_table_is_free(result):
    look(result)
    result.leave(1)
    result.leave(2)
    assert result.state is State.ATTRACT
    assert result.snapshot().replay is None


def test_one_race_at_a_time_and_none_that_is_not_there(result):
    look(result, 99)
    assert result.state is State.ROUND_RESULT
    look(result)
    shown = result.snapshot().replay
    look(result, races_of(result)[-1].id)
    assert result.snapshot().replay == shown


def races_of(table):
    return table.match.result.races


def test_there_is_nothing_to_look_at_again_while_a_round_runs(session_table, game):
    table = session_table(4, seed=2, journal=True)
    table.start(1, 2, game=game)
    table.say(msg.LookAgain(SeatNumber(1), 0, table.now))
    assert table.state is State.PLAY
    close(table)
    assert table.state is State.PLAY


def test_a_cut_comes_back_to_the_result(result):
    shown = result.snapshot().result
    look(result)
    result.pass_time(1000)
    result.cut_power()
    assert result.state is State.RECOVERY
    for seat in (1, 2):
        result.pass_time(800)
        result.tap_button(seat)
    assert result.state is State.ROUND_RESULT
    assert [line.total for line in result.snapshot().result.lines] == [line.total for line in shown.lines]
    look(result)
    assert result.state is State.REPLAY


def test_people_read_it_in_the_language_that_they_have_now(session_table, game):
    table = session_table(4, seed=2, journal=True, languages=("en", "de"))
    table.start(1, 2, game=game, bots=True)
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    table.choose(1, "language", "de")
    look(table)
    assert table.view(1).language == "de"
    table.choose(1, "language", "en")
    assert table.view(1).language == "en"


def test_a_match_that_is_being_decided_when_somebody_looks_is_decided_all_the_same(session_table):
    """The record of the match's end is being written, and reaches the disk during the replay."""
    table = session_table(4, seed=2, journal=True)
    table.start(1, 2, game="cards", bots=True, length="single_round")
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    race = races(table)[0].id
    table.disk = False
    table.pass_time(1000)
    table.tap_button(1)
    table.tap_button(2)
    look(table, race)
    table.pass_time(1000)
    table.put(Durable(len(table.written)))
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 30_000)
    assert table.snapshot().replay is None


def test_a_lock_lasts_four_times_as_long_in_slow_motion(result):
    """Its end is shown in the viewer's clock."""
    look(result)
    again = result.session.replay.again
    seen = 0
    while result.state is State.REPLAY:
        play = again.stage.round
        for view in result.snapshot().seats:
            until = play.locked_until(view.seat)
            if view.locked_until:
                left = Instant(until - again.stage.now)
                assert abs((view.locked_until - result.now) - 4 * left) < milliseconds(2)
                seen += 1
        result.pass_time(50)
    assert seen or result.game == "cards"


# ---- the closest race, by itself


def close_race(table, *, first=1, second=3, margin_ms=12.0):
    """Give the result a single race, of these seats with this margin."""
    result = table.match.result
    race = structs.replace(result.races[0], first=first, second=second, margin_ms=margin_ms, lot=False)
    table.match.result = structs.replace(result, races=(race,))
    return race


def test_a_close_race_is_shown_once_more_by_itself_after_the_places_at_half_speed(result):
    race, ends = close_race(result), result.session.table.deadline
    begun = result.now
    result.wait_for(lambda: result.state is State.REPLAY, 11_500)
    assert result.now - begun == result.session.table.settings.times.seen_again
    shown = result.snapshot().replay
    assert (shown.at_ms, shown.speed, shown.race, shown.by_itself) == (race.at_ms - 700, 0.5, race, True)
    result.wait_for(lambda: result.state is State.ROUND_RESULT, 2100)
    assert result.session.table.deadline == ends, "the result has gone on meanwhile"
    while result.state is not State.COUNTDOWN:
        result.pass_time(500)
        assert result.state is not State.REPLAY, "once"
    assert result.now >= ends


def test_it_ends_when_every_person_has_pressed_and_a_press_in_it_or_after_it_counts(result):
    close_race(result)
    result.wait_for(lambda: result.state is State.REPLAY, 11_500)
    result.tap_button(1)
    assert result.state is State.REPLAY
    assert result.snapshot().seats[0].confirmed
    result.tap_button(2)
    assert result.state is State.COUNTDOWN


def test_lamps_show_whose_press_is_waited_for_as_in_the_result(result):
    close_race(result)
    result.pass_time(1000)  # no press is heard any more
    before = [view.lamp for view in result.snapshot().seats]
    assert "ready" in before
    result.wait_for(lambda: result.state is State.REPLAY, 11_500)
    assert [view.lamp for view in result.snapshot().seats] == before
    result.wait_for(lambda: result.state is State.ROUND_RESULT, 2100)
    look(result)
    assert {view.lamp for view in result.snapshot().seats} == {"off"}, "where a press only ends it"


def test_a_press_just_after_it_counts(result):
    close_race(result)
    result.wait_for(lambda: result.state is State.REPLAY, 11_500)
    result.tap_button(1)
    result.wait_for(lambda: result.state is State.ROUND_RESULT, 2100)
    result.tap_button(2)
    assert result.state is State.COUNTDOWN


def test_it_ends_when_the_only_one_who_had_not_pressed_leaves(result):
    close_race(result)
    result.wait_for(lambda: result.state is State.REPLAY, 11_500)
    result.tap_button(1)
    result.leave(2)
    assert result.state is State.COUNTDOWN


@pytest.mark.parametrize("why", ["somebody has pressed", "somebody has looked", "bots", "far apart"])
def test_nothing_is_shown_by_itself_that_would_delay_somebody_or_is_not_worth_it(result, why):
    close_race(result, **{"bots": {"first": 3, "second": 4}, "far apart": {"margin_ms": 31.0}}.get(why, {}))
    result.pass_time(1000)
    if why == "somebody has pressed":
        result.tap_button(1)
    elif why == "somebody has looked":
        look(result)
        close(result)
    for _ in range(26):
        result.pass_time(500)
        assert result.state is State.ROUND_RESULT
