"""The felt by the light of fireworks: dark, warm before the winners' trays; and a sun turns behind the medals.

They are particles that do not move, below the paper, which is drawn after them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kiosk.display.motion.effects import Burst, Effect
from kiosk.display.paint.light_art import FIRE, SUN
from kiosk.display.paint.motions import Particle
from kiosk.display.paint.theme import WHITE, Rgba
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import TURN, Layout, Panel

_GONE: Final = 0.4
"""Seconds in which all of it goes out."""
_FADE: Final = 14.0
"""The exponent of that: it stays bright until its end."""
_SUN: Final = (1.3, 0.62)
"""The largest diameter of the sun, in units of the felt's shorter side and of the window's."""
_SPIN: Final = 52.0
"""The degrees a second by which it turns."""
_WARM: Final = 0.8
"""How far the warm light reaches over the felt, from the winner's edge to the opposite one."""


def firelight(layout: Layout, winners: Sequence[Panel], lasts: float) -> list[Effect]:
    """Return the light that stays for ``lasts`` seconds."""
    x, y = layout.centre[:2]
    size = min(part * min(place.w, place.h) for part, place in zip(_SUN, (layout.centre, layout.area), strict=True))
    sun = _stays(x, y, size, WHITE)._replace(spin=_SPIN)
    fires = [_fire(layout, panel, 1 / len(winners)) for panel in winners]
    return [
        Burst(look, tuple(one._replace(life=lasts + _GONE) for one in particles), light=False, low=True)
        for look, particles in ((FIRE, fires), (SUN, [sun]))
    ]


def _fire(layout: Layout, panel: Panel, share: float) -> Particle:
    """Return the warm brown that lies over the felt before a winner's tray, like the light of a fire."""
    centre = layout.centre
    wide, deep = (centre.w, centre.h) if TURN[panel.edge] % 180 == 0 else (centre.h, centre.w)
    high = _WARM * deep
    x, y = _from_edge(centre, panel.frame.rotation, (high - deep) / 2)
    lying = _stays(x, y, high, WHITE.fade(share))
    return lying._replace(turn=panel.frame.rotation, long=wide / high * FIRE.h / FIRE.w)


def _from_edge(centre: Place, turn: float, away: float) -> tuple[float, float]:
    """Return a point of the felt so far above its middle, as it is seen from an edge."""
    return Frame(centre.x, centre.y, turn).to_window(0, away)


def _stays(x: float, y: float, size: float, tint: Rgba) -> Particle:
    return Particle(x, y, 0.0, 0.0, size, tint, fade=_FADE)
