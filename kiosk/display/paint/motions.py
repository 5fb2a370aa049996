"""The poses and particles that the GPU moves, as plain values. Lengths are pixels of the window, y upwards."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.display.paint.art import Look
from kiosk.display.paint.shapes import Point
from kiosk.display.paint.theme import WHITE, Rgba


def within_half(turn: float) -> float:
    """Return the same rotation between -180 and 180 degrees."""
    return (turn + 180) % 360 - 180


def short_way(start: float, end: float) -> float:
    """Return the rotation ``end``, reached from ``start`` by at most half a turn (degrees)."""
    return start + within_half(end - start)


class Pose(NamedTuple):
    """A key frame of a flight: ``at`` seconds after its start; middle, rotation (degrees), scale, opacity.

    ``flip``: the share of the picture's width that is seen: 1 to 0 and back to 1 turns it over. ``bend``, ``ease``: of
    the leg that ends here: the pixels by which its middle is curved to the left, and how it slows down: 1 not at all,
    2 evenly.
    """

    at: float
    x: float
    y: float
    turn: float = 0.0
    scale: float = 1.0
    alpha: float = 1.0
    flip: float = 1.0
    bend: float = 0.0
    ease: float = 2.0


class Particle(NamedTuple):
    """A particle of a burst: it starts at x, y after ``delay`` seconds and is gone after ``life`` more.

    ``vx``, ``vy``: pixels a second; ``size``: its height in pixels; ``turn``, ``spin``: degrees, degrees a second;
    ``drag``: how fast it slows down (1/s); ``fade``: the exponent of its fading, a large one keeps it bright until its
    end; ``flutter``: radians a second by which a piece of paper turns over; ``long``: its length, in lengths of its
    picture at this height.
    """

    x: float
    y: float
    vx: float
    vy: float
    size: float
    tint: Rgba = WHITE
    delay: float = 0.0
    life: float = 0.6
    turn: float = 0.0
    spin: float = 0.0
    drag: float = 0.0
    fade: float = 2.0
    flutter: float = 0.0
    long: float = 1.0


class Lane(NamedTuple):
    """A way across the table: along a curve with four control points, then from the last of them straight on.

    ``share``: the part of its time that the curve takes, between 0 and 1.
    """

    curve: tuple[Point, Point, Point, Point]
    end: Point
    share: float


class LaneRunner(NamedTuple):
    """A picture that runs along a lane, again and again: it grows, turns upright, and fades at both ends.

    ``start``: the second in which it leaves, once every ``period`` seconds, before that too; ``lasts``: seconds on its
    way, less than ``period``; ``turns``, ``scales``: degrees and scale at its start and its end; ``heads``: it points
    along its way, and ``turns`` is left out.
    """

    look: Look
    lane: Lane
    start: float
    lasts: float
    period: float
    turns: tuple[float, float] = (0.0, 0.0)
    scales: tuple[float, float] = (1.0, 1.0)
    tint: Rgba = WHITE
    heads: bool = False
