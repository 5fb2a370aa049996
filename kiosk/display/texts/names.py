"""The names of seats: that of the person who sits there, otherwise the seat's number."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from kiosk.game.seats import SeatNumber
from kiosk.locale.speaker import Say

Names: TypeAlias = tuple[tuple[SeatNumber, str], ...]
"""The seats whose players have chosen a name, with that name."""


@lru_cache(maxsize=256)
def who(seat: SeatNumber, names: Names, say: Say) -> str:
    """Return the seat's name, as in a sentence or in its panel."""
    return dict(names).get(seat) or say("Seat {seat}", seat=seat)
