"""Pictures that fly over the table for a moment. Nothing waits for them: the state below is drawn at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, cycle, islice, pairwise
from typing import Any, Final

from kivy.clock import Clock

from kiosk.display.games.motion import Spin
from kiosk.display.motion.effects import Flash, Fly
from kiosk.display.motion.landing import FLIGHT
from kiosk.display.paint.art import Look
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.light_art import GLOW, SWISH
from kiosk.display.paint.mesh import Drawn, Sheet, Sky
from kiosk.display.paint.motions import Pose, short_way
from kiosk.display.paint.spot import Spot
from kiosk.display.paint.theme import IVORY, WHITE, Rgba
from kiosk.display.paint.vertices import flying
from kiosk.layout.place import Place


class Flight:
    """A picture that moves through its poses, from ``start`` on (seconds); of several, the next one for each leg.

    ``now``: when it is made, in the same seconds; what has passed then is not drawn.
    """

    def __init__(
        self, spots: Sequence[Spot], poses: Sequence[Pose], start: float, now: float, tint: Rgba = WHITE
    ) -> None:
        self.poses = tuple(poses)
        self.start = start
        self.tint = tint
        self.spots = tuple(islice(cycle(spots), len(self.poses)))
        """What each leg shows, which is kept on its page."""
        self.until = start + self.poses[-1].at
        """When it ends."""
        self.drawn = [
            Drawn(spot.page, flying(spot, before, after, start, tint))
            for spot, (before, after) in zip(self.spots, pairwise(self.poses), strict=False)
            if before.at < after.at and now < start + after.at
        ]
        """Its legs from pose to pose, of which the GPU shows the one that it is on."""

    def pose(self, now: float) -> Pose:
        """Return where it is at ``now``, as the GPU draws it; its first or last pose before and after its flight."""
        ran = now - self.start
        if ran <= self.poses[0].at:
            return self.poses[0]
        for before, after in pairwise(self.poses):
            if ran < after.at:
                return between(before, after, ran)
        return self.poses[-1]


def between(before: Pose, after: Pose, ran: float) -> Pose:
    """Return the pose on the leg between two poses, ``ran`` seconds after the start of their flight."""
    left = (1 - (ran - before.at) / (after.at - before.at)) ** after.ease
    values = (b + (a - b) * left for a, b in zip(before[1:7], after[1:7], strict=True))
    x, y, *others = values
    dx, dy = after.x - before.x, after.y - before.y
    aside = after.bend * 4 * left * (1 - left) / max(math.hypot(dx, dy), 1e-3)
    return Pose(ran, x - dy * aside, y + dx * aside, *others)


_BUNCH: Final = 12
"""The number of flights that are sent to the GPU together: when one is added, all others that fly need not be."""


class _Bunch:
    """Flights that were begun one after the other, and where they are drawn."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.flights: list[Flight] = []
        self.is_sent = False
        """False if one was added or dropped since they were sent to the GPU; what has ended is seen no more anyway."""
        self.until = 0.0
        """When the next of them ends."""

    def follow(self, now: float) -> None:
        """Forget those that have ended, and send the others if they are to be."""
        self.flights = [flight for flight in self.flights if now < flight.until]
        self.until = min([flight.until for flight in self.flights], default=0.0)
        if not self.is_sent:
            self.sheet.show([leg for flight in self.flights for leg in flight.drawn])
            self.is_sent = True


class Flights:
    """All pictures in flight. The frame loop runs only while there are any."""

    def __init__(self, atlas: Atlas, sky: Sky, time: Callable[[], float] = Clock.get_boottime) -> None:
        self._atlas = atlas
        self._sky = sky
        self.canvas: Any = sky.canvas
        self._time = time
        self._began = 0.0  # start of the current series; the GPU counts from here, as its floats cannot hold days
        self._bunches: list[_Bunch] = []
        self._soon = Clock.create_trigger(self._frame, -1)
        self._loop = Clock.create_trigger(self._frame, 0, interval=True)

    @property
    def moving(self) -> bool:
        """True if anything is on its way."""
        return bool(self._bunches)

    def __iter__(self) -> Iterator[Flight]:
        return chain.from_iterable(bunch.flights for bunch in self._bunches)

    def start(self, looks: Sequence[Look], poses: Sequence[Pose], after: float = 0.0, tint: Rgba = WHITE) -> Flight:
        """Send a picture through its poses ``after`` so many seconds; it vanishes after the last one.

        Of several ``looks``, each leg from pose to pose shows the next one. Poses in the past are skipped.
        """
        if not self._bunches:
            self._began = self._time()
        now = self._time() - self._began
        flight = Flight([*map(self._atlas.shown, looks)], poses, now + after, now, tint)
        if not self._bunches or len(self._bunches[-1].flights) >= _BUNCH:
            self._bunches.append(_Bunch(self._sky.bunch()))
        self._bunches[-1].flights.append(flight)
        self._bunches[-1].is_sent = False
        self._soon()  # shown in this very frame
        self._loop()
        return flight

    def drop(self, flight: Flight) -> None:
        """End this flight, if it is one of these."""
        for bunch in self._bunches:
            if flight in bunch.flights:
                bunch.flights.remove(flight)
                bunch.is_sent = False
                self._soon()

    def now(self, flight: Flight) -> Pose:
        """Return the pose of a flight at this moment."""
        return flight.pose(self._time() - self._began)

    def clear(self) -> None:
        """Drop all flights (the window was resized)."""
        for bunch in self._bunches:
            bunch.flights.clear()
            bunch.is_sent = False
        self._frame(0)

    def _frame(self, _seconds: float) -> None:
        """Tell the GPU the time: it finds the pose of each flight, so only what begins is sent."""
        now = self._time() - self._began
        for bunch in self._bunches:
            if now >= bunch.until or not bunch.is_sent:
                bunch.follow(now)
                if not bunch.flights:
                    self._sky.drop(bunch.sheet)
        self._bunches = [bunch for bunch in self._bunches if bunch.flights]
        self._sky.tell(now)
        if not self._bunches:
            self._loop.cancel()


