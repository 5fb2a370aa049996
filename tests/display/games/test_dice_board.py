"""The board of the dice game: its pictures fit the places that are touched, and no medal covers a pip."""

from __future__ import annotations

import itertools
import math

import pytest
from PIL import Image

from kiosk.display.games.dice.board import mark_place, next_space, owner_mark, placed
from kiosk.display.games.dice.board_art import BoardLook
from kiosk.display.paint.dice_art import PIP_APART, PIPS
from kiosk.game.dice.dice import SPACES
from kiosk.game.seats import SeatNumber
from kiosk.layout.dice_layout import BoardLayout
from kiosk.layout.table_layout import Place

CENTRES = [Place(960, 540, 1400, 560), Place(500, 900, 560, 1400)]


@pytest.mark.parametrize("centre", CENTRES)
def test_everything_lies_on_the_board_and_the_board_in_the_centre(centre: Place) -> None:
    board = BoardLayout.within(centre)
    assert board.frame.w <= centre.w
    assert board.frame.h <= centre.h
    for color in range(4):
        for outer, inner in ((board.frame, board.track(color)), (board.track(color), board.space(color, 6))):
            assert outer.left <= inner.left
            assert inner.right <= outer.right
            assert outer.bottom <= inner.bottom
            assert inner.top <= outer.top
        for x, y in board.signs(color):
            assert board.frame.holds(x, y)
            assert not board.track(color).holds(x, y)


@pytest.mark.parametrize("centre", CENTRES)
def test_a_board_is_known_by_its_spaces(centre: Place) -> None:
    board = BoardLayout.within(centre)
    found = BoardLayout.of(board.spaces)
    assert found[2:] == board[2:]
    assert math.dist(found[:2], board[:2]) <= 1


@pytest.mark.parametrize("high", [False, True])
def test_nothing_is_seen_through_what_the_board_hides(high: bool) -> None:
    look = BoardLook(40, high)
    (w, h), (wide, deep) = look.extent, look.hides
    left, top = (1 - wide) / 2 * w - 1, (1 - deep) / 2 * h - 1  # on a table it may lie between whole pixels
    hidden = (
        look.paint().getchannel("A").crop((math.floor(left), math.floor(top), math.ceil(w - left), math.ceil(h - top)))
    )
    assert hidden.getextrema() == (255, 255)
    assert wide * deep > 0.8


@pytest.mark.parametrize("high", [False, True])
def test_a_space_lies_where_it_is_painted_and_shows_its_value(high: bool) -> None:
    """A space is darker than the felt of its track beside it, and its pips are brighter than where there is none."""
    picture = BoardLook(60, high).paint().convert("L")
    board = BoardLayout(picture.width / 2, picture.height / 2, 60, high)
    apart = 0.5 * PIP_APART * 60
    for color, value in itertools.product(range(4), range(1, 7)):
        here, following = board.space(color, value), board.space(color, value + (1 if value < 3 else -1))
        between = (here.x + following.x) / 2, (here.y + following.y) / 2
        edge = here.x + (0 if high else 0.40 * here.w), here.y - (0.40 * here.h if high else 0)
        assert _level(picture, *edge) < _level(picture, *between)
        grid = {(x, y): _level(picture, here.x + x * apart, here.y - y * apart) for x in (-1, 0, 1) for y in (-1, 0, 1)}
        pips = set(PIPS[value])
        printed, empty = ([level for at, level in grid.items() if (at in pips) is wanted] for wanted in (True, False))
        assert min(printed) > max(empty), (color, value)


def _level(picture: Image.Image, x: float, y: float) -> float:
    """Return the mean brightness around a point, y upwards."""
    at = round(x), round(picture.height - y)
    levels = picture.crop((at[0] - 3, at[1] - 3, at[0] + 3, at[1] + 3)).tobytes()
    return sum(levels) / len(levels)


@pytest.mark.parametrize("centre", CENTRES)
def test_a_medal_lies_in_the_gap_beside_its_die(centre: Place) -> None:
    board = BoardLayout.within(centre)
    for slot in range(len(SPACES)):
        space = board.space(slot // 6, slot % 6 + 1)
        look, _ = placed(slot, space)
        x, y = mark_place(space)
        half = owner_mark(SeatNumber(1), space).size / 2
        assert max(abs(x - space.x), abs(y - space.y)) - half >= 0.38 * look.w


def test_the_next_free_space_shines() -> None:
    space = BoardLayout.within(CENTRES[0]).space(0, 1)
    board = BoardLook(60, high=False).paint().convert("RGB")
    dim = board.crop((80, 30, 330, 100)).convert("L").resize((1, 1)).getpixel((0, 0))
    for slot in range(len(SPACES)):
        look = next_space(slot, space)
        picture = Image.new("RGBA", look.extent, (*board.resize((1, 1)).getpixel((0, 0)), 255))
        picture.alpha_composite(look.paint())
        assert picture.convert("L").resize((1, 1)).getpixel((0, 0)) > 1.3 * dim
