"""A piece that was beaten to its pile: it bounces off on an arc, tilted and in its owner's light, and comes home."""

from __future__ import annotations

import math
from typing import Final

from kiosk.display.motion.effects import Effect, Fly
from kiosk.display.paint.art import Look
from kiosk.display.paint.light_art import rim_look
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import WHITE, Rgba
from kiosk.layout.table_layout import Place

_FLIES_S: Final = 0.16
_HANGS_S: Final = 0.36
HOME_S: Final = 0.58
"""Seconds after which it has flown up, begins to fall, and is home."""
_RESTS_S: Final = 0.12
"""For how long it lies at home until it is gone: until the tray shows it."""
_FLIES, _HANGS = 0.27, 0.36
"""The share of its way home on which it flies up, and at whose end it begins to fall."""
_TILT: Final = 13.0
_LARGER: Final = 1.08
_GHOST: Final = 0.3
"""How opaque the copy is that stays where it was dropped."""
_GHOST_S: Final = 0.62
"""Seconds after which that is gone."""


def bounce(dropped: tuple[float, float], home: Pose) -> list[Pose]:
    """Return the poses of the piece from where it was dropped until it lies at ``home``."""
    first = home._replace(at=0.0, x=dropped[0], y=dropped[1])
    dx, dy = home.x - first.x, home.y - first.y
    side = -1 if dx > 0 else 1  # it turns into its way
    arc = 0.12 * math.hypot(dx, dy) * side

    def on_its_way(at: float, share: float) -> Pose:
        return home._replace(
            at=at, x=first.x + share * dx, y=first.y + share * dy, turn=home.turn - side * _TILT, scale=_LARGER
        )

    falls = home._replace(at=HOME_S, bend=arc)
    return [
        first,
        on_its_way(_FLIES_S, _FLIES),
        on_its_way(_HANGS_S, _HANGS),
        falls,
        home._replace(at=HOME_S + _RESTS_S),
    ]


def bounce_light(poses: list[Pose], look: Look, pile: Place, tint: Rgba) -> list[Effect]:
    """Return the halo of a piece that bounces through ``poses``, and the faint copy of it where it was dropped."""
    scale = look.extent[0] / pile.w
    halo = [pose._replace(scale=scale * pose.scale) for pose in poses]
    halo[-2:] = [halo[-2]._replace(alpha=0.0)]
    stays = poses[0]._replace(alpha=_GHOST)
    ghost = stays, stays._replace(at=0.5 * _GHOST_S), stays._replace(at=_GHOST_S, alpha=0.0)
    return [
        Fly((rim_look(pile),), tuple(halo), tint=tint),
        Fly((look,), ghost, low=True, tint=WHITE.mix(tint, 0.2)),
    ]
