"""A ghost hand that shows the next move of a lesson, again and again until it is made."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from kiosk.display.games.memory import Memory
from kiosk.display.games.motion import GameMotion
from kiosk.display.motion.effects import Fly
from kiosk.display.motion.player import Player, Playing
from kiosk.display.paint.art import Look
from kiosk.display.paint.hand_art import TIP, HandLook
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.shapes import Point
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Frame, Panel, Place
from kiosk.protocol import LessonView, SeatView

_FIRST: Final = 600_000_000
_AGAIN: Final = 2_200_000_000
"""Nanoseconds after which the hand comes, and comes again."""
_SIZE: Final = 1.05
"""The size of the hand, in card widths, at least ``_LEAST`` pixels."""
_LEAST: Final = 64
_SHOWN: Final = 0.92
"""Its opacity."""
_GHOST: Final = 0.88
"""The opacity of the piece that it takes along."""
_TAKES, _ARRIVES, _GOES = 0.45, 1.35, 0.45
"""Seconds after which it takes the piece, has brought it to its end, and has gone since then."""
_SLOWS: Final = 1.4
"""How it slows down on the last part of its way (``Pose.ease``)."""
_PASSES: Final = (0.14, 0.25)
"""How far from the tray's middle, in its widths, towards the controls of the name line the words end at the latest;
where a piece passes that would cross them.
"""


class Way(NamedTuple):
    """Where the finger goes, in the panel's coordinates; a tap has one point. ``turn``: of the hand, degrees."""

    points: tuple[Point, ...]
    turn: float = 0.0

    @property
    def is_tap(self) -> bool:
        """True if nothing is taken along."""
        return len(self.points) == 1

    def times(self) -> Iterator[tuple[float, Point]]:
        """Yield when it passes each point, in seconds; equally fast on the whole way."""
        legs = [math.dist(*leg) for leg in itertools.pairwise(self.points)]
        gone, whole = 0.0, sum(legs) or 1.0
        for leg, point in zip([0.0, *legs], self.points, strict=True):
            gone += leg
            yield _TAKES + gone / whole * (_ARRIVES - _TAKES), point

    def at(self, time: float) -> Point:
        """Return the point at this time."""
        times = [*self.times()]
        for (before, one), (after, other) in itertools.pairwise(times):
            if time < after:
                share = max(0.0, (time - before) / (after - before))
                return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
        return self.points[-1]


def past_words(panel: Panel, start: Point, end: Point) -> Way:
    """Return the way of a piece out of the tray: along the row, and where no words stand past the name line."""
    x = panel.runs * max(panel.runs * end[0], _PASSES[0] * panel.size[0])
    if x != end[0]:
        x = panel.runs * _PASSES[1] * panel.size[0]
    points = (start, (x, start[1]), (x, end[1]), end)
    return Way((start, *(point for before, point in itertools.pairwise(points) if point != before)))


class GhostHands:
    """The hands of all lessons. ``player``: shows them."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._due: dict[SeatNumber, tuple[LessonView, int]] = {}
        self._shown: dict[SeatNumber, tuple[int, Way, Panel]] = {}  # the last hand of each seat, and when it came
        self._played: dict[SeatNumber, list[Playing]] = {}

    def follow(
        self,
        views: Collection[SeatView],
        panels: Mapping[SeatNumber, Panel],
        practised: Mapping[SeatNumber, Place],
        motion: GameMotion,
        memory: Memory,
        now: int,
    ) -> None:
        """Show the hands that are due; none where a finger is busy already."""
        learning = {view.seat: view for view in views if view.lesson is not None and view.lesson.act}
        for seat in self._due.keys() - learning.keys():
            del self._due[seat]
            self._end(seat)
        for seat, view in learning.items():
            lesson, panel = view.lesson, panels.get(seat)
            if lesson is None or panel is None:
                continue
            shown, due = self._due.get(seat, (None, 0))
            if shown != lesson or view.held is not None:
                self._due[seat] = lesson, now + _FIRST
                self._end(seat)
            elif now >= due:
                self._due[seat] = lesson, now + _AGAIN
                source = motion.home(panel, lesson.source, memory[seat]) if lesson.source else None
                way = _way(lesson, view, panel, source, practised.get(seat), motion)
                if way is not None:
                    look = None if way.is_tap else motion.look(panel, lesson.source, lesson.piece or None)
                    self._show(seat, way, panel, look, now)

    def _show(self, seat: SeatNumber, way: Way, panel: Panel, look: Look | None, now: int) -> None:
        """Show a hand, and the piece that it takes along."""
        effects = [_hand(way, panel)]
        if look is not None:
            effects.insert(0, _piece(way, panel, look))
        self._shown[seat] = now, way, panel
        self._played[seat] = [playing for one in effects if (playing := self._player.play(one)) is not None]

    def _end(self, seat: SeatNumber) -> None:
        """Take a seat's hand away: what it shows has been done, or nobody learns there any more."""
        self._shown.pop(seat, None)
        for playing in self._played.pop(seat, ()):
            self._player.drop(playing)

    def fingers(self, now: int) -> Iterator[tuple[SeatNumber, float, float]]:
        """Yield the fingers of the hands that are seen now: whose lesson it is, and where it is in the window."""
        for seat, (began, way, panel) in self._shown.items():
            since = (now - began) / 1e9
            if 0 <= since < _ARRIVES + _GOES:
                yield seat, *panel.frame.to_window(*way.at(since))


