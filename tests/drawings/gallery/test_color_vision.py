"""Simulated colour blindness: what all eyes see alike stays, and the confusions are those of the literature."""

from __future__ import annotations

import math

import pytest
from PIL import Image

from kiosk.drawings.gallery.color_vision import KINDS, seen, seen_picture


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("grey", [0.0, 0.4, 1.0])
def test_greys_stay(kind: str, grey: float) -> None:
    assert seen((grey, grey, grey), kind) == pytest.approx((grey, grey, grey), abs=0.01)


def test_red_and_green_come_closer_for_red_green_blind_eyes_alone() -> None:
    red, green = (0.8, 0.2, 0.2), (0.35, 0.5, 0.2)
    apart = {kind: math.dist(seen(red, kind), seen(green, kind)) for kind in KINDS}
    assert apart["deuteranopia"] < apart["tritanopia"] / 2
    assert apart["protanopia"] < apart["tritanopia"] / 2


def test_pictures_are_seen_as_their_colors_are() -> None:
    picture = seen_picture(Image.new("RGB", (2, 2), (200, 60, 50)), "protanopia")
    expected = [255 * part for part in seen((200 / 255, 60 / 255, 50 / 255), "protanopia")]
    assert picture.getpixel((1, 1)) == pytest.approx(expected, abs=4)
