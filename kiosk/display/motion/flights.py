"""Pictures that fly over the table for a moment. Nothing waits for them: the state below is drawn at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from random import Random
from typing import Final, NamedTuple

from kivy.clock import Clock

from kiosk.display.paint.art import Look
from kiosk.display.paint.atlas import Atlas, Spot
from kiosk.display.paint.mesh import Drawn, Sky
from kiosk.display.paint.vertices import flying

FLIGHT: Final = 0.12
"""The duration of a card's flight in seconds (kiosk/display/README.md)."""
LANDED: Final = 0.45
"""Seconds for which the owner's symbol is shown on a landed card."""
_HOPS: Final = (0.06, 0.08, 0.09, 0.1, 0.11)
"""The durations in seconds of a rolling die's hops, the last hop first; earlier ones take as long as the longest."""
_REST: Final = 0.05
"""Seconds for which a die at rest is still shown in flight, until its panel has drawn it."""


class Pose(NamedTuple):
    """A key frame of a flight: ``at`` seconds after its start; middle, rotation (degrees), scale, opacity."""

    at: float
    x: float
    y: float
    turn: float = 0.0
    scale: float = 1.0
    alpha: float = 1.0


class Flight:
    """A picture that moves through its poses, from ``start`` on (seconds); of several, the next one for each leg."""

    def __init__(self, spots: Sequence[Spot], poses: Sequence[Pose], start: float) -> None:
        self.poses = tuple(poses)
        self.start = start
        self._spots = tuple(islice(cycle(spots), len(self.poses)))
        self._next = 0
        self.follow(start)

    def follow(self, now: float) -> bool:
        """Advance to the leg between two poses at ``now``; False if the flight has ended."""
        while now >= self.start + self.poses[self._next].at:
            self._next += 1
            if self._next == len(self.poses):
                return False
        before, after = self.poses[self._next - 1 : self._next + 1]
        self.until = self.start + after.at
        time = (self.start + before.at, after.at - before.at, before.alpha, after.alpha)
        self.spot = self._spots[self._next - 1]
        self.drawn = Drawn(self.spot.page, flying(self.spot, before[1:5], after[1:5], time))
        return True


class Flights:
    """All pictures in flight. The frame loop runs only while there are any."""

    def __init__(self, atlas: Atlas, sky: Sky, time: Callable[[], float] = Clock.get_boottime) -> None:
        self._atlas = atlas
        self._sky = sky
        self._time = time
        self._began = 0.0  # start of the current series; the GPU counts from here, as its floats cannot hold days
        self._flights: list[Flight] = []
        self._until = 0.0  # the time at which the next of them reaches a pose, 0 to update all of them at once
        self._soon = Clock.create_trigger(self._frame, -1)
        self._loop = Clock.create_trigger(self._frame, 0, interval=True)

    @property
    def moving(self) -> bool:
        """True if anything is on its way."""
        return bool(self._flights)

    def start(self, looks: Sequence[Look], poses: Sequence[Pose]) -> None:
        """Send a picture through its poses; it vanishes after the last one.

        Of several ``looks``, each leg from pose to pose shows the next one. Poses before 0 are skipped.
        """
        if not self._flights:
            self._began = self._time()
        self._flights.append(Flight([*map(self._atlas.spot, looks)], poses, self._time() - self._began))
        self._until = 0.0
        self._soon()  # shown in this very frame
        self._loop()

    def clear(self) -> None:
        """Drop all flights (the window was resized)."""
        self._flights.clear()
        self._until = 0.0
        self._frame(0)

    def _frame(self, _seconds: float) -> None:
        """Update on the GPU only flights that have reached a pose: between poses it interpolates itself."""
        now = self._time() - self._began
        if now >= self._until:
            self._flights = [flight for flight in self._flights if now < flight.until or flight.follow(now)]
            self._until = min((flight.until for flight in self._flights), default=0.0)
            self._sky.show([flight.drawn for flight in self._flights])
        self._sky.tell(now)
        if not self._flights:
            self._loop.cancel()


def flight(start: Pose, end: Pose) -> list[Pose]:
    """Return the poses of a flight from one pose to another, rotating the short way."""
    turn = start.turn + (end.turn - start.turn + 180) % 360 - 180
    return [start._replace(at=0.0), end._replace(at=FLIGHT, turn=turn)]


def flight_back(start: Pose, end: Pose, sway: float) -> list[Pose]:
    """Return the poses of a flight home that ends with a small shake, which means no."""
    poses = flight(start, end)
    home = poses[-1]
    shakes = [
        home._replace(at=home.at + 0.045 * step, x=home.x + sway * side) for step, side in enumerate((1, -1, 0.6, 0), 1)
    ]
    return [*poses, *shakes]


def landing(x: float, y: float, turn: float) -> list[Pose]:
    """Return the poses of the owner's symbol on a card that has just landed."""
    return [
        Pose(0.0, x, y, turn, 0.6, 0.0),
        Pose(FLIGHT, x, y, turn, 1.0, 1.0),
        Pose(FLIGHT + LANDED * 0.6, x, y, turn, 1.0, 1.0),
        Pose(FLIGHT + LANDED, x, y, turn, 1.15, 0.0),
    ]


def collecting(x: float, y: float) -> list[Pose]:
    """Return the poses of a finished pile that is taken away: it rises and fades."""
    return [Pose(0.0, x, y), Pose(0.16, x, y, 0, 1.12, 1.0), Pose(0.42, x, y, 0, 1.3, 0.0)]


def tumbling(home: Pose, seconds: float, sway: float, draw: Random) -> list[Pose]:
    """Return the poses of a die that comes to rest at ``home`` after ``seconds``: smaller and smaller random hops.

    They are computed backwards from the end, so a display that sees only the end of a roll shows the same one.
    """
    poses = [home._replace(at=seconds + _REST), home._replace(at=seconds)]
    while poses[-1].at > 0:
        hop = len(poses) - 2
        reach = sway * min(1.0, (hop + 1) / len(_HOPS))
        poses.append(
            Pose(
                poses[-1].at - _HOPS[min(hop, len(_HOPS) - 1)],
                home.x + reach * draw.uniform(-1, 1),
                home.y + reach * draw.uniform(-1, 1),
                poses[-1].turn + draw.uniform(50, 140) * draw.choice((-1, 1)),
                1.0 + 0.16 * min(1.0, (hop + 1) / len(_HOPS)),
            )
        )
    return poses[::-1]
