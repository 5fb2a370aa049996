"""Strokes that a touch panel cuts: a lift in mid-stroke, and a landing at the same place a moment later. Pure.

Infrared frames do so: of one recorded panel, 20 of 32 contacts were cut for 12 to 15 ms. A carried card would go home,
and the finger would have no effect for the rest of its way. No finger lifts and lands again within 25 ms.

A panel that has been seen to cut has its lifts held back for ``WAIT``, and a landing near enough goes on with the
contact that has lifted. Joined is only what cannot mean anything else: after a contact that carried a piece, at a place
where a landing does nothing. A lift that was no cut keeps its own stamp.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from kiosk.display.input.panel_sink import PanelSink

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


class _Stroke(Struct):
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
    stroke: _Stroke
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
        self._strokes: dict[int, _Stroke] = {}
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
        self._strokes[contact] = _Stroke(known_as, deque([(at, point)]))

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
