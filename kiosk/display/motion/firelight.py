"""The felt by the light of fireworks: it darkens, is warm before the winners' trays, and a sun turns behind the medals.

They are particles that do not move, below the paper, which is drawn after them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from kiosk.display.motion.effects import Burst, Effect, Flash
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.sun_art import SUN, SUN_IN_THE_DARK
from kiosk.display.paint.theme import BLACK, WHITE, Rgba, rgb, seat_color
from kiosk.layout.table_layout import Layout, Panel

_GONE: Final = 0.4
"""Seconds in which all of it goes out."""
_FADE: Final = 14.0
"""The exponent of that: it stays bright until its end."""
_SUN: Final = 1.4
"""The diameter of the sun, in units of the felt's shorter side."""
_SPIN: Final = 34.0
_TURN: Final = 10.0
"""The degrees a second by which the sun and the rays at the winner's edge turn."""
_SHINE: Final = 1.3
"""The diameter of the rays from the winner's edge, in units of the window's shorter side."""
_WARM: Final = ((1.6, 0.72), (0.75, 0.35))
"""The warm lights there: the diameter of each in the same units, and its opacity."""
_BEFORE: Final = 0.35
"""How far they lie from the tray, in units of the felt's shorter side."""
_BROWN: Final = rgb("ac5002")
_NIGHT: Final = 0.6
"""How far the felt darkens."""
_GOLD: Final = rgb("ffc44d")


def firelight(layout: Layout, winners: Sequence[Panel], lasts: float) -> list[Effect]:
    """Return the light and the darkness that stay for ``lasts`` seconds."""
    discs = [*_night(layout), *(light for panel in winners for light in _warmth(layout, panel, 1 / len(winners)))]
    rays = [_shine(layout, panel, lasts, 1 / len(winners)) for panel in winners]
    x, y = layout.centre[:2]
    sun = _disc(x, y, _SUN * min(layout.centre.w, layout.centre.h), WHITE)._replace(spin=_SPIN)
    placed = ((GLOW, discs), (SUN_IN_THE_DARK, [sun]))
    return [
        *(
            Burst(look, tuple(one._replace(life=lasts + _GONE) for one in particles), light=False, low=True)
            for look, particles in placed
        ),
        *rays,
    ]


def _night(layout: Layout) -> Iterator[Particle]:
    """Yield the darkness over the felt: discs side by side along it."""
    centre = layout.centre
    long, short = max(centre.w, centre.h), min(centre.w, centre.h)
    count = max(2, math.ceil(1.4 * long / short))
    for number in range(count):
        aside = (number / (count - 1) - 0.5) * (long - 0.7 * short)
        x, y = (centre.x + aside, centre.y) if centre.w >= centre.h else (centre.x, centre.y + aside)
        yield _disc(x, y, 1.4 * short, BLACK.fade(_NIGHT))


def _warmth(layout: Layout, panel: Panel, share: float) -> Iterator[Particle]:
    """Yield the warm brown that lies over the felt from a winner's tray, like the light of a fire."""
    x, y = panel.frame.to_window(0, panel.size[1] / 2 + _BEFORE * min(layout.centre.w, layout.centre.h))
    for size, alpha in _WARM:
        yield _disc(x, y, size * min(layout.area.w, layout.area.h), _BROWN.fade(alpha * share))


def _disc(x: float, y: float, size: float, tint: Rgba) -> Particle:
    return Particle(x, y, 0.0, 0.0, size, tint, fade=_FADE)


def _shine(layout: Layout, panel: Panel, lasts: float, share: float) -> Effect:
    """Return the rays from a winner's edge over the felt, which turn slowly."""
    x, y = panel.frame.to_window(0, -panel.size[1] / 2)
    tint = seat_color(panel.seat).vivid.mix(_GOLD.vivid, 0.35)
    dark = Pose(0.0, x, y, 0.0, _SHINE * min(layout.area.w, layout.area.h) / SUN.size, 0.0)
    lit = dark._replace(at=0.25, turn=0.25 * _TURN, alpha=0.17 * share, ease=1.0)
    ends = lit._replace(at=lasts, turn=lasts * _TURN)
    return Flash(SUN, (dark, lit, ends, ends._replace(at=lasts + _GONE, alpha=0.0)), tint, low=True)
