"""Outlines in a square from -1 to 1 (y downwards): the colours' shapes, the symbols of the seats' backs, icons."""

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
        return self._mask.resize((self._size, self._size), Image.Resampling.LANCZOS)


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


def _moon(pen: Pen) -> None:
    pen.disc(-0.05, 0, 0.86)
    pen.disc(0.36, -0.16, 0.68, 0)


def _bolt(pen: Pen) -> None:
    pen.area([(0.22, -0.95), (-0.62, 0.16), (-0.06, 0.16), (-0.26, 0.95), (0.62, -0.24), (0.05, -0.24)])


def _leaf(pen: Pen) -> None:
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


def _key(pen: Pen) -> None:
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
    _moon, _bolt, _leaf, _drop, _sun, _crown, _flower, _fish, _hourglass, _heart, _key, _snow,
)  # fmt: skip
"""The symbol on the backs of seats 1, 2 ...: twelve, none similar to a colour's shape."""


def _door(pen: Pen) -> None:
    pen.stroke([(0.0, -0.75), (-0.72, -0.75), (-0.72, 0.75), (0.0, 0.75)], 0.2)
    pen.stroke([(-0.25, 0), (0.7, 0)], 0.2)
    pen.stroke([(0.36, -0.36), (0.74, 0), (0.36, 0.36)], 0.2)


def _check(pen: Pen) -> None:
    pen.stroke([(-0.7, 0.05), (-0.2, 0.55), (0.75, -0.5)], 0.28)


def _cross(pen: Pen) -> None:
    pen.stroke([(-0.6, -0.6), (0.6, 0.6)], 0.24)
    pen.stroke([(-0.6, 0.6), (0.6, -0.6)], 0.24)


def _hand(pen: Pen) -> None:
    """Draw a pointing finger: touch here."""
    pen.stroke([(-0.1, -0.72), (-0.1, 0.3)], 0.32)
    pen.stroke([(-0.1, 0.05), (0.22, -0.02), (0.5, 0.08), (0.68, 0.2)], 0.34)
    pen.area(
        [(-0.26, 0.1), (0.82, 0.1), (0.8, 0.5), (0.55, 0.98), (-0.1, 0.98), (-0.7, 0.3), (-0.52, 0.14), (-0.26, 0.36)]
    )


def _palm(pen: Pen) -> None:
    """Draw a raised hand: stop."""
    for x, tip in ((-0.40, -0.56), (-0.12, -0.80), (0.16, -0.74), (0.43, -0.50)):
        pen.stroke([(x, tip), (x, 0.2)], 0.235)
    pen.stroke([(-0.72, 0.02), (-0.34, 0.52)], 0.26)
    pen.area([(-0.52, 0.1), (0.548, 0.1), (0.548, 0.34), (0.36, 0.80), (0.24, 0.92), (-0.14, 0.92), (-0.44, 0.56)])


def _swap(pen: Pen) -> None:
    """Draw two arrows, left and right: mirror the panel."""
    for side in (-1, 1):
        y = 0.36 * side
        pen.stroke([(-0.75, y), (0.75, y)], 0.18)
        pen.stroke([(side * 0.42, y - 0.3), (side * 0.8, y), (side * 0.42, y + 0.3)], 0.18)


def _globe(pen: Pen) -> None:
    pen.stroke(arc(0, 0, 0.82, 0, 360), 0.15)
    pen.stroke([(-0.8, 0), (0.8, 0)], 0.13)
    pen.stroke([(0.36 * x, 0.82 * y) for x, y in arc(0, 0, 1, 0, 360)], 0.13)


def _more(pen: Pen) -> None:
    for y in (-0.5, 0, 0.5):
        pen.stroke([(-0.7, y), (0.7, y)], 0.17)
        pen.disc({-0.5: 0.3, 0: -0.35, 0.5: 0.15}[y], y, 0.24)


def _robot(pen: Pen) -> None:
    pen.stroke([(0, -0.9), (0, -0.5)], 0.14)
    pen.disc(0, -0.86, 0.14)
    pen.area([(-0.72, -0.5), (0.72, -0.5), (0.72, 0.75), (-0.72, 0.75)])
    for x in (-0.32, 0.32):
        pen.disc(x, -0.02, 0.16, 0)
    pen.stroke([(-0.3, 0.42), (0.3, 0.42)], 0.12, 0)


