"""Votes that nobody can play, and seats that leave (kiosk/referee/README.md, "Votes and leaving")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kiosk.game.cards.commands import DeadArmed, Played
from kiosk.game.events import RoundEnded, Voted, VotesVoid
from kiosk.game.refusals import DeadState, RoundEnd


def test_a_unanimous_vote_fires_a_dead_state_at_once(table: Callable[..., Any]) -> None:
    game = table("- | row b5 stack r1 y5 hand b8 | row b5 stack r1 y5")
    game.do(10, 0, "vote")
    assert game.do(20, 1, "vote") == [
        Voted(20, 1),
        VotesVoid(20),
        DeadArmed(20, DeadState.BY_CARDS, 20),
        RoundEnded(20, RoundEnd.DEAD_BY_CARDS, None),
    ]


def test_a_unanimous_vote_breaks_a_live_round_off(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1 | row r2 stack b1")
    game.do(10, 0, "vote")
    assert game.do(20, 1, "vote")[-1] == RoundEnded(20, RoundEnd.ABORT, None)


def test_where_that_is_off_the_votes_are_used_up_and_the_round_goes_on(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1 | row r2 stack b1", unanimous_abort=False)
    game.do(10, 0, "vote")
    assert game.do(20, 1, "vote") == [Voted(20, 1), VotesVoid(20)]
    assert not any(seat.voted for seat in game.round.seats)


def test_a_card_in_the_centre_makes_the_votes_void(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1 | row b5 stack b1")
    game.do(10, 1, "vote")
    assert isinstance(game.do(20, 0, "play row 0")[0], Played)
    assert not game.round.seats[1].voted
    assert game.do(30, 0, "vote") == [Voted(30, 0)]


def test_a_flip_does_not_make_the_votes_void(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1 hand b2 | row b5 stack b1")
    game.do(10, 1, "vote")
    game.do(20, 0, "flip")
    assert game.round.seats[1].voted


def test_a_seat_counts_once_however_often_it_votes(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1 | row b5 stack b1")
    assert game.refused(10, 1, "vote") is None
    assert game.do(20, 1, "vote") == [Voted(20, 1)]
    assert game.round.ended is None


# ---------------------------------------------------------------- leaving


def test_a_round_ends_when_one_is_left(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1 y2 centered 5 | row r2 stack b1 | row b5 stack b1")
    game.do(10, 0, "leave")
    assert game.round.ended is None
    assert game.do(20, 2, "leave")[-1] == RoundEnded(20, RoundEnd.LEFT, None)
    assert game.round.scores() == [1, -2, -2], "cards in the centre score, the stack costs"


def test_a_seat_that_leaves_may_make_a_vote_unanimous(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1 | row r2 stack b1 | row b5 stack b1")
    game.do(10, 0, "vote")
    game.do(10, 1, "vote")
    assert game.do(20, 2, "leave")[-1] == RoundEnded(20, RoundEnd.ABORT, None)


def test_the_vote_of_a_seat_that_leaves_is_gone(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1 y5 | row r2 stack b1 | row b5 stack b1")
    game.do(10, 2, "vote")
    game.do(20, 2, "leave")
    assert VotesVoid(30) not in game.do(30, 0, "play row 0")


def test_being_the_last_comes_before_a_unanimous_vote(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1 | row b5 stack b1")
    game.do(10, 0, "vote")
    assert game.do(20, 1, "leave")[-1] == RoundEnded(20, RoundEnd.LEFT, None)


def test_a_seat_that_leaves_may_leave_a_dead_state(table: Callable[..., Any]) -> None:
    game = table("r1 | row b5 stack r2 y5 | row b5 stack r2 y5 | row r2 stack b1")
    assert game.round.dead is None
    assert game.do(20, 2, "leave")[-1] == DeadArmed(20, DeadState.BY_CARDS, 12_020)


def test_a_position_with_one_player_runs_until_a_leave(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1 | row b5 stack b1 left")
    assert game.refused(10, 0, "play row 0") is None
    assert game.do(20, 0, "leave")[-1] == RoundEnded(20, RoundEnd.LEFT, None)
