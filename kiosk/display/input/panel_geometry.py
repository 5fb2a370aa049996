"""Mapping from a touch panel's point to the picture's: axis ranges, calibration, rotation. Pure."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""a b c d e f: x' = ax + by + c, y' = dx + ey + f, from 0 to 1 along each side (as LIBINPUT_CALIBRATION_MATRIX)."""

UNCHANGED: Final[Matrix] = (1, 0, 0, 0, 1, 0)

ROTATIONS: Final[dict[int, Matrix]] = {
    0: UNCHANGED,
    90: (0, -1, 1, 1, 0, 0),
    180: (-1, 0, 1, 0, -1, 1),
    270: (0, 1, 0, -1, 0, 1),
}
"""The matrix that undoes each rotation of the panel (degrees, clockwise against the picture)."""


class Axis(NamedTuple):
    """Lowest and highest value of an axis and its units per millimetre (0: not reported by the panel)."""

    low: int
    high: int
    resolution: int

    @property
    def length_mm(self) -> float:
        """Its length as the panel claims it. ZeroDivisionError if it reports no resolution."""
        return (self.high - self.low) / self.resolution


class Geometry(Struct, frozen=True):
    """A panel's axes and their mapping to the picture: first ``matrix`` (calibration), then ``rotation``."""

    x: Axis
    y: Axis
    rotation: int = 0
    matrix: Matrix = UNCHANGED

    def place(self, x: int, y: int) -> tuple[float, float]:
        """Return the point from the picture's left and upper edge, clamped to 0..1: a finger on the rim counts."""
        point = _share(x, self.x), _share(y, self.y)
        for matrix in (self.matrix, ROTATIONS[self.rotation]):
            point = _apply(matrix, *point)
        return _on_glass(point[0]), _on_glass(point[1])


def _share(value: int, axis: Axis) -> float:
    return (value - axis.low) / (axis.high - axis.low)


def _apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + b * y + c, d * x + e * y + f


def _on_glass(share: float) -> float:
    return min(max(share, 0.0), 1.0)
