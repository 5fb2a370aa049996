"""A piece that turns over on its way to the middle, such as a die: its steps, its ghosts. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from kiosk.display.games.motion import Spin
from kiosk.display.motion.effects import Flash, Fly
from kiosk.display.motion.flights import between
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import GLOW, SWISH
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import IVORY, WHITE, Rgba
from kiosk.layout.table_layout import Place

_GHOSTS: Final = ((0.02, 0.62), (0.04, 0.42), (0.06, 0.24))
"""Seconds by which each ghost follows the piece, and its opacity."""
_FADES: Final = 0.12
"""Seconds in which the light around it is gone."""


def spinning(look: Look, poses: Sequence[Pose], spin: Spin) -> Fly:
    """Return a flight in which a piece turns over along its way; its last leg shows it as it will lie."""
    start, end = poses[0], poses[-1]
    legs = len(spin.looks) + 1
    along = math.degrees(math.atan2(end.y - start.y, end.x - start.x)) - 90  # steps turn over upwards
    cut = [between(start, end, end.at * leg / legs)._replace(ease=1.0) for leg in range(legs)]
    turning = [pose._replace(turn=along, scale=pose.scale * spin.scale) for pose in cut]
    steps = (*spin.looks, spin.looks[-1])  # the second time for no time at all: there the piece takes its own size
    return Fly((*steps, look), (*turning, cut[-1], end._replace(ease=1.0)), low=True)


def ghosts(turning: Fly, tint: Rgba) -> Iterator[Fly]:
    """Yield what is seen of the piece where it was a moment ago, in the seat's light."""
    for late, alpha in _GHOSTS:
        poses = tuple(pose._replace(alpha=pose.alpha * alpha) for pose in turning.poses)
        yield turning._replace(poses=poses, start=late, tint=WHITE.mix(tint, 0.35))


def air(turning: Fly, width: float, tint: Rgba) -> Iterator[Flash]:
    """Yield the light around a piece of this width on its way, and the air that it whirls up."""
    start, end = turning.poses[0], turning.poses[-1]
    whole = [start._replace(scale=1.0), end._replace(turn=start.turn, scale=1.0, ease=2.0)]
    fading = [pose._replace(alpha=alpha) for pose, alpha in zip((*whole, whole[-1]), (0.9, 0.7, 0.0), strict=True)]
    fading[-1] = fading[-1]._replace(at=end.at + _FADES)
    yield Flash(GLOW, tuple(pose._replace(scale=1.3 * width / GLOW.size) for pose in fading), tint, low=True)
    yield Flash(SWISH, tuple(pose._replace(scale=1.25 * width / SWISH.size) for pose in fading), IVORY, low=True)


def within(turning: Fly, panel: Place) -> Iterator[Fly]:
    """Yield the part of the flight over the seat's own panel, above what lies there."""
    inside = tuple(takewhile(lambda pose: panel.holds(pose.x, pose.y), turning.poses[:-2]))
    if len(inside) > 1:
        yield turning._replace(poses=inside, low=False)
