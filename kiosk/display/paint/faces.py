"""The faces of the characters that bots play, in a square from -1 to 1 (y downwards): told apart by their shape.

A face looks on, winks (it has lost: well played!), or is glad (it has won).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from kiosk.display.paint.shapes import Pen, Point, arc

WINK: Final = "wink"
GLAD: Final = "glad"


class _Face(NamedTuple):
    """A head; its eyes, each with its radius, from left to right; the middle of its mouth, and half its width."""

    head: Callable[[Pen], None]
    eyes: tuple[tuple[float, float, float], ...]
    mouth: tuple[float, float, float]


def draw_face(pen: Pen, name: str) -> None:
    """Draw a face; ``name``: the number of its character, and what it does (``3 wink``) unless it looks on."""
    number, _, does = name.partition(" ")
    face = FACES[int(number) % len(FACES)]
    face.head(pen)
    for place, (x, y, radius) in enumerate(face.eyes):
        if does == GLAD or (does == WINK and place == len(face.eyes) - 1):
            wide = 1.25 * min(radius, _LARGE)
            pen.stroke(arc(x, y + 0.4 * radius, wide, 200, 340, 12), 0.13, 0)
        else:
            pen.disc(x, y, radius, 0)
            if radius > _LARGE:
                pen.disc(x + 0.1 * radius, y + 0.05 * radius, 0.5 * radius)
    x, y, wide = face.mouth
    if does:
        pen.area(arc(x, y - 0.04, 1.1 * wide, 0, 180, 16), 0)
    else:
        pen.stroke(arc(x, y - 0.5 * wide, wide, 30, 150, 16), 0.12, 0)


_LARGE: Final = 0.2
"""Larger eyes have a pupil."""


def _box(pen: Pen, left: float, top: float, right: float, bottom: float, soft: float = 0.16) -> None:
    """Draw a rectangle with round corners."""
    corners = [(left + soft, top + soft), (right - soft, top + soft), (right - soft, bottom - soft)]
    corners += [(left + soft, bottom - soft), corners[0]]
    pen.area(corners)
    pen.stroke([*corners, corners[1]], 2 * soft)


def _antenna(pen: Pen, foot: Point, tip: Point) -> None:
    pen.stroke([foot, tip], 0.12)
    pen.disc(*tip, 0.15)


def _bear(pen: Pen) -> None:
    for x in (-0.62, 0.62):
        pen.disc(x, -0.58, 0.34)
        pen.disc(x, -0.58, 0.15, 0)
    pen.disc(0, 0.12, 0.8)


def _chick(pen: Pen) -> None:
    for x, tip in ((-0.24, -0.34), (0.0, 0.0), (0.24, 0.34)):
        pen.stroke([(x / 2, -0.5), (tip, -0.88)], 0.15)
    pen.disc(0, 0.16, 0.78)
    pen.area([(-0.2, 0.2), (0.2, 0.2), (0, 0.48)], 0)


def _bulb(pen: Pen) -> None:
    pen.disc(0, -0.26, 0.72)
    pen.area([(-0.6, 0.1), (0.6, 0.1), (0.36, 0.62), (-0.36, 0.62)])
    for y in (0.72, 0.92):
        pen.stroke([(-0.28, y), (0.28, y)], 0.13)


def _owl(pen: Pen) -> None:
    pen.area([(-0.86, -0.94), (-0.2, -0.6), (0.2, -0.6), (0.86, -0.94), (0.8, 0.2), (-0.8, 0.2)])
    pen.area(arc(0, 0.06, 0.8, 0, 180))
    pen.area([(-0.13, 0.1), (0.13, 0.1), (0, 0.34)], 0)


def _robot(pen: Pen) -> None:
    _antenna(pen, (0, -0.5), (0, -0.84))
    _box(pen, -0.72, -0.55, 0.72, 0.85, 0.1)
    for x in (-0.88, 0.88):
        pen.stroke([(x, -0.08), (x, 0.32)], 0.2)


def _racer(pen: Pen) -> None:
    pen.area(arc(0, 0.1, 0.9, 180, 360))
    pen.area([(-0.9, 0.1), (0.9, 0.1), (0.9, 0.5), (-0.9, 0.5)])
    _box(pen, -0.9, 0.2, 0.9, 0.86, 0.3)
    pen.area([(-0.16, -0.76), (0.16, -0.76), (0.1, -0.98), (-0.1, -0.98)])
    pen.stroke([(-0.9, -0.18), (0.9, -0.18)], 0.1, 0)


def _domino(pen: Pen) -> None:
    _box(pen, -0.56, -0.95, 0.56, 0.95, 0.16)
    pen.stroke([(-0.36, 0.02), (0.36, 0.02)], 0.08, 0)


def _one_eye(pen: Pen) -> None:
    for side in (-1, 1):
        _antenna(pen, (0.3 * side, -0.4), (0.56 * side, -0.8))
    pen.disc(0, 0.06, 0.76)
    for x in (-0.4, 0.4):
        pen.stroke([(x, 0.6), (x, 0.88)], 0.22)


def _frog(pen: Pen) -> None:
    for x in (-0.5, 0.5):
        pen.disc(x, -0.42, 0.4)
    pen.area([(0.98 * x, 0.62 * y + 0.24) for x, y in arc(0, 0, 1, 0, 360)])


def _alien(pen: Pen) -> None:
    for side in (-1, 1):
        _antenna(pen, (0.25 * side, -0.6), (0.42 * side, -0.85))
    pen.area(arc(0, -0.1, 0.78, 180, 360))
    pen.area([(-0.78, -0.12), (0.78, -0.12), (0.62, 0.3), (0.22, 0.88), (-0.22, 0.88), (-0.62, 0.3)])


def _listener(pen: Pen) -> None:
    pen.disc(0, 0.12, 0.66)
    pen.stroke(arc(0, 0.06, 0.84, 190, 350), 0.14)
    for x in (-0.84, 0.84):
        pen.stroke([(x, -0.04), (x, 0.34)], 0.28)


def _dome(pen: Pen) -> None:
    pen.area(arc(0, 0.5, 0.96, 180, 360))
    pen.stroke([(-0.8, 0.52), (0.8, 0.52)], 0.3)
    for x in (-0.5, 0.5):
        pen.disc(x, 0.74, 0.2)
    _antenna(pen, (0.34, -0.3), (0.5, -0.72))


FACES: Final = (
    _Face(_bear, ((-0.3, -0.02, 0.13), (0.3, -0.02, 0.13)), (0.0, 0.44, 0.3)),
    _Face(_chick, ((-0.34, -0.06, 0.15), (0.34, -0.06, 0.15)), (0.0, 0.66, 0.16)),
    _Face(_bulb, ((-0.27, -0.36, 0.13), (0.27, -0.36, 0.13)), (0.0, 0.04, 0.28)),
    _Face(_owl, ((-0.37, -0.2, 0.27), (0.37, -0.2, 0.27)), (0.0, 0.54, 0.18)),
    _Face(_robot, ((-0.32, 0.0, 0.16), (0.32, 0.0, 0.16)), (0.0, 0.5, 0.3)),
    _Face(_racer, ((-0.34, 0.12, 0.15), (0.34, 0.12, 0.15)), (0.0, 0.5, 0.26)),
    _Face(_domino, ((-0.24, -0.46, 0.14), (0.24, -0.46, 0.14)), (0.0, 0.5, 0.3)),
    _Face(_one_eye, ((0.0, -0.1, 0.32),), (0.0, 0.46, 0.26)),
    _Face(_frog, ((-0.5, -0.44, 0.22), (0.5, -0.44, 0.22)), (0.0, 0.36, 0.46)),
    _Face(_alien, ((-0.36, -0.08, 0.22), (0.36, -0.08, 0.22)), (0.0, 0.52, 0.18)),
    _Face(_listener, ((-0.25, 0.04, 0.12), (0.25, 0.04, 0.12)), (0.0, 0.42, 0.28)),
    _Face(_dome, ((-0.34, 0.1, 0.14), (0.34, 0.1, 0.14)), (0.0, 0.42, 0.22)),
)
"""The face of each character (``protocol.SeatView.character``): bear, chick, bulb, owl, robot, racer, domino, one eye,
frog, alien, listener and dome.
"""
