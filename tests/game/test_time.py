"""Clocks: locks, cooldowns, the automatic Stop (kiosk/referee/README.md, "Time")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kiosk.game.cards.commands import Refilled, StackEmptied
from kiosk.game.cards.rules import StopMode
from kiosk.game.commands import Stop, Tick, Vote
from kiosk.game.events import RoundEnded, SeatLocked
from kiosk.game.refusals import Reason, RoundEnd

OTHER = " | row g9 stack g8 hand y1"
AUTO = {"stop_mode": StopMode.AUTO}
PRESS = {"stop_mode": StopMode.PRESS}


def test_a_false_stop_locks_the_seat_for_two_seconds(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1" + OTHER)
    assert game.do(100, 0, "stop")[1] == SeatLocked(100, 0, 2100, flips_only=False)
    assert game.refused(2099, 0, "play row 0") is Reason.LOCKED
    assert game.refused(2100, 0, "play row 0") is None


def test_a_lock_concerns_its_own_seat_alone(table: Callable[..., Any]) -> None:
    game = table("r1 | row b9 stack b1 | row r2 stack b1")
    game.do(100, 0, "stop")
    assert game.refused(101, 1, "play row 0") is None


def test_a_stop_while_locked_is_no_second_false_stop(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1" + OTHER)
    game.do(100, 0, "stop")
    assert len(game.do(2000, 0, "stop")) == 1
    assert game.refused(2100, 0, "play row 0") is None


def test_flips_are_350_ms_apart_and_nothing_else_waits(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b9 b8 hand y9 y8 y7 y6 y5" + OTHER)
    game.do(100, 0, "flip")
    assert game.refused(449, 0, "flip") is Reason.LOCKED
    assert game.refused(449, 0, "play row 0") is None
    assert game.refused(450, 0, "flip") is None


def test_where_an_edition_sets_no_locks_a_flip_tells_of_none(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b9 discard y9 y8" + OTHER, flip_cooldown_ms=0, shuffle_lock_ms=0)
    assert len(game.do(0, 0, "flip")) == 1
    assert game.refused(0, 0, "flip") is None


def test_a_refused_flip_starts_no_cooldown(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b9" + OTHER)
    assert len(game.do(0, 0, "flip")) == 1
    assert game.round.seats[0].flip_locked_until == 0


def test_a_shuffle_locks_the_whole_seat_for_600_ms(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b9 b8 discard y9 y8 y7 y6" + OTHER)
    game.do(100, 0, "flip")
    assert game.refused(699, 0, "play row 0") is Reason.LOCKED
    assert game.refused(700, 0, "play row 0") is None


def test_turning_over_locks_nothing_but_flips(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b9 b8 discard y9 y8 y7 y6" + OTHER, preset="nordic_is")
    game.do(100, 0, "flip")
    assert game.refused(101, 0, "play row 0") is None


# ---------------------------------------------------------------- the automatic Stop


def test_five_seconds_after_the_stack_is_empty_the_round_ends(table: Callable[..., Any]) -> None:
    game = table("r1 | row b9 stack r2" + OTHER)
    game.do(1000, 0, "play stack")
    assert game.round.next_deadline() == 6000
    assert game.wait(5999) == []
    assert game.wait(6000) == [RoundEnded(6000, RoundEnd.AUTO_STOP, 0)]


def test_playing_on_with_an_empty_stack_does_not_restart_its_clock(table: Callable[..., Any]) -> None:
    game = table("r1 | row r3 b1 stack r2" + OTHER)
    assert StackEmptied(1000, 0) in game.do(1000, 0, "play stack")
    assert StackEmptied(2000, 0) not in game.do(2000, 0, "play row 0")
    assert game.round.next_deadline() == 6000


def test_an_empty_stack_at_the_start_counts_from_the_start(table: Callable[..., Any]) -> None:
    assert table("r1 | row b9" + OTHER).round.next_deadline() == 5000


def test_the_timeout_is_an_option(table: Callable[..., Any]) -> None:
    assert table("r1 | row b9" + OTHER, stop_timeout_ms=70).round.next_deadline() == 70


def test_what_is_due_at_a_time_comes_before_the_commands_of_that_time(table: Callable[..., Any]) -> None:
    game = table("r1 | row b9 | row r2 stack b1 b2")
    assert game.refused(5000, 1, "play row 0") is Reason.ROUND_OVER
    assert game.round.ended == RoundEnded(5000, RoundEnd.AUTO_STOP, 0)


def test_the_seat_may_call_and_play_before_the_time_is_out(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2" + OTHER)
    assert game.refused(4998, 0, "play row 0") is None
    assert game.do(4999, 0, "stop") == [RoundEnded(4999, RoundEnd.STOP, 0)]


def test_of_two_that_are_due_together_the_lowest_seat_is_named(table: Callable[..., Any]) -> None:
    game = table("r1 | row b9 stack b8 | row b9 | row b9")
    assert game.wait(5000) == [RoundEnded(5000, RoundEnd.AUTO_STOP, 1)]


def test_the_seat_that_was_empty_first_is_due_first(table: Callable[..., Any]) -> None:
    game = table("r1 b1 | row y9 stack b2 | row y9 stack r2")
    game.do(10, 1, "play stack")
    game.do(20, 0, "play stack")
    assert game.wait(9999) == [RoundEnded(5010, RoundEnd.AUTO_STOP, 1)]


def test_in_press_mode_the_round_waits_for_the_call(table: Callable[..., Any]) -> None:
    game = table("r1 | row b9" + OTHER, **PRESS)
    assert game.round.next_deadline() is None
    assert game.wait(10_000_000) == []
    assert game.refused(10_000_001, 0, "stop") is None


def test_in_auto_mode_the_last_card_ends_the_round_at_once(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack y5" + OTHER, **AUTO)
    assert game.do(30, 0, "play row 0")[1:] == [
        Refilled(30, 0, 0, game.round.seats[0].row[0][0]),
        StackEmptied(30, 0),
        RoundEnded(30, RoundEnd.AUTO_STOP, 0),
    ]
    assert game.refused(30, 1, "flip") is Reason.ROUND_OVER


def test_in_auto_mode_a_stack_that_is_empty_at_the_start_ends_the_round_at_zero(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2" + OTHER, **AUTO)
    assert game.refused(0, 0, "play row 0") is Reason.ROUND_OVER
    assert game.round.ended == RoundEnded(0, RoundEnd.AUTO_STOP, 0)


def test_a_seat_that_leaves_takes_its_stop_with_it(table: Callable[..., Any]) -> None:
    game = table("r1 | row b9 | row y9 stack y8 | row y9 stack y8 hand g1")
    game.do(10, 0, "leave")
    assert game.round.next_deadline() is None


# ---------------------------------------------------------------- the caller lets time pass


@pytest.mark.parametrize("at", [5000, 5001])
def test_a_command_past_a_deadline_is_a_programming_error_that_changes_nothing(
    table: Callable[..., Any], at: int
) -> None:
    game = table("r1 | row b9" + OTHER)
    key = game.round.key()
    with pytest.raises(ValueError, match="due at 5000 ms: let time pass first"):
        game.round.apply(Stop(at, 0))
    assert game.round.key() == key


def test_a_tick_happens_at_the_time_that_was_due(table: Callable[..., Any]) -> None:
    game = table("r1 | row b9" + OTHER)
    assert game.round.apply(Tick(8000)) == [RoundEnded(5000, RoundEnd.AUTO_STOP, 0)]
    assert game.round.at == 8000
    assert game.round.next_deadline() is None


def test_a_tick_after_the_end_is_only_time(table: Callable[..., Any]) -> None:
    game = table("r1 | row b9" + OTHER)
    game.round.apply(Stop(10, 0))
    assert game.round.apply(Tick(99_999)) == []
    assert len(game.round.apply(Vote(99_999, 0))) == 1
