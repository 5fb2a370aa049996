"""The turntable comes to the middle and turns to one edge after another."""

from __future__ import annotations

from typing import Final

from kiosk.display.games.times import COMES_S
from kiosk.display.motion.effects import Effect, Fly
from kiosk.display.paint.art import Look
from kiosk.display.paint.motions import Pose, short_way
from kiosk.display.paint.theme import WHITE, Rgba
from kiosk.layout.counting import TURN_S
from kiosk.layout.place import Place

_EARLY: Final = 0.15
"""Seconds by which a turn begins before the picture below shows the next edge."""
_TURNS: Final = 0.8
"""Seconds that a turn takes."""
_LATE: Final = 0.2
"""Seconds for which it stays over the picture below."""
_CHANGES: Final = 0.3
"""Seconds in which another look fades in."""


def coming(look: Look, place: Place, turn: float) -> Effect:
    """Return the turntable as it comes; it lies there after ``COMES_S``."""
    far = Pose(0.0, place.x, place.y, turn - 40, 0.4, 0.0)
    here = Pose(COMES_S, place.x, place.y, turn)
    return Fly((look,), (far, here, here._replace(at=COMES_S + _LATE)))


def changing(look: Look, place: Place, turn: float, at: float, scale: float = 1.0, tint: Rgba = WHITE) -> Effect:
    """Return the turntable as it changes to this look, until ``at`` seconds."""
    here = Pose(0.0, place.x, place.y, turn, scale, 0.0)
    lit = here._replace(at=_CHANGES, alpha=1.0)
    return Fly((look,), (here, lit, lit._replace(at=_CHANGES + _LATE)), at - _CHANGES, tint=tint)


def turning(
    looks: tuple[Look, Look], place: Place, edges: tuple[float, ...], times: tuple[float, float, float]
) -> list[Effect]:
    """Return the turns of the turntable from edge to edge.

    ``times``: since when it lies there, when its look changes to the second one, and until when it turns, in seconds.
    """
    first, second = looks
    rests, changes, until = times
    if len(edges) == 1:
        return []
    starts = [rests + number * TURN_S for number in range(1, int((until - rests) / TURN_S) + 1)]
    return [
        _turn(first if at < changes else second, place, edges, number, at) for number, at in enumerate(starts, start=1)
    ]


def _turn(look: Look, place: Place, edges: tuple[float, ...], number: int, at: float) -> Effect:
    """Return the turn of this number, from 1."""
    before, after = edges[(number - 1) % len(edges)], edges[number % len(edges)]
    here = Pose(0.0, place.x, place.y, before)
    short = short_way(before, after)
    there = here._replace(at=_EARLY + _TURNS, turn=short, ease=2.4)
    return Fly(
        (look,), (here, here._replace(at=_EARLY), there, there._replace(at=_EARLY + _TURNS + _LATE)), at - _EARLY
    )
