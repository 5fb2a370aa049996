"""A power cut at any moment: afterwards everything is as it was, and the match goes on to its end."""

from __future__ import annotations

import itertools
import random
from contextlib import closing
from types import SimpleNamespace

import msgspec
import pytest
from msgspec import structs
from msgspec.structs import replace

from hardware.api import TrayReading, TrayState
from kiosk import protocol as msg
from kiosk.journal.erasures import ForgottenNames, digest
from kiosk.journal.file import JournalFile, JournalRow
from kiosk.journal.records import (
    BrokenOff,
    Judged,
    MatchEnded,
    Paused,
    RoundEnded,
    RoundStarted,
    SeatChanged,
    Sitting,
    TurnedAway,
)
from kiosk.protocol.state import State
from kiosk.table.choices import Choices
from kiosk.table.inputs import DisplayJoined
from kiosk.table.people import SWITCHES
from kiosk.table.session import Session
from kiosk.table_process.journal import take_up
from tests.rig.standing import standing


class Match:
    """A match of people and bots with all kinds of events; its state after every record is remembered."""

    def __init__(self, session_table, game, seed, **choices):
        self.chance = random.Random(seed)  # noqa: S311
        self.table = session_table(5, seed=seed, journal=True, languages=("en", "de", "fr"))
        self.seen = {}
        table, put = self.table, self.table.put

        def watched(input_):
            before = len(table.written)
            put(input_)
            if (
                len(table.written) > before
                and table.session.table.match is not None
                and table.session.table.match.log.on
            ):
                self.seen[len(table.written)] = standing(table.session)

        table.put = watched
        table.tap_button(1)
        table.choose(1, "name", "Ada")
        table.choose(1, "language", "de")
        for key, value in {"game": game, "bots": self.chance.choice(["steady", "off"]), **choices}.items():
            table.choose(1, key, value)
        table.sit_down(2, 3)
        table.choose(2, "handicap", "7" if game == "cards" else "1")
        table.choose(3, "cooldown", "1000")
        for seat in (1, 2, 3):
            if table.seat(seat).state == "taken":
                table.tap_button(seat)
        table.wait_for(lambda: table.state is State.PLAY, 25_000)

    def over(self):
        return self.table.session.table.match is None or not self.table.match.log.on

    def play(self):
        table, people = self.table, [1, 2, 3]
        until = table.now
        while not self.over() and len(table.written_of(RoundStarted)) < 7:
            until = max(until, table.now) + self.chance.randrange(3_000_000_000, 20_000_000_000)
            here = [seat for seat in people if table.seat(seat).plays]
            table.play_on(*here, until=lambda end=until: table.now >= end or self.over())
            self.happen(here)
        return self

    def happen(self, here):
        """Do something that is no move."""
        table, chance = self.table, self.chance
        event = chance.choice(["pause", "join", "vote", "false stop", "leave", "unjoin", "language", "hand"])
        if event == "pause" and table.state is State.PLAY:
            for seat in here:
                table.choose(seat, "pause", "")
        elif event == "join":
            table.tap_button(4)
        elif event == "unjoin" and table.seat(4).joining:
            table.leave(4)
        elif event in {"language", "hand"}:
            seat = chance.choice([*here, *([4] if table.seat(4).joining else [])])
            key, values = {"language": ("language", ["en", "de", "fr"]), "hand": ("mirrored", ["true", "false"])}[event]
            table.choose(seat, key, chance.choice(values))
        elif event == "vote" and table.state is State.PLAY:
            table.vote(chance.choice(here))
        elif event == "false stop" and table.state is State.PLAY:
            table.press(chance.choice(here), ago=1)
        elif event == "leave" and len(here) > 2 and chance.random() < 0.5:
            table.leave(here[-1])


def prefixes(match, count):
    """Return the numbers of records after which the cut comes: all, or some of them."""
    numbers = sorted(match.seen)
    return numbers if count is None else sorted(match.chance.sample(numbers, min(count, len(numbers))))


