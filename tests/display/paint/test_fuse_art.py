"""The fire's mesh: all of the channel, both arms alike, and nothing left where it ends."""

from __future__ import annotations

import math
from array import array

import pytest

from kiosk.display.paint.fuse_art import GLOWS, REACH, fuse
from kiosk.layout.place import Place

CHANNEL, RADIUS = Place(960, 540, 1200, 500), 80.0
ROUND = 2 * (1200 + 500 - 4 * RADIUS) + 2 * math.pi * RADIUS


def corners(end):
    """Return the corners of the mesh: x, y, how far along, how far aside."""
    numbers = array("f", fuse(CHANNEL, RADIUS, end, 1.0).quads)
    return [tuple(numbers[at : at + 4]) for at in range(0, len(numbers), 4)]


@pytest.mark.parametrize("end", [(960, 0), (100, 540), (1900, 1000), (700, 900), (960, 540)])
def test_both_arms_reach_from_the_seat_half_way_round(end):
    along = [one[2] for one in corners(end)]
    assert fuse(CHANNEL, RADIUS, end, 1.0).arm == pytest.approx(ROUND / 2, rel=0.01)
    assert (min(along), max(along)) == pytest.approx((0, ROUND / 2), rel=0.01, abs=0.01)


@pytest.mark.parametrize(("end", "x", "y"), [((960, 0), 960, 290), ((100, 540), 360, 540), ((700, 900), 700, 790)])
def test_it_ends_at_the_point_of_the_channel_before_the_seat(end, x, y):
    ends = [one for one in corners(end) if one[2] < 0.01]
    middle = [sum(one[axis] for one in ends) / len(ends) for axis in (0, 1)]
    assert middle == pytest.approx([x, y], abs=1)


def test_no_more_is_drawn_than_burns_or_glows():
    whole = fuse(CHANNEL, RADIUS, (960, 0), 1.0)
    for left in (0.0, 300.0, 900.0):
        along = array("f", whole.seen(left))[2::4]
        assert left + GLOWS <= max(along) <= left + GLOWS + 100
    assert sorted(array("f", whole.seen(whole.arm))) == sorted(array("f", whole.quads))


def test_neighbouring_pieces_meet():
    quads = [corners((960, 0))[at : at + 4] for at in range(0, len(corners((960, 0))), 4)]
    for quad, following in zip(quads, [*quads[1:], quads[0]], strict=True):
        for mine, other in ((1, 0), (2, 3)):
            assert quad[mine][:2] == pytest.approx(following[other][:2], abs=0.01)
            assert abs(quad[mine][3]) == pytest.approx(REACH)
