"""Dice: every face is a different picture, distinguishable without colour, and none is legible while it rolls."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image, ImageChops

from kiosk.display.paint.dice_art import DieLook, SpaceLook, color_of
from kiosk.game.colors import Color
from kiosk.game.dice import SPACES

SIZES = (40, 90)


def _grey(look: DieLook | SpaceLook) -> Image.Image:
    """Return the picture in grey on the dark table, by lightness only."""
    picture = Image.new("RGBA", look.extent, (10, 18, 22, 255))
    picture.alpha_composite(look.paint())
    grey = picture.convert("L")
    low, high = grey.getextrema()
    return grey.point(lambda level: round(255 * (level - low) / (high - low)))


@pytest.mark.parametrize("size", SIZES)
def test_no_two_dice_look_alike_without_colours(size: int) -> None:
    greys = [_grey(DieLook(str(die), size)) for die in SPACES]
    for one, other in itertools.combinations(greys, 2):
        differs = ImageChops.difference(one, other).point(lambda level: 255 if level > 40 else 0)
        assert differs.histogram()[255] >= 0.01 * size * size


@pytest.mark.parametrize("size", SIZES)
def test_a_face_reads_the_same_from_the_opposite_side(size: int) -> None:
    """A red die has round pips: only its light and shadow show which side is its top."""
    for value in range(1, 7):
        grey = _grey(DieLook(f"r{value}", size))
        turned = grey.transpose(Image.Transpose.ROTATE_180)
        pips, pips_turned = (picture.point(lambda level: 255 if level > 200 else 0) for picture in (grey, turned))
        assert ImageChops.difference(pips, pips_turned).histogram()[255] <= 0.03 * size * size


@pytest.mark.parametrize("color", list(Color))
def test_unrolled_and_rolling_dice_show_no_face(color: Color) -> None:
    letter = color.letter
    assert color_of(letter) is color_of(f"{letter}6") is color
    blank, rolling = (DieLook(letter, 60, rolls).paint().tobytes() for rolls in (False, True))
    faces = {DieLook(f"{letter}{value}", 60).paint().tobytes() for value in range(1, 7)}
    assert len(faces) == 6
    assert blank not in faces
    assert rolling not in faces | {blank}


def test_the_next_free_space_is_brighter_than_one_that_waits() -> None:
    for die in map(str, SPACES):
        waits, following = (
            SpaceLook(die, 80, bright).paint().convert("RGB").convert("L").resize((1, 1)).getpixel((0, 0))
            for bright in (False, True)
        )
        assert following > 1.3 * waits
