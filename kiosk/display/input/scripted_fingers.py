"""Fingers that scripts move over the screen, frame by frame, as real ones would."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from kiosk.display.input.window_input import TouchSink

Point: TypeAlias = tuple[float, float]

CONTACT: Final = "script"
"""The beginning of the names of their contacts."""


class Waypoint(NamedTuple):
    """Where a finger is, in window pixels with y upwards, and when: nanoseconds from the beginning of its touch."""

    x: float
    y: float
    after: int


class _Stroke(Struct):
    """The way of a finger; ``lifted`` is called when it has left the screen, at the last point of its way."""

    contact: str
    way: Sequence[Waypoint]
    began: int
    lifted: Callable[[], None]
    passed: int = 1
    """The number of points that it has passed."""

    def moves(self, now: int) -> Iterator[tuple[float, float, int]]:
        """Yield where the finger has been since the last call, each with its time: at its points, and now."""
        after = now - self.began
        while self.passed < len(self.way) and self.way[self.passed].after <= after:
            x, y, at = self.way[self.passed]
            yield x, y, self.began + at
            self.passed += 1
        if self.passed < len(self.way):
            start, end = self.way[self.passed - 1], self.way[self.passed]
            part = (after - start.after) / (end.after - start.after)
            if part > 0:
                yield start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part, now

    @property
    def ends(self) -> int:
        """The time at which it lifts."""
        return self.began + self.way[-1].after


class ScriptedFingers:
    """The fingers that are on the screen now, or will be; ``sink`` gets their contacts."""

    def __init__(self, sink: TouchSink) -> None:
        self._sink = sink
        self._waiting: list[_Stroke] = []
        self._strokes: list[_Stroke] = []
        self._count = 0

    @property
    def are_down(self) -> bool:
        """True if a finger is on the screen."""
        return bool(self._strokes)

    def touch(self, way: Sequence[Waypoint], began: int, now: int, lifted: Callable[[], None] = lambda: None) -> None:
        """Touch at the first point of this way at the time ``began``, go to the others, and lift at the last one.

        It is stamped with these times; if ``began`` is later than ``now``, it waits for the next frame after that.
        """
        self._count += 1
        self._waiting.append(_Stroke(f"{CONTACT} {self._count}", way, began, lifted))
        self._begin(now)

    def frame(self, now: int) -> None:
        """Move the fingers to where they are now; lift those whose time is over."""
        self._begin(now)
        if not self._strokes:
            return
        under_way, self._strokes = self._strokes, [stroke for stroke in self._strokes if now < stroke.ends]
        for stroke in under_way:
            for x, y, at in stroke.moves(now):
                self._sink.move(stroke.contact, x, y, at)
            if now >= stroke.ends:
                last = stroke.way[-1]
                self._sink.up(stroke.contact, last.x, last.y, stroke.ends)
                stroke.lifted()

    def _begin(self, now: int) -> None:
        if not self._waiting:
            return
        due = [stroke for stroke in self._waiting if stroke.began <= now]
        self._waiting = [stroke for stroke in self._waiting if stroke.began > now]
        for stroke in due:
            self._strokes.append(stroke)
            self._sink.down(stroke.contact, stroke.way[0].x, stroke.way[0].y, stroke.began)
