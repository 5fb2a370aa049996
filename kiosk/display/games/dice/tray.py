"""The places of the dice in a tray: each keeps its own until all are rolled anew, so that no finger misses it.

The dice game's ``memory``.
"""

from __future__ import annotations

from typing import TypeAlias

from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatView, Snapshot

Tray: TypeAlias = tuple[str | None, ...]
"""By place what lies there: a die (``r3``), before the first roll its colour (``r``), None where one was taken."""


class Trays:
    """Every seat's tray, as the snapshots go on: these tell only which dice are left, sorted."""

    def __init__(self) -> None:
        self._trays: dict[SeatNumber, Tray] = {}
        self._rolls: dict[SeatNumber, int] = {}

    def __getitem__(self, seat: SeatNumber) -> Tray:
        return self._trays.get(seat, ())

    def follow(self, snapshot: Snapshot) -> None:
        """Here is a newer snapshot."""
        for view in snapshot.seats:
            rolled = view.rolling_until not in (0, self._rolls.get(view.seat, 0))
            self._trays[view.seat] = view.dice if rolled else _kept(self[view.seat], view)
            self._rolls[view.seat] = view.rolling_until or self._rolls.get(view.seat, 0)


def slot_of(tray: Tray, die: str) -> int | None:
    """Return the first place of the tray where such a die lies; None: nowhere."""
    return tray.index(die) if die in tray else None


def _kept(tray: Tray, view: SeatView) -> Tray:
    """The tray with these dice left in it; one with dice that did not lie there is a new one.

    Of equal dice the first one goes: that is also the one that is seen to leave its place under a finger.
    """
    left = list(view.dice)
    kept: list[str | None] = []
    for die in reversed(tray):
        there = die in left
        if die is not None and there:
            left.remove(die)
        kept.append(die if there else None)
    return view.dice if left else tuple(reversed(kept))
