"""The light in the channel: its length, its corners, and where it ends."""

from __future__ import annotations

import math

import pytest

from kiosk.display.paint.channel_art import BendLook, Lit, walk
from kiosk.layout.table_layout import Place

PLACE = Place(500, 300, 800, 400)
RADIUS = 50.0
AROUND = 2 * (700 + 300) + 2 * math.pi * RADIUS


def length(lit: Lit) -> float:
    straight = sum(math.dist(start, end) for start, end in lit.pieces)
    return straight + len(lit.bends) * math.pi / 2 * RADIUS


@pytest.mark.parametrize("share", [0.0, 0.1, 0.2, 0.33, 0.5, 0.71, 0.9, 1.0])
def test_the_light_is_as_long_as_its_share(share: float) -> None:
    assert length(walk(PLACE, RADIUS, share, 2)) == pytest.approx(share * AROUND, rel=1e-3, abs=0.1)


def test_it_ends_where_its_last_piece_ends() -> None:
    lit = walk(PLACE, RADIUS, 0.4, 5)
    assert lit.head == lit.pieces[-1][1]
    assert walk(PLACE, RADIUS, 0.0, 5).head == (500, 500)


def test_complete_corners_are_quarter_rings_around_their_middles() -> None:
    lit = walk(PLACE, RADIUS, 1.0, 5)
    corners = [(850, 450), (850, 150), (150, 150), (150, 450)]
    assert [middle for middle, _ in lit.bends] == [pytest.approx(corner) for corner in corners]
    assert [turn for _, turn in lit.bends] == [0, -90, -180, -270]


def test_a_quarter_ring_shines_on_its_middle_line_and_not_at_its_middle() -> None:
    picture = BendLook(50, 20).paint().getchannel("A")
    assert picture.size == BendLook(50, 20).extent
    low = picture.height - 2
    assert picture.getpixel((50, low)) == 255
    assert picture.getpixel((20, low)) == 0
