"""The journal's records of a match: enough to play it again, with the results of each player."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from hardware.api import Button
from kiosk.game.commands import Leave, SeatCommand, Tick, picked_up_of
from kiosk.journal.codec import codec_of
from kiosk.journal.erasures import NameDigests, digest
from kiosk.journal.records import (
    BrokenOff,
    Judged,
    MatchEnded,
    Origin,
    Paused,
    Resumed,
    RoundEnded,
    RoundStarted,
    SeatChanged,
    TurnedAway,
)
from kiosk.protocol.state import State
from kiosk.table.inputs import KnownNames
from kiosk.table.journal_feed import JournalFeed
from kiosk.table.people import SWITCHES

REACTION_MS = 400


@pytest.fixture
def kept(session_table, game):
    """Two people in play."""
    table = session_table(3, journal=True, origin=Origin("Blue", "1.0", "3.11.7", "a boot"))
    table.start(1, 2, game=game)
    table.pass_time(1000)
    return table


def last(table, kind):
    return table.written_of(kind)[-1]


# ---------------------------------------------------------------- rounds


def test_what_bots_show_while_nobody_is_here_is_never_written(session_table):
    table = session_table(2, journal=True)
    rounds = []
    table.wait_for(lambda: rounds.append(table.play_) or len({id(play) for play in rounds}) > 3)
    assert table.written == []


def test_a_rounds_beginning_tells_where_and_what_is_played(kept, game):
    (started,) = kept.written
    assert (started.round, started.match, started.number) == ("id 1", "id 0", 1)
    assert started.origin == Origin("Blue", "1.0", "3.11.7", "a boot")
    assert (started.game, started.chosen["game"], started.touch, started.real_dice) == (game, game, "drag", False)
    assert [sitting.seat for sitting in started.seats] == [1, 2]
    assert (started.seed, started.lot) == kept.match.lots


def test_rounds_and_matches_have_names_of_their_own(session_table):
    table = session_table(2, journal=True)
    for _ in range(2):
        table.start(1, 2, length="rounds 3")
        table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)
        table.wait_for(lambda: table.state is State.ATTRACT)
    started = table.written_of(RoundStarted)
    assert [record.number for record in started] == [1, 2, 3, 1, 2, 3]
    assert len({record.round for record in started}) == 6
    assert [len(list(same)) for _, same in itertools.groupby(record.match for record in started)] == [3, 3]


def test_the_next_round_tells_how_the_match_stands(session_table, game):
    table = session_table(3, journal=True, languages=("en", "de"))
    table.tap_button(1)
    table.choose(1, "game", game)
    table.choose(1, "bots", "steady")
    table.choose(1, "name", "Ada")
    table.choose(1, "language", "de")
    for switch in SWITCHES:
        table.choose(1, switch, "true")
    table.choose(1, "handicap", "8" if game == "cards" else "2")
    table.choose(1, "cooldown", "2000")
    table.sit_down(2)
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.COUNTDOWN)
    table.play_on(1, 2, until=lambda: len(table.written_of(RoundStarted)) == 2)
    ended, started = last(table, RoundEnded), last(table, RoundStarted)
    assert started.history == (tuple(line.total for line in ended.lines),)
    assert started.lasted_ms == ended.at // 1_000_000
    first = started.seats[0]
    assert (first.name, first.language) == ("Ada", "de")
    assert all(getattr(first, switch) for switch in SWITCHES)
    assert (first.cooldown, ended.lines[0].cooldown, ended.lines[1].cooldown) == (2000, 2000, 0)
    assert (first.handicap, first.deeds.laid) == (8 if game == "cards" else 2, ended.lines[0].centered)
    assert [(sitting.seat, sitting.bot) for sitting in started.seats] == [(1, False), (2, False), (3, True)]


# ---------------------------------------------------------------- what is judged


def test_a_command_is_recorded_with_its_events_its_place_and_its_source(kept):
    kept.turn(1, ago=5)
    kept.settle()
    judged = last(kept, Judged)
    assert (judged.source, judged.seat, judged.lot) == ("display 1", 1, False)
    assert judged.input == {"cards": "FlipHand", "dice": "RollDice"}[kept.game]
    assert judged.stamp == judged.at == 995_000_000
    assert codec_of(kept.game).command_of(judged.command).at == 995
    assert codec_of(kept.game).event_of(judged.events[0]).seat == 0


def test_what_falls_due_by_itself_has_no_source(kept):
    kept.scene("call")
    kept.wait_for(lambda: kept.state is State.STOPPED)
    judged = last(kept, Judged)
    assert isinstance(codec_of(kept.game).command_of(judged.command), Tick)
    assert (judged.source, judged.seat, judged.at) == ("", None, kept.round.at * 1_000_000)


def test_a_press_is_recorded_as_one_and_a_bots_move_as_a_bots(session_table, game):
    table = session_table(3, journal=True)
    table.start(1, game=game, bots=True)
    table.tap_button(1, Button.PLAY)
    table.pass_time(5000)
    sources = {(record.source, record.input, record.seat == 1) for record in table.written_of(Judged)}
    assert ("buttons", "ButtonEdge", True) in sources
    assert all(source == "bots" for source, _, person in sources if not person)


def test_a_dead_heat_is_recorded_as_drawn_by_lot(session_table, game):
    table = session_table(2, journal=True)
    table.start(1, 2, game=game)
    table.scene("race")
    table.pass_time(1000)
    for seat in (1, 2):
        table.bring(seat)
    table.settle()
    assert [record.lot for record in table.written_of(Judged)][-2:] == [True, True]


def test_what_is_refused_before_it_is_judged_is_recorded_with_its_reason(kept):
    kept.scene("call")
    kept.tap_button(1)
    kept.wait_for(lambda: kept.state is State.STOPPED, 200)
    kept.turn(2)
    away = last(kept, TurnedAway)
    assert (away.seat, away.reason) == (2, "round_over")
    assert away.input == {"cards": "FlipHand", "dice": "RollDice"}[kept.game]


def test_when_a_piece_was_picked_up_lies_beside_its_command(kept, game):
    """It decides whether a race was lost; a program of before skips it there."""
    kept.scene("race")
    kept.hold(1, {"cards": "row 0", "dice": "die r4"}[game], ago=2400)
    kept.bring(1)
    kept.settle()
    judged = last(kept, Judged)
    assert judged.picked_up is not None
    assert judged.picked_up < judged.at // 1_000_000 - 2000
    command = codec_of(game).command_of(judged.command, judged.picked_up)
    assert picked_up_of(command) == judged.picked_up
    assert judged.picked_up not in judged.command


def test_every_kind_of_move_has_a_place_in_the_journal(session_table, game):
    """Over some rounds of people and bots."""
    table = session_table(3, journal=True)
    table.start(1, 2, game=game, bots=True)
    table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)
    commands = [codec_of(game).command_of(record.command) for record in table.written_of(Judged)]
    done = {command.word for command in commands if isinstance(command, SeatCommand)}
    assert done >= ({"flip", "play", "stop"} if game == "cards" else {"roll", "place", "stop"})


# ---------------------------------------------------------------- seats and pauses


def test_who_leaves_is_recorded_before_the_round_is_told(session_table, game):
    table = session_table(3, journal=True)
    table.start(1, 2, 3, game=game)
    table.pass_time(1500)
    table.leave(2)
    changed, judged = table.written[-2:]
    assert changed == SeatChanged(1_500_000_000, 2, "left")
    assert codec_of(game).command_of(judged.command) == Leave(1500, 1)


def test_whom_a_bot_replaces_is_recorded(session_table, game):
    table = session_table(2, journal=True, idle_to_bot=True)
    table.start(1, 2, game=game)
    table.scene("quiet")
    for second in range(59):
        table.pass_time(1000)
        if second % 10 == 0:
            table.vote(1)
    table.wait_for(lambda: table.seat(2).bot, 3000)
    assert (last(table, SeatChanged).seat, last(table, SeatChanged).change) == (2, "to_bot")


def test_who_sits_down_for_the_next_round_and_thinks_better_of_it_is_recorded(kept):
    kept.tap_button(3)
    kept.tap_button(3)
    kept.leave(3)
    assert [(record.seat, record.change) for record in kept.written_of(SeatChanged)] == [
        (3, "joining"),
        (3, "not_joining"),
    ]


def test_a_pause_is_recorded_with_who_asked_last_and_takes_no_time_of_the_round(kept):
    for seat in (1, 2):
        kept.choose(seat, "pause", "")
    kept.pass_time(30_000)
    for seat in (1, 2):
        kept.tap_button(seat)
    kept.wait_for(lambda: kept.state is State.PLAY, 3001)
    assert kept.written[-2:] == [Paused(1_000_000_000, "asked", 2), Resumed(1_000_000_000)]


@pytest.mark.parametrize("how", ["pause", "all_left"])
def test_a_match_that_nobody_ends_is_broken_off(kept, how):
    for seat in (1, 2):
        if how == "pause":
            kept.choose(seat, "pause", "")
        else:
            kept.leave(seat)
    kept.wait_for(lambda: kept.state is State.ATTRACT, 130_000)
    assert kept.written[-1] == BrokenOff(1_000_000_000, how)
    kept.pass_time(60_000)
    assert len(kept.written_of(BrokenOff)) == 1


# ---------------------------------------------------------------- what a round came to


def test_the_end_of_a_round_tells_what_it_came_to_for_each_seat(kept):
    kept.scene("call")
    kept.press(2, ago=1)  # a false Stop
    kept.pass_time(REACTION_MS - 100)
    kept.tap_button(1)
    kept.wait_for(lambda: kept.state is State.STOPPED, 200)
    ended = last(kept, RoundEnded)
    shown = kept.match.result.lines
    assert [(line.seat, line.points, line.total, line.won) for line in ended.lines] == [
        (line.seat, line.points, line.total, line.won) for line in shown
    ]
    caller, other = ended.lines
    assert (caller.stops, caller.false_stops) == (1, 0)
    assert caller.reaction_ms == ended.at // 1_000_000 - kept.round.seats[0].emptied_at
    assert (other.stops, other.false_stops, other.reaction_ms) == (0, 1, None)


def test_a_stop_that_came_by_itself_is_nobodys_call(kept):
    kept.scene("call")
    kept.wait_for(lambda: kept.state is State.STOPPED)
    ended = last(kept, RoundEnded)
    assert (ended.by, ended.caller) == ("auto_stop", 1)
    assert [(line.stops, line.reaction_ms) for line in ended.lines] == [(0, None), (0, None)]


def test_a_race_that_was_lost_counts_and_can_be_seen_in_the_result(kept):
    kept.scene("race")
    kept.pass_time(500)
    kept.bring(1, ago=40)
    kept.bring(2, ago=10)
    kept.settle()
    kept.leave(2)
    kept.wait_for(lambda: kept.state is State.ROUND_RESULT, 3000)
    assert [line.lost_races for line in last(kept, RoundEnded).lines] == [0, 1]
    (race,) = kept.snapshot().result.races
    assert (race.id, race.first, race.second, race.margin_ms, race.lot) == (0, 1, 2, 30, False)
    assert race.card == "r4"


def test_of_many_races_the_five_closest_are_shown_closest_first(session_table, game):
    table = session_table(6, journal=True)
    table.start(*range(1, 7), game=game)
    table.play_on(*range(1, 7), until=lambda: table.state is State.ROUND_RESULT)
    races = table.snapshot().result.races
    margins = [race.margin_ms or 0 for race in races]
    assert len(races) == min(5, len(table.play_.races))
    assert margins == sorted(margins)
    table.play_on(*range(1, 7), until=lambda: table.state is State.MATCH_RESULT)
    assert table.snapshot().result.races == ()


def test_a_match_ends_once_and_nothing_is_written_of_it_afterwards(session_table):
    table = session_table(2, journal=True)
    table.start(1, 2, length="single_round")
    table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)
    assert isinstance(table.written[-1], MatchEnded)
    count = len(table.written)
    table.leave(1)
    table.leave(2)
    table.pass_time(100_000)
    assert len(table.written) == count


def test_a_log_that_is_off_keeps_nothing_and_makes_nobody_wait():
    log = JournalFeed()
    log.add(Resumed(1))
    assert (log.take(), log.covers(99)) == ([], True)


def test_a_log_hands_on_each_record_once():
    log = JournalFeed(on=True)
    assert [log.add(Resumed(1)), log.add(Resumed(2))] == [1, 2]
    assert (log.take(), log.take()) == ([Resumed(1), Resumed(2)], [])
    assert not log.covers(1)


# ---------------------------------------------------------------- names


@pytest.fixture
def lobby(session_table):
    table = session_table(3, names=("Bo", "Ada", "ADA"))
    table.tap_button(1)
    table.tap_button(2)
    return table


@pytest.mark.parametrize(
    ("wished", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada   Byron ", "Ada Byron"),
        ("O'Neill-2", "O'Neill-2"),
        ("Zoë", "Zoë"),
        ("twelve chars", "twelve chars"),
        ("thirteenchars", ""),
        ("---", ""),
        ("a\nb", "a b"),
        ("<b>", ""),
        ("", ""),
    ],
)
def test_a_name_is_up_to_twelve_letters_digits_and_little_signs(lobby, wished, name):
    lobby.choose(1, "name", wished)
    assert (lobby.view(1).name, lobby.seat(1).name) == (name, name)


def test_an_unwanted_name_is_refused_and_not_offered_however_it_is_written(lobby):
    table = lobby.session.table
    table.settings = replace(table.settings, unwanted=frozenset({"ada"}))
    lobby.choose(1, "name", "Bo")
    assert (lobby.view(1).name, lobby.view(1).name_refused, lobby.snapshot().lobby.names) == ("Bo", False, ("Bo",))
    lobby.choose(1, "name", " ADA ")
    assert (lobby.view(1).name, lobby.view(1).name_refused) == ("Bo", True)
    lobby.choose(1, "name", "Adda")
    assert (lobby.view(1).name, lobby.view(1).name_refused) == ("Adda", False)
    lobby.choose(1, "name", "Ada")
    lobby.leave(1)
    assert not lobby.view(1).name_refused


def digests(*names):
    return NameDigests({KEY: frozenset(digest(KEY, name) for name in names)})


KEY = "ab" * 32


@pytest.mark.parametrize("told", ["hidden", "gone"])
def test_whoever_sits_under_a_name_that_goes_becomes_a_guest_and_a_hidden_one_is_refused_from_then_on(lobby, told):
    lobby.choose(1, "name", "Cy")
    lobby.choose(2, "name", "Dee")
    guest = lobby.view(1).guest
    lobby.put(KnownNames(("Bo",), {}, **{told: digests(" CY", "Ada")}))
    shown = [(lobby.view(seat).name, lobby.view(seat).name_refused, lobby.seat(seat).human) for seat in (1, 2)]
    assert shown == [("", True, True), ("Dee", False, True)]
    assert lobby.view(1).guest == guest
    for name, there in (("cy", told == "gone"), ("Ada", told == "gone"), ("Eve", True)):
        lobby.choose(1, "name", "")
        lobby.choose(1, "name", name)
        assert (lobby.view(1).name, lobby.view(1).name_refused) == ((name, False) if there else ("", True))
    lobby.put(KnownNames(("Bo",), {}))
    lobby.choose(1, "name", "Cy")
    assert lobby.view(1).name == "Cy", "it is not hidden any more"


def test_a_table_that_has_just_begun_knows_the_hidden_names(session_table):
    table = session_table(2, hidden=digests("Cy"))
    table.tap_button(1)
    table.choose(1, "name", "CY")
    assert (table.view(1).name, table.view(1).name_refused) == ("", True)


def test_a_match_goes_on_without_a_name_that_is_hidden_and_shows_it_nowhere(session_table):
    table = session_table(4, journal=True, best={"cards": ()})
    table.tap_button(1)
    for seat, name in ((1, "Ada"), (2, "Bo"), (3, "Cy")):
        table.tap_button(seat)
        table.choose(seat, "name", name)
    table.start(1, 2, 3, length="rounds 2")
    table.leave(3)
    table.tap_button(4)
    table.choose(4, "name", "Dee")
    before = len(table.written)
    table.put(KnownNames(("Bo",), {}, digests("Ada", "Cy", "Dee")))
    assert (table.state, table.seat(1).plays, table.seat(4).joining) == (State.PLAY, True, True)
    assert not table.view(1).name_refused, "nothing can be typed now"
    table.play_on(1, 2, 4, until=lambda: table.state is State.MATCH_RESULT)
    table.wait_for(lambda: table.state is State.ATTRACT)
    told = [line.name for record in table.written[before:] if isinstance(record, RoundEnded) for line in record.lines]
    assert {*told} == {"Bo", ""}
    assert [record.name for record in table.written[before:] if getattr(record, "change", "") == "joining"] == [""]
    assert {score.name for score in table.session.table.best.of(table.game)} <= {"Bo", ""}
    table.tap_button(1)
    assert table.snapshot().lobby.names == ("Bo",)


def test_names_that_are_the_same_persons_sit_once_however_they_are_written(lobby):
    lobby.choose(1, "name", "Ada")
    lobby.choose(2, "name", "\uff21da")  # a wide A
    assert lobby.view(2).name == ""


def test_a_name_sits_once(lobby):
    lobby.choose(1, "name", "Ada")
    lobby.choose(2, "name", "ada")
    assert lobby.view(2).name == ""
    lobby.choose(1, "name", "")
    lobby.choose(2, "name", "ada")
    assert lobby.view(2).name == "ada"


def test_a_name_stays_for_the_next_match_and_leaves_with_its_person(lobby):
    lobby.choose(1, "name", "Ada")
    lobby.start(1, 2, length="single_round")
    lobby.play_on(1, 2, until=lambda: lobby.state is State.MATCH_RESULT)
    lobby.pass_time(1000)
    lobby.tap_button(2)
    assert lobby.view(1).name == "Ada"
    lobby.leave(1)
    assert lobby.view(1).name == ""


def test_nobody_is_renamed_in_a_match(lobby):
    lobby.start(1, 2)
    lobby.choose(1, "name", "Ada")
    assert lobby.view(1).name == ""


def test_a_latecomer_may_choose_a_name(lobby):
    lobby.start(1, 2)
    lobby.tap_button(3)
    lobby.choose(3, "name", "Cy")
    assert lobby.view(3).name == "Cy"


def test_known_names_are_offered_newest_first_each_once(lobby):
    assert lobby.snapshot().lobby.names == ("Bo", "Ada")
    lobby.choose(1, "name", "Cy")
    lobby.start(1, 2)
    lobby.leave(1)
    lobby.leave(2)
    lobby.tap_button(1)
    assert lobby.snapshot().lobby.names == ("Cy", "Bo", "Ada")
    assert lobby.snapshot().lobby.takes_names


def test_where_all_are_guests_no_name_is_taken_or_offered(session_table):
    table = session_table(2, takes_names=False, names=("Bo",))
    table.tap_button(1)
    table.choose(1, "name", "Ada")
    shown = table.snapshot()
    assert (shown.seats[0].name, shown.lobby.names, shown.lobby.takes_names) == ("", (), False)


def test_the_points_of_a_person_who_left_stay_theirs_and_a_bots_are_nobodys(session_table):
    table = session_table(3, journal=True)
    table.tap_button(1)
    for seat, name in ((1, "Ada"), (2, "Bo"), (3, "Cy")):
        table.tap_button(seat)
        table.choose(seat, "name", name)
    table.choose(1, "bots", "off")
    table.tap_button(2)
    table.tap_button(3)
    table.wait_for(lambda: table.state is State.PLAY, 20_000)
    table.session.leave(table.seat(2), to_bot=True)
    table.leave(3)
    table.play_on(1, until=lambda: table.state is State.ROUND_RESULT)
    lines = last(table, RoundEnded).lines
    assert [(line.name, line.bot, line.gone) for line in lines] == [
        ("Ada", False, False),
        ("", True, False),
        ("Cy", False, True),
    ]
