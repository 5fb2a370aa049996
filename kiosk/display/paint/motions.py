"""The poses and particles that the GPU moves, as plain values. Lengths are pixels of the window, y upwards."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.display.paint.theme import WHITE, Rgba


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
    end; ``flutter``: radians a second by which a piece of paper turns over.
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
