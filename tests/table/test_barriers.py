"""The write barrier: final results are shown when they are kept; with nowhere to keep them nothing waits."""

from __future__ import annotations

import pytest

from hardware.api import milliseconds
from kiosk import protocol as msg
from kiosk.faults.fault import english
from kiosk.journal.health import Durable, JournalFault, JournalHealthy
from kiosk.journal.records import BrokenOff, MatchEnded, Paused, Resumed, RoundEnded
from kiosk.protocol.state import State

SINGLE = {"cards": {"length": "single_round"}, "dice": {"rounds_each": "rounds_each 1"}}


@pytest.fixture
def kept(session_table, game):
    """Two people in play, and a disk that keeps nothing until the test says so."""
    table = session_table(2, journal=True)
    table.disk = False
    table.start(1, 2, game=game)
    table.pass_time(1000)
    return table


def call(table):
    """Let the first seat make a right call of Stop."""
    table.scene("call")
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.STOPPED, 200)


def go_on(table, *seats):
    table.pass_time(1000)
    for seat in seats:
        table.tap_button(seat)


# ---------------------------------------------------------------- the end of a round


def test_the_verdict_of_a_stop_shows_at_once_and_the_round_is_counted_there_and_then(kept):
    call(kept)
    assert kept.snapshot().caller == 1
    (ended,) = kept.written_of(RoundEnded)
    assert (ended.by, ended.caller) == ("stop", 1)
    assert kept.snapshot().result is None


def test_scores_wait_for_the_disk_and_show_when_it_has_them(kept):
    call(kept)
    kept.pass_time(2400)
    assert kept.snapshot().saving == ""
    kept.pass_time(5000)
    shown = kept.snapshot()
    assert (shown.state, shown.saving, shown.result) == ("stopped", "waiting", None)
    kept.put(Durable(len(kept.written) - 1))
    assert kept.state is State.STOPPED
    kept.keep()
    shown = kept.snapshot()
    assert (shown.state, shown.saving) == ("round_result", "")
    assert shown.result.lines


def test_with_a_disk_that_is_quick_nobody_waits_longer_than_without_a_journal(kept):
    call(kept)
    kept.keep()
    stopped_at = kept.now
    kept.wait_for(lambda: kept.state is State.ROUND_RESULT, 2501)
    assert kept.now - stopped_at <= milliseconds(2500)


def test_no_press_brings_the_scores_sooner_than_the_disk(kept):
    call(kept)
    kept.pass_time(4000)
    for _ in range(5):
        go_on(kept, 1, 2)
    assert kept.state is State.STOPPED


def test_a_disk_that_gives_no_answer_is_waited_for_half_a_minute_and_may_answer_later(kept):
    call(kept)
    kept.pass_time(2500 + 29_900)
    assert kept.state is State.STOPPED
    kept.pass_time(200)
    shown = kept.snapshot()
    assert (shown.state, shown.saving) == ("round_result", "unsaved")
    assert "has not answered" in english(shown.notice)
    kept.put(Durable(len(kept.written) - 1))
    assert kept.snapshot().saving == "unsaved"
    kept.keep()
    assert (kept.snapshot().saving, kept.snapshot().notice) == ("", None)


def test_what_waits_tells_nothing_of_the_scores(kept):
    """Neither the seats of an extra round nor the minutes left are shown: only the round that has ended."""
    before = kept.snapshot()
    call(kept)
    shown = kept.snapshot()
    told = ("round_no", "extra_round", "tiebreak", "minutes_left", "result")
    assert [getattr(shown, name) for name in told] == [getattr(before, name) for name in told]


def test_the_end_of_a_match_waits_for_the_disk_too_and_is_recorded_once(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game, **SINGLE[game])
    while not table.match.ended:
        if table.state is not State.PLAY:
            go_on(table, 1, 2)
            table.wait_for(lambda: table.state is State.PLAY, 60_000)
        call(table)
        table.wait_for(lambda: table.state is State.ROUND_RESULT, 3000)
    table.disk = False
    go_on(table, 1, 2)
    table.pass_time(5000)
    assert (table.snapshot().state, table.snapshot().saving) == ("round_result", "waiting")
    assert table.snapshot().result.awards == ()  # still the round's
    go_on(table, 1, 2, 1)
    assert len(table.written_of(MatchEnded)) == 1
    table.keep()
    assert table.state is State.MATCH_RESULT
    ended = table.written[-1]
    assert ended.winners == table.snapshot().result.winners
    assert list(ended.totals) == [line.total for line in table.snapshot().result.lines]


