"""Places of a celebration on the felt: the winner's medal, what surrounds it, and where fireworks stand."""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.layout.place import Frame
from kiosk.layout.table_layout import TURN, Layout, Panel

MEDAL: Final = 0.19
CORE: Final = 0.28
"""The radius of a single winner's medal, and of its laurel, in units of the felt's shorter side."""
COIN: Final = 0.11
"""The room that the coins of the next places take beside the names, in the same units."""
_NAMED: Final = (0.66, 0.52)
"""How far names reach from the middle, in the same units, or as a fraction of half the felt's length if less."""


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
    reach = min(0.43 * short, 0.18 * min(layout.area.w, layout.area.h))
    middle, last = (inner + outer) / 2, outer - 0.42 * reach
    if wide >= deep:
        corner = Spot(last, 0.62 * deep, 0.55 * reach)
        if any(one.bounds.holds(*frame.to_window(corner.along, -corner.away)) for one in layout.panels.values()):
            corner = Spot(last, 0.40 * deep, 0.55 * reach)
        spots = (Spot(middle, 0.24 * deep, reach), Spot(min(last, middle + 0.06 * short), -0.3 * deep, 0.72 * reach))
        return FeastParts(frame, (*spots, corner))
    near = Spot(0.24 * wide, middle, 0.9 * reach)
    return FeastParts(
        frame, (near, Spot(0.27 * wide, 0.5 * middle, 0.55 * reach), Spot(0.25 * wide, -middle, 0.7 * reach))
    )
