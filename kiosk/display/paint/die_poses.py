"""The poses of dice as seen from above: at rest, and the steps of a roll.

A die is a cube whose edge is 2 long, rounded by ``ROUND``; x to the right, y down, z towards the eye. Its lit bodies
are packaged, one picture for each pose (``kiosk.drawings.die_bodies``); its pips are painted onto the faces seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

Vector: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Vector, Vector, Vector]

ROUND: Final = 0.30
"""The radius of a die's edges and corners."""
_GRAZING: Final = 0.34
"""A face that is turned further away shows no pips: slivers of them look like damage."""


class DiePose(NamedTuple):
    """A pose: turned about x, then about y, in radians; ``reach``: half the side of its picture."""

    about_x: float
    about_y: float
    reach: float

    @property
    def matrix(self) -> Matrix:
        """The rotation."""
        (cx, sx), (cy, sy) = ((math.cos(turn), math.sin(turn)) for turn in (self.about_x, self.about_y))
        return (cy, sy * sx, sy * cx), (0.0, cx, -sx), (-sy, cy * sx, cy * cx)


_LYING: Final = 1.24
_ROLLING: Final = 1.56
LYING: Final = (DiePose(0.15, 0.11, _LYING), DiePose(0.15, -0.09, _LYING))
"""Dice at rest: the side nearest to their player shows, and with it the left one or the right one."""
_STEPS: Final = 12
ROLLING: Final = tuple(DiePose(math.tau * (step + 0.5) / _STEPS, 0.38, _ROLLING) for step in range(_STEPS))
"""The steps of a roll away from the player, once around."""
POSES: Final = (*LYING, *ROLLING)

_SIDES: Final = {1: (2, 3), 2: (1, 3), 3: (1, 2), 4: (1, 2), 5: (1, 3), 6: (2, 3)}
"""The values on the right side and on the lower side of a die by its top; opposite values add up to seven."""


class Face(NamedTuple):
    """A face that is seen: its value, and where its middle and its unit vectors appear."""

    value: int
    middle: tuple[float, float]
    right: tuple[float, float]
    down: tuple[float, float]

    def seen(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the face, whose sides are -1 to 1, appears."""
        return (
            self.middle[0] + x * self.right[0] + y * self.down[0],
            self.middle[1] + x * self.right[1] + y * self.down[1],
        )


@lru_cache(maxsize=128)
def faces(pose: DiePose, top: int) -> tuple[Face, ...]:
    """Return the faces that are seen of a die which, before it was turned, had ``top`` up."""
    return tuple(_seen(pose.matrix, top))


def _seen(matrix: Matrix, top: int) -> Iterator[Face]:
    right, front = _SIDES[top]
    values = {(2, 1): top, (0, 1): right, (1, 1): front}
    values |= {(axis, -1): 7 - value for (axis, _), value in values.items()}
    across = list(zip(*matrix, strict=True))  # where each axis points to
    for (axis, side), value in values.items():
        if side * across[axis][2] > _GRAZING:
            u, v = (across[other] for other in range(3) if other != axis)
            x, y, _ = across[axis]
            yield Face(value, (side * x, side * y), (u[0], u[1]), (v[0], v[1]))
