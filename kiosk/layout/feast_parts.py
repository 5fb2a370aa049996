"""Places of a celebration on the felt: the winner's medal, what surrounds it, and where fireworks stand."""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.layout.place import Frame
from kiosk.layout.table_layout import TURN, Layout, Panel

MEDAL: Final = 0.185
CORE: Final = 0.29
"""The radius of a single winner's medal, and of its laurel, in units of the felt's shorter side."""
COIN: Final = 0.11
"""The radius of the coins of the next places."""
_BESIDE: Final = 0.98
"""How far the coins lie from the middle, in the same units, or as a fraction of half the felt's length if less."""
_FREE: Final = 0.72
_NAMED: Final = (0.66, 0.52)
"""The same for the names, beyond which fireworks stand."""


class Spot(NamedTuple):
    """A place of fireworks as the winner sees it: beside the axis, from the middle towards the winner, its reach."""

    along: float
    away: float
    reach: float


class FeastParts(NamedTuple):
    """The places of fireworks for a winner; ``frame``: its origin is the middle of the felt, turned to the winner."""

    frame: Frame
    spots: tuple[Spot, ...]

    def at(self, along: float, away: float) -> tuple[float, float]:
        """Return the window point of a place as the winner sees it."""
        return self.frame.to_window(along, -away)


def beside(layout: Layout) -> float:
    """Return how far the coins of the next places lie from the middle, in pixels."""
    side, half = min(layout.centre.w, layout.centre.h), max(layout.centre.w, layout.centre.h) / 2
    return min(_BESIDE * side, _FREE * half)


def laurel_size(layout: Layout) -> int:
    """Return the diameter of the laurel around a single winner's medal, in pixels."""
    return round(2 * CORE * min(layout.centre.w, layout.centre.h))


def feast_parts(layout: Layout, panel: Panel) -> FeastParts:
    """Return where fireworks stand for this winner: most of them on the winner's half, on felt without a name."""
    centre, turn = layout.centre, TURN[panel.edge]
    frame = Frame(centre.x, centre.y, turn)
    wide, deep = (centre.w, centre.h) if turn % 180 == 0 else (centre.h, centre.w)
    short = min(wide, deep)
    inner = min(_NAMED[0] * short, _NAMED[1] * max(wide, deep) / 2) + COIN * short
    outer = max(wide, deep) / 2
    reach = min(0.36 * short, 0.18 * min(layout.area.w, layout.area.h))
    middle, last = (inner + outer) / 2, outer - 0.5 * reach
    if wide >= deep:
        near = Spot(middle, 0.20 * deep, reach)
        far = Spot(min(last, middle + 0.1 * short), -0.22 * deep, 0.62 * reach)
        spots = (near, far, near, Spot(last, 0.36 * deep, 0.5 * reach))
    else:
        near = Spot(0.24 * wide, middle, 0.9 * reach)
        spots = (near, Spot(0.27 * wide, 0.5 * middle, 0.5 * reach), near, Spot(0.25 * wide, -middle, 0.6 * reach))
    return FeastParts(frame, spots)
