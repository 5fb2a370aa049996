"""A round of dice beyond the vectors: its errors, its queries for the table, and no shared state."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.game.colors import Color
from kiosk.game.commands import Leave, Stop, Tick, Vote
from kiosk.game.dice.commands import DiceGone, DiePlaced, PlaceDie, Roll, Rolled
from kiosk.game.dice.dice import BAG, DicePosition, DiceSeatPosition, parse_colors, parse_dice, parse_die
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import DiceRules
from kiosk.game.events import Left, Penalized, Rejected, RoundEnded, SeatLocked, VotesVoid
from kiosk.game.options import FalseStop, FalseStopKind, StopMode
from kiosk.game.refusals import Reason, RoundEnd


def seat(dice: str, rolled: str | None = None, *, left: bool = False) -> DiceSeatPosition:
    return DiceSeatPosition(parse_colors(dice), None if rolled is None else parse_dice(rolled), left)


def table(*seats: DiceSeatPosition, seated: tuple[int, ...] | None = None, **options: Any) -> DiceRound:
    return DiceRound(DiceRules(**options), DicePosition(seats), seated)


R1, R2, G1 = map(parse_die, ("r1", "r2", "g1"))


def test_what_lies_must_be_the_dice_of_the_seat() -> None:
    with pytest.raises(ValueError, match="'g1' does not show the dice 'r'"):
        seat("r", "g1")
    with pytest.raises(ValueError, match="'r1' does not show the dice 'rr'"):
        seat("rr", "r1")


def test_a_bag_must_hold_what_is_drawn_from_it() -> None:
    with pytest.raises(ValueError, match="4 dice to draw, 3 in the bag"):
        DiceRound.draw(DiceRules(), BAG[:3], (2, 2))
    assert [len(one.dice) for one in DiceRound.draw(DiceRules(), BAG, (12, 12)).seats] == [12, 12]


def test_the_seats_draw_one_after_the_other() -> None:
    drawn = DiceRound.draw(DiceRules(), parse_colors("rrggbb"), (3, 2))
    assert [one.dice for one in drawn.seats] == [[Color.RED, Color.RED, Color.GREEN], [Color.GREEN, Color.BLUE]]


def test_time_never_runs_backwards_nor_past_what_is_due() -> None:
    round_ = table(seat("r", "r1"), seat("g"))
    round_.apply(PlaceDie(10, 0, R1))
    with pytest.raises(ValueError, match="comes after 10 ms was judged"):
        round_.apply(Vote(9, 1))
    with pytest.raises(ValueError, match="an event due at 3010 ms"):
        round_.apply(Vote(3010, 1))
    assert round_.apply(Tick(5000)) == [RoundEnded(3010, RoundEnd.AUTO_STOP, 0)]
    assert round_.at == 5000
    assert round_.next_deadline() is None


def test_a_roll_lasts_as_long_as_the_rules_say_or_as_it_says_itself() -> None:
    round_ = table(seat("r"), seat("g"), roll_ms=900)
    assert round_.apply(Roll(10, 0, (R1,))) == [
        Rolled(10, 0, (R1,)),
        SeatLocked(10, 0, 910, flips_only=False),
    ]
    assert round_.apply(Roll(10, 1, (G1,), lasts=0)) == [Rolled(10, 1, (G1,))], "real dice that have been read lie"
    assert round_.seats[1].rolling_until == 10
    assert round_.apply(PlaceDie(10, 1, G1))[0].at == 10


def test_a_roll_that_nobody_has_read_is_a_mismatch() -> None:
    [refused] = table(seat("r"), seat("g")).apply(Roll(0, 0))
    assert refused == Rejected(0, 0, "roll", Reason.READING_MISMATCH)


def test_a_race_that_was_lost_tells_who_was_faster_and_when() -> None:
    round_ = table(seat("r", "r1"), seat("rg", "r1 g4"))
    round_.apply(PlaceDie(7, 0, R1))
    assert round_.apply(PlaceDie(9, 1, R1)) == [Rejected(9, 1, "place", Reason.BEATEN_TO_IT, R1, by=0, since=7)]


def test_the_last_die_is_told_and_voids_the_votes() -> None:
    round_ = table(seat("r", "r1"), seat("g"))
    round_.apply(Vote(0, 1))
    assert round_.apply(PlaceDie(1, 0, R1)) == [DiePlaced(1, 0, R1), VotesVoid(1), DiceGone(1, 0)]


def test_a_roll_is_told_sorted_with_its_lock() -> None:
    round_ = table(seat("gr"), seat("g"))
    assert round_.apply(Roll(5, 0, (G1, R2))) == [Rolled(5, 0, (R2, G1)), SeatLocked(5, 0, 905, flips_only=False)]


def test_a_false_stop_that_costs_points_is_told_with_them() -> None:
    round_ = table(seat("r", "r1"), seat("g"), false_stop=FalseStop(FalseStopKind.PENALTY, points=4))
    assert round_.apply(Stop(0, 0))[1:] == [Penalized(0, 0, 4)]
    assert round_.scores() == [-4, 0]


def test_the_stop_button_is_lit_for_who_has_no_dice_and_plays() -> None:
    round_ = table(seat("r", "r1"), seat("", ""), seat("", "", left=True), seat("", ""), seated=(0, 1, 2))
    assert [round_.may_stop(number) for number in range(-1, 5)] == [False, False, True, False, False, False]
    round_.apply(Stop(0, 1))
    assert not round_.may_stop(1)


def test_in_what_may_be_done_each_die_stands_once_and_a_lock_stands_for_nothing() -> None:
    round_ = table(seat("rrrg", "r1 r1 r2 g1"), seat("g"), seat("", ""))
    assert round_.legal_commands(0) == [PlaceDie(0, 0, R1), PlaceDie(0, 0, G1), Roll(0, 0)]
    assert round_.legal_commands(1) == [Roll(0, 1)]
    assert round_.legal_commands(2, 30) == [Stop(30, 2)]
    round_.apply(Roll(0, 1, (G1,)))
    assert round_.legal_commands(1, 899) == []
    assert round_.legal_commands(1, 900) == [PlaceDie(900, 1, G1), Roll(900, 1)]
    assert round_.legal_commands(7) == []


def test_what_is_to_be_rolled_are_the_unplaced_dice_of_a_seat_that_plays() -> None:
    round_ = table(seat("rg", "r1 g3"), seat("b", left=True))
    round_.apply(PlaceDie(0, 0, R1))
    assert [round_.dice_to_roll(number) for number in range(-1, 3)] == [(), (Color.GREEN,), (), ()]


def test_unseated_dice_lie_as_they_lay_and_count_for_nothing() -> None:
    position = DicePosition((seat("r", "r1"), seat("gg", "g1 g2"), seat("b"), seat("", "", left=True)))
    round_ = DiceRound(DiceRules().for_tiebreak(), position, (0, 2))
    assert round_.position() == position
    round_.apply(PlaceDie(0, 0, R1))
    assert round_.scores() == [1, 0, -1, 0]
    assert round_.winner == 0
    assert round_.apply(Tick(0)) == [RoundEnded(0, RoundEnd.AUTO_STOP, 0)]


def test_who_left_before_the_round_plays_no_more_but_was_first_if_its_cup_is_empty() -> None:
    round_ = table(seat("", "", left=True), seat("r", "r1"), seat("g"))
    assert (round_.winner, round_.next_deadline()) == (0, None)
    assert round_.scores() == [2, -1, -1]


def test_a_seat_that_leaves_takes_its_vote_along() -> None:
    round_ = table(seat("r"), seat("gg", "g1 g5"), seat("b"))
    round_.apply(Vote(0, 0))
    assert round_.apply(Leave(1, 0)) == [Left(1, 0)]
    assert round_.apply(PlaceDie(1, 1, G1)) == [DiePlaced(1, 1, G1)]  # there is no vote left to void
    assert round_.apply(Leave(2, 1)) == [Left(2, 1), RoundEnded(2, RoundEnd.LEFT, None)]


def test_states_that_differ_in_anything_have_other_keys() -> None:
    def fresh() -> DiceRound:
        return table(seat("rr", "r1 r2"), seat("g", "g1"), stop_mode=StopMode.PRESS)

    rounds = [fresh() for _ in range(6)]
    assert len({round_.key() for round_ in rounds}) == 1
    rounds[1].apply(PlaceDie(0, 0, R1))
    rounds[2].apply(Roll(0, 0, (R1, R2)))
    rounds[3].apply(Vote(0, 0))
    rounds[4].apply(Tick(1))
    rounds[5].apply(PlaceDie(0, 1, G1))
    assert len({round_.key() for round_ in rounds}) == 6
