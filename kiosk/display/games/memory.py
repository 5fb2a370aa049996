"""A picture's memory of a game from snapshot to snapshot, as these tell only how things are now."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from kiosk.game.seats import SeatNumber
from kiosk.protocol import Snapshot

Kept: TypeAlias = tuple[Any, ...]
"""Remembered of a seat: plain values, the game's own; its panel is drawn from them."""


class Memory(Protocol):
    """A game's memory of one table."""

    def follow(self, snapshot: Snapshot) -> None:
        """Here is a newer snapshot, of this game."""

    def __getitem__(self, seat: SeatNumber) -> Kept:
        """Return its memory of a seat."""


class NoMemory:
    """The memory of a game whose snapshots tell everything."""

    def follow(self, snapshot: Snapshot) -> None:
        """Nothing has to be remembered."""

    def __getitem__(self, seat: SeatNumber) -> Kept:
        return ()
