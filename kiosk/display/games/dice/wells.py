"""The places of dice in a well: over its whole length, and larger when there are fewer. Pure."""

from __future__ import annotations

from typing import Final

from kiosk.layout.table_layout import Panel, Place
from kiosk.protocol import DIE

_LARGER: Final = 1.5
_HIGH: Final = 0.78
"""How much larger dice are when there is room, and the height of a well that they cover at most."""
_GAP: Final = 0.06
"""The least gap between two dice, in widths of a card."""
_UNEVEN: Final = (0.4, -0.7, 0.9, -0.3, -1.0, 0.6, 0.0)
"""How far dice lie above the middle of the well, as parts of the room that there is."""


def well_places(panel: Panel, thrown: int) -> tuple[Place, ...]:
    """Return the place of each of the dice that were thrown together."""
    usual = [place for name, place in panel.places.items() if name.startswith(DIE)]
    row = sum(place.y == usual[0].y for place in usual)
    if not thrown or thrown >= len(usual) or thrown > row:
        return tuple(usual[:thrown])
    first, last, well = usual[0], usual[row - 1], panel.places["well"]
    span = abs(last.x - first.x) + first.w + _GAP * panel.card
    large, usual_size = die_sizes(panel)
    size = large if thrown * (large + _GAP * panel.card) <= span else usual_size
    way = span / thrown * (1 if last.x >= first.x else -1)
    room = max(0.0, 0.5 * (0.84 * well.h - size))
    return tuple(
        Place(well.x + (number - (thrown - 1) / 2) * way, well.y + room * _UNEVEN[number % len(_UNEVEN)], size, size)
        for number in range(thrown)
    )


def die_sizes(panel: Panel) -> tuple[float, float]:
    """Return the size of dice where there is room for larger ones, and that of as many as the well holds."""
    usual = panel.places[f"{DIE}0"].w
    return max(usual, min(_LARGER * usual, _HIGH * panel.places["well"].h)), usual
