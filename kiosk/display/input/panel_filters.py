"""What a touch panel's contacts go through: points that nobody touches are masked, cut strokes joined. Pure."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from msgspec import Struct, field


class PanelSink(Protocol):
    """A receiver of contacts: window pixels, y upwards; CLOCK_MONOTONIC in ns; millimetres (None: unknown)."""

    def down(self, contact: int, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Begin a contact."""

    def move(self, contact: int, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Move a contact, or change its size."""

    def up(self, contact: int, x: float, y: float, at: int) -> None:
        """End a contact that has lifted."""

    def cancel(self, contact: int, at: int) -> None:
        """End a contact that was lost; it has no effect."""


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


GAP: Final = 25_000_000
"""The longest cut, in nanoseconds: between fingers, 40 ms and more pass."""
WAIT: Final = 30_000_000
"""How long a lift is held back: a cut, and the delay of its landing's report."""
NEAR: Final = 0.03
"""How far a landing may be from the lift, or from where the finger would be by its speed, as a share of each side of
the panel. Such panels report a place only every 10 to 20 ms, so a speed alone tells too little.
"""
SEEN: Final = 3
"""The number of cuts among the latest lifts from which on a panel is one that cuts."""
LATELY: Final = 60
"""The number of latest lifts that are looked at."""
SPEED_OVER: Final = 40_000_000
"""A finger's speed is measured over this time before its lift, in nanoseconds."""

Point = tuple[float, float]


class _JoinedContact(Struct):
    """A contact on the glass: the number under which it is passed on, and its latest points."""

    known_as: int
    trail: deque[tuple[int, Point]]

    def add(self, at: int, point: Point) -> None:
        self.trail.append((at, point))
        while len(self.trail) > 2 and at - self.trail[1][0] > SPEED_OVER:
            self.trail.popleft()

    def expected(self, at: int) -> Point:
        """Return where it would be by its speed."""
        (since, (x, y)), (until, (last_x, last_y)) = self.trail[0], self.trail[-1]
        if until == since:
            return last_x, last_y
        on = (at - until) / (until - since)
        return last_x + (last_x - x) * on, last_y + (last_y - y) * on


class _Lift(Struct):
    stroke: _JoinedContact
    at: int
    point: Point
    held: bool
    """True: not passed on yet."""


class Joiner:
    """Passes contacts on to ``sink``, and joins those that the panel has cut.

    ``size``: returns the picture's size in pixels; ``carries``: whether a contact carries a piece that follows it;
    ``is_idle``: whether a landing of that contact's finger at this point does nothing.
    """

    def __init__(
        self,
        sink: PanelSink,
        size: Callable[[], tuple[int, int]],
        carries: Callable[[int], bool],
        is_idle: Callable[[int, float, float], bool],
    ) -> None:
        self._sink = sink
        self._size = size
        self._carries = carries
        self._is_idle = is_idle
        self._strokes: dict[int, _JoinedContact] = {}
        self._lifts: list[_Lift] = []
        self._cut_lately: deque[bool] = deque(maxlen=LATELY)
        self.cuts = 0
        """The number of cuts that were seen."""
        self.joined = 0
        """The number of those after which the contact went on."""

    @property
    def expects_cuts(self) -> bool:
        """True if this panel has been seen to cut."""
        return sum(self._cut_lately) >= SEEN

    @property
    def pending(self) -> int | None:
        """The stamp of the oldest lift that is held back; None: there is none."""
        return min((lift.at for lift in self._lifts if lift.held), default=None)

    def down(self, contact: int, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Begin a contact, or go on with one that was cut."""
        self.release(at)
        cut = self._cut_at((x, y), at)
        if cut is None:
            self._begin(contact, contact, (x, y), at)
            self._sink.down(contact, x, y, at, size_mm)
            return
        self._lifts.remove(cut)
        self.cuts += 1
        self._cut_lately[-1] = True
        known_as = cut.stroke.known_as
        if cut.held and self._is_idle(known_as, x, y):
            self.joined += 1
            self._strokes[contact] = cut.stroke
            cut.stroke.add(at, (x, y))
            self._sink.move(known_as, x, y, at, size_mm)
            return
        if cut.held:
            self._pass_on(cut)
        self._begin(contact, contact, (x, y), at)
        self._sink.down(contact, x, y, at, size_mm)

    def move(self, contact: int, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Move a contact, or change its size."""
        self.release(at)
        stroke = self._strokes.get(contact)
        if stroke is not None:
            stroke.add(at, (x, y))
            self._sink.move(stroke.known_as, x, y, at, size_mm)

    def up(self, contact: int, x: float, y: float, at: int) -> None:
        """End a contact, at once or a moment later."""
        self.release(at)
        stroke = self._strokes.pop(contact, None)
        if stroke is None:
            return
        stroke.add(at, (x, y))
        self._cut_lately.append(False)
        held = self.expects_cuts and self._carries(stroke.known_as)
        self._lifts.append(_Lift(stroke, at, (x, y), held))
        if not held:
            self._sink.up(stroke.known_as, x, y, at)

    def cancel(self, contact: int, at: int) -> None:
        """End a contact that was lost."""
        stroke = self._strokes.pop(contact, None)
        if stroke is not None:
            self._sink.cancel(stroke.known_as, at)

    def release(self, now: int) -> None:
        """Pass on the lifts to which no landing can belong any more."""
        for lift in [lift for lift in self._lifts if now - lift.at > WAIT]:
            self._lifts.remove(lift)
            if lift.held:
                self._pass_on(lift)

    def _begin(self, contact: int, known_as: int, point: Point, at: int) -> None:
        self._strokes[contact] = _JoinedContact(known_as, deque([(at, point)]))

    def _pass_on(self, lift: _Lift) -> None:
        self._sink.up(lift.stroke.known_as, *lift.point, lift.at)

    def _cut_at(self, point: Point, at: int) -> _Lift | None:
        """Return the lift that a landing belongs to, the nearest of several; None: it is another finger."""
        near = [(self._off(lift, point, at), lift) for lift in self._lifts if at - lift.at <= GAP]
        fits = [(off, lift) for off, lift in near if off <= NEAR]
        return min(fits, key=lambda pair: pair[0])[1] if fits else None

    def _off(self, lift: _Lift, point: Point, at: int) -> float:
        """Return how far a landing is from the lift, or from where that finger would be by now."""
        return min(self._share(lift.point, point), self._share(lift.stroke.expected(at), point))

    def _share(self, one: Point, other: Point) -> float:
        width, height = self._size()
        return max(abs(one[0] - other[0]) / width, abs(one[1] - other[1]) / height)
