"""The numbering of seats: from 1 for people, in the configuration and on the wire, from 0 in the game core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NewType

SeatNumber = NewType("SeatNumber", int)
"""A physical seat of the table, 1..12, as people count them."""


class Roster:
    """The table's seats that play in a match, in the order in which the game core counts them."""

    def __init__(self, numbers: Sequence[SeatNumber]) -> None:
        self.numbers: list[SeatNumber] = list(numbers)

    def index(self, number: SeatNumber) -> int | None:
        """Return the core's index of a seat of the table, None if it does not play."""
        return self.numbers.index(number) if number in self.numbers else None

    def number(self, index: int) -> SeatNumber:
        """Return the table's seat for an index of the core."""
        return self.numbers[index]

    def join(self, number: SeatNumber) -> int:
        """Append a latecomer, and return its index."""
        self.numbers.append(number)
        return len(self.numbers) - 1