def test_when_all_leave_while_the_scores_wait_the_table_is_free(kept):
    call(kept)
    kept.pass_time(4000)
    kept.leave(1)
    kept.leave(2)
    assert kept.state is State.ATTRACT
    assert kept.snapshot().saving == ""
    assert kept.written[-1] == BrokenOff(kept.written[-1].at, "all_left")


# ---------------------------------------------------------------- the disk fails


FULL = msg.Fault("disk.full")


def fault(table, *, saving):
    table.put(JournalFault(FULL, saving=saving))


@pytest.mark.parametrize("saving", [True, False])
def test_when_the_disk_fails_in_play_the_table_stands_still_and_says_so(kept, saving):
    before = kept.text
    fault(kept, saving=saving)
    shown = kept.snapshot()
    assert (shown.state, shown.pause_by) == ("paused", None)
    assert shown.notice == FULL
    assert kept.session.table.faults == (msg.NamedFault("journal", FULL),)
    assert kept.session.table.reports[-1] == "journal: make room on the disk, or keep less (keep_mb in [records])"
    assert kept.written[-1].why == "journal"
    go_on(kept, 1, 2)
    assert kept.state is State.COUNTDOWN
    kept.wait_for(lambda: kept.state is State.PLAY, 3001)
    assert kept.text == before
    assert isinstance(kept.written[-1], Resumed)


def test_a_fresh_file_that_keeps_everything_is_no_news_any_more_once_play_goes_on(kept):
    fault(kept, saving=True)
    go_on(kept, 1, 2)
    kept.wait_for(lambda: kept.state is State.PLAY, 3001)
    assert (kept.snapshot().notice, kept.snapshot().saving) == (None, "")


def test_where_nothing_is_kept_that_stays_told_and_nobody_waits_for_scores(kept):
    fault(kept, saving=False)
    go_on(kept, 1, 2)
    kept.wait_for(lambda: kept.state is State.PLAY, 3001)
    assert kept.snapshot().notice
    call(kept)
    kept.wait_for(lambda: kept.state is State.ROUND_RESULT, 2501)
    assert kept.snapshot().saving == "unsaved"
    kept.put(JournalHealthy())
    assert (kept.snapshot().saving, kept.snapshot().notice) == ("", None)


def test_scores_that_wait_are_shown_when_the_disk_fails_for_good(kept):
    call(kept)
    kept.pass_time(4000)
    fault(kept, saving=False)
    assert (kept.snapshot().state, kept.snapshot().saving) == ("round_result", "unsaved")


def test_scores_that_wait_go_on_waiting_for_the_fresh_file(kept):
    call(kept)
    kept.pass_time(4000)
    fault(kept, saving=True)
    assert (kept.snapshot().state, kept.snapshot().saving) == ("stopped", "waiting")
    kept.keep()
    assert kept.state is State.ROUND_RESULT


def test_a_disk_that_still_fails_does_not_stop_the_game_again_and_again(kept):
    fault(kept, saving=False)
    go_on(kept, 1, 2)
    kept.wait_for(lambda: kept.state is State.PLAY, 3001)
    fault(kept, saving=False)
    assert kept.state is State.PLAY


def test_a_fault_in_the_countdown_stops_it_and_the_round_begins_at_its_beginning(session_table, game):
    table = session_table(2, journal=True)
    table.sit_down(1, 2)
    table.choose(1, "game", game)
    table.wait_for(lambda: table.state is State.COUNTDOWN, 16_000)
    table.pass_time(1000)
    fault(table, saving=True)
    assert table.state is State.PAUSED
    assert table.written[-1] == Paused(0, "journal")
    go_on(table, 1, 2)
    table.wait_for(lambda: table.state is State.PLAY, 3001)
    assert table.play_.start == table.now


def test_a_fault_in_a_pause_leaves_the_pause_as_it_is(kept):
    for seat in (1, 2):
        kept.choose(seat, "pause", "")
    fault(kept, saving=True)
    assert len(kept.written_of(Paused)) == 1
    go_on(kept, 1, 2)
    assert kept.state is State.COUNTDOWN


def test_while_nobody_is_here_a_fault_is_told_and_the_bots_play_on(session_table):
    table = session_table(2, journal=True)
    fault(table, saving=False)
    assert table.state is State.ATTRACT
    assert table.snapshot().notice


def test_without_a_journal_nothing_is_recorded_and_nothing_waits(table, game):
    table.start(1, 2, game=game)
    call(table)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 2501)
    assert (table.written, table.snapshot().saving) == ([], "")