def _arrow(pen: Pen) -> None:
    pen.stroke([(0, 0.8), (0, -0.7)], 0.2)
    pen.stroke([(-0.5, -0.24), (0, -0.76), (0.5, -0.24)], 0.2)


def _chevron(pen: Pen, side: int) -> None:
    pen.stroke([(-0.35 * side, -0.7), (0.35 * side, 0), (-0.35 * side, 0.7)], 0.24)


def _open(pen: Pen) -> None:
    """Draw a chevron: more behind this."""
    _chevron(pen, 1)


def _back(pen: Pen) -> None:
    _chevron(pen, -1)


def _cards(pen: Pen) -> None:
    """Draw a stack of cards: the upper one whole, the edges of those below it."""
    pen.area([(-0.75, -0.85), (0.35, -0.85), (0.35, 0.5), (-0.75, 0.5)])
    for depth in (0.2, 0.4):
        corner = [(0.35 + depth, -0.85 + depth), (0.35 + depth, 0.5 + depth), (-0.75 + depth, 0.5 + depth)]
        pen.stroke(corner, 0.1)


def _dice(pen: Pen) -> None:
    """Draw two dice, one in front of the other."""
    pen.area([(-0.1, -0.95), (0.95, -0.95), (0.95, 0.1), (-0.1, 0.1)])
    pen.area([(-1.0, -0.35), (0.35, -0.35), (0.35, 1.0), (-1.0, 1.0)], 0)
    pen.area([(-0.95, -0.2), (0.2, -0.2), (0.2, 0.95), (-0.95, 0.95)])
    pen.disc(0.62, -0.6, 0.15, 0)
    for x, y in ((-0.67, 0.08), (-0.37, 0.38), (-0.08, 0.67)):
        pen.disc(x, y, 0.14, 0)


def _again(pen: Pen) -> None:
    """Draw a circular arrow: once more."""
    pen.stroke(arc(0, 0.06, 0.68, -60, 210), 0.2)
    pen.area([(-0.12, -0.98), (0.5, -0.6), (-0.02, -0.16)])


def _pen(pen: Pen) -> None:
    """Draw a pencil: write here."""
    pen.stroke([(-0.4, 0.4), (0.62, -0.62)], 0.42)
    pen.area([(-0.9, 0.9), (-0.66, 0.2), (-0.2, 0.66)])


def _erase(pen: Pen) -> None:
    """Draw a backspace key: delete the last letter."""
    pen.area([(-0.95, 0), (-0.4, -0.6), (0.95, -0.6), (0.95, 0.6), (-0.4, 0.6)])
    for tip in (-1, 1):
        pen.stroke([(0.02, -0.28 * tip), (0.56, 0.28 * tip)], 0.16, 0)


def _space(pen: Pen) -> None:
    pen.stroke([(-0.75, 0.1), (-0.75, 0.5), (0.75, 0.5), (0.75, 0.1)], 0.18)


def _play(pen: Pen) -> None:
    pen.area([(-0.5, -0.8), (0.8, 0), (-0.5, 0.8)])


def _pause(pen: Pen) -> None:
    for x in (-0.4, 0.4):
        pen.area([(x - 0.2, -0.75), (x + 0.2, -0.75), (x + 0.2, 0.75), (x - 0.2, 0.75)])


def _step_to(pen: Pen, side: int) -> None:
    pen.area([(-0.75 * side, -0.7), (0.3 * side, 0), (-0.75 * side, 0.7)])
    pen.stroke([(0.55 * side, -0.6), (0.55 * side, 0.6)], 0.24)


def _step(pen: Pen) -> None:
    _step_to(pen, 1)


def _step_back(pen: Pen) -> None:
    _step_to(pen, -1)


def _minus(pen: Pen) -> None:
    pen.stroke([(-0.6, 0), (0.6, 0)], 0.24)


def _plus(pen: Pen) -> None:
    _minus(pen)
    pen.stroke([(0, -0.6), (0, 0.6)], 0.24)


def _bulb(pen: Pen) -> None:
    """Draw a light bulb: the lamps."""
    pen.disc(0, -0.28, 0.62)
    pen.area([(-0.36, 0.1), (0.36, 0.1), (0.28, 0.5), (-0.28, 0.5)])
    pen.stroke([(-0.24, 0.66), (0.24, 0.66)], 0.14)
    pen.stroke([(-0.14, 0.88), (0.14, 0.88)], 0.14)


def _fingers(pen: Pen) -> None:
    """Draw the prints of five fingers: the touch panel."""
    for x, y in ((-0.78, 0.2), (-0.42, -0.4), (0.02, -0.62), (0.46, -0.42), (0.74, 0.36)):
        pen.disc(x, y, 0.21)


