"""Pieces on their way home: a beaten one bounces off its pile and hangs in the air, a refused one bears a cross."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from kiosk.display.motion.effects import Effect, Fly
from kiosk.display.motion.race import BoltGround, Point, inward, side
from kiosk.display.paint.art import Look, SignLook
from kiosk.display.paint.brass_art import JudgedLook
from kiosk.display.paint.light_art import rim_look
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import IVORY, WHITE, Rgba
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


_THROWN: Final = (0.6, 0.1)
"""How far before its tray a refused piece that was tapped turns back, in its heights, and after how many seconds."""
_LEANS: Final = 12.0
"""Degrees by which it leans there."""
_CROSS: Final = 0.42
"""The size of the cross on a refused piece, in its widths."""
_CROSS_S: Final = (0.7, 0.9)
"""Seconds after which the cross begins to fade, and is gone."""
_ARROW: Final = (0.85, 0.62)
"""Where on its way an arrow points home, as a share of it, and its size, in widths of the piece."""
_ARROW_S: Final = (0.12, 0.2)
"""Seconds after which it begins to fade, and is gone: the piece is there."""
_SHORTEST: Final = 1.2
"""The shortest way that has an arrow, in widths of the piece."""


def thrown(home: Pose, place: Place, panel: Panel) -> Pose:
    """Return where a refused piece that was only tapped turns back: before its tray. ``place``: its own, in that."""
    (right, up), far = inward(panel), panel.size[1] / 2 - place.y + _THROWN[0] * place.h
    return home._replace(at=_THROWN[1], x=home.x + far * right, y=home.y + far * up, turn=home.turn - _LEANS)


def refused(poses: Sequence[Pose], place: Place, cell: Place, tint: Rgba) -> tuple[list[Fly], Fly]:
    """Return what tells that a piece is refused: below it its light, and an arrow home if it is far; on it a cross.

    ``place``: the piece's own in its panel, whose size it has; ``cell``: that of a piece in the centre.
    """
    home = poses[-1]
    start = max(poses, key=lambda pose: math.dist(pose[1:3], home[1:3]))
    rides = [_at_corner(pose, place) for pose in poses]
    rides += [rides[-1]._replace(at=_CROSS_S[0]), rides[-1]._replace(at=_CROSS_S[1], alpha=0.0)]
    halo = Fly(
        (rim_look(cell),), tuple(pose._replace(scale=place.w / cell.w * pose.scale) for pose in poses), tint=tint
    )
    cross = Fly((JudgedLook(round(_CROSS * place.w)),), tuple(rides))
    dx, dy = home.x - start.x, home.y - start.y
    if math.hypot(dx, dy) < _SHORTEST * place.w:
        return [halo], cross
    turn, share = math.degrees(math.atan2(dy, dx)) - 90, _ARROW[0]
    points = Pose(start.at, start.x + share * dx, start.y + share * dy, turn)
    stays = points, points._replace(at=start.at + _ARROW_S[0]), points._replace(at=start.at + _ARROW_S[1], alpha=0.0)
    return [Fly((SignLook("icon arrow", round(_ARROW[1] * place.w)),), stays, tint=IVORY), halo], cross


def _at_corner(pose: Pose, place: Place) -> Pose:
    """Return the pose of a cross at the upper right corner of a piece."""
    turn = math.radians(pose.turn)
    right, up = 0.4 * place.w * pose.scale, 0.42 * place.h * pose.scale
    x = pose.x + right * math.cos(turn) - up * math.sin(turn)
    y = pose.y + right * math.sin(turn) + up * math.cos(turn)
    return pose._replace(x=x, y=y)
