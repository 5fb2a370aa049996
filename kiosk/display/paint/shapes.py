"""Outlines in a square from -1 to 1 (y downwards): the colours' shapes and the symbols of the seats' backs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from kiosk.game.colors import Color

Point: TypeAlias = tuple[float, float]
SMOOTH: Final = 4
"""The factor by which everything is drawn larger and then scaled down, because Pillow does not smooth edges."""


class Pen:
    """A pen that draws white outlines into a mask of ``size`` pixels, larger by ``SMOOTH`` until it is ``done``."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._half = size * SMOOTH / 2
        self._mask = Image.new("L", (size * SMOOTH, size * SMOOTH), 0)
        self._draw = ImageDraw.Draw(self._mask)

    def _at(self, points: Sequence[Point]) -> list[Point]:
        return [(self._half * (1 + x), self._half * (1 + y)) for x, y in points]

    def area(self, points: Sequence[Point], fill: int = 255) -> None:
        """Draw a filled outline; ``fill=0`` cuts it out."""
        self._draw.polygon(self._at(points), fill=fill)

    def disc(self, x: float, y: float, radius: float, fill: int = 255) -> None:
        """Draw a filled circle."""
        self._draw.ellipse(self._at([(x - radius, y - radius), (x + radius, y + radius)]), fill=fill)

    def stroke(self, points: Sequence[Point], width: float, fill: int = 255) -> None:
        """Draw a line with round ends and corners."""
        self._draw.line(self._at(points), fill=fill, width=round(width * self._half), joint="curve")
        for x, y in (points[0], points[-1]):
            self.disc(x, y, width / 2, fill)

    def done(self) -> Image.Image:
        """Return the mask at its real size."""
        return self._mask.reduce(SMOOTH)


def arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 32) -> list[Point]:
    """Return the points of an arc; angles in degrees, clockwise from the right."""
    turn = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in turn]


def _star(points: int, inner: float, outer: float = 1.0) -> list[Point]:
    radii = (outer, inner)
    turn = [(math.pi * step / points - math.pi / 2, radii[step % 2]) for step in range(2 * points)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle, radius in turn]


COLOR_OUTLINES: Final[dict[Color, list[Point]]] = {
    Color.RED: arc(0, 0, 0.88, 0, 360, 64),
    Color.GREEN: [(0, -0.92), (0.98, 0.78), (-0.98, 0.78)],
    Color.BLUE: [(-0.78, -0.78), (0.78, -0.78), (0.78, 0.78), (-0.78, 0.78)],
    Color.YELLOW: [(x, y + 0.07) for x, y in _star(5, 0.46, 1.05)],
}
"""The shape of each colour."""


def _filled(outline: Sequence[Point]) -> Callable[[Pen], None]:
    return lambda pen: pen.area(outline)


COLOR_SHAPES: Final[dict[Color, Callable[[Pen], None]]] = {
    color: _filled(outline) for color, outline in COLOR_OUTLINES.items()
}
"""The shape of each colour: no colour is distinguished by colour alone."""


def moon(pen: Pen) -> None:
    """Draw a crescent."""
    pen.disc(-0.05, 0, 0.86)
    pen.disc(0.36, -0.16, 0.68, 0)


def _bolt(pen: Pen) -> None:
    pen.area([(0.22, -0.95), (-0.62, 0.16), (-0.06, 0.16), (-0.26, 0.95), (0.62, -0.24), (0.05, -0.24)])


def leaf(pen: Pen) -> None:
    """Draw a leaf with its rib."""
    pen.area(arc(-0.75, 0.75, 1.5, -90, 0) + arc(0.75, -0.75, 1.5, 90, 180))
    pen.stroke([(-0.9, 0.9), (0.3, -0.3)], 0.11, 0)
    pen.stroke([(-0.95, 0.95), (-0.6, 0.6)], 0.13)


def _drop(pen: Pen) -> None:
    pen.disc(0, 0.3, 0.62)
    pen.area([(0, -0.98), (0.55, 0.03), (-0.55, 0.03)])


def _sun(pen: Pen) -> None:
    pen.area(_star(10, 0.62, 0.98))
    pen.disc(0, 0, 0.54, 0)
    pen.disc(0, 0, 0.42)


def _crown(pen: Pen) -> None:
    pen.area([(-0.8, 0.6), (-0.95, -0.4), (-0.42, 0.08), (0, -0.7), (0.42, 0.08), (0.95, -0.4), (0.8, 0.6)])
    pen.stroke([(-0.74, 0.78), (0.74, 0.78)], 0.2)
    for x, y in ((-0.95, -0.46), (0, -0.78), (0.95, -0.46)):
        pen.disc(min(0.86, max(-0.86, x)), y, 0.13)


def _flower(pen: Pen) -> None:
    for x, y in arc(0, 0, 0.56, -90, 270, 6)[:6]:
        pen.disc(x, y, 0.36)
    pen.disc(0, 0, 0.3, 0)
    pen.disc(0, 0, 0.2)


def _fish(pen: Pen) -> None:
    pen.area(arc(-0.15, 0.6, 1.0, -142, -38) + arc(-0.15, -0.6, 1.0, 38, 142))
    pen.area([(0.42, 0), (0.95, -0.52), (0.95, 0.52)])
    pen.disc(-0.5, -0.08, 0.11, 0)


def _hourglass(pen: Pen) -> None:
    pen.area([(-0.62, -0.78), (0.62, -0.78), (0.08, 0), (0.62, 0.78), (-0.62, 0.78), (-0.08, 0)])
    pen.stroke([(-0.7, -0.84), (0.7, -0.84)], 0.2)
    pen.stroke([(-0.7, 0.84), (0.7, 0.84)], 0.2)


def _heart(pen: Pen) -> None:
    pen.disc(-0.43, -0.3, 0.47)
    pen.disc(0.43, -0.3, 0.47)
    pen.area([(-0.83, -0.06), (0.83, -0.06), (0, 0.9)])
    pen.area([(-0.4, -0.3), (0.4, -0.3), (0.6, 0), (-0.6, 0)])


def key(pen: Pen) -> None:
    """Draw a key."""
    pen.disc(-0.5, 0, 0.45)
    pen.disc(-0.5, 0, 0.2, 0)
    pen.stroke([(-0.1, 0), (0.86, 0)], 0.24)
    pen.stroke([(0.8, 0), (0.8, 0.36)], 0.22)
    pen.stroke([(0.42, 0), (0.42, 0.28)], 0.22)


def _snow(pen: Pen) -> None:
    for angle in range(0, 180, 60):
        (x, y), *_ = arc(0, 0, 0.86, angle - 90, angle - 90, 1)
        pen.stroke([(x, y), (-x, -y)], 0.17)
        for sign in (1, -1):
            for turn in (-24, 24):
                (tip_x, tip_y), *_ = arc(0, 0, 0.86, angle - 90 + turn, angle - 90 + turn, 1)
                pen.stroke([(sign * x * 0.55, sign * y * 0.55), (sign * tip_x * 0.9, sign * tip_y * 0.9)], 0.13)


SEAT_SYMBOLS: Final = (
    moon, _bolt, leaf, _drop, _sun, _crown, _flower, _fish, _hourglass, _heart, key, _snow,
)  # fmt: skip
"""The symbol on the backs of seats 1, 2 ...: twelve, none similar to a colour's shape."""
