"""Movement: pictures that fly over the table for a moment. Nothing waits for them; the state below is drawn at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from kivy.clock import Clock

from kiosk.display.art import Look
from kiosk.display.atlas import Atlas
from kiosk.display.quads import fill_mesh, moving, new_mesh

FLIGHT: Final = 0.12
"""Seconds that a card is on its way (TABLE_UX.md)."""
LANDED: Final = 0.45
"""Seconds for which the owner's symbol stands on a landed card."""


class Pose(NamedTuple):
    """A picture at a moment of its flight: ``at`` seconds after its start; middle, turn (degrees), scale, opacity."""

    at: float
    x: float
    y: float
    turn: float = 0.0
    scale: float = 1.0
    alpha: float = 1.0


class Sprite:
    """A free picture on the canvas; at rest it costs nothing."""

    def __init__(self, look: Look, atlas: Atlas) -> None:
        self._spot = atlas.spot(look)
        self._pose: tuple[float, ...] = ()
        self.shape = new_mesh(self._spot.page)

    def pose(self, x: float, y: float, turn: float = 0.0, scale: float = 1.0, alpha: float = 1.0) -> None:
        """Put it there."""
        pose = (x, y, turn, scale, alpha)
        if pose != self._pose:
            self._pose = pose
            fill_mesh(self.shape, moving(self._spot, x, y, turn, scale, alpha))


class Flight(NamedTuple):
    """A sprite on its way through its poses, from ``start`` (Kivy's clock, seconds)."""

    sprite: Sprite
    poses: tuple[Pose, ...]
    start: float
    canvas: Any


class Flights:
    """All that moves. A frame loop runs only while something does."""

    def __init__(self, atlas: Atlas, time: Callable[[], float] = Clock.get_boottime) -> None:
        self._atlas = atlas
        self._time = time
        self._flights: list[Flight] = []
        self._loop = Clock.create_trigger(self._frame, 0, interval=True)

    @property
    def moving(self) -> bool:
        """Whether anything is on its way."""
        return bool(self._flights)

    def start(self, look: Look, poses: Sequence[Pose], canvas: Any) -> None:
        """Send a picture through its poses, on ``canvas``; it vanishes after the last one."""
        sprite = Sprite(look, self._atlas)
        flight = Flight(sprite, tuple(poses), self._time(), canvas)
        self._flights.append(flight)
        sprite.pose(*flight.poses[0][1:])
        canvas.add(sprite.shape)
        self._loop()

    def clear(self) -> None:
        """Nothing flies any more (the window was resized)."""
        for flight in self._flights:
            flight.canvas.remove(flight.sprite.shape)
        self._flights.clear()
        self._loop.cancel()

    def _frame(self, _seconds: float) -> None:
        now = self._time()
        going = []
        for flight in self._flights:
            passed = now - flight.start
            if passed >= flight.poses[-1].at:
                flight.canvas.remove(flight.sprite.shape)
            else:
                flight.sprite.pose(*pose_at(flight.poses, passed)[1:])
                going.append(flight)
        self._flights = going
        if not going:
            self._loop.cancel()


def pose_at(poses: Sequence[Pose], passed: float) -> Pose:
    """The pose between its neighbours in time, slowing down towards each."""
    for before, after in pairwise(poses):
        if passed < after.at:
            share = (passed - before.at) / (after.at - before.at)
            share = 1 - (1 - share) ** 2
            return Pose(passed, *(a + (b - a) * share for a, b in zip(before[1:], after[1:], strict=True)))
    return poses[-1]


def flight(start: Pose, end: Pose) -> list[Pose]:
    """From one pose to another, turning the short way."""
    turn = start.turn + (end.turn - start.turn + 180) % 360 - 180
    return [start._replace(at=0.0), end._replace(at=FLIGHT, turn=turn)]


def flight_back(start: Pose, end: Pose, sway: float) -> list[Pose]:
    """Home again, with a small shake: no."""
    poses = flight(start, end)
    home = poses[-1]
    shakes = [
        home._replace(at=home.at + 0.045 * step, x=home.x + sway * side) for step, side in enumerate((1, -1, 0.6, 0), 1)
    ]
    return [*poses, *shakes]


def landing(x: float, y: float, turn: float) -> list[Pose]:
    """The owner's symbol on a card that has just landed."""
    return [
        Pose(0.0, x, y, turn, 0.6, 0.0),
        Pose(FLIGHT, x, y, turn, 1.0, 1.0),
        Pose(FLIGHT + LANDED * 0.6, x, y, turn, 1.0, 1.0),
        Pose(FLIGHT + LANDED, x, y, turn, 1.15, 0.0),
    ]


def collecting(x: float, y: float) -> list[Pose]:
    """A finished pile is taken away: it rises and fades."""
    return [Pose(0.0, x, y), Pose(0.16, x, y, 0, 1.12, 1.0), Pose(0.42, x, y, 0, 1.3, 0.0)]
