"""Cuts: the part of a picture that is drawn, as quads over all that is seen of it.

A transparent pixel costs the GPU as much as any other, and of soft light more than half of a rectangle is transparent.
Quads of a cut share whole edges, so that no pixel between two of them is drawn twice or left out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from PIL import Image

Corner: TypeAlias = tuple[float, float]
"""A point of a picture: -0.5 to 0.5 of its width and of its height, from its middle, upwards."""
Cut: TypeAlias = tuple[tuple[Corner, Corner, Corner, Corner], ...]
"""Quads, each as its corners in order."""

WHOLE: Final[Cut] = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
_EIGHTH: Final = math.tan(math.pi / 8)
"""Half the side of an octagon whose sides are at a distance of 1 from its middle."""
_ROUND: Final = 16
"""The number of corners of a ring."""
_SEEN: Final = [0] * 3 + [255] * 253
"""Of each opacity, 0 to 255, whether it is seen."""
_LARGE: Final = 128
"""The shorter side in pixels from which on corners are cut off: more corners are work, too."""
_WORTH: Final = 0.1
"""How much of a side has to be empty for that at least."""
_CELL, _CELLS = 15, 40
"""The most pixels in a side of a cell that is looked at, as a single one that is seen has to leave a level above 0, and
the number of cells in a smaller picture."""
_EMPTY: Final = b"\0"
_BOW: Final = 3
"""The number of straight parts in half a bow."""


def spindle(nodes: Sequence[tuple[float, float]]) -> Cut:
    """Return the cut of a picture that is symmetric about its horizontal middle line.

    ``nodes``: points of its upper outline from left to right.
    """
    return tuple(
        ((left, -low), (right, -high), (right, high), (left, low)) for (left, low), (right, high) in pairwise(nodes)
    )


def disc(radius: float = 1.0) -> Cut:
    """Return an octagon around a disc of this radius, in half sides of the picture."""
    side, corner = radius / 2, radius / 2 * _EIGHTH
    return spindle([(-side, corner), (-corner, side), (corner, side), (side, corner)])


def ring(radius: float, hole: float) -> Cut:
    """Return a polygon around a disc, without one that fits into a disc of radius ``hole``."""
    return _around(_polygon(radius / math.cos(math.pi / _ROUND)), _polygon(hole))


def quarter(hole: float) -> Cut:
    """Return a quarter of a ring around the picture's lower left corner; ``hole``: as a part of its outer radius."""
    angles = (0.0, math.pi / 8, 3 * math.pi / 8, math.pi / 2)
    outer = [(0.5, -0.5), (0.5, _EIGHTH - 0.5), (_EIGHTH - 0.5, 0.5), (-0.5, 0.5)]
    inner = [(hole * math.cos(angle) - 0.5, hole * math.sin(angle) - 0.5) for angle in angles]
    return _along(outer, inner)


def frame(size: tuple[float, float], hole: tuple[float, float], outer: tuple[float, float], corner: float) -> Cut:
    """Return a frame in a picture of this ``size``, around a hole; its outer corners are cut off at ``corner``.

    All are lengths in pixels.
    """
    (right, up), (within_right, within_up) = ((side[0] / 2, side[1] / 2) for side in (outer, hole))
    edge = [
        point
        for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))
        for point in ((x * right, y * (up - corner)), (x * (right - corner), y * up))[:: x * y]
    ]
    inner = [(math.copysign(within_right, x), math.copysign(within_up, y)) for x, y in edge]
    outline, rim = ([(x / size[0], y / size[1]) for x, y in line] for line in (edge, inner))
    return _around(outline, rim)


def around(sides: tuple[float, float, float, float]) -> Cut:
    """Return all of a picture but a rectangle: its left, bottom, right and top, from -0.5 to 0.5 as in a corner."""
    left, bottom, right, top = sides
    return _around(WHOLE[0], [_within(x, y) for x, y in ((left, bottom), (right, bottom), (right, top), (left, top))])


def seen(picture: Image.Image) -> Cut:
    """Return the smallest rectangle that holds all that is seen of a picture, RGBA; an empty one is whole.

    It is a pixel wider at each side: a picture between whole pixels is seen there, too. Of a large one all corners are
    cut off, if enough is empty there.
    """
    levels = picture.getchannel("A").point(_SEEN)
    box = levels.getbbox()
    if box is None:
        return WHOLE
    wide, high = picture.size
    box = max(0, box[0] - 1), max(0, box[1] - 1), min(wide, box[2] + 1), min(high, box[3] + 1)
    left, right = box[0] / wide - 0.5, box[2] / wide - 0.5
    top, bottom = 0.5 - box[1] / high, 0.5 - box[3] / high
    corner = _empty_corners(levels.crop(box)) if min(picture.size) >= _LARGE else 0.0
    if corner < _WORTH:
        return (((left, bottom), (right, bottom), (right, top), (left, top)),)
    across, up = corner * (right - left), corner * (top - bottom)
    xs = (left, left + across, right - across, right)
    lows, highs = ((bottom + up, bottom, bottom, bottom + up), (top - up, top, top, top - up))
    return _along([*zip(xs, lows, strict=True)], [*zip(xs, highs, strict=True)])


def _empty_corners(levels: Image.Image) -> float:
    """Return how much of each side of a picture may be cut off at all four corners: no level above 0 is there."""
    wide, high = levels.size
    cell = min(_CELL, math.ceil(min(wide, high) / _CELLS))
    cells, near = levels.reduce(cell), [0.5]
    across, places = cells.width, cells.tobytes()
    for row in range(cells.height):
        line = places[row * across : (row + 1) * across]
        if drawn := line.strip(_EMPTY):
            start = line.index(drawn)
            above, below = row * cell / high, max(0, high - (row + 1) * cell) / high
            before, behind = start * cell / wide, max(0, wide - (start + len(drawn)) * cell) / wide
            near.append(min(above, below) + min(before, behind))
    return min(near)


def _polygon(radius: float) -> list[Corner]:
    """Return a polygon with its corners at this distance from the middle; two of its sides are upright."""
    angles = [math.pi / _ROUND * (2 * number + 1) for number in range(_ROUND)]
    return [(radius / 2 * math.cos(angle), radius / 2 * math.sin(angle)) for angle in angles]


def bow(size: tuple[float, float], radius: float, thick: float, half: float) -> Cut:
    """Return a band along the lower arc of a circle, whose lowest point is the middle of a picture of this ``size``.

    ``radius``: of its middle line; ``half``: the angle to each side, in radians.
    """
    step = half / _BOW
    angles = [step * number for number in range(-_BOW, _BOW + 1)]
    lines = ((radius + thick / 2) / math.cos(step / 2), radius - thick / 2)
    outer, inner = (
        [_within(far * math.sin(angle) / size[0], (radius - far * math.cos(angle)) / size[1]) for angle in angles]
        for far in lines
    )
    return _along(outer, inner)


def _within(x: float, y: float) -> Corner:
    """Return the nearest point of the picture."""
    return min(0.5, max(-0.5, x)), min(0.5, max(-0.5, y))


def _around(outer: Sequence[Corner], inner: Sequence[Corner]) -> Cut:
    """Return the quads between two outlines with corresponding corners."""
    return _along([*outer, outer[0]], [*inner, inner[0]])


def _along(outer: Sequence[Corner], inner: Sequence[Corner]) -> Cut:
    """Return the quads between two lines with corresponding corners."""
    sides = zip(outer, inner, strict=True)
    return tuple((a, c, d, b) for (a, b), (c, d) in pairwise(sides))
