"""Dice: every face is a different picture, distinguishable without colour, and legible from every side."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image, ImageChops

from kiosk.display.paint.dice_art import LYING, ROLLING, DieLook, RollLook, color_of, faces
from kiosk.game.colors import Color
from kiosk.game.dice.dice import SPACES

SIZES = (40, 90)


def _grey(look: DieLook) -> Image.Image:
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


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_pips_as_its_value_from_every_side(value: int) -> None:
    for die, heading in itertools.product("rb", range(len(LYING))):  # light pips on dark dice
        picture = DieLook(f"{die}{value}", 90, heading).paint()
        pips = picture.convert("L").point(lambda level: 255 if level > 205 else 0)
        assert _areas(pips) == value


def _areas(mask: Image.Image) -> int:
    """Return the number of separate white areas of more than a few pixels."""
    pixels = {(x, y) for y in range(mask.height) for x in range(mask.width) if mask.getpixel((x, y))}
    count = 0
    while pixels:
        area = [pixels.pop()]
        for x, y in area:
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in pixels:
                    pixels.remove(near)
                    area.append(near)
        count += len(area) > 20
    return count


@pytest.mark.parametrize("heading", range(len(LYING)))
@pytest.mark.parametrize("size", SIZES)
def test_pips_can_be_read_while_playing(size: int, heading: int) -> None:
    """The contrast is that of the usual formula, between the pip of a one and the face around it."""
    for color in Color:
        picture = DieLook(f"{color.letter}1", size, heading).paint().convert("RGB")
        x, y = (round((1 + part) / 2 * picture.width) for part in _middle(heading, picture.width, size))
        pip = picture.getpixel((x, y))
        far = round(0.24 * size)
        face = [picture.getpixel((x + side * far, y - far)) for side in (-1, 1)]
        for beside in face:
            lighter, darker = sorted((_luminance(pip), _luminance(beside)), reverse=True)
            assert (lighter + 0.05) / (darker + 0.05) >= 7, (color, pip, beside)


def _middle(heading: int, width: int, size: int) -> tuple[float, float]:
    """Return where the middle of the upper face lies in a picture, -1 to 1."""
    top = next(face for face in faces(LYING[heading], 1) if face.value == 1)
    x, y = (part * size / 1.16 / width for part in top.middle)
    return x, y


def _luminance(pixel: tuple[int, int, int]) -> float:
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (p / 255 for p in pixel)]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


@pytest.mark.parametrize("color", list(Color))
def test_an_unrolled_die_shows_no_face(color: Color) -> None:
    letter = color.letter
    assert color_of(letter) is color_of(f"{letter}6") is color
    blank = DieLook(letter, 60).paint().tobytes()
    assert blank not in {DieLook(f"{letter}{value}", 60).paint().tobytes() for value in range(1, 7)}


def test_a_roll_turns_a_die_once_around() -> None:
    steps = [RollLook("g", 60, step).paint() for step in range(len(ROLLING))]
    assert len({picture.tobytes() for picture in steps}) == len(ROLLING)
    assert RollLook("g", 60, len(ROLLING)).paint().tobytes() == steps[0].tobytes()
    tops = {max(faces(pose, 1), key=lambda face: abs(face.down[1] * face.right[0])).value for pose in ROLLING}
    assert len(tops) == 4


@pytest.mark.parametrize("top", range(1, 7))
def test_opposite_faces_add_up_to_seven(top: int) -> None:
    seen = {face.value for pose in ROLLING for face in faces(pose, top)}
    assert top in seen
    assert 7 - top in seen
    for pose in (*LYING, *ROLLING):
        values = {face.value for face in faces(pose, top)}
        assert not any(7 - value in values for value in values)