def check_every_cut(match, count):
    table = match.table
    written, session, now = list(table.written), table.session, table.now
    del table.put  # not watched any more
    for number in prefixes(match, count):
        table.session, table.now, table.written = session, now, list(written)
        table.cut_power(lose=len(written) - number)
        assert table.state is State.RECOVERY
        assert standing(table.session) == match.seen[number], f"after {number} records: {written[number - 1]}"
        assert table.whole()
        yield number


@pytest.mark.parametrize("seed", [1])
def test_after_a_cut_at_any_record_everything_is_as_it_was(session_table, game, seed):
    match = Match(session_table, game, seed).play()
    assert len(list(check_every_cut(match, 15))) == 15


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 30))
def test_after_a_cut_at_every_record_of_many_matches_everything_is_as_it_was(session_table, game, seed):
    match = Match(session_table, game, seed).play()
    assert list(check_every_cut(match, None))


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_after_a_cut_between_any_two_records_the_match_goes_on_to_its_end(session_table, game, seed):
    """Also with a cut between records that are written together."""
    match = Match(session_table, game, seed)
    table = match.table
    del table.put  # not watched
    match.play()
    written = list(table.written)
    went_on = 0
    for number in sorted(match.chance.sample(range(1, len(written)), 3)):
        if any(isinstance(record, MatchEnded | BrokenOff) for record in written[:number]):
            continue
        table.written = list(written)
        table.cut_power(lose=len(written) - number)
        assert table.state is State.RECOVERY
        assert table.whole()
        here = [seat.number for seat in table.session.table.people.here() if seat.plays]
        table.play_on(*here, until=lambda: not table.match.log.on)
        ended = [record for record in table.written if isinstance(record, RoundEnded)]
        started = [record.round for record in table.written if isinstance(record, RoundStarted)]
        assert len(set(started)) == len(started) == len(ended)
        assert isinstance(table.written[-1], MatchEnded)
        went_on += 1
    assert went_on >= 2


# ---------------------------------------------------------------- who comes back


@pytest.fixture
def cut(session_table, game):
    """A round of three people, cut after some seconds."""
    table = session_table(4, journal=True)
    table.start(1, 2, 3, game=game)
    table.play_on(1, 2, 3, until=lambda: len(table.written) > 12)
    table.cut_power()
    return table


def press(table, *seats):
    table.pass_time(800)
    for seat in seats:
        table.tap_button(seat)


def test_it_stands_until_its_players_press_then_a_countdown_and_go(cut):
    before, at = cut.text, max(record.at for record in cut.written_of(Judged))
    cut.pass_time(30_000)
    press(cut, 1, 2)
    assert cut.state is State.RECOVERY
    assert [cut.view(seat).confirmed for seat in (1, 2, 3)] == [True, True, False]
    assert cut.text == before
    press(cut, 3)
    assert cut.state is State.COUNTDOWN
    cut.wait_for(lambda: cut.state is State.PLAY, 3001)
    assert (cut.text, cut.now - cut.play_.start) == (before, at)
    cut.play_on(1, 2, 3, until=lambda: cut.state is State.ROUND_RESULT)
    assert len(cut.written_of(RoundStarted)) == len(cut.written_of(RoundEnded)) == 1


def test_the_time_without_power_is_no_silence_of_anybody(cut):
    assert [cut.seat(seat).active_at for seat in (1, 2, 3)] == [cut.now] * 3


def test_no_lock_and_no_stop_that_comes_by_itself_runs_on_while_it_stands(cut):
    locks = {seat: cut.play_.locked_until(seat) - cut.play_.start for seat in (1, 2, 3)}
    cut.pass_time(50_000)
    press(cut, 1, 2, 3)
    cut.wait_for(lambda: cut.state is State.PLAY, 3001)
    assert {seat: cut.play_.locked_until(seat) - cut.play_.start for seat in (1, 2, 3)} == locks


def test_when_nobody_comes_within_a_minute_it_is_broken_off_and_the_table_is_free(cut):
    cut.wait_for(lambda: cut.state is State.ATTRACT, 60_001)
    assert cut.written[-1].why == "nobody_came"
    assert cut.session.table.people.here() == []


