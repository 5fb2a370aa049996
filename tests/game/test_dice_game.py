"""The notation of the dice game, as referees and journals write it."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from kiosk.game.dice.dice import DicePosition, DiceSeatPosition, Die, parse_colors, parse_dice, parse_die
from kiosk.game.dice.game import RULES


def test_a_position_is_the_board_and_a_part_for_each_seat():
    rolled = DiceSeatPosition(parse_colors("ry"), parse_dice("r4 y2"))
    gone = DiceSeatPosition(parse_colors("bby"), left=True)
    position = DicePosition((rolled, gone, DiceSeatPosition()), (3, 0, 1, 0))
    assert RULES.position_text(position) == "r3 g0 b1 y0 | r4 y2 | bby left | -"


def test_a_die_is_told_from_a_card_of_the_same_name():
    die = parse_die("r3")
    for kind, text in ((Die, "r3"), (Hashable, "die r3")):
        write, read = RULES.forms[kind]
        assert write(die) == text
        assert read(text) == die
    assert RULES.forms[Hashable][1]("r3") == die, "older journals have no word before it"


def test_dice_of_other_colours_than_the_seat_has_are_refused():
    with pytest.raises(ValueError, match=r"r4.*bb"):
        DiceSeatPosition(parse_colors("bb"), parse_dice("r4 y2"))
