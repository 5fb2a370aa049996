"""``venue.json``: what the hall tells a table, a file that the uplink writes and the table reads.

The table does not trust it: whoever has taken the uplink over can write anything there. So it is small, every value has
bounds, and what breaks one makes the whole file worth nothing.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from kiosk.game.seats import SeatNumber
from kiosk.system.decoders import prepared
from kiosk.system.printable import printable

VERSION: Final = 1
"""Of the content. New fields go at the end, and older tables leave them out; anything else is a new version."""
LARGEST: Final = 64 * 1024
"""Bytes of the file at most."""
OLD_S: Final = 600.0
"""Seconds after which what it tells is told no longer."""
KEPT: Final = 3
"""The number of results that are told of each game."""
GAMES: Final = 32
"""The number of games at most."""
NAME: Final = 12
"""Characters of a name at most, as for those that are chosen at a table."""


class HallScore(Struct, frozen=True):
    """One of the best rounds of the day: where it was played, its points, and the name, empty for a guest."""

    seat: Annotated[SeatNumber, Meta(ge=1, le=12)]
    points: Annotated[int, Meta(ge=-9999, le=9999)]
    name: Annotated[str, Meta(max_length=NAME)] = ""


class VenueFile(Struct, frozen=True):
    """The content: when the hall's store told it, and the best rounds of the day by game, the best first.

    ``at_s`` is by the machine's own clock since its start (``time.monotonic``), which nobody sets: its age is certain.
    """

    version: int
    at_s: Annotated[float, Meta(ge=0)]
    best: Annotated[
        dict[Annotated[str, Meta(max_length=64)], Annotated[tuple[HallScore, ...], Meta(max_length=KEPT)]],
        Meta(max_length=GAMES),
    ]


def encode(told: VenueFile) -> bytes:
    """Return the file's bytes."""
    return msgspec.json.encode(told)


def decode(data: bytes, now_s: float) -> VenueFile:
    """Return the content. Raises ValueError, also for what is from after ``now_s``; the text: what is wrong."""
    try:
        told = msgspec.json.decode(data, type=prepared(VenueFile))
    except RecursionError:
        raise ValueError("its lists lie in each other too deeply") from None
    if told.version != VERSION:
        raise ValueError(f"it is of version {told.version}, this table of {VERSION}: update both")
    if told.at_s > now_s:
        raise ValueError("it is from after now")
    if any(printable(score.name) != score.name for scores in told.best.values() for score in scores):
        raise ValueError("a name in it has control characters or marks of direction")
    return told