def test_the_minute_begins_when_a_display_shows_it(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.cut_power(display=False)
    table.pass_time(70_000)
    table.put(DisplayJoined("display 1"))
    assert table.snapshot().deadline == table.now + 60_000_000_000
    table.pass_time(50_000)
    table.put(DisplayJoined("display 2"))
    table.pass_time(9_999)
    assert table.state is State.RECOVERY
    table.wait_for(lambda: table.state is State.ATTRACT, 1)


def test_without_any_display_it_is_broken_off_after_five_minutes(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.cut_power(display=False)
    table.pass_time(299_999)
    assert table.state is State.RECOVERY
    table.wait_for(lambda: table.state is State.ATTRACT, 1)
    assert table.written[-1].why == "nobody_came"


def test_a_panel_comes_back_as_it_was_chosen_last(session_table, game):
    table = session_table(4, journal=True, languages=("en", "de", "fr"))
    table.start(1, 2, game=game)
    table.choose(1, "language", "fr")
    for switch in SWITCHES:
        table.choose(1, switch, "true")
    table.choose(2, "contrast", "true")
    table.choose(2, "contrast", "false")
    table.choose(2, "calm", "true")
    table.choose(2, "language", "de")
    table.choose(2, "language", "en")
    table.say(msg.PressButton(4, "stop", table.now, language="de"))
    table.cut_power()
    assert [(table.seat(seat).language, list(table.seat(seat).switches.values())) for seat in (1, 2, 4)] == [
        ("fr", [True] * len(SWITCHES)),
        ("en", [switch == "calm" for switch in SWITCHES]),
        ("de", [False] * len(SWITCHES)),
    ]
    table.leave(4)
    table.cut_power()
    assert (table.seat(4).language, table.seat(4).joining) == ("en", False)


def test_when_somebody_comes_those_who_do_not_have_left(cut):
    press(cut, 1, 3)
    cut.wait_for(lambda: cut.state is State.COUNTDOWN, 60_001)
    assert [cut.view(seat).state for seat in (1, 2, 3)] == ["playing", "left", "playing"]
    assert [(record.seat, record.change) for record in cut.written_of(SeatChanged)] == [(2, "left")]


def test_when_one_of_two_comes_the_round_ends_for_want_of_others(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.pass_time(3000)
    table.cut_power()
    press(table, 1)
    table.wait_for(lambda: table.state is State.STOPPED, 60_001)
    assert table.snapshot().ended_by == "left"
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)


def test_who_leaves_instead_of_pressing_is_not_waited_for(cut):
    press(cut, 1, 2)
    cut.leave(3)
    assert cut.state is State.COUNTDOWN


def test_a_newcomer_waits_for_the_next_round(cut):
    press(cut, 4)
    assert cut.view(4).joining
    assert not cut.view(4).confirmed


def test_who_waits_for_the_next_round_keeps_the_name_over_a_cut(session_table, game):
    table = session_table(4, journal=True)
    table.start(1, 2, 3, game=game)
    table.tap_button(4)
    table.choose(4, "name", "Eve")
    before = standing(table.session)
    table.cut_power()
    assert standing(table.session) == before
    press(table, 1, 2, 3)
    table.wait_for(lambda: table.state is State.PLAY, 3001)
    table.play_on(1, 2, 3, until=lambda: len(table.written_of(RoundStarted)) == 2)
    assert [sitting.name for sitting in table.written_of(RoundStarted)[1].seats] == ["", "", "", "Eve"]


def test_names_that_were_hidden_or_deleted_meanwhile_do_not_come_back_with_the_match(session_table, game, tmp_path):
    table = session_table(5, journal=True)
    table.tap_button(1)
    for seat, name in ((1, "Ada"), (2, "Bo"), (3, "Cy")):
        table.tap_button(seat)
        table.choose(seat, "name", name)
    table.start(1, 2, 3, game=game)
    table.tap_button(4)
    table.choose(4, "name", "Eve")
    wall, key = 1_800_000_000.0, "ab" * 32
    with closing(JournalFile(tmp_path / "journal-000001.sqlite")) as file:
        started = table.written_of(RoundStarted)[0].round
        file.append(
            [
                JournalRow(started, number, wall, msgspec.msgpack.encode(record))
                for number, record in enumerate(table.written)
            ]
        )
    until = {digest(key, "Bo"): wall, digest(key, "Cy"): wall - 1}
    ForgottenNames(key, until, frozenset({digest(key, "Eve"), digest(key, "Ada")})).write(tmp_path)
    went_on = []
    flusher = SimpleNamespace(go_on=went_on.append)
    session = Session(table.session.table.settings, itertools.count(9), table.now, map(str, itertools.count()))
    take_up(tmp_path, flusher, session)
    assert (session.table.state, len(went_on)) == (State.RECOVERY, 1)
    assert [seat.name for seat in session.table.people] == ["", "", "Cy", "", ""]
    assert {name for name in session.table.match.names.values() if name} == {"Cy"}
    assert session.table.people.seats[4].joining


def test_a_place_that_was_left_stays_so_when_a_newcomer_thinks_better_of_it(session_table, game):
    table = session_table(4, journal=True)
    table.start(1, 2, 3, game=game)
    table.leave(3)
    table.tap_button(3)
    assert table.seat(3).joining
    table.leave(3)
    assert table.view(3).state == "left"
    before = standing(table.session)
    table.cut_power()
    assert standing(table.session) == before


def test_whose_place_a_bot_keeps_gives_it_no_name(session_table, game):
    table = session_table(4, journal=True)
    table.start(1, 2, game=game, bots=True)
    table.tap_button(4)
    table.choose(4, "name", "Eve")
    table.cut_power()
    table.leave(4)
    press(table, 1, 2)
    table.wait_for(lambda: table.state is State.PLAY, 3001)
    table.play_on(1, 2, until=lambda: len(table.written_of(RoundStarted)) == 2)
    assert [sitting.name for sitting in table.written_of(RoundStarted)[1].seats] == ["", "", "", ""]


def test_a_second_cut_while_it_waits_comes_back_the_same(cut):
    before = standing(cut.session)
    press(cut, 1)
    cut.cut_power()
    assert cut.state is State.RECOVERY
    assert standing(cut.session) == before
    assert not cut.view(1).confirmed
    assert [record.why for record in cut.written_of(Paused)] == ["recovery", "recovery"]


def test_a_cut_in_the_countdown_comes_back_to_the_rounds_beginning(session_table, game):
    table = session_table(2, journal=True)
    table.sit_down(1, 2)
    table.choose(1, "game", game)
    table.wait_for(lambda: table.state is State.COUNTDOWN, 16_000)
    dealt = table.text
    table.cut_power()
    assert table.text == dealt
    press(table, 1, 2)
    table.wait_for(lambda: table.state is State.PLAY, 3001)
    assert table.play_.start == table.now


def test_a_cut_in_a_pause_comes_back_as_any_other(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.pass_time(2500)
    for seat in (1, 2):
        table.choose(seat, "pause", "")
    table.pass_time(60_000)
    table.cut_power()
    press(table, 1, 2)
    table.wait_for(lambda: table.state is State.PLAY, 3001)
    assert table.now - table.play_.start == 2_500_000_000


def test_a_touch_in_the_countdown_after_a_pause_takes_no_time_from_a_round_that_is_cut_then(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.pass_time(2500)
    for seat in (1, 2):
        table.choose(seat, "pause", "")
    table.pass_time(60_000)
    press(table, 1, 2)
    table.turn(1)
    assert isinstance(table.written[-1], TurnedAway)
    table.cut_power()
    press(table, 1, 2)
    table.wait_for(lambda: table.state is State.PLAY, 3001)
    assert table.now - table.play_.start == 2_500_000_000


@pytest.mark.parametrize("state", [State.STOPPED, State.ROUND_RESULT])
def test_a_cut_after_the_end_comes_back_to_the_result_and_counts_once(session_table, game, state):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.play_on(1, 2, until=lambda: table.state is state)
    ended = table.written_of(RoundEnded)
    table.cut_power()
    assert table.state is State.RECOVERY
    assert table.snapshot().result is None
    press(table, 1, 2)
    assert table.state is State.ROUND_RESULT
    shown = [(line.seat, line.points, line.total) for line in table.snapshot().result.lines]
    assert shown == [(line.seat, line.points, line.total) for line in ended[0].lines]
    press(table, 1, 2)
    assert table.state is State.COUNTDOWN
    assert table.written_of(RoundEnded) == ended
    assert [record.number for record in table.written_of(RoundStarted)] == [1, 2]


def test_a_journal_that_does_not_tell_who_is_new_gives_nobody_hints(session_table, game):
    """A journal of an older version."""
    table = session_table(3, journal=True)
    table.start(1, 2, game=game)
    started = table.written_of(RoundStarted)[0]
    seats = tuple(structs.replace(sitting, new=False) for sitting in started.seats)
    assert [sitting.new for sitting in started.seats] == [True, True]
    table.written[table.written.index(started)] = structs.replace(started, seats=seats)
    table.cut_power()
    assert [table.seat(seat).new for seat in (1, 2)] == [False, False]


def test_a_known_name_that_waits_to_join_gets_no_hints_after_a_cut(session_table):
    table = session_table(3, journal=True, names=("Eve",))
    table.start(1, 2)
    table.tap_button(3)
    table.choose(3, "name", "Eve")
    table.cut_power()
    assert not table.seat(3).new
    table.leave(3)
    table.cut_power()
    assert table.seat(3).new


def test_a_cut_between_the_last_move_and_its_counting_counts_it_then(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.play_on(1, 2, until=lambda: table.state is State.STOPPED)
    (ended,) = table.written_of(RoundEnded)
    table.cut_power(lose=len(table.written) - table.written.index(ended))
    assert table.written_of(RoundEnded) == [ended]
    press(table, 1, 2)
    assert table.state is State.ROUND_RESULT


def test_the_bots_play_on_when_they_are_woken_and_not_all_at_once(session_table, game):
    table = session_table(4, journal=True)
    table.start(1, game=game, bots=True)
    table.pass_time(6000)
    table.cut_power()
    assert sorted(table.match.bots) == [2, 3, 4]
    press(table, 1)
    table.wait_for(lambda: table.state is State.PLAY, 3001)
    table.pass_time(249)
    count = len(table.written)
    table.pass_time(8000)
    assert len(table.written) > count


def test_an_extra_round_comes_back_with_those_who_look_on(session_table, game):
    table = session_table(4, journal=True)
    table.start(1, 2, 3, game=game)
    started = structs.replace(
        table.written_of(RoundStarted)[0],
        number=4,
        tied=(1, 3),
        seats=tuple(Sitting(seat, away=seat == 2) for seat in (1, 2, 3)),
        history=((1, 2, 3), (9, 3, 9)),
    )
    table.written = [started]
    table.cut_power()
    assert (table.match.watching, table.match.away, table.match.tied) == ({2}, {2}, (1, 3))
    assert table.snapshot().extra_round
    press(table, 1, 3)  # those who watch are not asked
    table.wait_for(lambda: table.state is State.PLAY, 3001)
    table.play_on(1, 3, until=lambda: table.state is State.ROUND_RESULT)
    assert [line.away for line in table.snapshot().result.lines] == [False, True, False]


@pytest.mark.parametrize("pressing", [(1, 2), (1,)])
def test_an_extra_round_of_bots_alone_goes_on_when_those_who_look_on_press(session_table, game, pressing):
    table = session_table(4, journal=True)
    table.start(1, 2, game=game, bots=True)
    started = structs.replace(
        table.written_of(RoundStarted)[0],
        number=3,
        tied=(3, 4),
        seats=tuple(Sitting(seat, bot=seat > 2, away=seat <= 2) for seat in (1, 2, 3, 4)),
        history=((1, 2, 3, 1), (1, 2, 9, 9)),
    )
    table.written = [started]
    table.cut_power()
    press(table, *pressing)
    table.wait_for(lambda: table.state is State.PLAY, 63_001)
    assert {seat.number for seat in table.session.table.people.here()} == set(pressing)


def test_all_are_told_whose_press_is_waited_for(session_table, game):
    """In an extra round those who play it; once it is counted, everybody."""
    table = session_table(4, journal=True)
    table.start(1, 2, 3, game=game, bots=True)
    table.written = [
        structs.replace(
            table.written_of(RoundStarted)[0],
            number=4,
            tied=(1, 3),
            seats=tuple(Sitting(seat, bot=seat == 4, away=seat in {2, 4}) for seat in (1, 2, 3, 4)),
            history=((1, 2, 3, 4), (9, 3, 9, 4)),
        )
    ]
    table.cut_power()
    assert table.snapshot().called == (1, 3)
    press(table, 1, 3)
    table.wait_for(lambda: table.state is State.PLAY, 3001)
    assert table.snapshot().called == ()
    table.play_on(1, 3, until=lambda: table.state is State.STOPPED)
    table.cut_power()
    assert table.state is State.RECOVERY
    assert table.snapshot().called == (1, 2, 3)
    press(table, 1, 2, 3)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 1)


def test_real_dice_have_to_be_thrown_after_go(session_table):
    table = session_table(2, journal=True, boards=frozenset({1}))
    for ms, state in enumerate((TrayState.EMPTY, TrayState.ROLLING)):
        table.put(TrayReading(1, state, (), table.now, ms, 1))
    table.start(1, 2, game="dice", dice_source="real")
    table.pass_time(1000)
    table.cut_power()
    assert table.match.real_dice
    assert table.session.table.trays[1].latest is None
    table.put(TrayReading(1, TrayState.EMPTY, (), table.now, 1, 2))
    press(table, 1, 2)
    table.wait_for(lambda: table.state is State.PLAY, 3001)
    assert table.view(1).tray == "throw"


# ---------------------------------------------------------------- what cannot go on


def refused(table):
    assert table.state is State.ATTRACT
    assert table.written[-1].why == "different"
    return table.session.table.reports[-1]


def test_records_that_come_out_otherwise_now_are_not_guessed_at(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.play_on(1, 2, until=lambda: len(table.written_of(Judged)) > 8)
    place = table.written.index(table.written_of(Judged)[5])
    table.written[place] = structs.replace(table.written[place], events=(("VotesVoid", 1),))
    table.cut_power()
    assert f"record {place}:" in refused(table)


@pytest.mark.parametrize("command", [("Flip", "x", 0), ("Flip", None, None), ([],), ("Flip", 1 << 62, 99), ("Wave",)])
def test_whatever_a_record_says_the_table_opens(session_table, game, command):
    """Otherwise it would crash at every start."""
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.play_on(1, 2, until=lambda: len(table.written_of(Judged)) > 8)
    place = table.written.index(table.written_of(Judged)[5])
    table.written[place] = structs.replace(table.written[place], command=command)
    table.cut_power()
    assert f"record {place}:" in refused(table)


def test_a_mistake_of_the_program_while_it_takes_a_match_up_keeps_no_table_from_opening(
    session_table, game, monkeypatch
):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    monkeypatch.setattr(Choices, "take_up", lambda *_: 1 / 0)
    table.cut_power()
    assert "Traceback" in refused(table)
    assert "an error in this program" in table.session.table.reports[-2]
    table.start(1, 2, game=game)


def test_a_match_of_a_seat_that_is_no_longer_configured_is_not_gone_on_with(session_table, game):
    table = session_table(3, journal=True)
    table.start(1, 2, 3, game=game)
    settings = table.session.table.settings
    table.session.table.settings = replace(settings, seats=settings.seats[:2])
    table.cut_power()
    assert "no longer has seat 3" in refused(table)


def test_a_round_that_cannot_be_dealt_is_told(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.written[0] = structs.replace(table.written[0], rules={"stop_mode": "sometimes"})
    table.cut_power()
    assert "cannot be dealt" in refused(table)


def test_seats_may_have_moved_to_another_edge(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    settings = table.session.table.settings
    table.session.table.settings = replace(
        settings, seats=tuple(structs.replace(plan, edge="north") for plan in settings.seats)
    )
    table.cut_power()
    assert table.state is State.RECOVERY


def test_where_everybody_had_left_nobody_is_waited_for(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.leave(1)
    table.leave(2)
    (broken_off,) = table.written_of(BrokenOff)
    table.cut_power(lose=len(table.written) - table.written.index(broken_off))
    assert table.state is State.ATTRACT
    assert table.written[-1].why == "all_left"
