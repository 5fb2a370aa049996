"""While nobody is here: what is shown of each game, for how long, and that there is something to see in it."""

from __future__ import annotations

import itertools

import pytest

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.protocol.state import AttractScene, State
from kiosk.table.session import Session
from tests.benchmarks.attract_rounds import MOST, shows

BEST = (msg.BestScore(seat=2, points=87, name="Lale"),)


def scenes(table, count):
    """Return the next scenes, each with the seconds for which it lasted."""
    found = []
    while len(found) < count:
        shown, since = table.snapshot().scene, table.snapshot().since
        table.wait_for(lambda since=since: table.snapshot().since != since, 30_000)
        found.append((shown, (table.now - since) / 1e9))
    return found


def test_the_game_is_shown_within_the_first_twenty_seconds_up_to_its_stop(session_table):
    (rain, before), (play, played), (stop, _) = scenes(session_table(4), 3)
    assert (rain, play, stop) == (AttractScene.RAIN, AttractScene.PLAY, AttractScene.STOP)
    assert before < 10
    assert 4 <= played <= 15


def test_the_best_of_today_is_told_where_there_is_one(session_table):
    told = session_table(4, best={"cards": BEST})
    assert [scene for scene, _ in scenes(told, 6)][-2:] == [AttractScene.BEST, AttractScene.RAIN]
    assert told.snapshot().game == "dice"
    assert AttractScene.BEST not in [scene for scene, _ in scenes(session_table(4), 5)]


def test_a_round_without_a_stop_ends_with_its_time(session_table):
    table = session_table(2, bots="gentle")
    table.wait_for(lambda: table.game == "dice", 60_000)
    assert scenes(table, 3)[1:] == [(AttractScene.PLAY, 15.0), (AttractScene.CLOSE, pytest.approx(0.7))]


def test_every_seat_plays_although_dice_are_made_for_four(session_table):
    table = session_table(12)
    table.wait_for(lambda: table.game == "dice", 60_000)
    assert all(view.dice for view in table.snapshot().seats)


def test_nothing_of_it_is_recorded(session_table):
    table = session_table(4, journal=True)
    scenes(table, 5)
    assert table.written == []


def test_who_sits_down_in_any_scene_is_in_the_lobby(session_table):
    for count in range(5):
        table = session_table(4)
        scenes(table, count)
        table.tap_button(1)
        assert table.state is State.LOBBY
        assert table.snapshot().scene == AttractScene.NONE


@pytest.mark.parametrize("seats", [2, 12])
def test_in_most_rounds_of_cards_there_is_a_race(seats):
    found = [shows(seats, seed, games=("cards",))["cards"] for seed in range(6)]
    assert sum(show.race for show in found) >= 5
    assert all(show.lasted_s <= MOST for show in found)


def test_nothing_is_due_before_the_table_starts(session_table):
    session = Session(session_table(4).session.table.settings, itertools.count(1), Instant(10**15), strict=True)
    assert session.next_deadline() >= 10**15