def _way(
    lesson: LessonView,
    view: SeatView,
    panel: Panel,
    source: Place | None,
    centre: Place | None,
    motion: GameMotion,
) -> Way | None:
    """Return what the hand does; None if it is not known."""
    if lesson.act == "stop" and not view.screen_stop:
        return Way((panel.button_in_rim,), turn=180.0)
    tapped = panel.places.get("stop" if lesson.act == "stop" else motion.tapped.get(lesson.act, ""))
    if tapped is not None:
        return Way((tapped[:2],))
    end = centre if lesson.slot is None else panel.places.get(f"row {lesson.slot}")
    if source is None or end is None:
        return None
    return past_words(panel, source[:2], end[:2]) if lesson.slot is None else Way((source[:2], end[:2]))


def _piece(way: Way, panel: Panel, look: Look) -> Fly:
    """Return the piece that the hand takes along, as a ghost."""

    def at(time: float, point: Point, alpha: float, ease: float = 2.0) -> Pose:
        return Pose(time, *panel.frame.to_window(*point), panel.frame.rotation, 1.0, alpha, ease=ease)

    return Fly(
        (look,),
        (
            at(_TAKES - 0.05, way.points[0], 0.0),
            *(at(time, point, _GHOST, ease) for time, point, ease in _eased(way)),
            at(_ARRIVES + 0.35, way.points[-1], _GHOST),
            at(_ARRIVES + 0.55, way.points[-1], 0.0),
        ),
    )


def _eased(way: Way) -> Iterator[tuple[float, Point, float]]:
    """Yield the points of a way with their times, and how the leg to each slows down: only the last one does."""
    times = [*way.times()]
    for number, (time, point) in enumerate(times, 1):
        yield time, point, _SLOWS if number == len(times) else 1.0


def _size(card: float) -> int:
    """Return the size of the hand beside cards of this width."""
    return max(_LEAST, round(_SIZE * card))


def _pose(time: float, tip: Frame, size: int, scale: float, alpha: float, ease: float = 2.0) -> Pose:
    """Return the pose of a hand whose finger ends at ``tip``."""
    middle = tip.to_window(-TIP[0] * scale * size / 2, -TIP[1] * scale * size / 2)
    return Pose(time, *middle, tip.rotation, scale, alpha, ease=ease)


def tapping(tip: Frame, card: float) -> Fly:
    """Return a hand that comes, taps twice at ``tip`` in the window, and vanishes; ``card``: a card's width."""
    beats = [(0.0, 1.25, 0.0), (0.25, 1.15, _SHOWN), (0.5, 0.95, _SHOWN), (0.8, 1.15, _SHOWN)]
    beats += [(1.05, 0.95, _SHOWN), (1.35, 1.15, _SHOWN), (1.6, 1.25, 0.0)]
    size = _size(card)
    return Fly((HandLook(size),), tuple(_pose(time, tip, size, scale, alpha) for time, scale, alpha in beats))


def _hand(way: Way, panel: Panel) -> Fly:
    """Return the hand on its way: it comes, presses, goes along, lets go and vanishes."""
    turn, size = panel.frame.rotation + way.turn, _size(panel.card)

    def at(time: float, point: Point, scale: float, alpha: float, ease: float = 2.0) -> Pose:
        return _pose(time, Frame(*panel.frame.to_window(*point), turn), size, scale, alpha, ease)

    start, end = way.points[0], way.points[-1]
    if way.is_tap:
        return tapping(Frame(*panel.frame.to_window(*start), turn), panel.card)
    return Fly(
        (HandLook(size),),
        (
            at(0.0, start, 1.25, 0.0),
            at(0.25, start, 1.0, _SHOWN),
            *(at(time, point, 0.95, _SHOWN, ease) for time, point, ease in _eased(way)),
            at(_ARRIVES + 0.2, end, 1.1, _SHOWN),
            at(_ARRIVES + _GOES, end, 1.25, 0.0),
        ),
    )
