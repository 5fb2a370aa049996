"""What a hall may see: no score before the table has told it, no name that stays at the table, no card."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import msgpack
from msgspec.structs import replace

from hardware.api import Instant, milliseconds
from kiosk import protocol as msg
from kiosk.display.games.times import count_times
from kiosk.game.seats import SeatNumber
from kiosk.hall.feed import Activity, Light, Presence
from kiosk.protocol.results import ALL_TOLD_S, ROUND_TOLD_S, ranks
from kiosk.protocol.state import SeatState, State
from kiosk.table.hall_view import _ACTIVITIES, _PRESENCES, TOLD, About, Seen, feed_of
from kiosk.table.settings import Times

ABOUT = About("0" * 32, "corner", names=True)
LENGTHS = {"cards": "rounds 3", "dice": "rounds_each 1"}


class Hall:
    """A reader that looks at a table after everything that happens there, and knows what its displays have told.

    ``told``: all totals of this match that everybody at the table has seen, by the display's own times of a count.
    """

    def __init__(self, table):
        self.table, self.seen, self.number = table, None, 0
        self.told = []
        self._go_on, table.catch_up = table.catch_up, self._watch

    def _watch(self):
        self._go_on()
        self.check()

    def look(self):
        self.number += 1
        shown = self.table.session.snapshot(self.number)
        self.seen = Seen(shown) if self.seen is None else self.seen.then(shown)
        if shown.state in (State.ATTRACT, State.LOBBY, State.CLOSED):
            self.told = []
        elif shown.result is not None and not self.is_counting:
            self.told.append({line.seat: line.total for line in shown.result.lines})
        elif shown.standings:
            self.told.append(dict(shown.standings))
        return feed_of(self.seen, ABOUT, self.table.now)

    @property
    def is_counting(self):
        shown = self.seen.shown
        if shown.state is not State.ROUND_RESULT:
            return False
        return self.table.now < shown.since + round(1e9 * count_times(shown.result).over)

    def check(self):
        """Look once more; what the feed holds has been told at the table."""
        feed = self.look()
        totals = {seat.seat: seat.total for seat in feed.seats if seat.total is not None}
        assert not totals or any(totals.items() <= told.items() for told in self.told), (totals, self.told)
        if self.is_counting:
            assert feed.activity is Activity.COUNTING
        if self.is_counting or feed.activity in (Activity.PLAY, Activity.COUNTDOWN):
            assert all(seat.points is None for seat in feed.seats)


def end_round(table):
    """Let the first seat end the round by a call, and wait for the points."""
    table.wait_for(lambda: table.state is State.PLAY)
    table.pass_time(500)
    table.scene("call")
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.ROUND_RESULT)


DEEDS = st.one_of(
    st.integers(1, 4_000).map(lambda ms: ("wait", ms)),
    st.sampled_from([("press", 1), ("press", 2), ("press", 3), ("replay", 0), ("leave", 3), ("menu", 0)]),
)
"""What may happen while a result is shown."""


@settings(max_examples=12)
@given(kind=st.sampled_from(["cards", "dice"]), rounds=st.lists(st.lists(DEEDS, max_size=6), min_size=2, max_size=2))
def test_no_score_is_in_the_feed_before_the_table_has_told_it(session_table, kind, rounds):
    table = session_table(3, seed=1)
    hall = Hall(table)
    table.start(1, 2, 3, game=kind, length=LENGTHS[kind])
    for deeds in rounds:
        end_round(table)
        for what, value in deeds:
            if what == "wait":
                table.pass_time(value)
            elif what == "press":
                table.tap_button(value)
            elif what == "replay":
                table.say(msg.LookAgain(SeatNumber(1), 0, table.now))
            elif what == "leave":
                table.leave(value)
            else:
                table.say(msg.OpenService(SeatNumber(1), table.now))
            hall.check()
            if table.state is not State.ROUND_RESULT:
                break
        table.wait_for(lambda: table.state not in (State.ROUND_RESULT, State.REPLAY, State.SERVICE))
        if table.state is not State.COUNTDOWN:
            return


@pytest.fixture
def counted(session_table):
    """A table at the first result of a match, and a hall that has looked at all of it."""
    table = session_table(2, seed=3)
    hall = Hall(table)
    table.start(1, 2, length="rounds 3")
    end_round(table)
    hall.look()
    return table, hall


def test_a_rounds_points_and_places_come_when_the_last_place_has_been_told(counted):
    table, hall = counted
    result = table.snapshot().result
    before = hall.look()
    assert before.activity is Activity.COUNTING
    assert {(seat.points, seat.total) for seat in before.seats} == {(None, None)}
    table.pass_to(Instant(table.snapshot().since + round(ALL_TOLD_S * 1e9) - 1))
    assert hall.look().seats == before.seats
    after = feed_of(hall.seen, ABOUT, Instant(table.now + 1))  # by time alone: no other snapshot has come
    assert after.activity is Activity.ROUND_RESULT
    places = {line.seat: rank for rank, line in ranks(result, final=False)}
    assert {(seat.seat, seat.points, seat.total, seat.place) for seat in after.seats} == {
        (line.seat, line.points, line.total, places[line.seat]) for line in result.lines
    }


@pytest.mark.parametrize("over", [State.SERVICE, State.REPLAY])
@pytest.mark.parametrize("told", [False, True])
def test_what_lies_over_a_result_tells_nothing_and_takes_nothing_back(counted, over, told):
    table, hall = counted
    if told:
        table.pass_time(6_000)
    shown = table.snapshot()
    seen = hall.seen.then(replace(shown, state=over, result=None, now=table.now))
    later = Instant(table.now + milliseconds(60_000))
    totals = {seat.total for seat in feed_of(seen, ABOUT, later).seats}
    assert totals == ({line.total for line in shown.result.lines} if told else {None})
    back = seen.then(replace(shown, now=later))
    assert feed_of(back, ABOUT, later).activity is Activity.ROUND_RESULT


def test_totals_told_stay_in_the_next_round_and_end_with_the_match(counted):
    table, hall = counted
    totals = {line.seat: line.total for line in table.snapshot().result.lines}
    table.tap_button(1)
    table.tap_button(2)
    table.wait_for(lambda: table.state is State.PLAY)
    feed = hall.look()
    assert ({seat.seat: seat.total for seat in feed.seats}, {seat.points for seat in feed.seats}) == (totals, {None})
    assert (feed.activity, feed.round_no, feed.rounds) == (Activity.PLAY, 2, 3)
    for _ in range(2):
        end_round(table)
    table.wait_for(lambda: table.state is State.MATCH_RESULT)
    result, feed = table.snapshot().result, hall.look()
    assert feed.activity is Activity.MATCH_RESULT
    assert {seat.seat for seat in feed.seats if seat.place == 1} == set(result.winners)
    table.wait_for(lambda: table.state is State.ATTRACT)
    feed = hall.look()
    assert (feed.activity, feed.seats, feed.round_no) == (Activity.FREE, (), 0)


def seat(number, state, **fields):
    return msg.SeatView(SeatNumber(number), state, **fields)


SEATS = (
    seat(1, "taken", name="Ada", language="de"),
    seat(2, "ready", guest=3),
    seat(3, "playing", bot=True, name="Eve", character=5),
    seat(4, "left", name="Bob"),
    seat(5, "free"),
    seat(6, "free", joining=True),
)


def test_who_is_there_and_under_which_name():
    shot = msg.Snapshot(1, 0, State.PLAY, SEATS)
    told = feed_of(Seen(shot), ABOUT, Instant(0)).seats
    assert [(one.seat, one.presence, one.bot, one.name) for one in told] == [
        (1, Presence.TAKEN, False, "Ada"),
        (2, Presence.READY, False, ""),
        (3, Presence.PLAYING, True, ""),
        (4, Presence.LEFT, False, "Bob"),
        (6, Presence.TAKEN, False, ""),
    ]
    assert (told[0].language, told[1].guest, told[2].character) == ("de", 3, 5)


def test_a_typed_name_stays_at_the_table_where_names_are_shown_nowhere():
    shot = msg.Snapshot(1, 0, State.PLAY, SEATS)
    told = msgpack.encode(feed_of(Seen(shot), replace(ABOUT, names=False), Instant(0)))
    assert not any(name in told for name in (b"Ada", b"Bob"))


def test_faults_are_told_by_their_codes_each_once_with_light_and_hours():
    faults = [msg.NamedFault(device, msg.Fault(code)) for device, code in (("b", "pin.fails"), ("a", "button.stuck"))]
    about = About("id", "corner", names=False, faults=[*faults, faults[0]], light=Light.DIM, open=False)
    feed = feed_of(Seen(msg.Snapshot(1, 0, State.CLOSED, ())), about, Instant(0))
    assert (feed.faults, feed.light, feed.open) == (("button.stuck", "pin.fails"), Light.DIM, False)
    assert (feed.table, feed.name, feed.activity) == ("id", "corner", Activity.CLOSED)


def test_every_state_and_presence_has_its_word():
    assert set(_ACTIVITIES) == set(State)
    assert set(_PRESENCES) == set(SeatState) - {SeatState.FREE}


def test_a_rounds_end_is_told_after_the_state_that_follows_it_and_the_count() -> None:
    assert milliseconds(round(1000 * ROUND_TOLD_S)) == Times().stopped + TOLD
