"""Check of how much of the table's edge each person has, which decides how large a screen to buy."""

from __future__ import annotations

import math
from collections import Counter
from typing import Final

from kiosk.config.schema import Settings

LEAST_MM: Final = 400.0
"""The edge for one person beside another below which there is a warning."""

ROOMS: Final = {"to stand crowded": LEAST_MM, "to stand at ease": 450.0, "to sit": 600.0}
"""What people do at a table, and the edge that each of them needs for it, in millimetres."""

SCREENS: Final = (24, 27, 32, 43, 50, 55, 65, 75, 86, 98)
"""The usual diagonals of screens in inches."""

INCH: Final = 25.4
"""Millimetres."""

_SIDES: Final = ({"south", "north"}, {"west", "east"})


def edge_each(settings: Settings) -> dict[str, float]:
    """Return the length in mm that each person has of every edge at which somebody sits, measured at the screen."""
    window = settings.window
    scale = settings.table.diagonal_mm / math.hypot(window.width, window.height)
    lengths = {edge: window.width if edge in _SIDES[0] else window.height for edge in (*_SIDES[0], *_SIDES[1])}
    return {edge: lengths[edge] * scale / count for edge, count in _counted(settings).items()}


def warnings(settings: Settings) -> list[str]:
    """Return a warning if neighbours, also around a corner, have less than ``LEAST_MM`` each: with what would do."""
    counted = _counted(settings)
    if max(counted.values()) == 1 and any(counted.keys() <= opposite for opposite in _SIDES):
        return []  # face to face: nobody has a neighbour
    narrow = {edge: room for edge, room in edge_each(settings).items() if room < LEAST_MM}
    if not narrow:
        return []
    least = min(narrow.values())
    sizes = (f"{_screen(settings.table.diagonal_mm * room / least)} {what}" for what, room in ROOMS.items())
    told = ", ".join(f"{room:.0f} mm {edge}" for edge, room in narrow.items())
    line = (
        f"table.diagonal_mm: too little edge for each person ({told}); below {LEAST_MM:.0f} mm neighbours are in each "
        f"other's way: take a screen of {', '.join(sizes)}; or fewer seats there"
    )
    return [line]


def _counted(settings: Settings) -> Counter[str]:
    return Counter(seat.edge for seat in settings.seat)


def _screen(diagonal: float) -> str:
    """Return the smallest usual screen from this diagonal in mm on, in inches."""
    found = next((inches for inches in SCREENS if inches * INCH >= diagonal), None)
    return f"more than {SCREENS[-1]} inches" if found is None else f"{found} inches ({found * INCH:.0f} mm)"
