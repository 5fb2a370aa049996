"""What hands do at a running kiosk, written down as a script that ``kiosk drive`` plays again with the same stamps."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from kiosk.protocol import SeenDeed, SeenEdge, SeenHands, Stroke, Strokes
from kiosk.protocol.display import LONGEST_TOUCH_S
from kiosk.testing.places import place_of, point_words

_TAP_PX: Final = 8.0
"""A touch that stays within this distance of its beginning is written as a tap."""
_STRAIGHT_PX: Final = 0.75
"""Points of a touch that lie closer than this to the straight way between their neighbours are left out."""

MISSING: Final = "# what hands did here is missing: there was too much of it at once"


class CapturedAct(NamedTuple):
    """An act of the script, and when it began: nanoseconds of CLOCK_MONOTONIC."""

    at: int
    act: str


@dataclass(slots=True)
class Capture:
    """A script that grows. ``began``: its beginning, nanoseconds of CLOCK_MONOTONIC; what was before is left out.

    ``acts``, ``strokes``: the numbers of the next act and touch to ask for.
    """

    began: int
    acts: int = 0
    strokes: int = 0
    _lines: list[CapturedAct] = field(default_factory=list)
    _pressed: dict[tuple[int, str], int] = field(default_factory=dict)
    _since: dict[type, int] = field(default_factory=dict)

    def take_hands(self, seen: SeenHands) -> None:
        """Take what hands did at buttons and boards."""
        if self._is_new(SeenHands, seen.since):  # the table has been started again
            self.acts = 0
            self._pressed.clear()
            return
        self._note_gap(seen.acts[0].number if seen.acts else seen.following, self.acts)
        self.acts = seen.following
        for act in seen.acts:
            match act:
                case SeenEdge():
                    self._edge(act)
                case SeenDeed():
                    words = (act.deed.do, str(act.deed.seat), *act.deed.words)
                    self._add(act.at, f"dice-board {shlex.join(words)}")

    def take_strokes(self, seen: Strokes) -> None:
        """Take touches."""
        if self._is_new(Strokes, seen.since):  # the display has been started again
            self.strokes = 0
            return
        self._note_gap(seen.strokes[0].number if seen.strokes else seen.following, self.strokes)
        self.strokes = seen.following
        for stroke in seen.strokes:
            self._add(stroke.points[0][2], _touch(stroke, seen.size))

    def lines(self, until: int | None = None) -> list[str]:
        """Return, and forget, the lines of what began before ``until`` (CLOCK_MONOTONIC); None: of everything.

        What is under way at ``until`` has to have ended: no touch lasts longer than ``LONGEST_TOUCH_S``. A button that
        is held for longer, a stuck one, is written as if it had been released now: nothing waits for it.
        """
        for seat, button in [contact for contact, at in self._pressed.items() if until is not None and at < until]:
            self._release(seat, button, until or 0)
        limit = math.inf if until is None else until
        ready = sorted((line for line in self._lines if line.at < limit), key=lambda line: line.at)
        self._lines = [line for line in self._lines if line.at >= limit]
        return [f"{time_words(line.at - self.began)} {line.act}" if line.act != MISSING else MISSING for line in ready]

    def end(self, at: int) -> list[str]:
        """Return all lines that are left; buttons that are held count as released at this time."""
        for seat, button in list(self._pressed):
            self._release(seat, button, at)
        return self.lines()

    def _is_new(self, kind: type, since: int) -> bool:
        """Return whether answers of this kind come from another process than the one before."""
        known = self._since.setdefault(kind, since)
        self._since[kind] = since
        return known != since

    def _edge(self, edge: SeenEdge) -> None:
        contact = edge.seat, edge.button
        if edge.pressed:
            if edge.at >= self.began:
                self._pressed[contact] = edge.at
            return
        self._release(*contact, edge.at)

    def _release(self, seat: int, button: str, at: int) -> None:
        pressed = self._pressed.pop((seat, button), None)
        if pressed is not None:
            self._add(pressed, f"press {seat} {button} hold {time_words(max(1, at - pressed))}")

    def _note_gap(self, first: int, awaited: int) -> None:
        if awaited and first > awaited:
            self._lines.append(CapturedAct(max((line.at for line in self._lines), default=self.began), MISSING))

    def _add(self, at: int, act: str) -> None:
        if at >= self.began:
            self._lines.append(CapturedAct(at, act))


def time_words(nanoseconds: int) -> str:
    """Return a time as scripts write it, exactly."""
    seconds, rest = divmod(nanoseconds, 10**9)
    if seconds:
        return f"{seconds}.{rest:09d}".rstrip("0").rstrip(".") + "s"
    milliseconds, rest = divmod(rest, 10**6)
    return f"{milliseconds}.{rest:06d}".rstrip("0").rstrip(".") + "ms"


def _touch(stroke: Stroke, size: tuple[int, int]) -> str:
    """Return a touch in words: the names of what lies under its ends in the centre, points in between."""
    (x, y, began), (*_, ended) = stroke.points[0], stroke.points[-1]
    first = point_words(x, y, size) if stroke.first is None else place_of(stroke.first)
    lasts = min(max(1, ended - began), LONGEST_TOUCH_S * 10**9)
    if all(math.hypot(to_x - x, to_y - y) < _TAP_PX for to_x, to_y, _ in stroke.points):
        return f"touch {stroke.seat or 1} {shlex.quote(f'{first}+{time_words(lasts)}')}"
    words = [shlex.quote(first)]
    way = list(_corners([(x, y, at - began) for x, y, at in stroke.points if at - began <= lasts]))
    for x, y, after in way[1:-1]:
        words.append(f"{point_words(x, y, size)}+{time_words(after)}")
    x, y, _ = way[-1]
    last = stroke.last
    place = place_of(last) if last is not None and last.seat is None else point_words(x, y, size)
    words.append(shlex.quote(f"{place}+{time_words(lasts)}"))
    return f"touch {stroke.seat or 1} {' '.join(words)}"


_Point = tuple[float, float, int]


def _corners(way: Sequence[_Point]) -> Iterator[_Point]:
    """Yield the points of a way that are needed to go it again: those between them lie on straight lines, in time."""
    kept = 0
    yield way[0]
    for place in range(2, len(way)):
        if any(_off(way[kept], way[place], point) > _STRAIGHT_PX for point in way[kept + 1 : place]):
            kept = place - 1
            if way[kept][2] > 0:
                yield way[kept]
    yield way[-1]


def _off(start: _Point, end: _Point, point: _Point) -> float:
    """Return how far a point lies from where a finger would be then that goes straight from start to end."""
    part = (point[2] - start[2]) / max(1, end[2] - start[2])
    return math.hypot(
        start[0] + (end[0] - start[0]) * part - point[0], start[1] + (end[1] - start[1]) * part - point[1]
    )
