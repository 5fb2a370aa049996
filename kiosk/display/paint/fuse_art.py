"""The fire in the channel of brass that burns down until a round ends by itself: its place, as one mesh.

It burns at both its ends towards the seat whose Stop is due, so its vertices tell how far along the channel that is
from there; what burns, and how, is computed by the GPU alone (``paint.shaders``, ``BURNING``).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from struct import Struct
from typing import Final, NamedTuple

from kiosk.display.paint.shapes import Point
from kiosk.layout.place import Place

REACH: Final = 24.0
"""How far its light reaches to both sides, in pixels of a table 1080 pixels high."""
GLOWS: Final = 430.0
"""How far from where it burns what it has left glows on until nothing of that is seen, likewise."""
_FLARES: Final = 12.0
"""By how many times as much that grows while it flares up again."""
_BENDS: Final = 8
"""The number of its pieces at each corner."""
_PIECE: Final = 48.0
"""The length of its pieces elsewhere, likewise: what has burnt is not drawn."""
_QUAD: Final = 64
"""The bytes of a piece."""
_pack: Final = Struct("16f").pack


class FusePoint(NamedTuple):
    """A point of the channel, and the direction away from the table's middle there."""

    x: float
    y: float
    nx: float
    ny: float


class Fuse(NamedTuple):
    """The mesh: for each of its quads the corners, each x, y and how far along the channel and aside of it that is."""

    quads: bytes
    """Once round from where it ends."""
    arm: float
    """How long each of its two arms is, in pixels."""
    scale: float
    """The pixels of the window for each of a table 1080 pixels high."""
    begins: tuple[float, ...]
    """How far along the channel each quad begins, in order."""
    nearest: bytes
    """All of them in this order."""

    def seen(self, left: float, heat: float = 0.0) -> bytes:
        """Return the quads of which anything is seen while ``left`` pixels of each arm burn, and the rest flares up."""
        reach = GLOWS * (1 + _FLARES * heat) * self.scale
        return self.nearest[: _QUAD * bisect_right(self.begins, left + reach)]


def fuse(channel: Place, radius: float, end: Point, scale: float) -> Fuse:
    """Return the fire along a rectangle with rounded corners that burns towards the point nearest to ``end``."""
    points = [*_outline(channel, radius)]
    points, first = _split(points, _nearest(points, end))
    points = [*points[first:], *points[:first], points[first]]
    steps = [math.dist(a[:2], b[:2]) for a, b in pairwise(points)]
    arm = sum(steps) / 2
    points, steps = _halved(points, steps, arm)
    wide, quads, at = REACH * scale, [], 0.0
    for (a, b), step in zip(pairwise(points), steps, strict=True):
        count = max(1, round(step / (_PIECE * scale)))
        shares = [number / count for number in range(count + 1)]
        joints = [(_between(a, b, share), arm - abs(at + step * share - arm)) for share in shares]
        for (here, left), (there, after) in pairwise(joints):
            quads.append((min(left, after), _quad(here, there, (left, after), wide)))
        at += step
    nearest = sorted(quads)
    begins = tuple(near for near, _ in nearest)
    whole, ordered = (b"".join(quad for _, quad in some) for some in (quads, nearest))
    return Fuse(whole, arm, scale, begins, ordered)


def _outline(place: Place, radius: float) -> Iterator[FusePoint]:
    """Yield the points of the outline, the corners in small steps."""
    for number, (right, up) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        x, y = place.x + right * (place.w / 2 - radius), place.y + up * (place.h / 2 - radius)
        for bend in range(_BENDS + 1):
            turn = math.pi / 2 * (number + bend / _BENDS)
            nx, ny = math.cos(turn), math.sin(turn)
            yield FusePoint(x + radius * nx, y + radius * ny, nx, ny)


def _nearest(points: Sequence[FusePoint], end: Point) -> tuple[int, FusePoint]:
    """Return the point of the outline that is nearest to ``end``, and the number of the point before it."""
    found = []
    for number, (a, b) in enumerate(pairwise([*points, points[0]])):
        dx, dy = b.x - a.x, b.y - a.y
        share = ((end[0] - a.x) * dx + (end[1] - a.y) * dy) / max(1e-9, dx * dx + dy * dy)
        found.append((number, _between(a, b, min(1.0, max(0.0, share)))))
    return min(found, key=lambda one: math.dist(one[1][:2], end))


def _between(a: FusePoint, b: FusePoint, share: float) -> FusePoint:
    nx, ny = a.nx + share * (b.nx - a.nx), a.ny + share * (b.ny - a.ny)
    return FusePoint(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), nx, ny)


def _split(points: Sequence[FusePoint], at: tuple[int, FusePoint]) -> tuple[list[FusePoint], int]:
    """Return the points with one more, and its number."""
    before, point = at
    return [*points[: before + 1], point, *points[before + 1 :]], before + 1


def _halved(points: list[FusePoint], steps: list[float], arm: float) -> tuple[list[FusePoint], list[float]]:
    """Return the points with one more half-way round, where the arms begin, and the steps between them."""
    at = 0.0
    for number, step in enumerate(steps):
        if at + step >= arm:
            half = arm - at
            point = _between(points[number], points[number + 1], half / max(1e-9, step))
            steps = [*steps[:number], half, step - half, *steps[number + 1 :]]
            return [*points[: number + 1], point, *points[number + 1 :]], steps
        at += step
    return points, steps


def _quad(a: FusePoint, b: FusePoint, along: tuple[float, float], wide: float) -> bytes:
    """Return a piece from one point to the next one, ``wide`` to both sides."""
    first, second = along
    return _pack(
        a.x - wide * a.nx, a.y - wide * a.ny, first, -wide,
        b.x - wide * b.nx, b.y - wide * b.ny, second, -wide,
        b.x + wide * b.nx, b.y + wide * b.ny, second, wide,
        a.x + wide * a.nx, a.y + wide * a.ny, first, wide,
    )  # fmt: skip
