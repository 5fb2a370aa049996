"""A piece that turns over on its way to the middle, such as a die: its steps, its ghosts. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from kiosk.display.games.motion import Spin
from kiosk.display.motion.effects import Flash, Fly
from kiosk.display.motion.flights import between
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import GLOW, SWISH
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import IVORY, WHITE, Rgba

_GHOSTS: Final = ((0.02, 0.62), (0.04, 0.42), (0.06, 0.24))
"""Seconds by which each ghost follows the piece, and its opacity."""
_FADES: Final = 0.12
"""Seconds in which the light around it is gone."""
_LIGHT: Final = ((2.0, 0.15),)
"""The light around it: its size in widths of the piece, and its share of white."""
_EASE: Final = 1.25
"""How it slows down on its way (``Pose``): little, as it clicks into its place."""
_NEARER: Final = 0.32
"""By how much a piece grows in the middle of its way, where it is nearest to the eye."""


def spinning(look: Look, poses: Sequence[Pose], spin: Spin) -> Fly:
    """Return a flight in which a piece turns over along its way; its last leg shows it as it will lie."""
    start, end = poses[0], poses[-1]._replace(ease=_EASE)
    legs = len(spin.looks) + 1
    along = math.degrees(math.atan2(end.y - start.y, end.x - start.x)) - 90  # steps turn over upwards
    cut = [between(start, end, end.at * leg / legs)._replace(ease=1.0) for leg in range(legs)]
    cut = [pose._replace(scale=pose.scale * (1 + _NEARER * _height(leg / legs))) for leg, pose in enumerate(cut)]
    turning = [pose._replace(turn=along, scale=pose.scale * spin.scale) for pose in cut]
    steps = (*spin.looks, spin.looks[-1])  # the second time for no time at all: there the piece takes its own size
    return Fly((*steps, look), (*turning, cut[-1], end._replace(ease=1.0)))


def _height(share: float) -> float:
    """Return how high it is above the table after this share of its time, at most 1: it leaves the table fast."""
    return math.sin(math.pi * share**0.6)


def ghosts(turning: Fly, tint: Rgba) -> Iterator[Fly]:
    """Yield what is seen of the piece where it was a moment ago, in the seat's light."""
    for late, alpha in _GHOSTS:
        poses = tuple(pose._replace(alpha=pose.alpha * alpha) for pose in turning.poses)
        yield turning._replace(poses=poses, start=late, tint=WHITE.mix(tint, 0.2))


def air(turning: Fly, width: float, tint: Rgba) -> Iterator[Flash]:
    """Yield the light around a piece of this width on its way, and the air that it whirls up."""
    start, end = turning.poses[0], turning.poses[-1]
    whole = [start._replace(scale=1.0), end._replace(turn=start.turn, scale=1.0, ease=_EASE)]
    fading = [pose._replace(alpha=alpha) for pose, alpha in zip((*whole, whole[-1]), (0.9, 0.7, 0.0), strict=True)]
    fading[-1] = fading[-1]._replace(at=end.at + _FADES)
    for size, white in _LIGHT:
        poses = tuple(pose._replace(scale=size * width / GLOW.size) for pose in fading)
        yield Flash(GLOW, poses, tint.mix(WHITE, white), low=True)
    yield Flash(SWISH, tuple(pose._replace(scale=1.55 * width / SWISH.size) for pose in fading), IVORY)
