"""The board of dice: four grooves in a frame, as wide or as high as the middle of the table."""

from __future__ import annotations

import itertools

import pytest

from kiosk.layout.dice_layout import COLORS, BoardLayout
from kiosk.layout.place import Place

CENTRES = [Place(960, 540, 1300, 600), Place(540, 960, 600, 1300), Place(640, 360, 800, 301)]
"""A level one, an upright one, and one of odd size."""


@pytest.mark.parametrize("centre", CENTRES, ids=str)
def test_spaces_lie_apart_in_their_groove_between_its_signs(centre: Place) -> None:
    board = BoardLayout.within(centre)
    frame, spaces = board.frame, board.spaces
    assert frame[:2] == centre[:2]
    assert 0.9 < max(frame.w / centre.w, frame.h / centre.h) < 1.01
    for one, other in itertools.combinations(spaces, 2):
        assert not one.overlaps(other)
    for color in range(COLORS):
        groove, signs = board.track(color), board.signs(color)
        for space in spaces[6 * color : 6 * color + 6]:
            for corner in ((space.left, space.bottom), (space.right, space.top)):
                assert groove.inset(0.04 * board.unit).holds(*corner)
        for sign in signs:
            assert frame.inset(0.3 * board.unit).holds(*sign)
            assert not groove.holds(*sign)
        ends = (spaces[6 * color], spaces[6 * color + 5])
        assert all(_between(sign, end, groove) for sign, end in zip(signs, ends, strict=True))


def _between(sign: tuple[float, float], end: Place, groove: Place) -> bool:
    """Return whether a sign stands beyond this end of the groove, in line with it."""
    along, across = (0, 1) if groove.w > groove.h else (1, 0)
    outwards = (sign[along] - end[along]) * (end[along] - groove[along]) > 0
    return outwards and abs(sign[across] - groove[across]) <= 1


@pytest.mark.parametrize("centre", CENTRES, ids=str)
def test_a_board_is_known_by_its_spaces(centre: Place) -> None:
    board = BoardLayout.within(centre)
    again = BoardLayout.of(board.spaces)
    assert again[2:] == board[2:]
    assert again[:2] == pytest.approx(board[:2], abs=1)
