"""The matches that a series of simulated rounds makes, one after the other; the last, unfinished one is not counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import mul
from typing import TypeAlias

from msgspec import Struct, structs

from kiosk.simulator.tally import Row, added


class RunningMatch(Struct):
    """A match that is being played. ``tiebreak``: the seats of the extra round that follows."""

    totals: list[int]
    round_no: int = 0
    tiebreak: tuple[int, ...] = ()


ReadMatch: TypeAlias = Callable[[RunningMatch], Row | None]
"""A function that returns the values of a match, None while it goes on; it may set ``tiebreak``."""


class Matches(Struct):
    """The matches so far: their number, the sums of their values and of the squares, and the one that is running."""

    running: RunningMatch
    count: int
    sums: list[int]
    squares: list[int]

    def after(self, scores: Iterable[Row], read: ReadMatch) -> Matches:
        """Return the matches after further rounds with these scores."""
        count, sums, squares = self.count, self.sums, self.squares
        running = structs.replace(self.running)
        for one in scores:
            running.totals = added(running.totals, one)
            running.round_no += 1
            values = read(running)
            if values is not None:
                count, sums, squares = count + 1, added(sums, values), added(squares, map(mul, values, values))
                running = RunningMatch([0] * len(one))
        return Matches(running, count, sums, squares)


def no_matches(seats: int, values: int) -> Matches:
    """Return none so far, each with that number of values."""
    return Matches(RunningMatch([0] * seats), 0, [0] * values, [0] * values)
