"""The places of the dice in a tray: each die keeps its own until all are rolled again, so that no finger misses it.

This is the dice game's ``memory``.
"""

from __future__ import annotations

from typing import TypeAlias

from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatView, Snapshot

Tray: TypeAlias = tuple[str | None, ...]
"""The content of each place: a die (``r3``), before the first roll its colour (``r``), None where one was taken."""


class Trays:
    """Every seat's tray across snapshots, which contain only a sorted list of the dice left."""

    def __init__(self) -> None:
        self._trays: dict[SeatNumber, Tray] = {}
        self._rolls: dict[SeatNumber, int] = {}

    def __getitem__(self, seat: SeatNumber) -> Tray:
        return self._trays.get(seat, ())

    def follow(self, snapshot: Snapshot) -> None:
        """Update from a newer snapshot."""
        for view in snapshot.seats:
            rolled = view.rolling_until not in (0, self._rolls.get(view.seat, 0))
            self._trays[view.seat] = view.dice if rolled else _kept(self[view.seat], view)
            self._rolls[view.seat] = view.rolling_until or self._rolls.get(view.seat, 0)


def slot_of(tray: Tray, die: str) -> int | None:
    """Return the first place of the tray with such a die, None if there is none."""
    return tray.index(die) if die in tray else None


def _kept(tray: Tray, view: SeatView) -> Tray:
    """Return the tray with only these dice left in it, or a new tray if there are dice that were not in it.

    Of equal dice the first one is removed: it is also the one that is seen to leave its place under a finger.
    """
    left = list(view.dice)
    kept: list[str | None] = []
    for die in reversed(tray):
        there = die in left
        if die is not None and there:
            left.remove(die)
        kept.append(die if there else None)
    return view.dice if left else tuple(reversed(kept))
