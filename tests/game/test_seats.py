"""The seats of a match: as people count them, and as the core does."""

from __future__ import annotations

from kiosk.game.seats import Roster, SeatNumber


def test_the_core_counts_the_seats_that_play_in_their_order():
    roster = Roster([SeatNumber(2), SeatNumber(5)])
    assert [roster.index(SeatNumber(seat)) for seat in (2, 5, 1)] == [0, 1, None]
    assert [roster.number(index) for index in (0, 1)] == [2, 5]


def test_a_latecomer_is_counted_last_and_changes_nothing_for_others():
    numbers = [SeatNumber(2), SeatNumber(5)]
    roster = Roster(numbers)
    assert roster.join(SeatNumber(1)) == 2
    assert (roster.number(2), roster.index(SeatNumber(5))) == (1, 1)
    assert numbers == [2, 5]
