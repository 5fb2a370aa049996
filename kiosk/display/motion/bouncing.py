"""A piece that was beaten to its pile bounces off, hangs in the air where it covers nothing, and falls home."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from kiosk.display.motion.effects import Effect, Fly
from kiosk.display.motion.race import BoltGround, Point, inward, side
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import rim_look
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import WHITE, Rgba
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Panel

_FLIES_S: Final = 0.16
_HANGS_S: Final = 0.36
HOME_S: Final = 0.58
"""Seconds after which it has flown up, begins to fall, and is home."""
_RESTS_S: Final = 0.12
"""For how long it lies at home until it is gone: until the tray shows it."""
_SHARES_HOME: Final = (0.27, 0.15, 0.4, 0.55)
_ASIDES: Final = (0.0, 0.7, -0.7, 1.4, -1.4, 2.1, -2.1)
"""Where a piece may hang in the air: shares of its way home, and how far beside it, in its own widths; best first."""
_SINKS: Final = 0.12
"""How far it sinks while it hangs, as a share of what is left of its way."""
_TILT: Final = 13.0
_LARGER: Final = 1.08
_GHOST: Final = 0.3
"""How opaque the copy is that stays where it was dropped."""
_GHOST_S: Final = 0.62
"""Seconds after which that is gone."""


def dropped(ground: BoltGround, panel: Panel, home: Point) -> Point:
    """Return where the seat has dropped its piece: before the pile, on the side of its home, beside the bolt."""
    (x, y), (right, up) = side(ground, panel), inward(panel)
    far = 0.45 * ground.cell.h
    aside = math.copysign(0.85 * ground.cell.w, (home[1] - y) * right - (home[0] - x) * up)
    return x - far * right - aside * up, y - far * up + aside * right


def hanging(ground: BoltGround, dropped: Point, home: Pose, size: Point, read: Sequence[Place]) -> Point:
    """Return where a beaten piece of this size hangs for a moment.

    It covers as little as possible of the numerals and of what its player reads (``read``: places in the window).
    """
    dx, dy = home.x - dropped[0], home.y - dropped[1]
    far = max(math.hypot(dx, dy), 1.0)
    places = [
        Place(
            dropped[0] + share * dx - aside * size[0] * dy / far,
            dropped[1] + share * dy + aside * size[0] * dx / far,
            *size,
        )
        for aside in _ASIDES
        for share in _SHARES_HOME
    ]
    covered = (ground.cell, *ground.taken, *read)
    best = min(places, key=lambda place: sum(_common(place, other) for other in covered))
    return best.x, best.y


def _common(one: Place, other: Place) -> float:
    """Return the area that both cover."""
    wide = (one.w + other.w) / 2 - abs(one.x - other.x)
    high = (one.h + other.h) / 2 - abs(one.y - other.y)
    return min(wide, one.w, other.w) * min(high, one.h, other.h) if wide > 0 and high > 0 else 0.0


def bounce(dropped: Point, hangs: Point, home: Pose) -> list[Pose]:
    """Return the poses of the piece from where it was dropped, by way of where it hangs, until it lies at ``home``."""
    first = home._replace(at=0.0, x=dropped[0], y=dropped[1])
    side = -1 if home.x > first.x else 1  # it turns into its way
    up = home._replace(at=_FLIES_S, x=hangs[0], y=hangs[1], turn=home.turn - side * _TILT, scale=_LARGER)
    dx, dy = home.x - up.x, home.y - up.y
    sinks = up._replace(at=_HANGS_S, x=up.x + _SINKS * dx, y=up.y + _SINKS * dy)
    falls = home._replace(at=HOME_S, bend=0.12 * math.hypot(dx, dy) * side)
    return [first, up, sinks, falls, home._replace(at=HOME_S + _RESTS_S)]


def bounce_light(poses: list[Pose], look: Look, wide: float, pile: Place, tint: Rgba, tray: Place) -> list[Effect]:
    """Return the halo of a piece that bounces through ``poses``, and the faint copy of it where it was dropped.

    There is no copy over the ``tray``, which tells the margin then. ``wide``: the piece's width, without its shadow.
    """
    halo = [pose._replace(scale=wide / pile.w * pose.scale) for pose in poses]
    halo[-2:] = [halo[-2]._replace(alpha=0.0)]
    stays = poses[0]._replace(alpha=_GHOST)
    ghost = stays, stays._replace(at=0.5 * _GHOST_S), stays._replace(at=_GHOST_S, alpha=0.0)
    light: list[Effect] = [Fly((rim_look(pile),), tuple(halo), tint=tint)]
    if not tray.overlaps(Place(stays.x, stays.y, pile.w, pile.h)):
        light.append(Fly((look,), ghost, low=True, tint=WHITE.mix(tint, 0.2)))
    return light
