"""The number of dice of each seat, the ranges of the options, and the notation of dice."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.game.colors import Color
from kiosk.game.dice.dice import BAG, SPACES, colors_text, dice_text, die_of, parse_colors, parse_dice, parse_die
from kiosk.game.dice.round import Board
from kiosk.game.dice.rules import DiceRules, HandicapMode, dice_counts
from kiosk.game.options import StopMode


def test_the_bag_holds_six_dice_of_each_colour() -> None:
    assert [BAG.count(color) for color in Color] == [6, 6, 6, 6]


@given(st.integers(2, 12), st.lists(st.integers(0, 2), min_size=12, max_size=12), st.sampled_from(HandicapMode))
def test_never_more_than_24_dice_are_drawn_and_transfer_uses_as_many_as_without(
    seats: int, extras: list[int], mode: HandicapMode
) -> None:
    rules = DiceRules(dice_extra=tuple(extras[:seats]), handicap_mode=mode)
    counts = dice_counts(rules, seats)
    assert min(counts) >= 0
    assert sum(counts) <= 24
    if mode is HandicapMode.TRANSFER:
        assert sum(counts) == 24 // seats * seats
        assert all(counts[seat] >= 24 // seats for seat in range(seats) if extras[seat])
    else:
        assert {count - extra for count, extra in zip(counts, extras, strict=False)} == {
            (24 - sum(extras[:seats])) // seats
        }


def test_who_is_away_draws_nothing_and_the_others_share() -> None:
    assert dice_counts(DiceRules(), 4, away={1}) == (8, 0, 8, 8)
    assert dice_counts(DiceRules(dice_extra=(0, 2, 0, 1)), 4, away={1}) == (7, 0, 7, 8)


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"rounds_per_player": 0}, "rounds_per_player must be 1 or more"),
        ({"dice_extra": (0, 3)}, "dice_extra must be 0 to 2 per seat"),
        ({"dice_extra": (-1, 0)}, "dice_extra must be 0 to 2 per seat"),
        ({"roll_ms": -1}, "roll_ms must be 0 or more"),
        ({"roll_ms": (900, -1)}, "roll_ms must be 0 or more"),
        ({"stop_timeout_ms": -1}, "stop_timeout_ms must be 0 or more"),
        ({"late_ms": -1}, "late_ms must be 0 or more"),
    ],
)
def test_an_option_out_of_its_range_is_refused_by_its_name(options: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        DiceRules(**options)


def test_a_handicap_gives_each_seat_the_time_of_its_rolls() -> None:
    rules = DiceRules(roll_ms=(900, 2900))
    assert [rules.roll_ms_of(0), rules.roll_ms_of(1)] == [900, 2900]
    assert DiceRules(roll_ms=400).roll_ms_of(3) == 400


def test_a_tie_break_stops_by_itself_and_changes_nothing_else() -> None:
    rules = DiceRules(stop_mode=StopMode.PRESS, dice_extra=(1, 0))
    assert rules.for_tiebreak() == DiceRules(stop_mode=StopMode.AUTO, dice_extra=(1, 0))
    assert rules.for_tiebreak().stop_delay_ms == 0


def test_every_die_is_read_as_it_is_written() -> None:
    assert [parse_die(str(die)) for die in SPACES] == list(SPACES)
    assert [die_of(die.color, die.value) for die in SPACES] == list(SPACES)
    assert dice_text(parse_dice("y1 r6  b2")) == "r6 b2 y1"
    assert colors_text(parse_colors("ybgrr")) == "rrgby"
    assert parse_dice("") == parse_colors("") == ()
    assert repr(parse_die("g4")) == "Die(g4)"


@pytest.mark.parametrize("text", ["", "r", "r0", "r7", "x1", "R1", "r1 ", "r11"])
def test_what_is_no_die_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a die"):
        parse_die(text)


def test_what_is_no_colour_or_value_is_refused() -> None:
    with pytest.raises(ValueError, match="'x' is not a colour"):
        parse_colors("rgx")
    for value in (0, 7):
        with pytest.raises(ValueError, match="is not a value of a die"):
            die_of(Color.RED, value)


def test_a_space_is_free_while_its_colour_is_one_below() -> None:
    board = Board((0, 1, 5, 6))
    assert [str(die) for die in SPACES if board.fits(die)] == ["r1", "g2", "b6"]
