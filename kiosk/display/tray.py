"""Where the dice of each seat lie in its tray: one stays where it fell while others are placed.

The table tells dice sorted, and equal dice are one and the same. Were they shown so, every die beside a placed one would
move under the next finger. Pure.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from kiosk.messages import Snapshot
from kiosk.seats import SeatNumber

Lying: TypeAlias = tuple[str | None, ...]
"""What lies at each place of a tray, as ``messages.SeatView`` writes dice; None: nothing."""


class Trays:
    """The trays of all seats as the last snapshot tells them."""

    def __init__(self) -> None:
        self._trays: dict[SeatNumber, Lying] = {}

    def follow(self, snapshot: Snapshot) -> None:
        """Dice have been placed, or rolled anew."""
        self._trays = {view.seat: settled(self.of(view.seat), view.dice) for view in snapshot.seats}

    def of(self, seat: SeatNumber) -> Lying:
        """What lies in the seat's tray."""
        return self._trays.get(seat, ())

    def slot(self, seat: SeatNumber, die: str) -> int | None:
        """The first place at which such a die lies, None if it lies nowhere."""
        tray = self.of(seat)
        return tray.index(die) if die in tray else None


def settled(before: Lying, dice: tuple[str, ...]) -> Lying:
    """A tray in which these dice lie now: if they are what is left of those before, each at its place."""
    left = Counter(dice)
    if left - Counter(before):  # rolled
        return dice
    tray: list[str | None] = []
    for die in before:
        stays = die is not None and left[die] > 0
        tray.append(die if stays else None)
        if stays:
            left[die] -= 1
    return tuple(tray)
