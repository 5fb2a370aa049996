"""Cuts: nothing that is seen lies outside them, and their quads join without a gap."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw

from kiosk.display.paint import cuts
from kiosk.display.paint.art import Look, SignLook
from kiosk.display.paint.brass_art import CoinLook, LaurelLook, MedalLook, RoundLook
from kiosk.display.paint.channel_art import BeamLook, BendLook
from kiosk.display.paint.cuts import Cut
from kiosk.display.paint.lettering import CurvedLook
from kiosk.display.paint.light_art import BOLT, GLOW, RING, SPARK, SPHERE, STREAK, SUN, WHEEL_LIGHT, FrameLook, GlowLook
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.turntable_art import TurntableLook
from kiosk.display.paint.wheel_art import TokenLook, WheelLook
from kiosk.game.seats import SeatNumber

UNSEEN = 4
"""The levels of 255 up to which nobody sees a pixel."""
FINE = 8
"""The parts of a pixel in which cuts are drawn here."""

LOOKS = [
    *(BOLT, GLOW, RING, SPARK, STREAK, WHEEL_LIGHT, SPHERE, SUN),
    *(FrameLook(97, 146, 31), FrameLook(97, 146, 52, 15), FrameLook(30, 45, 16)),
    *(MedalLook(SeatNumber(3), 30), RoundLook(40), CoinLook("gold", "1", 120), LaurelLook(200)),
    *(WheelLook(300), TokenLook(150), TokenLook(150, lit=True)),
    *(BeamLook(113), BendLook(128, 113), BendLook(159, 64)),
    *(CurvedLook(TextLook(text, 40, True), 135) for text in ("I", "CARDS", "100 PUNKTE")),
]


def _drawn(cut: Cut, size: tuple[int, int]) -> Image.Image:
    """Return the part of each pixel that a cut draws."""
    large = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
    pen = ImageDraw.Draw(large)
    for quad in cut:
        pen.polygon([((x + 0.5) * large.width, (0.5 - y) * large.height) for x, y in quad], fill=255)
    return large.reduce(FINE)


def _area(cut: Cut) -> float:
    total = 0.0
    for quad in cut:
        around = zip(quad, (*quad[1:], quad[0]), strict=True)
        total += sum(ax * by - bx * ay for (ax, ay), (bx, by) in around) / 2
    return abs(total)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: type(look).__name__)
def test_nothing_that_is_seen_is_cut_off(look: Any) -> None:
    picture = look.paint().getchannel("A")

    outside = ImageChops.multiply(picture, ImageChops.invert(_drawn(look.cut, picture.size)))

    assert outside.getextrema()[1] <= UNSEEN
    assert _area(look.cut) < 0.94


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: type(look).__name__)
def test_a_cut_lies_within_its_picture(look: Any) -> None:
    parts = [part for quad in look.cut for corner in quad for part in corner]
    assert parts
    assert all(abs(part) <= 0.5 for part in parts)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: type(look).__name__)
def test_neighbouring_quads_share_whole_edges(look: Any) -> None:
    """So that the GPU draws no pixel between two of them twice, or leaves it out."""
    edges = Counter(
        frozenset((quad[corner], quad[corner - 1])) for quad in look.cut for corner in range(4) if _long(quad, corner)
    )

    assert sum(count == 2 for count in edges.values()) >= len(look.cut) - 1
    assert max(edges.values()) <= 2


def _long(quad: Any, corner: int) -> bool:
    return bool(quad[corner] != quad[corner - 1])


def test_the_covered_middle_of_a_glow_is_not_drawn() -> None:
    hollow = GlowLook(128, 0.7)

    drawn = _drawn(hollow.cut, hollow.extent)

    assert drawn.getpixel((64, 64)) == 0
    assert drawn.getpixel((round(64 + 0.66 * 64), 64)) == 0
    assert drawn.getpixel((round(64 + 0.72 * 64), 64)) == 255
    assert _area(cuts.WHOLE) == 1


def test_of_any_other_picture_the_smallest_rectangle_is_drawn_that_holds_it() -> None:
    picture = Image.new("RGBA", (40, 20))
    picture.paste((255, 255, 255, 90), (10, 2, 30, 7))

    (cut,) = cuts.seen(picture)

    left, right, bottom, top = (pytest.approx(at) for at in (9 / 40 - 0.5, 31 / 40 - 0.5, 0.5 - 8 / 20, 0.5 - 1 / 20))
    assert cut == ((left, bottom), (right, bottom), (right, top), (left, top))
    assert cuts.seen(Image.new("RGBA", (40, 20))) == cuts.WHOLE


@pytest.mark.parametrize("look", [TurntableLook(300), SignLook("disc", 160)], ids=lambda look: type(look).__name__)
def test_of_a_large_round_picture_the_corners_are_not_drawn(look: Look) -> None:
    picture = look.paint()
    cut = cuts.seen(picture)
    outside = ImageChops.multiply(picture.getchannel("A"), ImageChops.invert(_drawn(cut, picture.size)))
    assert outside.getextrema()[1] <= UNSEEN
    assert _area(cut) < 0.9


@pytest.mark.parametrize("size", [(128, 400), (301, 190), (700, 229)])
def test_a_corner_in_which_one_pixel_is_seen_is_drawn(size: tuple[int, int]) -> None:
    w, h = size
    for x, y in ((w // 9, 0), (w - 1, h // 9), (w - 1 - w // 5, h - 1)):
        picture = Image.new("RGBA", size)
        ImageDraw.Draw(picture).ellipse((0, 0, w - 1, h - 1), fill="white")
        assert len(cuts.seen(picture)) == 3
        picture.putpixel((x, y), (255, 255, 255, 255))
        assert _drawn(cuts.seen(picture), size).getpixel((x, y)) == 255
