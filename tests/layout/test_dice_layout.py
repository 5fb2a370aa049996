"""Dice in their wells, and the board between the trays."""

from __future__ import annotations

import pytest

from kiosk.layout.dice_layout import BoardLayout, DiceParts
from kiosk.layout.place import Place


@pytest.mark.parametrize("dice", [3, 6, 8, 14])
def test_dice_lie_in_the_middle_of_their_well(dice: int) -> None:
    places = DiceParts(dice).body(50)
    well, lying = places["well"], [places[f"die {slot}"] for slot in range(dice)]
    left, right = min(die.left for die in lying), max(die.right for die in lying)
    bottom, top = min(die.bottom for die in lying), max(die.top for die in lying)
    assert ((left + right) / 2, (bottom + top) / 2) == pytest.approx(well[:2])
    assert well.left < left < right < well.right
    assert well.bottom < bottom < top < well.top


def test_felt_is_free_around_the_board_as_long_as_no_space_is_smaller_than_a_die() -> None:
    centre, parts = Place(0, 0, 1300, 600), DiceParts(6)
    airy, largest = (BoardLayout.of(parts.cells(centre, card)) for card in (50, 100))
    assert airy.frame.h < 0.95 * centre.h < largest.frame.h
    assert BoardLayout.of(parts.cells(centre, airy.unit)).unit == airy.unit
    assert BoardLayout.of(parts.cells(centre, airy.unit + 1)).unit == largest.unit


def test_the_board_has_a_row_for_every_colour_and_never_another_order() -> None:
    cells = DiceParts(6).cells(Place(0, 0, 1300, 600), 50)
    assert len(cells) == 24
    assert len({cell.y for cell in cells[:6]}) == 1
    assert sorted(cell.x for cell in cells[:6]) == [cell.x for cell in cells[:6]]
    assert cells[0].y > cells[6].y > cells[12].y > cells[18].y


def test_few_dice_are_large() -> None:
    assert DiceParts(2).body(50)["die 0"].w >= 2 * 50
