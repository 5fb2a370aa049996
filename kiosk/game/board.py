"""The board on which dice are placed, and which seat took which space when (RULES.md 1K)."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.game.dice import FACES, Die


class Board:
    """The board of 4 x 6 spaces: the progress of each colour, and which seat took which space when (N4, N5, N8).

    ``heights``: the highest value placed per colour, 0..6, in the order of ``Color``.
    """

    __slots__ = ("_covers", "heights")

    def __init__(self, heights: Sequence[int] = (0, 0, 0, 0)) -> None:
        self.heights: list[int] = list(heights)
        self._covers: dict[Die, tuple[int, int]] = {}

    def fits(self, die: Die) -> bool:
        """Return whether the die can be placed: its space is the next free one of its colour."""
        return die % FACES == self.heights[die // FACES]

    def place(self, at: int, seat: int, die: Die) -> None:
        """Place a die that fits."""
        self.heights[die // FACES] += 1
        self._covers[die] = (at, seat)

    def covered(self, die: Die, seat: int, since: int) -> tuple[int, int] | None:
        """Return (time, seat) of another seat that took this die's space, if not before ``since``."""
        cover = self._covers.get(die)
        return cover if cover is not None and cover[0] >= since and cover[1] != seat else None

    def copy(self) -> Board:
        """Return an independent copy."""
        other = Board(self.heights)
        other._covers = dict(self._covers)
        return other

    def covers(self) -> tuple[tuple[Die, tuple[int, int]], ...]:
        """Return (time, seat) of each taken space, sorted by space."""
        return tuple(sorted(self._covers.items()))
