"""What lies in a tray: as large as it says, and the Stop sign's word and the chip's number can be read."""

from __future__ import annotations

import pytest

from kiosk.display.paint.art import Look
from kiosk.display.paint.pile_art import PlaceLook
from kiosk.display.paint.theme import WHITE, Rgba, contrast_of, luminance, seat_color
from kiosk.display.paint.tray_art import ChipLook, LanternLook, StopFace, StopLook
from kiosk.game.seats import SeatNumber


@pytest.mark.parametrize(
    "look",
    [
        StopLook(48),
        StopLook(99, lit=True),
        StopLook(98, lit=True, raised=True),
        ChipLook(SeatNumber(4), 43),
        LanternLook(121),
        PlaceLook(50, 75, seat_color(SeatNumber(2))),
    ],
)
def test_a_picture_has_the_size_that_it_announces(look: Look) -> None:
    picture = look.paint()
    assert (picture.size, picture.mode) == (look.extent, "RGBA")


def _at(look: Look, x: float, y: float) -> Rgba:
    """Return the colour at a point of a picture, in fractions of it."""
    picture = look.paint()
    return Rgba(*(part / 255 for part in picture.getpixel((int(x * picture.width), int(y * picture.height)))))


@pytest.mark.parametrize("raised", [False, True])
@pytest.mark.parametrize("lit", [False, True])
def test_white_words_can_be_read_below_the_palm(lit: bool, raised: bool) -> None:
    look = StopLook(96, lit, raised)
    assert min(contrast_of(WHITE, _at(look, x / 100, 0.6)) for x in range(20, 81, 4)) >= 7


@pytest.mark.parametrize("shows", [*StopFace])
def test_a_stop_sign_that_is_lit_is_several_times_as_bright_as_a_dull_one(shows: StopFace) -> None:
    lit, idle = (_at_ring(StopLook(96, is_lit, shows=shows)) for is_lit in (True, False))
    assert lit > 3 * idle


def test_a_place_for_a_pile_hardly_darkens_the_felt_but_one_in_a_tray_stands_out() -> None:
    felt, tray = (_at(PlaceLook(127, 190, thread), 0.5, 0.5).a for thread in (None, WHITE))
    assert 0 < felt < 0.12 < tray


def _at_ring(look: StopLook) -> float:
    """Return the luminance beside the hand and the word."""
    return luminance(_at(look, 0.15, 0.45))


@pytest.mark.parametrize("seat", range(1, 13))
def test_a_white_number_can_be_read_on_every_chip(seat: int) -> None:
    assert contrast_of(WHITE, _at(ChipLook(SeatNumber(seat), 80), 0.5, 0.5)) >= 7
