"""A picture's memory of a game between snapshots, because a snapshot describes only the current state."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from kiosk.game.seats import SeatNumber
from kiosk.protocol import Snapshot

Kept: TypeAlias = tuple[Any, ...]
"""The game's own memory of a seat: plain values, from which the panel is drawn."""


class Memory(Protocol):
    """A game's memory of one table."""

    def follow(self, snapshot: Snapshot) -> None:
        """Update from a newer snapshot of this game."""

    def __getitem__(self, seat: SeatNumber) -> Kept:
        """Return the memory of a seat."""


class NoMemory:
    """The memory of a game whose snapshots contain everything."""

    def follow(self, snapshot: Snapshot) -> None:
        """Do nothing."""

    def __getitem__(self, seat: SeatNumber) -> Kept:
        return ()
