"""The yardstick: a fixed piece of pure Python whose CPU time tells how fast a computer draws.

Drawing is Python here: NamedTuples, look-ups in dicts, attributes, numbers, short texts. Budgets of a frame are
multiples of this piece's time, so that figures from different machines and days compare. **Never change ``_piece``**:
every figure that was ever told would lose its measure.
"""

from __future__ import annotations

import gc
import math
import statistics
import time
from typing import Final, NamedTuple

SEATS, SLOTS = 12, 6
ANSWER: Final = 479_000
"""What the piece has always worked out."""
RUNS: Final = 41
"""Runs of which the median is told: about 20 ms on a PC, 0.1 s on a Raspberry Pi 4."""


class _Place(NamedTuple):
    x: float
    y: float
    angle: float


class _Mark:
    __slots__ = ("look", "place", "text")

    def __init__(self, look: tuple[str, int, int], place: _Place, text: str) -> None:
        self.look = look
        self.place = place
        self.text = text


def _piece() -> int:
    """Lay out the marks of twelve trays, find each one's picture, and add up where the corners come to lie."""
    spots = {("card", colour, value): (colour * 58, value * 87, 58, 87) for colour in range(4) for value in range(11)}
    vertices: list[float] = []
    texts: dict[str, int] = {}
    for seat in range(SEATS):
        angle = seat * math.tau / SEATS
        turned = (math.cos(angle), math.sin(angle))
        marks = []
        for slot in range(SLOTS):
            look = ("card", (seat + slot) % 4, (seat * slot) % 11)
            place = _Place(960 + slot * 64.0, 90 + seat * 2.5, angle)._replace(y=540.0 + slot)
            marks.append(_Mark(look, place, f"{seat + 1}: {look[2]}"))
        for mark in sorted(marks, key=lambda one: (one.look[1], one.place.x)):
            left, low, width, height = spots[mark.look]
            texts[mark.text] = texts.get(mark.text, 0) + len(mark.text)
            for across, up in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)):
                x, y = across * width, up * height
                vertices += (
                    mark.place.x + x * turned[0] - y * turned[1],
                    mark.place.y + x * turned[1] + y * turned[0],
                    (left + (across + 0.5) * width) / 1024,
                    (low + (up + 0.5) * height) / 1024,
                )
    return round(sum(vertices)) + len(texts)


def yardstick() -> float:
    """Return the CPU time of one run of the piece on this thread, in seconds.

    The garbage collector rests meanwhile: what others left would be counted here, and missed there.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        began = time.thread_time_ns()
        answer = _piece()
        spent = time.thread_time_ns() - began
    finally:
        if collecting:
            gc.enable()
    if answer != ANSWER:  # a piece that does something else is no measure
        raise AssertionError(f"the yardstick has come to {answer} and not to {ANSWER}")
    return spent / 1e9


def unit(runs: int = RUNS) -> float:
    """Return the yardstick of this machine in seconds: the median of some runs, after one that warms up."""
    yardstick()
    return statistics.median(yardstick() for _ in range(runs))
