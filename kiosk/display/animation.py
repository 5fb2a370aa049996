"""Movement: pictures that fly over the table for a moment. Nothing waits for them; the state below is drawn at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from kivy.clock import Clock

from kiosk.display.art import Look
from kiosk.display.atlas import Atlas, Spot
from kiosk.display.quads import moving
from kiosk.display.sheet import Drawn, Sheet

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


class Flight:
    """A picture on its way through its poses over a sheet, from ``start`` (Kivy's clock, seconds)."""

    def __init__(self, spot: Spot, poses: Sequence[Pose], start: float, sheet: Sheet) -> None:
        self.poses = tuple(poses)
        self.start = start
        self.sheet = sheet
        self._spot = spot
        self._pose = self.poses[0]
        self.drawn = Drawn(spot.page, moving(spot, *self._pose[1:]))

    def move(self, passed: float) -> bool:
        """Be where it is so many seconds after its start; False if it has ended."""
        if passed >= self.poses[-1].at:
            return False
        pose = pose_at(self.poses, passed)
        if pose is not self._pose:
            self._pose = pose
            self.drawn = Drawn(self._spot.page, moving(self._spot, *pose[1:]))
        return True


class Flights:
    """All that moves by itself. A frame loop runs only while something does."""

    def __init__(self, atlas: Atlas, time: Callable[[], float] = Clock.get_boottime) -> None:
        self._atlas = atlas
        self._time = time
        self._flights: list[Flight] = []
        self._loop = Clock.create_trigger(self._frame, 0, interval=True)

    @property
    def moving(self) -> bool:
        """Whether anything is on its way."""
        return bool(self._flights)

    def start(self, look: Look, poses: Sequence[Pose], sheet: Sheet) -> None:
        """Send a picture through its poses, over ``sheet``; it vanishes after the last one."""
        self._flights.append(Flight(self._atlas.spot(look), poses, self._time(), sheet))
        self._show({sheet})
        self._loop()

    def clear(self) -> None:
        """Nothing flies any more (the window was resized)."""
        sheets = {flight.sheet for flight in self._flights}
        self._flights.clear()
        self._show(sheets)
        self._loop.cancel()

    def _frame(self, _seconds: float) -> None:
        now = self._time()
        sheets = {flight.sheet for flight in self._flights}
        self._flights = [flight for flight in self._flights if flight.move(now - flight.start)]
        self._show(sheets)
        if not self._flights:
            self._loop.cancel()

    def _show(self, sheets: set[Sheet]) -> None:
        for sheet in sheets:
            sheet.show(flight.drawn for flight in self._flights if flight.sheet is sheet)


def pose_at(poses: Sequence[Pose], passed: float) -> Pose:
    """The pose between its neighbours in time, slowing down towards each."""
    for before, after in pairwise(poses):
        if passed < after.at:
            return before if before[1:] == after[1:] else _between(before, after, passed)
    return poses[-1]


def _between(before: Pose, after: Pose, passed: float) -> Pose:
    """For every moving picture in every frame, so no loop over its parts."""
    left = ((after.at - passed) / (after.at - before.at)) ** 2
    _, x, y, turn, scale, alpha = after
    _, from_x, from_y, from_turn, from_scale, from_alpha = before
    return Pose(
        passed,
        x + (from_x - x) * left,
        y + (from_y - y) * left,
        turn + (from_turn - turn) * left,
        scale + (from_scale - scale) * left,
        alpha + (from_alpha - alpha) * left,
    )


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
