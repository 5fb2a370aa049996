"""Fingers that scripts move over the screen, frame by frame, as real ones would."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from kiosk.display.input.window_input import TouchSink

Point = tuple[float, float]

CONTACT: Final = "script"
"""The beginning of the names of their contacts."""


class _Stroke(NamedTuple):
    """The way of a finger; ``lifted`` is called when it has left the screen."""

    contact: str
    points: Sequence[Point]
    began: int
    ends: int
    lifted: Callable[[], None]

    def at(self, now: int) -> Point:
        """Return where the finger is: it goes from point to point in the same time."""
        done = (now - self.began) / max(1, self.ends - self.began) * (len(self.points) - 1)
        leg = min(int(done), len(self.points) - 2) if len(self.points) > 1 else 0
        (x, y), (to_x, to_y) = self.points[leg], self.points[min(leg + 1, len(self.points) - 1)]
        part = min(1.0, done - leg)
        return x + (to_x - x) * part, y + (to_y - y) * part


class ScriptedFingers:
    """The fingers that are on the screen now; ``sink`` gets their contacts."""

    def __init__(self, sink: TouchSink) -> None:
        self._sink = sink
        self._strokes: list[_Stroke] = []
        self._count = 0

    @property
    def are_down(self) -> bool:
        """True if a finger is on the screen."""
        return bool(self._strokes)

    def touch(
        self, points: Sequence[Point], nanoseconds: int, now: int, lifted: Callable[[], None] = lambda: None
    ) -> None:
        """Touch at the first point, go to the others in that time, and lift; window pixels with y upwards."""
        self._count += 1
        stroke = _Stroke(f"{CONTACT} {self._count}", points, now, now + nanoseconds, lifted)
        self._strokes.append(stroke)
        self._sink.down(stroke.contact, *points[0], now)

    def frame(self, now: int) -> None:
        """Move the fingers to where they are now; lift those whose time is over."""
        if not self._strokes:
            return
        under_way, self._strokes = self._strokes, [stroke for stroke in self._strokes if now < stroke.ends]
        for stroke in under_way:
            if now < stroke.ends:
                self._sink.move(stroke.contact, *stroke.at(now), now)
            else:
                self._sink.move(stroke.contact, *stroke.points[-1], stroke.ends)
                self._sink.up(stroke.contact, *stroke.points[-1], stroke.ends)
                stroke.lifted()
