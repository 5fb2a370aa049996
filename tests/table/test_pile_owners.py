"""Who laid which card of the piles, as the displays are told."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.game.cards.cards import NUMBERS
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.move_feed import MoveFeed, PileOwners
from kiosk.table.replay_player import ReplayPlayer
from kiosk.table.snapshots import draw


def owned(shown: msg.Snapshot) -> Counter[SeatNumber]:
    """Return the number of cards that each seat has in the piles, by their owners."""
    return Counter(seat for _, seats in (*shown.owners, *shown.finished) for seat in seats)


def check(shown: msg.Snapshot) -> None:
    assert [(cell, len(seats)) for cell, seats in shown.owners] == [(cell, int(top[1:])) for cell, top in shown.piles]
    assert all(colour in "rgby" and len(seats) == NUMBERS for colour, seats in shown.finished)
    assert +owned(shown) == +Counter({view.seat: view.centered for view in shown.seats})


@settings(max_examples=15)
@given(seed=st.integers(1, 10_000), seats=st.integers(2, 6), moments=st.lists(st.integers(0, 90_000), max_size=4))
def test_a_pile_has_an_owner_for_each_of_its_cards_and_each_seat_as_many_as_it_counts(
    session_table, seed, seats, moments
):
    table = session_table(seats, seed=seed)
    table.start(1, bots=True)
    begun = table.now
    for moment in sorted(moments):
        end = Instant(begun + moment * 1_000_000)
        table.play_on(1, until=lambda end=end: table.now > end or table.state is not State.PLAY)
        check(table.snapshot())
    table.play_on(1, until=lambda: table.state is State.STOPPED)
    check(table.snapshot())


def test_a_finished_pile_is_told_with_its_colour_and_its_cell_is_free():
    owners, here, there = PileOwners(), SeatNumber(1), SeatNumber(2)
    owners.take([msg.Move(1, "play", there, card="r1", cell=4)])
    for number in range(1, NUMBERS + 1):
        seat = here if number % 2 else there
        owners.take([msg.Move(2, "flip", there, card="g3", count=3)])
        owners.take([msg.Move(3, "play", seat, card=f"g{number}", cell=7)])
    owners.take([msg.Move(4, "collect", cell=7, card="g10")])
    assert owners.piles == ((4, (there,)),)
    assert owners.finished == (("g", (here, there) * 5),)


@pytest.fixture
def played(session_table):
    """A table with a journal, a while into a round."""
    table = session_table(4, seed=3, journal=True)
    table.start(1, 2, bots=True)
    end = Instant(table.now + 40_000_000_000)
    table.play_on(1, 2, until=lambda: table.now > end or table.state is not State.PLAY)
    assert table.snapshot().owners
    return table


def test_they_are_the_same_after_a_power_cut(played):
    before = played.snapshot()
    played.cut_power()
    assert played.state is State.RECOVERY
    after = played.snapshot()
    assert (after.owners, after.finished, after.piles) == (before.owners, before.finished, before.piles)


def test_they_are_the_same_in_a_replay(played):
    before, at = played.snapshot(), played.session.table.round_time()
    replayer = ReplayPlayer(played.session.table.log.round, played.session.table.settings, played.now, MoveFeed())
    for moment in (replayer.length, 0, at):
        replayer.seek(moment, played.now)
    shown = draw(replayer.stage, 1)
    assert (shown.owners, shown.finished, shown.piles) == (before.owners, before.finished, before.piles)
    replayer.seek(0, played.now)
    assert draw(replayer.stage, 1).owners == ()


def test_the_result_of_a_match_shows_no_piles(session_table):
    table = session_table(2, seed=3)
    table.start(1, bots=True, length="single_round")
    table.play_on(1, until=lambda: table.state is State.ROUND_RESULT)
    assert table.snapshot().owners
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    assert (table.snapshot().owners, table.snapshot().finished) == ((), ())


def test_visitors_see_them_while_bots_play(session_table):
    table = session_table(4)
    table.wait_for(lambda: table.snapshot().owners, 30_000)
    assert table.state is State.ATTRACT
    check(table.snapshot())


def test_a_round_of_dice_has_none(session_table):
    table = session_table(3)
    table.start(1, game="dice", bots=True)
    table.play_on(1, until=lambda: table.state is State.STOPPED)
    assert any(table.snapshot().board)
    assert (table.snapshot().owners, table.snapshot().finished) == ((), ())
