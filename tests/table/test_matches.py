"""Whole matches in virtual time, from attract to the match result and back, with people, bots, and without people."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.api import Button
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.inputs import DisplayGone, DisplayJoined
from kiosk.testing.virtual.session import DISPLAY

SHORT = settings(max_examples=12)


PIECES = {"cards": "row 0", "dice": "die r1"}
LENGTHS = {"cards": "rounds 3", "dice": "rounds_each 1"}
SINGLE = {"cards": "single_round", "dice": "rounds_each 1"}


@pytest.mark.parametrize(
    ("game", "preset"),
    [
        ("cards", "table_default"),
        ("cards", "schmidt_de_fr_it"),
        ("dice", "university_games_2013"),
        ("dice", "wuerfel_schmidt"),
    ],
)
@pytest.mark.parametrize(("people", "bots"), [((1, 2), False), ((1, 2, 3, 4), False), ((1,), True)])
def test_a_match_goes_from_attract_to_its_result_and_back(session_table, people, bots, game, preset):
    table = session_table(4, seed=len(people))
    assert table.state is State.ATTRACT
    table.start(*people, bots=bots, game=game, preset=preset, length=LENGTHS[game])
    table.play_on(*people, until=lambda: table.state is State.MATCH_RESULT)
    result = table.snapshot().result
    rounds = 3 if game == "cards" else len(result.lines)
    assert result.round_no == len(result.history)
    assert result.round_no == rounds or (preset == "university_games_2013" and result.round_no == rounds + 1)
    assert [line.total for line in result.lines] == list(result.history[-1])
    assert set(result.winners) == {line.seat for line in result.lines if line.won}
    assert {line.total for line in result.lines if line.won} == {max(result.history[-1])}
    assert table.whole()
    assert tuple(award.seat for award in result.awards) == people
    assert len({award.kind for award in result.awards}) == len(people)
    table.wait_for(lambda: table.state is State.ATTRACT, 45_001)


@pytest.mark.parametrize(
    "preset", ["schmidt_2017_fr", "schmidt_2017_ru_footnote", "nordic_is", "wikipedia", "brettspielwelt"]
)
def test_every_other_edition_plays_to_a_rounds_result_too(session_table, preset):
    table = session_table(3)
    table.start(1, bots=True, preset=preset)
    table.play_on(1, until=lambda: table.state is State.ROUND_RESULT)
    assert table.snapshot().result.lines


def test_a_whole_match_in_tap_mode(session_table, game):
    table = session_table(2)
    table.start(1, 2, game=game, touch_mode="tap", length=SINGLE[game])
    table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)


def test_the_same_seeds_and_the_same_people_play_the_same_match(session_table, game):
    histories = []
    for _ in range(2):
        table = session_table(3, seed=5)
        table.start(1, 2, bots=True, game=game, length=SINGLE[game])
        table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)  # noqa: B023
        histories.append(table.snapshot().result)
    assert histories[0] == histories[1]


def test_wherever_a_display_dies_and_comes_back_no_piece_is_lost(session_table, game):
    table = session_table(4)
    table.start(1, bots=True, game=game, length=SINGLE[game])
    display, held = DISPLAY, 0
    for number in range(2, 22):
        table.play_on(1, until=lambda now=table.now: table.now > now + 2_000_000_000 or table.state is not State.PLAY)
        if table.state is not State.PLAY:
            break
        table.put(table.from_display(display, msg.Hold(SeatNumber(1), PIECES[game], table.now)))
        table.settle()
        held += table.view(1).held is not None
        table.put(DisplayGone(display, table.now))
        assert table.whole()
        assert table.view(1).held is None
        display = f"display {number}"
        table.put(DisplayJoined(display))
    assert held > 10
    table.play_on(1, until=lambda: table.state is State.MATCH_RESULT)


LONGEST_MATCH_MS = 40 * 60_000


@SHORT
@given(
    seed=st.integers(1, 10_000),
    people=st.sets(st.integers(1, 4), min_size=1),
    bots=st.booleans(),
    seconds=st.integers(0, 240),
    edition=st.sampled_from(
        [
            ("cards", "table_default"),
            ("cards", "schmidt_de_fr_it"),
            ("cards", "nordic_is"),
            ("dice", "university_games_2013"),
            ("dice", "wuerfel_schmidt"),
        ]
    ),
)
def test_when_all_people_go_at_any_moment_the_table_is_back_in_attract(
    session_table, seed, people, bots, seconds, edition
):
    table = session_table(4, seed=seed)
    bots = bots or len(people) == 1
    game, preset = edition
    table.start(*sorted(people), bots=bots, game=game, preset=preset, length=LENGTHS[game])
    gone_at = table.now + seconds * 1_000_000_000
    table.play_on(*people, until=lambda: table.now >= gone_at or table.state is State.ATTRACT)
    assert table.whole()
    table.wait_for(lambda: table.state is State.ATTRACT, LONGEST_MATCH_MS)
    assert table.session.table.people.here() == []


@SHORT
@given(seed=st.integers(1, 10_000), data=st.data())
def test_people_who_press_anything_at_any_time_never_break_the_table(session_table, seed, data):
    """Buttons and gestures of all seats in any state: nothing is raised, time moves on, no piece is lost."""
    table = session_table(3, seed=seed)
    if data.draw(st.booleans()):
        table.start(1, 2, game=data.draw(st.sampled_from(["cards", "dice"])))
    deeds = st.lists(
        st.tuples(
            st.sampled_from(["press", "release", "turn", "bring", "hold", "leave", "vote", "pause", "wait"]),
            st.integers(1, 3),
            st.sampled_from(["row 0", "row 3", "stack", "discard", "die r1", "die g1", "die b2"]),
            st.sampled_from(list(Button)),
            st.sampled_from([0, 7, 60, 900, 16_000, 61_000]),
        ),
        max_size=40,
    )
    for deed, seat, source, button, ms in data.draw(deeds):
        match deed:
            case "press":
                table.press(seat, button)
            case "release":
                table.release(seat, button)
            case "turn":
                table.say((msg.RollDice if source.startswith("die") else msg.FlipHand)(seat, table.at(ms)))
            case "bring":
                table.bring(seat, source=source)
            case "hold":
                table.hold(seat, source, ago=ms)
            case "leave":
                table.leave(seat)
            case "vote":
                table.vote(seat)
            case "pause":
                table.choose(seat, "pause", "")
        table.pass_time(ms)
        assert table.whole()
        assert table.snapshot().state == table.state.value
    table.wait_for(lambda: table.state is State.ATTRACT, LONGEST_MATCH_MS)


def test_a_day_of_guests_leaves_nothing_behind(session_table):
    """Kept data does not grow with the number of matches."""
    table = session_table(2)
    for _ in range(30):
        table.start(1, 2)
        table.flip(1)
        table.press(2)
        table.leave(1)
        table.leave(2)
        assert table.state is State.ATTRACT
    session = table.session
    assert len(session.table.record.moves) <= 64
    assert all(len(ticker) <= 3 for ticker in session.table.record.tickers.values())
    assert len(session.table.reports) <= 30
    assert len(table.play_.arbiter._sources) == 3