def _sliders(pen: Pen) -> None:
    """Draw three sliders: the settings."""
    for x, y in ((-0.6, 0.3), (0, -0.4), (0.6, 0.1)):
        pen.stroke([(x, -0.8), (x, 0.8)], 0.13)
        pen.disc(x, y, 0.25)


def _stick(pen: Pen) -> None:
    """Draw a USB stick."""
    pen.area([(-0.42, -0.3), (0.42, -0.3), (0.42, 0.95), (-0.42, 0.95)])
    pen.area([(-0.27, -0.95), (0.27, -0.95), (0.27, -0.36), (-0.27, -0.36)])
    for x in (-0.12, 0.12):
        pen.disc(x, -0.68, 0.07, 0)
    pen.disc(0, 0.6, 0.13, 0)


def _warning(pen: Pen) -> None:
    """Draw a triangle with an exclamation mark."""
    pen.area([(0, -0.86), (0.96, 0.8), (-0.96, 0.8)])
    pen.stroke([(0, -0.24), (0, 0.24)], 0.17, 0)
    pen.disc(0, 0.54, 0.11, 0)


def _power(pen: Pen) -> None:
    pen.stroke(arc(0, 0.08, 0.7, -50, 230), 0.2)
    pen.stroke([(0, -0.86), (0, -0.06)], 0.2)


def _dashed(pen: Pen) -> None:
    """Draw a dashed ring: not yet."""
    for turn in range(0, 360, 30):
        pen.stroke(arc(0, 0, 0.88, turn, turn + 14, 4), 0.11)


def _loudspeaker(pen: Pen) -> None:
    pen.area([(-0.9, -0.28), (-0.5, -0.28), (-0.02, -0.72), (-0.02, 0.72), (-0.5, 0.28), (-0.9, 0.28)])
    for radius in (0.42, 0.78):
        pen.stroke(arc(0.06, 0, radius, -45, 45), 0.15)


def _bright(pen: Pen) -> None:
    """Draw a sun with separate rays: brightness."""
    pen.disc(0, 0, 0.42)
    for angle in range(0, 360, 45):
        (x, y), *_ = arc(0, 0, 1, angle, angle, 1)
        pen.stroke([(0.64 * x, 0.64 * y), (0.88 * x, 0.88 * y)], 0.17)


def _clock(pen: Pen) -> None:
    pen.stroke(arc(0, 0, 0.8, 0, 360), 0.17)
    pen.stroke([(0, -0.42), (0, 0), (0.3, 0.22)], 0.15)


def _contrast(pen: Pen) -> None:
    """Draw a disc that is half filled: high contrast."""
    pen.stroke(arc(0, 0, 0.8, 0, 360), 0.16)
    pen.area(arc(0, 0, 0.8, -90, 90))


def _stopwatch(pen: Pen) -> None:
    pen.stroke(arc(0, -0.16, 0.66, 0, 360, 48), 0.17)
    pen.stroke([(-0.22, 0.88), (0.22, 0.88)], 0.2)
    pen.stroke([(0, 0.88), (0, 0.5)], 0.15)
    pen.stroke([(0.5, 0.5), (0.62, 0.62)], 0.17)
    pen.stroke([(0, -0.16), (0.26, 0.16)], 0.17)


ICONS: Final[dict[str, Callable[[Pen], None]]] = {
    "door": _door,
    "check": _check,
    "cross": _cross,
    "hand": _hand,
    "palm": _palm,
    "swap": _swap,
    "globe": _globe,
    "more": _more,
    "robot": _robot,
    "arrow": _arrow,
    "open": _open,
    "back": _back,
    "cards": _cards,
    "dice": _dice,
    "again": _again,
    "pen": _pen,
    "erase": _erase,
    "space": _space,
    "play": _play,
    "pause": _pause,
    "step": _step,
    "step_back": _step_back,
    "minus": _minus,
    "plus": _plus,
    "bulb": _bulb,
    "fingers": _fingers,
    "sliders": _sliders,
    "stick": _stick,
    "warning": _warning,
    "power": _power,
    "dashed": _dashed,
    "loudspeaker": _loudspeaker,
    "key": _key,
    "bright": _bright,
    "clock": _clock,
    "night": _moon,
    "contrast": _contrast,
    "leaf": _leaf,
    "stopwatch": _stopwatch,
}
