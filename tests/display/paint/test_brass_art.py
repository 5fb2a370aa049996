"""Objects of brass: as large as they say, and legible."""

from __future__ import annotations

import pytest
from PIL import ImageChops, ImageStat

from kiosk.display.paint.art import Look
from kiosk.display.paint.brass_art import GO_LACQUER, IDLE_LACQUER, MedalLook, PlaqueLook, RoundLook
from kiosk.display.paint.theme import BLACK, DARK_INK, IVORY, WHITE, Rgba, seat_color
from kiosk.display.paint.wheel_art import PetalsLook, TokenLook, WheelLook
from kiosk.game.seats import SeatNumber


@pytest.mark.parametrize(
    "look",
    [
        MedalLook(SeatNumber(3), 41),
        RoundLook(60, GO_LACQUER),
        RoundLook(77, seat_color(SeatNumber(2)), sunk=True),
        PlaqueLook("well", 9),
        PlaqueLook("leather", 24),
        WheelLook(200),
        PetalsLook(333),
        TokenLook(120),
    ],
)
def test_a_picture_has_the_size_that_it_announces(look: Look) -> None:
    picture = look.paint()
    assert (picture.size, picture.mode) == (look.extent, "RGBA")


def _luminance(color: Rgba) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("lacquer", [GO_LACQUER, IDLE_LACQUER])
def test_ivory_words_can_be_read_on_the_brightest_part_of_a_control(lacquer: Rgba) -> None:
    picture = RoundLook(100, lacquer).paint().convert("RGB")
    middle = picture.width // 2
    brightest = max(
        _luminance(Rgba(*(part / 255 for part in picture.getpixel((x, y)))))
        for x in range(middle - 30, middle + 31, 3)
        for y in range(middle - 30, middle + 31, 3)
    )
    assert (_luminance(IVORY) + 0.05) / (brightest + 0.05) >= 4.5


@pytest.mark.parametrize("seat", range(1, 13))
def test_a_dark_word_can_be_read_on_a_pressed_control_of_any_colour(seat: int) -> None:
    picture = RoundLook(100, seat_color(SeatNumber(seat)).mix(WHITE, 0.32), sunk=True).paint().convert("RGB")
    middle = picture.width // 2
    worded = [picture.getpixel((middle + x, middle + y)) for x in range(-30, 31, 5) for y in range(-6, 24, 3)]
    darkest = min(_luminance(Rgba(*(part / 255 for part in pixel))) for pixel in worded)
    assert (darkest + 0.05) / (_luminance(DARK_INK.mix(BLACK, 0.6)) + 0.05) >= 4.5


def test_the_four_names_of_the_wheel_are_the_same_from_every_edge() -> None:
    ring = WheelLook(300).paint()
    light = ring.convert("L").point(lambda level: 255 if level > 235 else 0)
    assert light.getbbox() is not None, "letters"
    for turn in (90, 180, 270):
        turned = light.rotate(turn)
        assert ImageStat.Stat(ImageChops.difference(light, turned)).mean[0] < 0.01 * 255
