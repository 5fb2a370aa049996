"""What is heard: a cue, whose it is, and how high. Pure."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.game.seats import SeatNumber


class Heard(NamedTuple):
    """A cue that is to be heard: its name, the seat from which it comes, and the height of a cue that climbs."""

    cue: str
    seat: SeatNumber | None = None
    height: int = 0
