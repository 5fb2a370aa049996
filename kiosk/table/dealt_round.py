"""A round that has been dealt at the table: the part that all others of a running round look at. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hardware.api import Instant
from kiosk.game.seats import Roster
from kiosk.table.games.game import Moves

MS: Final = 1_000_000


@dataclass(slots=True)
class DealtRound:
    """The round of the core, the seats that play it, and its GO.

    ``start`` is GO: the core's time is milliseconds since then.
    """

    moves: Moves
    roster: Roster
    start: Instant

    def instant(self, at_ms: int) -> Instant:
        """The instant of a time of the core."""
        return Instant(self.start + at_ms * MS)

    def time(self, at: Instant) -> int:
        """The core's time of an instant, never before what it has judged."""
        return max(self.moves.round.at, (at - self.start) // MS)
