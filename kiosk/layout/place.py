"""Places and rotated frames, in pixels with y upwards (Kivy's way)."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple


class Place(NamedTuple):
    """A rectangle by its centre and its size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def left(self) -> float:
        """Its left side."""
        return self.x - self.w / 2

    @property
    def right(self) -> float:
        """Its right side."""
        return self.x + self.w / 2

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.y - self.h / 2

    @property
    def top(self) -> float:
        """Its upper side."""
        return self.y + self.h / 2

    def holds(self, x: float, y: float) -> bool:
        """Return whether the point lies in it."""
        return abs(x - self.x) <= self.w / 2 and abs(y - self.y) <= self.h / 2

    def distance(self, x: float, y: float) -> float:
        """Return the distance of a point from it, 0 inside."""
        return math.hypot(max(0.0, abs(x - self.x) - self.w / 2), max(0.0, abs(y - self.y) - self.h / 2))

    def overlaps(self, other: Place) -> bool:
        """Return whether they overlap by more than a shared edge."""
        across = (self.w + other.w) / 2 - abs(self.x - other.x)
        return across > 1e-6 and (self.h + other.h) / 2 - abs(self.y - other.y) > 1e-6

    def inset(self, margin: float) -> Place:
        """Return the rectangle, smaller by ``margin`` on every side."""
        return Place(self.x, self.y, max(0.0, self.w - 2 * margin), max(0.0, self.h - 2 * margin))


def box(left: float, bottom: float, right: float, top: float) -> Place:
    """Return the rectangle between four sides."""
    return Place((left + right) / 2, (bottom + top) / 2, right - left, top - bottom)


def around_all(places: Collection[Place]) -> Place:
    """Return the rectangle around all places."""
    return box(
        min(place.left for place in places),
        min(place.bottom for place in places),
        max(place.right for place in places),
        max(place.top for place in places),
    )


class Frame(NamedTuple):
    """A rotated coordinate system: its origin in the window, and its rotation in degrees counter-clockwise."""

    x: float = 0.0
    y: float = 0.0
    rotation: float = 0.0

    @property
    def turned(self) -> tuple[float, float]:
        """Its direction along x, in the window: cosine and sine of the rotation."""
        return _turn(self.rotation)

    def to_window(self, x: float, y: float) -> tuple[float, float]:
        """Return a local point in window coordinates."""
        cos, sin = _turn(self.rotation)
        return self.x + x * cos - y * sin, self.y + x * sin + y * cos


@lru_cache(maxsize=64)
def _turn(rotation: float) -> tuple[float, float]:
    if rotation % 90 == 0:  # exact, so that rotated pictures lie on whole pixels
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(rotation // 90) % 4]
    return math.cos(math.radians(rotation)), math.sin(math.radians(rotation))
