"""Points of a touch panel that are touched again and again by nobody: a drop of water, a crack, a bad cable. Pure.

Such a ghost takes a seat and frees it again all day, and the table never comes to rest. It is told by its place, and
masked where that is safe: only while its contacts stay within ``SAME_MM``, outside rounds, where nothing can be
pressed. The next start forgets it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from msgspec import Struct, field

from kiosk.display.input.joining import Point
from kiosk.display.input.panel_sink import PanelSink

SAME_MM: Final = 1.0
"""Contacts within this distance are at the same point: a finger that comes back is some millimetres off."""
OFTEN: Final = 10
"""The number of contacts from which on a point may be a ghost."""
OVER: Final = 45_000_000_000
"""The time in nanoseconds over which they have to be spread: a child that drums stops sooner."""
FORGOTTEN: Final = 300_000_000_000
"""A point that is not touched for this long is forgotten."""
POINTS: Final = 40
"""The number of points that are watched; the one touched longest ago makes room."""


class Ghost(Struct):
    """A point of the picture in pixels. ``count``: its contacts since the first; ``masked``: some were ignored."""

    point: Point
    first: int
    last: int
    count: int = 1
    masked: int = 0

    @property
    def is_one(self) -> bool:
        """True if nobody touches like this."""
        return self.count >= OFTEN and self.last - self.first >= OVER


class GhostFilter(Struct):
    """Passes contacts on to ``sink``, except those of ghosts.

    ``px_per_mm``: returns the picture's scale, 0 if it is unknown; ``is_safe``: whether a touch at this point may be
    ignored now: no round runs and nothing lies there that can be pressed.
    """

    sink: PanelSink
    px_per_mm: Callable[[], float]
    is_safe: Callable[[float, float], bool]
    _points: list[Ghost] = field(default_factory=list)
    _down: dict[int, tuple[Point, int]] = field(default_factory=dict)
    _masked: set[int] = field(default_factory=set)

    @property
    def ghosts(self) -> tuple[Ghost, ...]:
        """The ghosts that have been found, the one touched most often first."""
        return tuple(sorted((one for one in self._points if one.is_one), key=lambda one: -one.count))

    def down(self, contact: int, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Begin a contact, or ignore it."""
        ghost = self._at((x, y))
        if ghost is not None and ghost.is_one and self.is_safe(x, y):
            ghost.count, ghost.masked, ghost.last = ghost.count + 1, ghost.masked + 1, at
            self._masked.add(contact)
            return
        self._down[contact] = (x, y), at
        self.sink.down(contact, x, y, at, size_mm)

    def move(self, contact: int, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Move a contact; one that moves is no ghost's."""
        if contact in self._masked:
            return
        began = self._down.get(contact)
        if began is not None and not self._same(began[0], (x, y)):
            del self._down[contact]
        self.sink.move(contact, x, y, at, size_mm)

    def up(self, contact: int, x: float, y: float, at: int) -> None:
        """End a contact."""
        if contact in self._masked:
            self._masked.remove(contact)
            return
        began = self._down.pop(contact, None)
        if began is not None:
            self._note(*began)
        self.sink.up(contact, x, y, at)

    def cancel(self, contact: int, at: int) -> None:
        """End a contact that was lost."""
        if contact in self._masked:
            self._masked.remove(contact)
            return
        self._down.pop(contact, None)
        self.sink.cancel(contact, at)

    def _note(self, point: Point, at: int) -> None:
        """Count a contact that has stayed at its point."""
        self._points = [one for one in self._points if one.is_one or at - one.last < FORGOTTEN]
        ghost = self._at(point)
        if ghost is not None:
            ghost.count, ghost.last = ghost.count + 1, at
            return
        if len(self._points) == POINTS:
            self._points.remove(min(self._points, key=lambda one: (one.is_one, one.last)))
        self._points.append(Ghost(point, at, at))

    def _at(self, point: Point) -> Ghost | None:
        return next((one for one in self._points if self._same(one.point, point)), None)

    def _same(self, one: Point, other: Point) -> bool:
        scale = self.px_per_mm()
        return scale > 0 and math.dist(one, other) <= SAME_MM * scale
