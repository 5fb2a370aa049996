"""A dealt round at the table, shared by all other parts of a running round. Pure."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from hardware.api import Instant
from kiosk.game.seats import Roster
from kiosk.table.games.game import Moves

MS: Final = 1_000_000


class DealtRound(Struct):
    """The round of the core, its seats, and its GO.

    ``start`` is GO: the core's time is milliseconds since then.
    """

    moves: Moves
    roster: Roster
    start: Instant

    def instant(self, at_ms: int) -> Instant:
        """Return the instant of a time of the core."""
        return Instant(self.start + at_ms * MS)

    def time(self, at: Instant) -> int:
        """Return the core's time at an instant, never before its last verdict."""
        return max(self.moves.round.at, (at - self.start) // MS)