_SETTLES: Final = 0.02
"""Seconds before the end of its flight from which a piece lies in its place."""


class Aloft:
    """Pieces that turn over on their way to the middle (``flights``), by where they will lie."""

    def __init__(self, flies: Callable[[Flight], bool], pose: Callable[[Flight], Pose]) -> None:
        self._flies, self._pose = flies, pose
        self.flights: dict[Place, Flight] = {}

    @property
    def cells(self) -> frozenset[Place]:
        """Where none of them lies yet."""
        self.flights = {cell: flight for cell, flight in self.flights.items() if self._left(flight) > 0}
        return frozenset(self.flights)

    @property
    def lands_s(self) -> float:
        """Seconds until the next of them lies there; 0: there is none."""
        return min(map(self._left, self.flights.values()), default=0.0)

    def _left(self, flight: Flight) -> float:
        return flight.poses[-1].at - _SETTLES - self._pose(flight).at if self._flies(flight) else 0.0


def flight(start: Pose, end: Pose) -> list[Pose]:
    """Return the poses of a flight from one pose to another, rotating the short way."""
    turn = short_way(start.turn, end.turn)
    return [start._replace(at=0.0), end._replace(at=FLIGHT, turn=turn)]


_BOWS: Final = (0.0, -0.15, 0.15, -0.3, 0.3, -0.45, 0.45)
"""By how much the way of a piece that flies above all else may be curved to the left, as shares of its length."""
_LOOKED_AT: Final = 8
"""The number of points of such a way that are looked at."""


def bowed(way: Sequence[Pose], size: float, taken: Collection[Place]) -> list[Pose]:
    """Return the way of a piece ``size`` pixels wide, curved so that it covers as little of what is taken as can be."""
    start, end = way

    def covered(bow: float) -> int:
        bent = end._replace(bend=bow * math.hypot(end.x - start.x, end.y - start.y))
        at = (between(start, bent, end.at * step / _LOOKED_AT) for step in range(_LOOKED_AT))
        return sum(one.overlaps(Place(pose.x, pose.y, size, size)) for pose in at for one in taken)

    bow = min(_BOWS, key=covered)
    return [start, end._replace(bend=bow * math.hypot(end.x - start.x, end.y - start.y))]


_GHOSTS: Final = ((0.02, 0.62), (0.04, 0.42), (0.06, 0.24))
"""Seconds by which each ghost follows the piece, and its opacity."""
_FADES: Final = 0.12
"""Seconds in which the light around it is gone."""
_LIGHT: Final = ((3.2, 0.1),)
"""The light around it: its size in widths of the piece, and its share of white."""
_EASE: Final = 1.25
"""How it slows down on its way (``Pose``): little, as it clicks into its place."""


def spinning(look: Look, poses: Sequence[Pose], spin: Spin) -> Fly:
    """Return a flight in which a piece turns over along its way; its last leg shows it as it will lie."""
    start, end = poses[0], poses[-1]._replace(ease=_EASE)
    legs = len(spin.looks) + 1
    along = math.degrees(math.atan2(end.y - start.y, end.x - start.x)) - 90  # steps turn over upwards
    cut = [between(start, end, end.at * leg / legs)._replace(ease=1.0) for leg in range(legs)]
    turning = [pose._replace(turn=along, scale=pose.scale * spin.scale) for pose in cut]
    steps = (*spin.looks, spin.looks[-1])  # the second time for no time at all: there the piece takes its own size
    return Fly((*steps, look), (*turning, cut[-1], end._replace(ease=1.0, bend=0.0)))


def ghosts(turning: Fly, tint: Rgba) -> Iterator[Fly]:
    """Yield what is seen of the piece where it was a moment ago, in the seat's light."""
    for late, alpha in _GHOSTS:
        poses = tuple(pose._replace(alpha=pose.alpha * alpha) for pose in turning.poses)
        yield turning._replace(poses=poses, start=late, tint=WHITE.mix(tint, 0.2))


def air(turning: Fly, width: float, tint: Rgba, bend: float = 0.0) -> Iterator[Flash]:
    """Yield the light around a piece of this width on its way, and the air that it whirls up; ``bend``: of the way."""
    start, end = turning.poses[0], turning.poses[-1]._replace(bend=bend)
    whole = [start._replace(scale=1.0), end._replace(turn=start.turn, scale=1.0, ease=_EASE)]
    fading = [pose._replace(alpha=alpha) for pose, alpha in zip((*whole, whole[-1]), (0.9, 0.7, 0.0), strict=True)]
    fading[-1] = fading[-1]._replace(at=end.at + _FADES, bend=0.0)
    for size, white in _LIGHT:
        poses = tuple(pose._replace(scale=size * width / GLOW.size) for pose in fading)
        yield Flash(GLOW, poses, tint.mix(WHITE, white), low=True)
    yield Flash(SWISH, tuple(pose._replace(scale=1.55 * width / SWISH.size) for pose in fading), IVORY)
